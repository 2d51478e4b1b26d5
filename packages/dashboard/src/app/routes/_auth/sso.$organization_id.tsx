/** `/sso/{organization}`: where an identity provider sends people back to, with what it says about them. */
import { useQueryClient } from "@tanstack/react-query";
import { createFileRoute, useRouter } from "@tanstack/react-router";
import { safeReturnPath } from "../../../resources/session/return-path.ts";
import { forgetReturn, postedAnswer, waitingReturn } from "../../../resources/session/single-sign-on.ts";
import { SsoReturnScreen } from "../../../screens/sso/sso-return-screen.tsx";
import { fields, text } from "../../../ui/read.ts";
import { toast } from "../../../ui/toast.ts";

export const Route = createFileRoute("/_auth/sso/$organization_id")({
  validateSearch: fields({ code: text(), state: text(), iss: text(), error: text() }),
  component: SsoReturn,
});

function SsoReturn() {
  const router = useRouter();
  const queryClient = useQueryClient();
  const { organization_id } = Route.useParams();
  const answer = new URLSearchParams();
  for (const [name, value] of Object.entries(Route.useSearch()))
    if (typeof value === "string") answer.set(name, value);
  const { to, isTest } = waitingReturn();
  const goOn = async () => {
    queryClient.clear();
    await router.navigate({ href: safeReturnPath(to), replace: true });
    forgetReturn();
    if (isTest) toast.success("The test sign-on worked");
  };
  return (
    <SsoReturnScreen
      organizationId={organization_id}
      answer={postedAnswer() ?? answer.toString()}
      back={isTest ? { to: safeReturnPath(to), label: "Back to the settings" } : null}
      onDone={goOn}
    />
  );
}
