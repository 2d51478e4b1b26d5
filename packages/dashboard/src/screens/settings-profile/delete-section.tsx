/** How a person leaves for good. An owner hands the organization on first. */
import type { Account } from "@posthorn/contract/account";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useAccountActs } from "../../resources/account/use-account-acts.ts";
import { chooseCurrentProject } from "../../resources/api/current-project.ts";
import { Button } from "../../ui/button.tsx";
import { Section } from "../../ui/form/section.tsx";
import { NO_PASSWORD, PasswordDialog, PasswordOnly } from "./password-dialog.tsx";

export function DeleteSection({ account: { owned_organizations: owned } }: { account: Account }) {
  const act = useAccountActs();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const whyNot =
    owned.length === 0 ? undefined : `Make another member the owner of ${owned.join(" and ")} first.`;
  const leave = async () => {
    chooseCurrentProject(null);
    client.clear();
    await navigate({ to: "/sign-in", ignoreBlocker: true });
  };
  return (
    <Section title="Delete account" text="This cannot be undone.">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button variant="danger" disabledReason={whyNot} onClick={() => setIsAsking(true)}>
          Delete account…
        </Button>
        {whyNot === undefined ? null : <p className="text-sm text-ink-2">{whyNot}</p>}
      </div>
      {isAsking ? (
        <PasswordDialog
          title="Delete account"
          description="You leave all your organizations, and your CLIs stop working. What you did in projects stays. This cannot be undone."
          submitLabel="Delete account"
          schema={PasswordOnly}
          stored={NO_PASSWORD}
          act={(values) => act("delete", values)}
          onDone={leave}
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </Section>
  );
}
