/**
 * What does the address of an issue carry? The dates and the steps of its charts, the chosen tab, the expanded chart,
 * whether the page shows what to check, and the page and selection of its executions.
 */
import { dateSearch } from "../../resources/list-filters/date-search.ts";
import type { DateChoice } from "../../resources/list-filters/date-ranges.ts";
import { TIME_UNITS } from "../../resources/metrics/time-units.ts";
import { idOf, pageCursor } from "../../ui/list/list-url.ts";
import { fields, oneOf, yesNo, type Read } from "../../ui/read.ts";

/** Of the sample of a delivery, and of the bars of a transformation. */
const ISSUE_TABS = ["request", "response", "ignored_events", "executions"] as const;

export const EXPANDED_CHARTS = [
  "events-rate-over-time",
  "project-throughput",
  "attempts-response-time",
  "error-rate",
] as const;
export type ExpandedChart = (typeof EXPANDED_CHARTS)[number];

export const IssueSearch = fields({
  date: dateSearch(),
  tab: oneOf(ISSUE_TABS),
  expanded: oneOf(EXPANDED_CHARTS),
  /** Without one: hours, or shorter steps where there are few hours to see. */
  time_unit: oneOf(TIME_UNITS),
  troubleshoot: yesNo,
  selected_execution_id: idOf("exe_"),
  ...pageCursor(),
});
export type IssueSearch = Read<typeof IssueSearch>;

export type OnIssueSearch = (search: IssueSearch, how: "push" | "replace") => void;

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** Without a choice: since the issue was first seen, as far as there is anything to see. Begins with a whole hour. */
export function issueDates(
  chosen: DateChoice | undefined,
  { firstSeenAt, keptDays, nowMs }: { firstSeenAt: string; keptDays: number; nowMs: number },
): DateChoice {
  if (chosen !== undefined) return chosen;
  const fromMs = Math.max(Date.parse(firstSeenAt), nowMs - keptDays * DAY_MS);
  return { min: new Date(Math.floor(fromMs / HOUR_MS) * HOUR_MS).toISOString() };
}
