/**
 * /invitation?key=. Says who invites to what, and lets the person join with a click: programs that look for viruses open
 * every link of a mail, so opening the page changes nothing.
 */
import type { Session } from "@posthorn/contract/dashboard-api";
import type { Invitation } from "@posthorn/contract/invitations";
import { INVITATION_LIFETIME_DAYS } from "@posthorn/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ApiFailure } from "../../resources/api/api-failure.ts";
import { invitationQuery } from "../../resources/invitations/invitation-queries.ts";
import { ROLE_HINTS } from "../../resources/organizations/role-words.ts";
import { ROLE_LABELS } from "../../resources/people/role-labels.ts";
import { buttonClass } from "../../ui/button.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { usePageTitle } from "../../ui/use-page-title.ts";
import { JoinSignedIn } from "./join-signed-in.tsx";
import { JoinWithNewAccount } from "./join-with-new-account.tsx";

export interface InvitationScreenProps {
  /** Of the link in the mail; empty if the address has none. */
  linkKey: string;
  /** The person who is signed in. */
  person: Session["user"] | null;
}

export function InvitationScreen({ linkKey, person }: InvitationScreenProps) {
  usePageTitle("Invitation");
  const invitation = useQuery({ ...invitationQuery(linkKey), enabled: linkKey !== "" });
  if (linkKey === "" || isOver(invitation.error)) return <Over isSignedIn={person !== null} />;
  if (invitation.isError) return <LoadFailed error={invitation.error} onRetry={invitation.refetch} isPage />;
  if (invitation.isPending) return null;
  return (
    <>
      <Asked invitation={invitation.data} />
      {person ? (
        <JoinSignedIn linkKey={linkKey} invitation={invitation.data} person={person} />
      ) : (
        <JoinWithNewAccount linkKey={linkKey} invitation={invitation.data} />
      )}
    </>
  );
}

function isOver(error: unknown): boolean {
  return error instanceof ApiFailure && error.status === 410;
}

function Heading({ children }: { children: ReactNode }) {
  return (
    <h1 className="text-2xl font-semibold tracking-tight text-balance [overflow-wrap:anywhere]">
      {children}
    </h1>
  );
}

function Asked({ invitation: { organization_name, inviter_name, role } }: { invitation: Invitation }) {
  return (
    <>
      <Heading>Join {organization_name}</Heading>
      <p className="mt-2 text-base text-ink-2 [overflow-wrap:anywhere]">
        <strong className="font-semibold text-ink">{inviter_name}</strong> invites you as{" "}
        <strong className="font-semibold text-ink">{ROLE_LABELS[role].toLowerCase()}</strong>:{" "}
        {ROLE_HINTS[role]}.
      </p>
    </>
  );
}

function Over({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <>
      <Heading>This invitation is no longer valid</Heading>
      <p className="mt-2 text-base text-ink-2">
        It was used or revoked, a newer mail has replaced it, or it is older than {INVITATION_LIFETIME_DAYS}{" "}
        days. Ask the person who invited you to send it again.
      </p>
      <Link
        to={isSignedIn ? "/events" : "/sign-in"}
        className={buttonClass({ size: "lg", className: "mt-6 w-full" })}
      >
        {isSignedIn ? "Go to the dashboard" : "Sign in"}
      </Link>
    </>
  );
}
