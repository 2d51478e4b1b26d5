/** Which response statuses does a filter mean? One of the usual classes, or any range from a link. */
import type { EventFilters } from "../../resources/events/event-filters.ts";

type Range = NonNullable<EventFilters["response_status"]>;

export const STATUS_CLASSES = [
  { value: "2xx", label: "2xx Success", range: { gte: 200, lte: 299 } },
  { value: "3xx", label: "3xx Redirect", range: { gte: 300, lte: 399 } },
  { value: "4xx", label: "4xx Refused", range: { gte: 400, lte: 499 } },
  { value: "5xx", label: "5xx Server error", range: { gte: 500, lte: 599 } },
] as const;

/** The class with exactly this range; undefined for any other range. */
export function statusClassOf(
  range: Range | undefined,
): (typeof STATUS_CLASSES)[number]["value"] | undefined {
  return STATUS_CLASSES.find((one) => one.range.gte === range?.gte && one.range.lte === range?.lte)?.value;
}

/** The text of a chip: `5xx`, `404`, `400 – 404`, `from 500`. Undefined means any. */
export function describeStatuses(range: Range | undefined): string | undefined {
  const { gte, lte } = range ?? {};
  if (gte === undefined && lte === undefined) return undefined;
  if (gte === undefined) return `up to ${lte}`;
  if (lte === undefined) return `from ${gte}`;
  return statusClassOf(range) ?? (gte === lte ? String(gte) : `${gte} – ${lte}`);
}
