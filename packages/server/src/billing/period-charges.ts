/** What does a period of an organization cost, with the events that are counted in it by now? */
import type { InvoiceLine } from "@posthorn/contract/billing";
import type { Period } from "../plans/period.ts";
import { readUsageByDay } from "../plans/usage.sql.ts";
import type { Queryable } from "../store/database.ts";
import { linesOf } from "./charges.ts";
import { readPlanHistory } from "./plan-history.sql.ts";
import { daysOf, stretchesOf } from "./stretches.ts";

/** `from` is the first day that is charged at all. */
export async function readCharges(
  db: Queryable,
  organization_id: string,
  { period, from }: { period: Period; from: string },
): Promise<InvoiceLine[]> {
  const history = await readPlanHistory(db, organization_id, dayText(period.startMs));
  const usage = await readUsageByDay(db, organization_id, period);
  return linesOf(stretchesOf(history, period, { from, usage }), daysOf(period));
}

/** `1970-01-31` */
export function dayText(ms: number): string {
  return new Date(ms).toISOString().slice(0, "1970-01-31".length);
}
