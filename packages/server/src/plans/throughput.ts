/**
 * Which throughput does a plan sell to a project, and which of it does the project have?
 *
 * Pure. The view `project_limits` gives the same answer to the processes that deliver: what a project has bought counts as
 * long as its organization's plan sells a tier of it, above what the plan includes. Otherwise it counts nothing, and costs
 * nothing; a plan that sells it brings it back.
 */
import type { Plan, ThroughputTier } from "@posthorn/contract/plans";

export interface SoldThroughput extends Pick<Plan, "throughput_tiers"> {
  /** With what was agreed. Null: throughput is not limited. */
  included: number | null;
}

/** The tier that counts. Null: the project has what the plan includes. */
export function tierOf(
  { throughput_tiers, included }: SoldThroughput,
  bought: number | null,
): ThroughputTier | null {
  if (bought === null || included === null || bought <= included) return null;
  return throughput_tiers.find(({ events_per_second }) => events_per_second === bought) ?? null;
}

/** What a project can have: it keeps a legacy tier, and others cannot choose it. */
export function tiersFor(sold: SoldThroughput, bought: number | null): ThroughputTier[] {
  return sold.throughput_tiers.filter(
    ({ events_per_second, legacy }) =>
      tierOf(sold, events_per_second) !== null && (!legacy || events_per_second === bought),
  );
}
