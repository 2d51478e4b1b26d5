/**
 * Do the counts equal the rows?
 *
 * Counts every fact from its rows, by all keys of its counters, and compares that with the counters and the news of each
 * span. Asks in one statement, so traffic may go on meanwhile.
 */
import { ALL_FACTS, type Fact, FACTS, SPANS, type Span, countersOf, latenciesOf } from "../store/counters.ts";
import type { Queryable } from "../store/database.ts";

const RESPONSE_MS = "round(extract(epoch from responded_at - delivered_at) * 1000)::bigint";
const DELIVERY_MS = "round(extract(epoch from delivered_at - attempts.created_at) * 1000)::bigint";

/** The rows of a fact, with the columns of its counters and the moment they are counted under. */
const ROWS: Record<Fact, string> = {
  request: `select team_id, made_at(id) as at, source_id, coalesce(rejection_cause, '') as rejection_cause, 1 as count,
      (rejection_cause is null and is_discarded(team_id, id))::int as discarded from requests`,
  event: `select team_id, made_at(id) as at, webhook_id, status, coalesce(response_status, 0) as response_status,
      coalesce(error_code, '') as error_code, 1 as count, attempts,
      (status = 'FAILED' and next_attempt_at is not null)::int as scheduled_retries from events`,
  ignored: "select team_id, made_at(request_id) as at, webhook_id, cause, 1 as count from ignored_events",
  attempt: `select attempts.team_id, attempts.created_at as at, events.webhook_id, attempts.status,
      coalesce(attempts.error_code, '') as error_code, attempts.trigger, 1 as count,
      (delivered_at is not null)::int as delivered,
      (responded_at - delivered_at is not null)::int as answered, coalesce(${RESPONSE_MS}, 0) as response_ms,
      coalesce(${DELIVERY_MS}, 0) as delivery_ms, coalesce(${RESPONSE_MS}, 0) as response_ms_max
    from attempts join events on events.team_id = attempts.team_id and events.id = attempts.event_id`,
  execution: `select team_id, made_at(id) as at, transformation_id, webhook_id, log_level, 1 as count
    from transformation_executions`,
};

function difference(fact: Fact, span: Span): string {
  const { sums, maxima, ...columns } = FACTS[fact];
  const keys = ["team_id", "at", ...columns.keys].join(", ");
  const values = [
    ...sums.map((column) => `sum(${column})::bigint as ${column}`),
    ...maxima.map((column) => `max(${column})::bigint as ${column}`),
  ].join(", ");
  const isSomething = sums.map((column) => `sum(${column}) <> 0`).join(" or ");
  const inSpan = ROWS[fact].replace(
    /(made_at\(\w+\)|attempts\.created_at) as at/,
    `date_trunc('${span}', $1, 'UTC') as at`,
  );
  const stored = `select ${keys}, ${values} from (${inSpan}) as rows group by ${keys}`;
  const counted = `select ${keys}, ${values} from ${countersOf(fact, span)} as counters group by ${keys} having ${isSomething}`;
  return `select jsonb_build_object('fact', '${fact}', 'span', '${span}', 'only', side, 'row', row) as difference from (
    select 'stored' as side, to_jsonb(one) as row from (${stored} except ${counted}) as one
    union all
    select 'counted', to_jsonb(one) from (${counted} except ${stored}) as one) as both_sides`;
}

/** Only attempts that were answered have a latency. */
function differenceOfLatencies(span: Span): string {
  const keys = "team_id, at, webhook_id, status, error_code, trigger, latency_bucket";
  const stored = `select ${keys}, count(*)::bigint as count from (
      select attempts.team_id, date_trunc('${span}', attempts.created_at, 'UTC') as at, events.webhook_id, attempts.status,
        coalesce(attempts.error_code, '') as error_code, attempts.trigger, latency_bucket(${RESPONSE_MS}) as latency_bucket
      from attempts join events on events.team_id = attempts.team_id and events.id = attempts.event_id
      where responded_at - delivered_at is not null) as answered
    group by ${keys}`;
  const counted = `select ${keys}, sum(count)::bigint as count from ${latenciesOf(span)} as latencies group by ${keys}`;
  return `select jsonb_build_object('fact', 'latency', 'span', '${span}', 'row', to_jsonb(one)) as difference
    from ((${stored} except ${counted}) union all (${counted} except ${stored})) as one`;
}

const DIFFERENCES = [
  ...ALL_FACTS.flatMap((fact) => SPANS.map((span) => difference(fact, span))),
  ...SPANS.map(differenceOfLatencies),
].join(" union all ");

/** Returns what is counted and not stored, or stored and not counted: nothing, if all is well. */
export async function miscounted(db: Queryable): Promise<unknown[]> {
  const { rows } = await db.query<{ difference: unknown }>(DIFFERENCES);
  return rows.map(({ difference: one }) => one);
}
