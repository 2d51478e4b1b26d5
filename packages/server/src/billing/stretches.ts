/**
 * On which plan was an organization on which days of a period, and which periods are over?
 *
 * Pure. A day, in UTC, belongs to the plan at its end; the history has one row for each day on which the plan changed.
 * Days before `from` are not charged: then the organization had no plan, or billing was not in force.
 */
import type { Plan } from "@posthorn/contract/plans";
import { type Period, periodAt } from "../plans/period.ts";
import type { DayUsage } from "../plans/usage.sql.ts";
import type { PlanStretch } from "./charges.ts";

export const DAY_MS = 24 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;
/** Counts of a period's last requests come in for some seconds after its end; after an outage for minutes. */
const CLOSED_AFTER_MS = HOUR_MS;

export interface PlanDay {
  /** `1970-01-31`: from this day on. */
  first_day: string;
  plan: Pick<Plan, "id" | "version" | "name" | "prices" | "throughput_tiers">;
  /** Events per second, with what was agreed. Null: throughput was not limited. */
  included_throughput: number | null;
}

/** `1970-01-31` */
export function dayText(ms: number): string {
  return new Date(ms).toISOString().slice(0, "1970-01-31".length);
}

export const dayMs = (day: string): number => Date.parse(`${day}T00:00:00Z`);

export function daysOf({ startMs, endMs }: Period): number {
  return (endMs - startMs) / DAY_MS;
}

/** `history` is in the order of its days. The last plan goes on until the end of the period. */
export function stretchesOf(
  history: readonly PlanDay[],
  period: Period,
  { from, usage }: { from: string; usage: readonly DayUsage[] },
): (PlanStretch & Pick<PlanDay, "plan">)[] {
  const firstMs = Math.max(period.startMs, dayMs(from));
  const changes = history.filter(
    ({ plan }, at) => plan.id !== history[at - 1]?.plan.id || plan.version !== history[at - 1]?.plan.version,
  );
  return changes.flatMap(({ first_day, plan }, at) => {
    const next = changes[at + 1];
    const startMs = Math.max(firstMs, dayMs(first_day));
    const endMs = Math.min(period.endMs, next ? dayMs(next.first_day) : period.endMs);
    if (endMs <= startMs) return [];
    const events = usage
      .filter(({ date }) => dayMs(date) >= startMs && dayMs(date) < endMs)
      .reduce((sum, day) => sum + day.events, 0);
    return [{ plan, days: daysOf({ startMs, endMs }), events }];
  });
}

/** The oldest period that is over and not closed, or null. */
export function periodToClose({
  anchor,
  billedUntil,
  from,
  nowMs,
}: {
  anchor: string;
  /** Null: no period is closed. */
  billedUntil: string | null;
  from: string;
  nowMs: number;
}): Period | null {
  const startMs = Math.max(dayMs(from), dayMs(anchor), billedUntil === null ? -Infinity : dayMs(billedUntil));
  const period = periodAt(anchor, startMs);
  return period.endMs + CLOSED_AFTER_MS <= nowMs ? period : null;
}
