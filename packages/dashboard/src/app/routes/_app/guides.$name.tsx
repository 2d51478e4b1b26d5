/** `/guides/{name}` */
import { createFileRoute } from "@tanstack/react-router";
import { GuideScreen } from "../../../screens/guide/guide-screen.tsx";

export const Route = createFileRoute("/_app/guides/$name")({
  component: GuideScreen,
});
