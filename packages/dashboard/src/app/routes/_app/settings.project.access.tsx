/** `/settings/project/access`: the page below its dialog, which has an address of its own. */
import { createFileRoute } from "@tanstack/react-router";
import { AccessScreen } from "../../../screens/settings-access/access-screen.tsx";

export const Route = createFileRoute("/_app/settings/project/access")({ component: AccessScreen });
