/** `/settings/project/secrets` */
import { createFileRoute } from "@tanstack/react-router";
import { SecretsScreen } from "../../../screens/settings-secrets/secrets-screen.tsx";

export const Route = createFileRoute("/_app/settings/project/secrets")({
  component: SecretsScreen,
});
