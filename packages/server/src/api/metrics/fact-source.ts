/**
 * Where do the facts of a question come from, and are they all?
 *
 * Counters answer everything that they hold, however many facts there are. The rest is read from rows, newest first and
 * within a budget. A reply that does not have all facts says so.
 */
import type { Form } from "../../metrics/counted.sql.ts";
import type { CubeSource, Facts } from "../../metrics/read-cube.sql.ts";
import type { Queryable } from "../../store/database.ts";
import { Conditions } from "../../store/filters/conditions.ts";
import { createdAt } from "../../ids.ts";

export interface FactSource extends CubeSource {
  /** Why these are not all facts; null: they are all. */
  shortage: string | null;
}

/** Facts of counters, which are always all. */
export function counted(factsIn: (form: Form) => Facts): FactSource {
  return { rows: factsIn("rows"), lists: factsIn("lists"), shortage: null };
}

/** How many rows one question reads. A row of a request may need its events counted, too. */
export const ROW_BUDGETS = { events: 100_000, attempts: 50_000, requests: 100_000, countedRequests: 20_000 };

export interface RowScan {
  table: "events" | "attempts" | "requests" | "transformation_executions" | "ignored_events";
  /** The column with the time in it, which the rows are sorted by. */
  id: "id" | "event_id" | "request_id";
  /** Which rows of the table are read. Called once per statement. */
  conditionOf: (conditions: Conditions) => string;
  /** A column for which the condition allows one value only, so that its index has the right order. */
  orderedBy?: string | undefined;
  budget: number;
  /** What the rows are, in words. */
  name: string;
}

function orderOf({ id, orderedBy }: RowScan): string {
  return [orderedBy, id]
    .filter((column) => column !== undefined)
    .map((column) => `${column} desc`)
    .join(", ");
}

/** The newest rows within the budget, as SQL of a subselect, and why they are not all. */
export async function scanRows(
  db: Queryable,
  scan: RowScan,
  conditions: Conditions,
): Promise<{ rows: string; shortage: string | null }> {
  const { table, id, conditionOf, budget, name } = scan;
  const asking = new Conditions();
  const { rows: found } = await db.query<{ id: string }>(
    `select ${id} as id from ${table} where ${conditionOf(asking)}
     order by ${orderOf(scan)} offset ${budget} limit 1`,
    asking.values,
  );
  const last = found[0]?.id;
  const above = last === undefined ? "" : ` and ${id} > ${conditions.bind(last)}::uuid`;
  return {
    rows: `select ${table}.* from ${table} where ${conditionOf(conditions)}${above}`,
    shortage:
      last === undefined
        ? null
        : `No counter holds what was asked for, and only the newest ${budget.toLocaleString("en")} ${name} were read, those since ${createdAt(last)}. Choose a shorter date range.`,
  };
}
