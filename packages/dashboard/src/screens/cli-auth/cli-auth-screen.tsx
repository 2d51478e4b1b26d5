/**
 * /cli-auth/{key}. Asks whether the CLI that opened this page may act as the person who sees it.
 *
 * Only a click lets it in. An attacker can send somebody the link of their own CLI, or start one at the same address,
 * and a person who just follows a link must not hand over their account. So the page shows what we know about the CLI:
 * its device as it names it, the address that we saw, and since when it waits.
 */
import { WHY_NOT_VALID, type CliLogin } from "@posthorn/contract/cli-logins";
import { CLI_LOGIN_WHAT_NEXT, CLI_LOGIN_WHY_NOT_VALID } from "@posthorn/contract/cli-login-texts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ApiFailure } from "../../resources/api/api-failure.ts";
import {
  cliLoginQuery,
  useClaimCliLogin,
  useRefuseCliLogin,
} from "../../resources/cli-logins/cli-login-queries.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { Property, PropertyList } from "../../ui/property-list.tsx";
import { relativeTime } from "../../ui/time.ts";
import { Timestamp } from "../../ui/timestamp.tsx";
import { useDelayed } from "../../ui/use-delayed.ts";
import { useNow } from "../../ui/use-now.ts";
import { usePageTitle } from "../../ui/use-page-title.ts";

/** Answers usually come sooner, and nobody can read a sentence that only flashes. */
const SAY_WAITING_AFTER_MS = 400;

export function CliAuthScreen({ linkKey }: { linkKey: string }) {
  usePageTitle("CLI authentication");
  const login = useQuery(cliLoginQuery(linkKey));
  const claim = useClaimCliLogin(linkKey);
  const refuse = useRefuseCliLogin(linkKey);

  const failed = [claim, refuse].find(({ isError }) => isError);
  if (failed) return <Failed error={failed.error} onRetry={() => failed.mutate()} />;
  if (login.isError) return <Failed error={login.error} onRetry={login.refetch} />;
  if (login.isPending) return <Waiting />;
  if (refuse.isSuccess) return <Refused login={login.data} />;
  if (claim.isSuccess || login.data.is_claimed) return <LetIn login={login.data} />;
  return <Asked login={login.data} claim={claim} refuse={refuse} />;
}

function Heading({ children }: { children: ReactNode }) {
  return <h1 className="text-2xl font-semibold tracking-tight text-balance">{children}</h1>;
}

function Waiting() {
  const isLong = useDelayed(true, SAY_WAITING_AFTER_MS);
  return <p className="text-base text-ink-2">{isLong ? "Looking for the CLI…" : null}</p>;
}

function DeviceName({ login }: { login: CliLogin }) {
  return <strong className="font-semibold text-ink">{login.device_name}</strong>;
}

function LetIn({ login }: { login: CliLogin }) {
  const { user, project } = useSession();
  return (
    <div aria-live="polite">
      <Heading>You are now authenticated with the CLI go back to your terminal!</Heading>
      <p className="mt-2 text-base text-ink-2 [overflow-wrap:anywhere]">
        The CLI on <DeviceName login={login} /> acts as {user.email} and starts in {project.name}. You can
        close this page.
      </p>
    </div>
  );
}

function Refused({ login }: { login: CliLogin }) {
  return (
    <div aria-live="polite">
      <Heading>You refused this CLI</Heading>
      <p className="mt-2 text-base text-ink-2 [overflow-wrap:anywhere]">
        The CLI on <DeviceName login={login} /> got no key, and its login has ended. You can close this page.
      </p>
      <ToDashboard />
    </div>
  );
}

interface Answer {
  isPending: boolean;
  mutate: () => void;
}

function Asked({ login, claim, refuse }: { login: CliLogin; claim: Answer; refuse: Answer }) {
  const { user, project } = useSession();
  return (
    <>
      <Heading>Did you start this CLI?</Heading>
      <p className="mt-2 text-base text-ink-2">
        It will be able to do what you can do, in all your projects. Allow it only if you started its login
        yourself, just now. If somebody sent you this link, refuse.
      </p>
      {login.is_from_here ? null : (
        <Callout tone="bad" title="It is not at your address" className="mt-5">
          The CLI called from another address than your browser. That is normal only if it runs on another
          machine of yours.
        </Callout>
      )}
      <PropertyList className="mt-5">
        <Property name="Device">{login.device_name}</Property>
        <Property name="Address">
          <span>
            <span className="mono">{login.address}</span>{" "}
            <span className={login.is_from_here ? "text-ink-3" : "text-bad"}>
              {login.is_from_here ? "same as yours" : "not yours"}
            </span>
          </span>
        </Property>
        <Property name="Started">
          <Age of={login.begun_at} />
        </Property>
        <Property name="Will act as">{user.email}</Property>
        <Property name="Project">{project.name}</Property>
      </PropertyList>
      <p className="mt-3 text-xs text-ink-3">The CLI chose the name of its device. We saw the address.</p>
      <div className="mt-6 flex flex-col gap-2">
        <Button
          variant="primary"
          size="lg"
          isPending={claim.isPending}
          disabled={refuse.isPending}
          onClick={() => claim.mutate()}
        >
          Yes, allow this CLI
        </Button>
        <Button
          size="lg"
          isPending={refuse.isPending}
          disabled={claim.isPending}
          onClick={() => refuse.mutate()}
        >
          No, refuse it
        </Button>
      </div>
    </>
  );
}

/** `2 min ago, Nov 14 14:32:18`. A browser whose clock is behind the server's shows `now`. */
function Age({ of }: { of: string }) {
  const now = useNow();
  const at = new Date(Math.min(new Date(of).getTime(), now.getTime()));
  return (
    <span>
      {relativeTime(at, now)}, <Timestamp value={of} />
    </span>
  );
}

function ToDashboard() {
  return (
    <Link to="/" className={buttonClass({ size: "lg", className: "mt-6 w-full" })}>
      Go to the dashboard
    </Link>
  );
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  if (!(error instanceof ApiFailure) || error.code !== "LINK_NOT_VALID")
    return <LoadFailed error={error} onRetry={onRetry} isPage />;
  const reason = WHY_NOT_VALID.find((known) => known === reasonIn(error.data)) ?? "unknown";
  return (
    <div role="alert">
      <Heading>This link is no longer valid</Heading>
      <p className="mt-2 text-base text-ink-2">
        {CLI_LOGIN_WHY_NOT_VALID[reason]} {CLI_LOGIN_WHAT_NEXT}
      </p>
      <ToDashboard />
    </div>
  );
}

function reasonIn(data: unknown): unknown {
  return typeof data === "object" && data !== null && "reason" in data ? data.reason : undefined;
}
