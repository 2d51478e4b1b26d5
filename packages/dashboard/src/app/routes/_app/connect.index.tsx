/** `/connect?provider=` */
import { createFileRoute } from "@tanstack/react-router";
import { ConnectScreen } from "../../../screens/connect/connect-screen.tsx";
import { ConnectSearch } from "../../../screens/connect/connect-url.ts";

export const Route = createFileRoute("/_app/connect/")({
  validateSearch: ConnectSearch,
  component: ConnectScreen,
});
