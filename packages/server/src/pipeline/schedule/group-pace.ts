/** How often may we send to each group of a destination? At the common rate, or at the group's own one. */
import type { DeliveryGroups } from "@posthorn/contract/destinations";
import type { GroupPace } from "./group-slots.ts";
import { LIMIT_PERIODS_MS, paceOf } from "./limiter.ts";

/** The group of events that are in none. No group's rate applies to them. */
export const NO_GROUP = "";

export function groupPaceOf({ rate, rate_period, overrides }: DeliveryGroups): GroupPace {
  const usual = paceOf(rate, LIMIT_PERIODS_MS[rate_period]);
  const own = new Map(
    Object.entries(overrides ?? {}).map(([group, one]) => [
      group,
      paceOf(one.rate, LIMIT_PERIODS_MS[one.rate_period]),
    ]),
  );
  return (group) => (group === NO_GROUP ? null : (own.get(group) ?? usual));
}
