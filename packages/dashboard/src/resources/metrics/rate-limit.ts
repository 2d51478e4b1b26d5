/** How many deliveries per minute do destinations allow together? */
import type { Destination } from "@posthorn/contract/destinations";

const PER_MINUTE: Record<string, number> = { second: 60, minute: 1, hour: 1 / 60 };

/** Null if one of them has no limit, or one by deliveries at the same time, which says nothing about a rate. */
export function allowedPerMinute(destinations: readonly Pick<Destination, "config">[]): number | null {
  let sum = 0;
  for (const { config } of destinations) {
    const factor = PER_MINUTE[config.rate_limit_period ?? "second"];
    if (config.rate_limit == null || factor === undefined) return null;
    sum += config.rate_limit * factor;
  }
  return destinations.length === 0 ? null : sum;
}
