/** /settings/organization/billing: the current period, what it has used, and what the plan allows. */
import type { Subscription } from "@posthorn/contract/plans";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { LimitLine } from "../../resources/plans/limit-line.tsx";
import { dayText, utcText } from "../../resources/plans/period.ts";
import { subscriptionQuery } from "../../resources/plans/plan-queries.ts";
import { includedEvents } from "../../resources/plans/plan-rows.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Section } from "../../ui/form/section.tsx";
import { SettingsMain } from "../../ui/form/settings-main.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { UsageSection } from "./usage-section.tsx";

export function BillingScreen() {
  const { organization } = useSession();
  const subscription = useQuery(subscriptionQuery(organization.id));
  return (
    <SettingsMain>
      {subscription.data ? (
        <>
          <Period {...subscription.data} />
          <UsageSection subscription={subscription.data} />
        </>
      ) : subscription.isError ? (
        <LoadFailed error={subscription.error} onRetry={subscription.refetch} />
      ) : (
        <div className="py-6">
          <TextSkeleton label="usage" />
        </div>
      )}
    </SettingsMain>
  );
}

function Period({ plan, period_start, period_end, usage, users, projects, ...times }: Subscription) {
  const { limit_exceeded_at, trial_ends_at } = times;
  const most = plan?.limits.max_users ?? null;
  return (
    <Section
      title="Current period"
      text={`${dayText(period_start)} to ${dayText(period_end)}, in UTC. The next period counts from 0.`}
    >
      <div className="rounded-lg border border-line bg-surface text-sm">
        {plan === null ? null : (
          <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-3">
            <p className="text-xl font-semibold [overflow-wrap:anywhere]">{plan.name}</p>
            <Link to="/settings/organization/plans" className={buttonClass()}>
              View plans
            </Link>
          </div>
        )}
        <dl className="divide-y divide-line px-4">
          <LimitLine
            name="Events"
            used={usage.events}
            limit={plan && includedEvents(plan)}
            isOver={limit_exceeded_at !== null}
          />
          <LimitLine name="Requests" used={usage.requests} limit={null} />
          <LimitLine name="Users" used={users} limit={most} isOver={most !== null && users > most} />
          <LimitLine name="Projects" used={projects} limit={null} />
          <Moment name="Limit reached" time={limit_exceeded_at} />
          <Moment name="Trial for more users ends" time={trial_ends_at} />
        </dl>
      </div>
      <p className="mt-2 text-xs text-ink-2">
        Users are the people of the organization and open invitations. Events and requests of deleted projects
        count, too.
      </p>
    </Section>
  );
}

function Moment({ name, time }: { name: string; time: string | null }) {
  if (time === null) return null;
  return (
    <div className="flex flex-wrap justify-between gap-x-4 py-2.5">
      <dt className="font-medium">{name}</dt>
      <dd>
        <time dateTime={time} data-timestamp={time} className="mono">
          {utcText(time)} UTC
        </time>
      </dd>
    </div>
  );
}
