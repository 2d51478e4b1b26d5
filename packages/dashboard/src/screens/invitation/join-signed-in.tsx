/** Joins as the person who is signed in, or lets them go on as somebody else. */
import type { Session } from "@posthorn/contract/dashboard-api";
import type { Invitation } from "@posthorn/contract/invitations";
import { useRouter } from "@tanstack/react-router";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { acceptSignedIn } from "../../resources/invitations/accept-actions.ts";
import { useEnterOrganization } from "../../resources/invitations/use-enter-organization.ts";
import { signOut, type AuthRefusal } from "../../resources/session/auth-actions.ts";
import { sessionQuery } from "../../resources/session/session-queries.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { useOtherAddress } from "./use-other-address.tsx";

export interface JoinSignedInProps {
  linkKey: string;
  invitation: Invitation;
  person: Session["user"];
}

export function JoinSignedIn({ linkKey, invitation, person }: JoinSignedInProps) {
  const { organization_name: organizationName, email: invited } = invitation;
  const enter = useEnterOrganization();
  const client = useQueryClient();
  const router = useRouter();
  const { accept, question } = useOtherAddress(invited, organizationName);
  const [isPending, setIsPending] = useState(false);
  const [refusal, setRefusal] = useState<AuthRefusal>(null);

  const act = async (doing: () => Promise<AuthRefusal>) => {
    setIsPending(true);
    setRefusal(await doing());
    setIsPending(false);
  };
  const join = async () => {
    const accepted = await accept(person.email, (otherAddress) =>
      acceptSignedIn({ key: linkKey, otherAddress }),
    );
    if (accepted && !accepted.refusal)
      await enter({ organizationId: accepted.organizationId, organizationName });
    return accepted?.refusal ?? null;
  };
  const goOnAsAnother = async () => {
    const refused = await signOut();
    if (refused) return refused;
    client.removeQueries({ queryKey: sessionQuery.queryKey });
    await router.invalidate();
    return null;
  };
  return (
    <>
      {refusal ? (
        <Callout tone="bad" isUrgent title={refusal.title} className="mt-5">
          {refusal.text}
        </Callout>
      ) : null}
      <Button
        variant="primary"
        size="lg"
        className="mt-6 w-full"
        isPending={isPending}
        onClick={() => void act(join)}
      >
        Accept the invitation
      </Button>
      <p className="mt-4 text-sm text-ink-2 [overflow-wrap:anywhere]">
        You are signed in as <strong className="font-semibold text-ink">{person.email}</strong>.
      </p>
      <Button size="sm" className="mt-2" isPending={isPending} onClick={() => void act(goOnAsAnother)}>
        Sign out and use another account
      </Button>
      {question}
    </>
  );
}
