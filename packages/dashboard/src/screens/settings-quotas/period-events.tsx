/**
 * How many events has the period used, and what do they cost? Of the whole organization, as it pays for them; the charts below
 * are of one project.
 */
import type { BillingDetails } from "@posthorn/contract/billing";
import type { Plan } from "@posthorn/contract/plans";
import { useQuery } from "@tanstack/react-query";
import { moneyText } from "../../resources/plans/money.ts";
import { subscriptionQuery } from "../../resources/plans/plan-queries.ts";
import { eventsText, includedEvents } from "../../resources/plans/plan-rows.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { countText } from "../../ui/count.ts";
import { Section } from "../../ui/form/section.tsx";

export function PeriodEvents({ billing }: { billing: BillingDetails }) {
  const { organization } = useSession();
  const { data: subscription } = useQuery(subscriptionQuery(organization.id));
  if (!subscription?.plan) return null;
  const { plan, usage, projects } = subscription;
  const used = projects === 1 ? "this period" : `this period, in all ${projects} projects`;
  const over = overText(plan, billing);
  return (
    <Section title="Events" text="What the period has used. The next period counts from 0.">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p>
          <span className="text-2xl font-semibold tabular-nums">{countText(usage.events)}</span>{" "}
          <span className="text-sm text-ink-2">
            {[used, includedText(plan)].filter((text) => text !== null).join(" · ")}
          </span>
        </p>
        {over === null ? null : <p className="text-sm text-ink-2 tabular-nums">{over}</p>}
      </div>
    </Section>
  );
}

function packagesOf({ prices }: Plan) {
  return prices?.find((price) => price.price_type === "package_with_allocation");
}

/** Null: nothing is included that could be used up. */
function includedText(plan: Plan): string | null {
  const packages = packagesOf(plan);
  if (packages) {
    const { allocation, package_amount, package_size } = packages;
    return `${countText(allocation)} included, then ${moneyText(package_amount)} per ${eventsText(package_size)}`;
  }
  const included = includedEvents(plan);
  return included === null ? null : `${countText(included)} included`;
}

/** The server counts the money: a period with two plans has two lines of events. Null: they cost nothing so far. */
function overText(plan: Plan, { lines }: BillingDetails): string | null {
  const [line, ...others] = lines.filter(({ name, amount }) => name === "Events" && amount > 0);
  if (!line) return null;
  const packages = packagesOf(plan);
  const count = packages ? line.amount / packages.package_amount : NaN;
  if (packages && others.length === 0 && Number.isInteger(count))
    return `${countText(count)} × ${eventsText(packages.package_size)} over = ${moneyText(line.amount)}`;
  return `${moneyText(others.reduce((sum, { amount }) => sum + amount, line.amount))} so far`;
}
