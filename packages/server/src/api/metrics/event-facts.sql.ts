/** Which events are counted? From counters, or from the events themselves. */
import type { EventFilters } from "@posthorn/contract/events";
import { countedSql, type Form } from "../../metrics/counted.sql.ts";
import type { Range, SpanPlan } from "../../metrics/span-plan.ts";
import type { Queryable } from "../../store/database.ts";
import { Conditions, whereCreatedAt, whereInteger, whereOneOf } from "../../store/filters/conditions.ts";
import { eventConditions } from "../../store/filters/event-filters.ts";
import { eventWays } from "../events/event-ways.sql.ts";
import { wayOfAll } from "../lists/ways.ts";
import { counted, type FactSource, ROW_BUDGETS, scanRows } from "./fact-source.ts";
import { connectionsAskedFor, withEnds } from "./subjects.sql.ts";

/** What counters can filter by. */
export const COUNTED_EVENT_FILTERS: ReadonlySet<string> = new Set<keyof EventFilters>([
  "status",
  "webhook_id",
  "source_id",
  "destination_id",
  "response_status",
  "error_code",
]);

/** What counters can split by. */
export const COUNTED_EVENT_DIMENSIONS: ReadonlySet<string> = new Set([
  "status",
  "source_id",
  "webhook_id",
  "destination_id",
  "error_code",
  "response_status",
  "failure",
]);

/** `dimensions`: by what the facts will be split. */
export function countedEvents(
  team_id: string,
  filters: EventFilters,
  plan: SpanPlan,
  dimensions: readonly string[],
): FactSource {
  return counted((form: Form) => {
    const conditions = new Conditions();
    const team = conditions.bind(team_id);
    const subjects = connectionsAskedFor(conditions, team, filters, dimensions);
    const where = conditions.beside();
    where.add("true");
    whereOneOf(where, "status", filters.status);
    whereInteger(where, "nullif(response_status, 0)", filters.response_status);
    whereOneOf(where, "nullif(error_code, '')", filters.error_code);
    const all = countedSql(conditions, "event", { team, ...subjects, plan }, form);
    const facts = withEnds(`select * from (${all}) as counted where ${where.sql}`, subjects, dimensions);
    return { facts, beside: subjects.named, conditions };
  });
}

export async function eventRows(
  db: Queryable,
  team_id: string,
  asked: EventFilters,
  { fromMs, toMs }: Range,
): Promise<FactSource> {
  const filters: EventFilters = { ...asked, created_at: { gte: fromMs, lt: toMs } };
  const waysOf = await eventWays(db, team_id, filters);
  const conditions = eventConditions(team_id, filters);
  const where = conditions.sql;
  // Several ways would have to be merged. Then reading everything in the range is simpler, and still within the budget.
  const [way, ...others] = waysOf(new Conditions());
  const isOneWay =
    way !== undefined && others.length === 0 && way.values === undefined && way.only === undefined;
  const scan = await scanRows(
    db,
    {
      table: "events",
      id: "id",
      conditionOf: (of) =>
        isOneWay
          ? (waysOf(of)[0]?.condition ?? "false")
          : `${wayOfAll(of, team_id).condition} and ${inRange(of, { fromMs, toMs })}`,
      orderedBy: isOneWay ? way.orderedBy : undefined,
      budget: ROW_BUDGETS.events,
      name: "events",
    },
    conditions,
  );
  const rows = {
    facts: `select made_at(events.id) as at, webhook_id, source_id, destination_id, status,
        coalesce(response_status, 0) as response_status, coalesce(error_code, '') as error_code,
        coalesce(delivery_group, '') as delivery_group, event_data_id, coalesce(cli_id::text, '') as cli_id,
        coalesce(cli_clients.user_id::text, '') as cli_user_id, 1 as count, attempts,
        case when status = 'FAILED' and next_attempt_at is not null then 1 else 0 end as scheduled_retries
      from (select events.* from (${scan.rows}) as events where ${where}) as events
      join connections on connections.id = events.webhook_id
      left join cli_clients on cli_clients.id = events.cli_id`,
    beside: [],
    conditions,
  };
  return { rows, lists: null, shortage: scan.shortage };
}

function inRange(of: Conditions, { fromMs, toMs }: Range): string {
  const where = of.beside();
  whereCreatedAt(where, "id", { gte: fromMs, lt: toMs });
  return where.sql;
}
