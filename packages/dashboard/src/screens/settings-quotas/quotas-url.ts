/** What does the address of /settings/project/quotas carry? The open dialog, and the dates of the charts. */
import type { DateChoice } from "../../resources/list-filters/date-ranges.ts";
import { fields, oneOf, type Read } from "../../ui/read.ts";

export const QUOTA_RANGES = ["1h", "6h", "1d", "7d", "14d", "30d"] as const;
export type QuotaRange = (typeof QUOTA_RANGES)[number];
export const DEFAULT_QUOTA_RANGE: QuotaRange = "30d";

export const QuotasSearch = fields({
  view: oneOf(["throughput", "limit", "retention"]),
  range: oneOf(QUOTA_RANGES),
});
export type QuotasSearch = Read<typeof QuotasSearch>;

const MINUTE_MS = 60_000;
const SIX_HOURS_MS = 6 * 60 * MINUTE_MS;

const NAMED: Record<Exclude<QuotaRange, "6h">, DateChoice> = {
  "1h": { relative: "last_hour" },
  "1d": { relative: "last_24_hours" },
  "7d": { relative: "7_days" },
  "14d": { relative: "2_weeks" },
  "30d": { relative: "1_month" },
};

/** The range as the charts of metrics have it. They know no six hours: that range begins with a whole minute. */
export function datesOf(range: QuotaRange, now: Date): DateChoice {
  if (range !== "6h") return NAMED[range];
  const startMs = Math.floor((now.getTime() - SIX_HOURS_MS) / MINUTE_MS) * MINUTE_MS;
  return { min: new Date(startMs).toISOString() };
}
