/** Which executions of transformations are counted? From counters, or from the executions themselves. */
import { countedSql, type Form } from "../../metrics/counted.sql.ts";
import type { Range, SpanPlan } from "../../metrics/span-plan.ts";
import type { Queryable } from "../../store/database.ts";
import { Conditions, whereCreatedAt, whereId, whereOneOf } from "../../store/filters/conditions.ts";
import { whereExecutionOfIssue } from "../../store/filters/issue-filters.ts";
import { counted, type FactSource, ROW_BUDGETS, scanRows } from "./fact-source.ts";
import { subjectsAskedFor } from "./subjects.sql.ts";

export interface ExecutionMetricFilters {
  transformation_id?: string[] | undefined;
  webhook_id?: string[] | undefined;
  log_level?: readonly string[] | undefined;
  issue_id?: readonly string[] | undefined;
}

/** An issue is of a transformation and a level, so totals do not know it. */
const OF_ONE = new Set(["transformation_id", "webhook_id", "issue_id"]);

/** `dimensions`: by what the facts will be split. */
export function countedExecutions(
  team_id: string,
  { transformation_id, webhook_id, log_level, issue_id }: ExecutionMetricFilters,
  plan: SpanPlan,
  dimensions: readonly string[],
): FactSource {
  return counted((form: Form) => {
    const conditions = new Conditions();
    const team = conditions.bind(team_id);
    const subjects = subjectsAskedFor(conditions, team, "transformation", {
      ids: transformation_id,
      isTotal:
        transformation_id === undefined &&
        webhook_id === undefined &&
        issue_id === undefined &&
        !dimensions.some((name) => OF_ONE.has(name)),
    });
    const where = conditions.beside();
    where.add("true");
    whereId(where, "webhook_id", "connection", webhook_id);
    whereOneOf(where, "log_level", log_level);
    whereExecutionOfIssue(where, team, issue_id);
    const all = countedSql(conditions, "execution", { team, ...subjects, plan }, form);
    return {
      facts: `select * from (${all}) as counted where ${where.sql}`,
      beside: subjects.named,
      conditions,
    };
  });
}

export async function executionRows(
  db: Queryable,
  team_id: string,
  { transformation_id, webhook_id, log_level, issue_id }: ExecutionMetricFilters,
  { fromMs, toMs }: Range,
): Promise<FactSource> {
  const conditions = new Conditions();
  const scan = await scanRows(
    db,
    {
      table: "transformation_executions",
      id: "id",
      conditionOf(of) {
        const where = of.beside();
        where.add(`team_id = ${of.bind(team_id)}`);
        whereId(where, "transformation_id", "transformation", transformation_id);
        whereCreatedAt(where, "id", { gte: fromMs, lt: toMs });
        return where.sql;
      },
      budget: ROW_BUDGETS.events,
      name: "executions",
    },
    conditions,
  );
  const where = conditions.beside();
  where.add("true");
  whereId(where, "webhook_id", "connection", webhook_id);
  whereOneOf(where, "log_level", log_level);
  if (issue_id) whereExecutionOfIssue(where, conditions.bind(team_id), issue_id);
  const rows = {
    facts: `select made_at(id) as at, transformation_id, webhook_id, log_level, 1 as count
      from (${scan.rows}) as executions where ${where.sql}`,
    beside: [],
    conditions,
  };
  return { rows, lists: null, shortage: scan.shortage };
}
