/** `/cli-auth/{key}`: the link that a CLI opens for the person who runs it. */
import { createFileRoute } from "@tanstack/react-router";
import { CliAuthScreen } from "../../../screens/cli-auth/cli-auth-screen.tsx";
import { requireProject } from "../../require-session.ts";

export const Route = createFileRoute("/_auth/cli-auth/$key")({
  beforeLoad: async ({ context, location }) =>
    void (await requireProject(context.queryClient, location.href)),
  component: CliAuth,
});

function CliAuth() {
  const { key } = Route.useParams();
  return <CliAuthScreen key={key} linkKey={key} />;
}
