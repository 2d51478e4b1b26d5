/** What does a period of an organization cost, with the events that are counted in it by now? */
import type { InvoiceLine } from "@posthorn/contract/billing";
import type { Period } from "../plans/period.ts";
import { readUsageByDay } from "../plans/usage.sql.ts";
import type { Queryable } from "../store/database.ts";
import { linesOf, throughputLinesOf } from "./charges.ts";
import { readPlanHistory } from "./plan-history.sql.ts";
import { daysOf, dayText, stretchesOf } from "./stretches.ts";
import { readBoughtDays } from "./throughput-history.sql.ts";
import { type History, throughputStretchesOf } from "./throughput-stretches.ts";

/** `from` is the first day that is charged at all. */
export async function readCharges(
  db: Queryable,
  organization_id: string,
  { period, from }: { period: Period; from: string },
): Promise<InvoiceLine[]> {
  const history = await readHistory(db, organization_id, period);
  const usage = await readUsageByDay(db, organization_id, period);
  const days = daysOf(period);
  return [
    ...linesOf(stretchesOf(history.plans, period, { from, usage }), days),
    ...throughputLinesOf(throughputStretchesOf(history, period, from), days),
  ];
}

/** The plans of the period, and the throughput that projects have bought. */
export async function readHistory(db: Queryable, organization_id: string, period: Period): Promise<History> {
  const fromDay = dayText(period.startMs);
  return {
    plans: await readPlanHistory(db, organization_id, fromDay),
    bought: await readBoughtDays(db, organization_id, fromDay),
  };
}
