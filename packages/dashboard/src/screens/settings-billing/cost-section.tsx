/** What does the current period cost so far, and when does a cancelled plan end? */
import type { BillingDetails } from "@posthorn/contract/billing";
import type { Subscription } from "@posthorn/contract/plans";
import { Link } from "@tanstack/react-router";
import { moneyText } from "../../resources/plans/money.ts";
import { dayText } from "../../resources/plans/period.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { Callout } from "../../ui/callout.tsx";
import { Section } from "../../ui/form/section.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { PlansLink } from "./plans-link.tsx";

export interface CostSectionProps {
  billing: BillingDetails;
  subscription: Subscription;
}

export function CostSection({ billing, subscription: { plan, cancel_at } }: CostSectionProps) {
  const { organization } = useSession();
  const { period_start, period_end, amount_so_far, lines } = billing;
  return (
    <Section
      title="Current period"
      text={`${dayText(period_start)} to ${dayText(period_end)}. Charged on the first day of the next period.`}
    >
      {plan === null || cancel_at === null ? null : (
        <Callout tone="hold" title={`${plan.name} ends on ${dayText(cancel_at)}`} className="mb-3">
          Until then it counts as before.{" "}
          {organization.uses_sso ? null : (
            <Link to="/settings/organization/plans/$id" params={{ id: plan.id }} className={linkClass}>
              Keep {plan.name}
            </Link>
          )}
        </Callout>
      )}
      <div className="rounded-lg border border-line bg-surface text-sm">
        <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-3">
          <p>
            <span className="text-xl font-semibold tabular-nums">{moneyText(amount_so_far)}</span>{" "}
            <span className="text-ink-2">so far</span>
          </p>
          <PlansLink />
        </div>
        <dl className="divide-y divide-line px-4">
          {lines.map(({ name, explanation, amount }, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- two plans of a period may have lines that read the same
            <div key={at} className="flex flex-wrap gap-x-4 py-2.5">
              <dt className="w-50 max-sm:w-full">{name}</dt>
              <dd className="min-w-0 flex-1 text-ink-2">{explanation}</dd>
              <dd className="ml-auto tabular-nums">{moneyText(amount)}</dd>
            </div>
          ))}
          {lines.length === 0 ? (
            <div className="flex justify-between py-2.5">
              <dt className="font-medium">{plan?.name ?? "No plan"}</dt>
              <dd className="text-ink-2">as agreed with you</dd>
            </div>
          ) : null}
        </dl>
      </div>
    </Section>
  );
}
