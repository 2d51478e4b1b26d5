/** `/guides` */
import { createFileRoute } from "@tanstack/react-router";
import { GuidesScreen } from "../../../screens/guides/guides-screen.tsx";

export const Route = createFileRoute("/_app/guides/")({
  component: GuidesScreen,
});
