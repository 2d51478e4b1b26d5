/**
 * Which throughput has each project of an organization had on which days of a period?
 *
 * Pure. A day, in UTC, belongs to what the project has bought and to the plan of the organization at the day's end. Days in a
 * row with one throughput at one price are one stretch, also if the plan changes between them.
 */
import type { ThroughputTier } from "@posthorn/contract/plans";
import { tierOf } from "../plans/throughput.ts";
import type { Period } from "../plans/period.ts";
import { sumOf, type ThroughputStretch, throughputLinesOf } from "./charges.ts";
import { DAY_MS, dayMs, daysOf, dayText, type PlanDay } from "./stretches.ts";

export interface BoughtDay {
  project_id: string;
  project_name: string;
  /** `1970-01-31`: from this day on. */
  first_day: string;
  /** Null: nothing is bought any more, or the project is no longer the organization's. */
  events_per_second: number | null;
}

export interface History {
  /** In the order of their days. */
  plans: readonly PlanDay[];
  /** Of each project in the order of its days. */
  bought: readonly BoughtDay[];
}

/** `from` is the first day that is charged at all. */
export function throughputStretchesOf(
  { plans, bought }: History,
  period: Period,
  from: string,
): ThroughputStretch[] {
  return [...Map.groupBy(bought, ({ project_id }) => project_id).values()].flatMap((changes) => {
    const stretches: ThroughputStretch[] = [];
    let dayBefore: ThroughputTier | null = null;
    for (let atMs = Math.max(period.startMs, dayMs(from)); atMs < period.endMs; atMs += DAY_MS) {
      const day = dayText(atMs);
      const change = changes.findLast(({ first_day }) => first_day <= day);
      const tier: ThroughputTier | null = change ? tierOn(day, plans, change.events_per_second) : null;
      const last = stretches.at(-1);
      if (last && tier && isSame(tier, dayBefore)) last.days += 1;
      else if (change && tier) {
        const { events_per_second, price } = tier;
        stretches.push({ project_name: change.project_name, events_per_second, price, days: 1 });
      }
      dayBefore = tier;
    }
    return stretches;
  });
}

function tierOn(day: string, plans: readonly PlanDay[], bought: number | null): ThroughputTier | null {
  const present = plans.findLast(({ first_day }) => first_day <= day);
  if (!present) return null;
  const { plan, included_throughput: included } = present;
  return tierOf({ throughput_tiers: plan.throughput_tiers, included }, bought);
}

function isSame(tier: ThroughputTier, other: ThroughputTier | null): boolean {
  return tier.events_per_second === other?.events_per_second && tier.price === other.price;
}

/** By how much the charge of the period changes if a project has another throughput from `change.first_day` on. */
export function changeOfCharge(history: History, change: BoughtDay, period: Period, from: string): number {
  const isReplaced = ({ project_id, first_day }: BoughtDay) =>
    project_id === change.project_id && first_day >= change.first_day;
  const changed = [...history.bought.filter((one) => !isReplaced(one)), change];
  const chargeOf = (bought: readonly BoughtDay[]) =>
    sumOf(throughputLinesOf(throughputStretchesOf({ ...history, bought }, period, from), daysOf(period)));
  return chargeOf(changed) - chargeOf(history.bought);
}
