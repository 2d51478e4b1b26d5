/**
 * In which period does a moment lie?
 *
 * A period is a month long and begins on the day of the month on which the first one began, at midnight in UTC. In a month
 * without that day it begins on the month's last day: after 31 January come 28 February and 31 March. Every period is
 * counted from the first one, so a short month moves no later period.
 */
const DAY_MS = 24 * 60 * 60 * 1000;

/** `1970-01-31`. */
type Day = string;

export interface Period {
  startMs: number;
  /** The start of the next period. */
  endMs: number;
}

/** Periods that begin on this day are calendar months. */
export const FIRST_OF_MONTH: Day = "1970-01-01";

function startOf(firstMs: number, month: number): number {
  const first = new Date(firstMs);
  const days = new Date(Date.UTC(first.getUTCFullYear(), month + 1, 0)).getUTCDate();
  return Date.UTC(first.getUTCFullYear(), month, Math.min(first.getUTCDate(), days));
}

/** `anchor` is the day on which the first period began. */
export function periodAt(anchor: Day, atMs: number): Period {
  const firstMs = Date.parse(`${anchor}T00:00:00Z`);
  const at = new Date(atMs);
  // Counted from January of the anchor's year.
  const month = (at.getUTCFullYear() - new Date(firstMs).getUTCFullYear()) * 12 + at.getUTCMonth();
  const from = startOf(firstMs, month) > atMs ? month - 1 : month;
  return { startMs: startOf(firstMs, from), endMs: startOf(firstMs, from + 1) };
}

/** The days of a period up to the moment, as they are written: `1970-01-31`. */
export function daysUntil({ startMs }: Pick<Period, "startMs">, atMs: number): Day[] {
  const days: Day[] = [];
  for (let dayMs = startMs; dayMs <= atMs; dayMs += DAY_MS)
    days.push(new Date(dayMs).toISOString().slice(0, 10));
  return days;
}
