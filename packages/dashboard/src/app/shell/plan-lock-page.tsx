/**
 * What does a person see in place of the pages of a project whose organization is past a limit of its plan? Which limit it
 * is, its numbers, and the ways on: the plans, the operator, the settings, another project.
 *
 * It asks for the session all the time, so that the page comes back by itself when the lock ends. Whoever removes it from the
 * document gets it back, and gains nothing: no data of the project is there.
 */
import { LOCK_REASONS, type Lock, type Subscription } from "@posthorn/contract/plans";
import { useQuery } from "@tanstack/react-query";
import { Link, Navigate } from "@tanstack/react-router";
import { LogOut, Settings } from "lucide-react";
import type { ReactNode } from "react";
import { pollEvery } from "../../resources/api/retry-policy.ts";
import { LimitLine } from "../../resources/plans/limit-line.tsx";
import { utcText } from "../../resources/plans/period.ts";
import { plansQuery, subscriptionQuery } from "../../resources/plans/plan-queries.ts";
import { includedEvents } from "../../resources/plans/plan-rows.ts";
import { UpgradeLink } from "../../resources/plans/upgrade-link.tsx";
import { sessionQuery } from "../../resources/session/session-queries.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { useCurrentProjectId, useSession } from "../../resources/session/use-session.ts";
import { buttonClass } from "../../ui/button.tsx";
import { countText } from "../../ui/count.ts";
import { LockedDrawing } from "../../ui/drawings.tsx";
import { LoadFailedLine } from "../../ui/load-failed-line.tsx";
import { Mark } from "../../ui/mark.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../ui/menu.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { usePageTitle } from "../../ui/use-page-title.ts";
import { SignInQuestion } from "./sign-in-question.tsx";
import { useLock, useLockChanges } from "./use-lock-changes.ts";
import { useStaysInPage } from "./use-stays-in-page.ts";
import { useSignOut } from "./use-sign-out.ts";

/** People who have just paid wait for it. */
const SESSION_EVERY_MS = 1_000;

const TITLES: Readonly<Record<Lock, string>> = {
  users: "Users over plan limit",
  events: "Plan limit has been reached",
};

export function PlanLockPage({ lock }: { lock: Lock }) {
  usePageTitle(TITLES[lock]);
  // The router draws this page anew while it asks the route again, so what the session said first is no reason to ask.
  useLockChanges(useLock());
  const { data: session } = useQuery({ ...sessionQuery, refetchInterval: pollEvery(SESSION_EVERY_MS) });
  const currentId = useCurrentProjectId();
  const page = useStaysInPage();
  // Somebody has deleted the project, or the person has no access to it any more.
  if (session && !session.projects.some(({ id }) => id === currentId))
    return <Navigate to="/projects" replace />;
  return (
    <div ref={page} className="relative isolate flex h-full flex-col overflow-y-auto">
      <HornLine />
      <TopBar />
      <main className="mx-auto w-full max-w-118 flex-1 px-4 pt-[14vh] pb-16">
        <div aria-hidden className="-ml-7.5 text-ink-2 [&_svg]:h-14 [&_svg]:w-auto">
          <LockedDrawing />
        </div>
        <h1 className="mt-5 text-2xl font-semibold tracking-tight">{TITLES[lock]}</h1>
        {lock === "users" ? <UsersOver /> : <EventsUsedUp />}
      </main>
      <SignInQuestion />
    </div>
  );
}

function UsersOver() {
  return (
    <>
      <Text>{LOCK_REASONS.users} Ask the owner to upgrade the plan.</Text>
      <WaysOn highlight="max_users" />
    </>
  );
}

function EventsUsedUp() {
  const { organization } = useSession();
  const maySee = useRefusal("seeBilling") === undefined;
  const subscription = useQuery({ ...subscriptionQuery(organization.id), enabled: maySee });
  const plan = subscription.data?.plan;
  const included = plan ? includedEvents(plan) : null;
  return (
    <>
      <Text>
        {included === null
          ? "All events that the plan includes in this billing period are used."
          : `The ${plan?.name} plan includes ${countText(included)} events per billing period, and all of them are used.`}{" "}
        Events, connections and metrics open again with a larger plan, or when the next period begins.
      </Text>
      {maySee ? (
        <div className="mt-6 min-h-31 rounded-lg border border-line bg-surface px-4 pt-1.5 pb-3 text-sm">
          {subscription.data ? (
            <Numbers {...subscription.data} included={included} />
          ) : subscription.isError ? (
            <LoadFailedLine what="The numbers" error={subscription.error} onRetry={subscription.refetch} />
          ) : (
            <TextSkeleton label="numbers" lines={3} />
          )}
        </div>
      ) : null}
      <WaysOn highlight="events" />
      <p className="mt-4 text-xs text-ink-2">
        Nothing is deleted. Settings, members and billing stay open to you.
      </p>
    </>
  );
}

