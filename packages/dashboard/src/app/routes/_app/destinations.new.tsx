/** `/destinations/new` */
import { createFileRoute } from "@tanstack/react-router";
import { DestinationNewScreen } from "../../../screens/destination-new/destination-new-screen.tsx";

export const Route = createFileRoute("/_app/destinations/new")({ component: DestinationNewScreen });
