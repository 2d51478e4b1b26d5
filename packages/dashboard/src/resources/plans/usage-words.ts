/** How near is an organization to the events of its plan, and what happens beyond them? The bar and the billing page say the same. */
import type { Subscription, UsageNotice } from "@posthorn/contract/plans";
import { countText } from "../../ui/count.ts";
import { dayText } from "./period.ts";

const NEAR_PERCENT = 80;

export type NearUsage = Omit<UsageNotice, "percent">;

/** Null: it is not near. */
export function nearUsageOf({ plan, usage, period_end }: Subscription): NearUsage | null {
  const max_requests = plan?.limits.max_requests ?? null;
  if (!plan?.over_limit || max_requests === null || usage.events * 100 < max_requests * NEAR_PERCENT)
    return null;
  const is_charged = plan.prices?.some(({ price_type }) => price_type !== "fixed_price") ?? false;
  return { events: usage.events, max_requests, over_limit: plan.over_limit, is_charged, period_end };
}

/** `84 %` */
export function percentText({ events, max_requests }: NearUsage): string {
  return `${countText(Math.floor((events * 100) / max_requests))} %`;
}

export function isRejecting({ events, max_requests, over_limit }: NearUsage): boolean {
  return over_limit === "reject" && events >= max_requests;
}

export function usedText({ events, max_requests }: NearUsage): string {
  return events < max_requests
    ? `You have used ${countText(events)} of ${countText(max_requests)} events of this period.`
    : `You have used ${countText(events)} events in this period, and your plan includes ${countText(max_requests)}.`;
}

export function beyondText(usage: NearUsage): string {
  if (usage.over_limit === "accept")
    return usage.is_charged ? "More are accepted, and cost extra." : "More are accepted.";
  const until = `until ${dayText(usage.period_end)}`;
  return isRejecting(usage) ? `Requests are rejected ${until}.` : `Beyond, requests are rejected ${until}.`;
}
