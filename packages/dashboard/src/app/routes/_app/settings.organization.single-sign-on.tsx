/** `/settings/organization/single-sign-on` */
import { createFileRoute } from "@tanstack/react-router";
import { SsoScreen } from "../../../screens/settings-sso/sso-screen.tsx";

export const Route = createFileRoute("/_app/settings/organization/single-sign-on")({
  component: SsoScreen,
});
