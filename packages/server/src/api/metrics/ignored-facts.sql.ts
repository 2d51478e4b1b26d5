/** Which ignored events are counted? From counters, or from the ignored events themselves. */
import { countedSql, type Form } from "../../metrics/counted.sql.ts";
import type { Range, SpanPlan } from "../../metrics/span-plan.ts";
import type { Queryable } from "../../store/database.ts";
import { Conditions, whereCreatedAt, whereOneOf } from "../../store/filters/conditions.ts";
import { whereIgnoredEventOfIssue } from "../../store/filters/issue-filters.ts";
import { counted, type FactSource, ROW_BUDGETS, scanRows } from "./fact-source.ts";
import { connectionsAskedFor } from "./subjects.sql.ts";

export interface IgnoredEventFilters {
  webhook_id?: string[] | undefined;
  source_id?: string[] | undefined;
  destination_id?: string[] | undefined;
  cause?: readonly string[] | undefined;
  issue_id?: readonly string[] | undefined;
}

export function countedIgnoredEvents(
  team_id: string,
  filters: IgnoredEventFilters,
  plan: SpanPlan,
): FactSource {
  return counted((form: Form) => {
    const conditions = new Conditions();
    const team = conditions.bind(team_id);
    const subjects = connectionsAskedFor(conditions, team, filters, []);
    const where = conditions.beside();
    where.add("true");
    whereOneOf(where, "cause", filters.cause);
    const all = countedSql(conditions, "ignored", { team, ...subjects, plan }, form);
    return {
      facts: `select * from (${all}) as counted where ${where.sql}`,
      beside: subjects.named,
      conditions,
    };
  });
}

export async function ignoredEventRows(
  db: Queryable,
  team_id: string,
  filters: IgnoredEventFilters,
  { fromMs, toMs }: Range,
): Promise<FactSource> {
  const conditions = new Conditions();
  const scan = await scanRows(
    db,
    {
      table: "ignored_events",
      id: "request_id",
      conditionOf(of) {
        const where = of.beside();
        where.add(`team_id = ${of.bind(team_id)}`);
        whereCreatedAt(where, "request_id", { gte: fromMs, lt: toMs });
        return where.sql;
      },
      budget: ROW_BUDGETS.events,
      name: "ignored events",
    },
    conditions,
  );
  const team = conditions.bind(team_id);
  const subjects = connectionsAskedFor(conditions, team, filters, []);
  const where = conditions.beside();
  where.add(`webhook_id = any(${subjects.subjects})`);
  whereOneOf(where, "cause", filters.cause);
  whereIgnoredEventOfIssue(where, team, filters.issue_id);
  const rows = {
    facts: `select made_at(request_id) as at, webhook_id, cause, 1 as count
      from (${scan.rows}) as ignored_events where ${where.sql}`,
    beside: subjects.named,
    conditions,
  };
  return { rows, lists: null, shortage: scan.shortage };
}
