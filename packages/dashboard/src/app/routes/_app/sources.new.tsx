/** `/sources/new` */
import { createFileRoute } from "@tanstack/react-router";
import { SourceNewScreen } from "../../../screens/source-new/source-new-screen.tsx";

export const Route = createFileRoute("/_app/sources/new")({ component: SourceNewScreen });
