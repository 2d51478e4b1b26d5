/**
 * /cli-auth/{key}. Lets in the CLI that opened this page.
 *
 * If CLI and browser have the same address, this person most likely started the CLI, and the page lets it in at
 * once. Otherwise the page asks first: an attacker could send somebody the link of their own CLI, and a person who
 * just follows it would hand over their account.
 */
import { WHY_NOT_VALID, type CliLogin } from "@posthorn/contract/cli-logins";
import { CLI_LOGIN_WHAT_NEXT, CLI_LOGIN_WHY_NOT_VALID } from "@posthorn/contract/texts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, type ReactNode } from "react";
import { ApiFailure } from "../../resources/api/api-failure.ts";
import { cliLoginQuery, useClaimCliLogin } from "../../resources/cli-logins/cli-login-queries.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { Property, PropertyList } from "../../ui/property-list.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";
import { useDelayed } from "../../ui/use-delayed.ts";
import { usePageTitle } from "../../ui/use-page-title.ts";

/** Answers usually come sooner, and nobody can read a sentence that only flashes. */
const SAY_WAITING_AFTER_MS = 400;

export function CliAuthScreen({ linkKey }: { linkKey: string }) {
  usePageTitle("CLI authentication");
  const login = useQuery(cliLoginQuery(linkKey));
  const claim = useClaimCliLogin(linkKey);
  const { mutate, isIdle } = claim;
  const isLetInAtOnce = login.data !== undefined && login.data.is_from_here && !login.data.is_claimed;
  useEffect(() => {
    if (isLetInAtOnce && isIdle) mutate();
  }, [isLetInAtOnce, isIdle, mutate]);

  const error = claim.error ?? login.error;
  if (error) return <Failed error={error} onRetry={() => (claim.error ? mutate() : login.refetch())} />;
  if (login.data && (login.data.is_claimed || claim.isSuccess)) return <LetIn login={login.data} />;
  if (!login.data || isLetInAtOnce) return <Waiting />;
  return <Asked login={login.data} isPending={claim.isPending} onAllow={() => mutate()} />;
}

function Heading({ children }: { children: ReactNode }) {
  return <h1 className="text-2xl font-semibold tracking-tight text-balance">{children}</h1>;
}

function Waiting() {
  const isLong = useDelayed(true, SAY_WAITING_AFTER_MS);
  return <p className="text-base text-ink-2">{isLong ? "Letting the CLI in…" : null}</p>;
}

function LetIn({ login }: { login: CliLogin }) {
  const { user, project } = useSession();
  return (
    <div aria-live="polite">
      <Heading>You are now authenticated with the CLI go back to your terminal!</Heading>
      <p className="mt-2 text-base text-ink-2 [overflow-wrap:anywhere]">
        The CLI on <strong className="font-semibold text-ink">{login.device_name}</strong> acts as{" "}
        {user.email} and starts in {project.name}. You can close this page.
      </p>
    </div>
  );
}

function Asked({ login, isPending, onAllow }: { login: CliLogin; isPending: boolean; onAllow: () => void }) {
  const { user, project } = useSession();
  return (
    <>
      <Heading>Did you start this CLI?</Heading>
      <p className="mt-2 text-base text-ink-2">
        It runs at another address than your browser. Whoever started it will be able to do what you can do.
        If somebody sent you this link, do not allow it.
      </p>
      <PropertyList className="mt-5">
        <Property name="Device">{login.device_name}</Property>
        <Property name="Address" isMono>
          {login.address}
        </Property>
        <Property name="Started">
          <Timestamp value={login.begun_at} />
        </Property>
        <Property name="Will act as">{user.email}</Property>
        <Property name="Project">{project.name}</Property>
      </PropertyList>
      <div className="mt-6 flex flex-col gap-2">
        <Button variant="primary" size="lg" isPending={isPending} onClick={onAllow}>
          Yes, allow this CLI
        </Button>
        <Link to="/" className={buttonClass({ size: "lg" })}>
          No, keep it out
        </Link>
      </div>
    </>
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
      <Link to="/" className={buttonClass({ size: "lg", className: "mt-6 w-full" })}>
        Go to the dashboard
      </Link>
    </div>
  );
}

function reasonIn(data: unknown): unknown {
  return typeof data === "object" && data !== null && "reason" in data ? data.reason : undefined;
}
