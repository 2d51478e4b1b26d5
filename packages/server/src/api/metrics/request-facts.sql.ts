/** Which requests are counted? From counters, or from the requests themselves. */
import type { RequestFilters } from "@posthorn/contract/requests";
import { countedSql, type Form, zeroSql } from "../../metrics/counted.sql.ts";
import { IS_ACCEPTED } from "../../metrics/cubes.ts";
import type { Range, SpanPlan } from "../../metrics/span-plan.ts";
import type { Queryable } from "../../store/database.ts";
import { Conditions } from "../../store/filters/conditions.ts";
import {
  CLI_EVENTS_COUNT,
  EVENTS_COUNT,
  IGNORED_COUNT,
  requestConditions,
} from "../../store/filters/request-filters.ts";
import { requestWays } from "../requests/request-ways.sql.ts";
import { counted, type FactSource, ROW_BUDGETS, scanRows } from "./fact-source.ts";
import { connectionsAskedFor, subjectsAskedFor } from "./subjects.sql.ts";

/** What counters can filter by. */
export const COUNTED_REQUEST_FILTERS: ReadonlySet<string> = new Set<keyof RequestFilters>([
  "source_id",
  "status",
  "rejection_cause",
]);

/** What counters can split by. */
export const COUNTED_REQUEST_DIMENSIONS: ReadonlySet<string> = new Set([
  "source_id",
  "rejection_cause",
  "status",
]);

/** `withOutcomes`: what became of the requests is asked for, too. */
export function countedRequests(
  team_id: string,
  { source_id, status, rejection_cause }: RequestFilters,
  { plan, dimensions }: { plan: SpanPlan; dimensions: readonly string[] },
  withOutcomes: boolean,
): FactSource {
  const isTotal = source_id === undefined && !dimensions.includes("source_id");
  const source = isTotal ? "" : "source_id,";
  return counted((form: Form) => {
    const conditions = new Conditions();
    const team = conditions.bind(team_id);
    const sources = subjectsAskedFor(conditions, team, "source", { ids: source_id, isTotal });
    const connections = withOutcomes
      ? connectionsAskedFor(conditions, team, { source_id }, dimensions)
      : null;
    const where = conditions.beside();
    where.add("true");
    if (status) where.add(status === "accepted" ? IS_ACCEPTED : `not ${IS_ACCEPTED}`);
    if (rejection_cause === null) where.add("rejection_cause = ''");
    else if (rejection_cause) where.add(`rejection_cause = any(${where.bind(rejection_cause)}::text[])`);
    const requests = countedSql(conditions, "request", { team, ...sources, plan }, form);
    const zero = zeroSql(form);
    const parts = [
      `select at, ${source} rejection_cause, count, discarded, ${zero} as events, ${zero} as ignored
       from (${requests}) as counted`,
    ];
    // Events are counted under the time of their request, so they belong to the same bucket. Only an accepted one has any.
    if (connections) {
      const outcomes = (fact: "event" | "ignored", events: string, ignored: string) =>
        `select at, ${source} '', ${zero}, ${zero}, ${events}, ${ignored}
         from (${countedSql(conditions, fact, { team, ...connections, plan }, form)}) as counted`;
      parts.push(outcomes("event", "count", zero), outcomes("ignored", zero, "count"));
    }
    return {
      facts: `select * from (${parts.join(" union all ")}) as counted where ${where.sql}`,
      beside: [...sources.named, ...(connections?.named ?? [])],
      conditions,
    };
  });
}

export async function requestRows(
  db: Queryable,
  team_id: string,
  asked: RequestFilters,
  { fromMs, toMs }: Range,
  withOutcomes: boolean,
): Promise<FactSource> {
  const filters: RequestFilters = { ...asked, created_at: { gte: fromMs, lt: toMs } };
  const waysOf = await requestWays(db, team_id, filters);
  const conditions = requestConditions(team_id, filters);
  const where = conditions.sql;
  const [way] = waysOf(new Conditions());
  const scan = await scanRows(
    db,
    {
      table: "requests",
      id: "id",
      conditionOf: (of) => oneOf(waysOf(of)[0]),
      orderedBy: way?.values === undefined ? way?.orderedBy : undefined,
      budget: withOutcomes ? ROW_BUDGETS.countedRequests : ROW_BUDGETS.requests,
      name: "requests",
    },
    conditions,
  );
  const events = withOutcomes ? EVENTS_COUNT : "0";
  const cliEvents = withOutcomes ? CLI_EVENTS_COUNT : "0";
  const ignored = withOutcomes ? IGNORED_COUNT : "0";
  const facts = {
    facts: `select at, source_id, rejection_cause, bulk_retry_id, 1 as count, events_count,
        events_count + cli_events_count as events, ignored,
        case when rejection_cause = '' and ignored > 0 and events_count + cli_events_count = 0 then 1 else 0 end as discarded
      from (
        select made_at(id) as at, source_id, coalesce(rejection_cause, '') as rejection_cause,
          coalesce(bulk_retry_id::text, '') as bulk_retry_id, ${events} as events_count,
          ${cliEvents} as cli_events_count, ${ignored} as ignored
        from (select requests.* from (${scan.rows}) as requests where ${where}) as requests) as counted`,
    beside: [],
    conditions,
  };
  return { rows: facts, lists: null, shortage: scan.shortage };
}

/** The way of several values becomes one condition: it is read as a whole, so the order of its index is not needed. */
function oneOf(way: { condition: string; values?: string } | undefined): string {
  if (!way) return "false";
  return way.values === undefined
    ? way.condition
    : `exists (select from ${way.values} where ${way.condition})`;
}