function Text({ children }: { children: ReactNode }) {
  return <p className="mt-1.5 text-base text-ink-2">{children}</p>;
}

interface NumbersProps extends Subscription {
  included: number | null;
}

function Numbers({ usage, included, limit_exceeded_at, period_end }: NumbersProps) {
  return (
    <dl>
      <LimitLine name="Events" used={usage.events} limit={included} isOver />
      {limit_exceeded_at === null ? null : <Time name="Limit reached" time={limit_exceeded_at} />}
      <Time name="Next period begins" time={period_end} />
    </dl>
  );
}

function Time({ name, time }: { name: string; time: string }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 py-1">
      <dt className="text-ink-2">{name}</dt>
      <dd>
        <time dateTime={time} data-timestamp={time} className="mono">
          {utcText(time)} UTC
        </time>
      </dd>
    </div>
  );
}

function WaysOn({ highlight }: { highlight: "max_users" | "events" }) {
  const { organization } = useSession();
  const maySee = useRefusal("seeBilling") === undefined;
  const contactUrl = useQuery({ ...plansQuery(organization.id), enabled: maySee }).data?.contact_url ?? null;
  return (
    <div className="mt-6 flex flex-wrap gap-2 empty:hidden">
      <UpgradeLink highlight={highlight} className={buttonClass({ variant: "primary", size: "lg" })} />
      {contactUrl === null ? null : (
        <a href={contactUrl} target="_blank" rel="noreferrer" className={buttonClass({ size: "lg" })}>
          Contact us
        </a>
      )}
    </div>
  );
}

function TopBar() {
  const { project, organization } = useSession();
  return (
    <nav aria-label="Main" className="flex min-h-12 shrink-0 flex-wrap items-center gap-x-1 px-5 max-md:px-3">
      <span className="mr-auto flex items-center gap-2">
        <Mark className="h-5 w-auto" />
        <span className="text-lg font-semibold tracking-tight max-sm:hidden">Posthorn</span>
      </span>
      <Link
        to="/projects"
        aria-label={`${project.name} · ${organization.name}, select a project`}
        className={buttonClass({ variant: "quiet", className: "min-w-0 max-sm:max-w-30" })}
      >
        <span className="truncate">
          <span className="text-ink">{project.name}</span>
          <span className="font-normal"> · {organization.name}</span>
        </span>
      </Link>
      <Link to="/settings" className={buttonClass({ variant: "quiet" })}>
        <Settings aria-hidden />
        Settings
      </Link>
      <Account />
    </nav>
  );
}

function Account() {
  const { user } = useSession();
  const signOut = useSignOut();
  return (
    <Menu
      align="end"
      className="w-54"
      trigger={
        <button
          type="button"
          aria-label={`Account of ${user.name}`}
          data-initial={user.name.slice(0, 1)}
          className="ml-2 flex size-7 shrink-0 items-center justify-center rounded-full border border-line-strong bg-surface text-xs font-medium text-ink-2 uppercase transition-colors before:content-[attr(data-initial)] hover:bg-sel"
        />
      }
    >
      <div className="px-2 py-1.5 text-xs text-ink-3">
        Signed in as <span className="block truncate text-sm text-ink">{user.email}</span>
      </div>
      <MenuSeparator />
      <MenuItem icon={<LogOut />} onSelect={() => void signOut()}>
        Sign out
      </MenuItem>
    </Menu>
  );
}

/** The line of the mark, grown as wide as the window. */
function HornLine() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 1440 340"
      preserveAspectRatio="xMaxYMax meet"
      fill="none"
      stroke="currentColor"
      className="fixed inset-x-0 bottom-2.75 -z-10 h-auto w-full text-line-strong max-lg:hidden"
    >
      <path d="M0 258H1010C1150 258 1293 200 1293 107A105 105 0 1 0 1083 107C1083 250 1300 180 1440 284M1345 130C1385 117 1415 98 1440 82" />
    </svg>
  );
}
