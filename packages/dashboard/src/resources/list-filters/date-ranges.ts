/**
 * Which moments does a date filter mean?
 *
 * The URL keeps a relative range by its name. Each query turns it into a moment, so that a link to "last hour" means
 * the last hour before a person opens it. `now` comes in as an argument.
 */
import { shortTime } from "../../ui/time.ts";

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const RELATIVE_RANGES = [
  "last_hour",
  "today",
  "last_24_hours",
  "3_days",
  "7_days",
  "2_weeks",
  "1_month",
] as const;
export type RelativeRange = (typeof RELATIVE_RANGES)[number];

const RANGE_LABELS: Record<RelativeRange, string> = {
  last_hour: "Last hour",
  today: "Today",
  last_24_hours: "Last 24 hours",
  "3_days": "Last 3 days",
  "7_days": "Last 7 days",
  "2_weeks": "Last 2 weeks",
  "1_month": "Last month",
};

/** Today begins at midnight in the browser's time zone; all other ranges count back from now. */
const LENGTHS_MS: Record<Exclude<RelativeRange, "today">, number> = {
  last_hour: HOUR_MS,
  last_24_hours: DAY_MS,
  "3_days": 3 * DAY_MS,
  "7_days": 7 * DAY_MS,
  "2_weeks": 14 * DAY_MS,
  "1_month": 30 * DAY_MS,
};

/**
 * The range begins with a whole minute or hour, as the counters do: a list and the sum of its bars then cover the same
 * rows. Minutes are counted for a week only.
 */
const BEGINS_WITH_MS: Record<RelativeRange, number> = {
  last_hour: MINUTE_MS,
  today: MINUTE_MS,
  last_24_hours: MINUTE_MS,
  "3_days": HOUR_MS,
  "7_days": HOUR_MS,
  "2_weeks": HOUR_MS,
  "1_month": HOUR_MS,
};

/** How many days back a range reaches, for what is kept a number of days. */
const RANGE_DAYS: Record<RelativeRange, number> = {
  last_hour: 0,
  today: 0,
  last_24_hours: 1,
  "3_days": 3,
  "7_days": 7,
  "2_weeks": 14,
  "1_month": 30,
};

/** The named ranges as choices. One that reaches back further than `keptDays` says why it cannot be chosen. */
export function rangeChoices(keptDays: number, { canUpgrade }: { canUpgrade: boolean }) {
  const tooLong = canUpgrade ? "Upgrade to increase retention" : `Data is kept for ${keptDays} days`;
  return RELATIVE_RANGES.map((value) => ({
    value,
    label: RANGE_LABELS[value],
    disabledReason: RANGE_DAYS[value] > keptDays ? tooLong : undefined,
  }));
}

export interface DateChoice {
  relative?: RelativeRange | undefined;
  min?: string | undefined;
  max?: string | undefined;
}

export function startOfRange(range: RelativeRange, now: Date): Date {
  if (range === "today") return new Date(now.getFullYear(), now.getMonth(), now.getDate());
  return new Date(now.getTime() - LENGTHS_MS[range]);
}

/** The longest of the named ranges. */
export const LONGEST_RANGE: RelativeRange = "1_month";

/**
 * The dates that a list of events, requests or executions covers: its rows, their count, the bars and what is done to all
 * of them. Without a choice it is the last day, and with an end alone the day before it. Rows of an issue or of a bulk
 * operation may be older, and their link has no dates.
 */
export function coveredDates(
  chosen: DateChoice | undefined,
  { issue_id, bulk_retry_id }: { issue_id?: unknown; bulk_retry_id?: unknown } = {},
): DateChoice {
  const { relative, min, max } = chosen ?? {};
  if (chosen !== undefined && (relative !== undefined || min !== undefined)) return chosen;
  if (max !== undefined) return { min: new Date(Date.parse(max) - DAY_MS).toISOString(), max };
  const isOfLink = issue_id !== undefined || bulk_retry_id !== undefined;
  return { relative: isOfLink ? LONGEST_RANGE : "last_24_hours" };
}

/** Whether nothing is kept from before these dates. */
export function isWholeArchive({ relative }: DateChoice, keptDays: number): boolean {
  return relative !== undefined && RANGE_DAYS[relative] >= keptDays;
}

/** The API's `created_at` filter. A relative range wins over `min` and `max`; undefined means any date. */
export function createdAtFilter(
  choice: DateChoice | undefined,
  now: Date,
): { gte?: string; lte?: string } | undefined {
  if (choice?.relative) {
    const wholeMs = BEGINS_WITH_MS[choice.relative];
    const startMs = Math.floor(startOfRange(choice.relative, now).getTime() / wholeMs) * wholeMs;
    return { gte: new Date(startMs).toISOString() };
  }
  if (!choice?.min && !choice?.max) return undefined;
  return { ...(choice.min && { gte: choice.min }), ...(choice.max && { lte: choice.max }) };
}

/** The text of a chip: `Last 24 hours`, `since Nov 14 12:00:00`. Undefined means any date. */
export function describeDates(choice: DateChoice | undefined): string | undefined {
  if (choice?.relative) return RANGE_LABELS[choice.relative];
  const from = choice?.min && shortTime(new Date(choice.min));
  const to = choice?.max && shortTime(new Date(choice.max));
  if (from && to) return `${from} – ${to}`;
  if (from) return `since ${from}`;
  return to ? `until ${to}` : undefined;
}
