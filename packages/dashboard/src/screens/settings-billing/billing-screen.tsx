/**
 * /settings/organization/billing: the current period, what it has used, and what the plan allows. Where invoices are made, also
 * what it costs, the invoices and where they go, and the card that pays them; below the page, `/email` and `/payment-method` are
 * the dialogs that change the latter two.
 */
import { isCardProvider } from "@posthorn/contract/billing";
import type { Subscription } from "@posthorn/contract/plans";
import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { billingQuery } from "../../resources/billing/billing-queries.ts";
import { LimitLine } from "../../resources/plans/limit-line.tsx";
import { dayText, utcText } from "../../resources/plans/period.ts";
import { subscriptionQuery } from "../../resources/plans/plan-queries.ts";
import { includedEvents } from "../../resources/plans/plan-rows.ts";
import { beyondText, nearUsageOf, percentText } from "../../resources/plans/usage-words.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { Section } from "../../ui/form/section.tsx";
import { SettingsMain } from "../../ui/form/settings-main.tsx";
import { later } from "../../ui/later.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { BillingEmailSection } from "./billing-email-section.tsx";
import { CostSection } from "./cost-section.tsx";
import { InvoicesSection } from "./invoices-section.tsx";
import { PaymentMethodSection } from "./payment-method-section.tsx";
import { PlansLink } from "./plans-link.tsx";
import { ProblemCallout } from "./problem-callout.tsx";
import { UsageSection } from "./usage-section.tsx";

const EmailDialog = later(() => import("./email-dialog.tsx")).component((loaded) => loaded.EmailDialog);
const CardDialog = later(() => import("./card-dialog.tsx")).component((loaded) => loaded.CardDialog);

const PAGE = "/settings/organization/billing";

export function BillingScreen() {
  const { organization } = useSession();
  const subscription = useQuery(subscriptionQuery(organization.id));
  const billing = useQuery(billingQuery(organization.id));
  const navigate = useNavigate();
  const dialog = useLocation({ select: ({ pathname }) => pathname.slice(PAGE.length + 1) });
  const failed = [subscription, billing].find(({ data, isError }) => isError && data === undefined);
  if (failed)
    return (
      <SettingsMain>
        <LoadFailed error={failed.error} onRetry={() => failed.refetch()} />
      </SettingsMain>
    );
  if (!subscription.data || !billing.data)
    return (
      <SettingsMain>
        <div className="py-6">
          <TextSkeleton label="usage" />
        </div>
      </SettingsMain>
    );
  const hasInvoices = billing.data.provider !== "none" && subscription.data.plan !== null;
  const { provider, card, billing_email } = billing.data;
  const hasCards = hasInvoices && isCardProvider(provider);
  const close = () => void navigate({ to: PAGE, replace: true });
  return (
    <SettingsMain>
      {hasInvoices ? (
        <>
          {hasCards ? <ProblemCallout card={card} /> : null}
          <CostSection billing={billing.data} subscription={subscription.data} />
          {hasCards ? <PaymentMethodSection provider={provider} card={card} /> : null}
          <BillingEmailSection email={billing_email} />
          <InvoicesSection card={card} />
          <Usage {...subscription.data} />
        </>
      ) : (
        <Period {...subscription.data} />
      )}
      <UsageSection subscription={subscription.data} />
      {hasInvoices && dialog === "email" ? <EmailDialog email={billing_email} onClose={close} /> : null}
      {hasCards && dialog === "payment-method" ? <CardDialog card={card} onClose={close} /> : null}
    </SettingsMain>
  );
}

function Period(subscription: Subscription) {
  const { plan, period_start, period_end } = subscription;
  return (
    <Section
      title="Current period"
      text={`${dayText(period_start)} to ${dayText(period_end)}, in UTC. The next period counts from 0.`}
    >
      <div className="rounded-lg border border-line bg-surface text-sm">
        {plan === null ? null : (
          <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-3">
            <p className="text-xl font-semibold [overflow-wrap:anywhere]">{plan.name}</p>
            <PlansLink />
          </div>
        )}
        <Limits {...subscription} />
      </div>
      <WhatCounts />
    </Section>
  );
}

/** Beside what the period costs, which has its own section. */
function Usage(subscription: Subscription) {
  return (
    <Section title="Usage" text="Of the current period, in UTC. The next period counts from 0.">
      <div className="rounded-lg border border-line bg-surface text-sm">
        <Limits {...subscription} />
      </div>
      <WhatCounts />
    </Section>
  );
}

function Limits(subscription: Subscription) {
  const { plan, usage, users, projects, limit_exceeded_at, trial_ends_at } = subscription;
  const near = nearUsageOf(subscription);
  const most = plan?.limits.max_users ?? null;
  return (
    <dl className="divide-y divide-line px-4">
      <LimitLine
        name="Events"
        used={usage.events}
        limit={plan && includedEvents(plan)}
        isOver={limit_exceeded_at !== null}
        note={near ? `${percentText(near)} used. ${beyondText(near)}` : undefined}
      />
      <LimitLine name="Requests" used={usage.requests} limit={null} />
      <LimitLine name="Users" used={users} limit={most} isOver={most !== null && users > most} />
      <LimitLine name="Projects" used={projects} limit={null} />
      <Moment name="Limit reached" time={limit_exceeded_at} />
      <Moment name="Trial for more users ends" time={trial_ends_at} />
    </dl>
  );
}

function WhatCounts() {
  return (
    <p className="mt-2 text-xs text-ink-2">
      Users are the people of the organization and open invitations. Events and requests of deleted projects
      count, too.
    </p>
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
