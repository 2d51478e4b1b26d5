/**
 * Do the counts equal the rows?
 *
 * Counts every fact from its rows, by all keys of its counters, and compares that with the counters and the news of each
 * span, packed or not, and with the totals. Asks in one statement, so traffic may go on meanwhile. Leaves out the spans
 * whose counters retention has deleted, and facts that have neither rows nor counts.
 */
import { COUNTERS_KEPT_DAYS } from "@posthorn/contract/limits";
import { ALL_FACTS, type Fact, FACTS, type Span, newsOf, totalsOf, valuesOf } from "../store/counters.ts";
import type { Queryable } from "../store/database.ts";
import { unpackedSql } from "../store/packed-hours.ts";

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
      coalesce(attempts.error_code, case when attempts.status = 'FAILED' then attempts.response_status::text end, '')
        as error_code, attempts.trigger, 1 as count,
      (delivered_at is not null)::int as delivered,
      (responded_at - delivered_at is not null)::int as answered, coalesce(${RESPONSE_MS}, 0) as response_ms,
      coalesce(${DELIVERY_MS}, 0) as delivery_ms, coalesce(${RESPONSE_MS}, 0) as response_ms_max,
      case when responded_at - delivered_at is null then '{}'
        else '{' || 1024 + latency_bucket(${RESPONSE_MS}) || '}' end as latencies
    from attempts join events on events.team_id = attempts.team_id and events.id = attempts.event_id`,
  execution: `select team_id, made_at(id) as at, transformation_id, webhook_id, log_level, 1 as count
    from transformation_executions`,
};

interface Compared {
  /** What is compared, for the message. */
  name: string;
  span: Span;
  keys: readonly string[];
  sums: readonly string[];
  maxima: readonly string[];
  stored: string;
  counted: string;
}

function difference({ name, span, keys: ownKeys, sums, maxima, stored, counted }: Compared): string {
  const keys = ["team_id", "at", ...ownKeys].join(", ");
  const values = [
    ...sums.map((column) => `sum(${column})::bigint as ${column}`),
    ...maxima.map((column) => `max(${column})::bigint as ${column}`),
  ].join(", ");
  const isSomething = sums.map((column) => `sum(${column}) <> 0`).join(" or ");
  const added = (from: string) =>
    `select ${keys}, ${values} from (${from}) as facts
     where at > now() - ${COUNTERS_KEPT_DAYS[span] - 1} * interval '1 day'
     group by ${keys} having ${isSomething}`;
  // Each side is named once, because planning it over all days takes far longer than running it.
  return `select jsonb_build_object('counts', '${name}', 'only', side, 'row', row) as difference from (
    with stored as (${added(stored)}), counted as (${added(counted)})
    select 'stored' as side, to_jsonb(one) as row from (table stored except table counted) as one
    union all
    select 'counted', to_jsonb(one) from (table counted except table stored) as one) as both_sides`;
}

/** The same facts once for each of their totals, whose id is then in the place of the subject. */
function totalled(facts: string, { keys, values, isOfConnection }: Columns): string {
  const [subject = "", ...others] = keys;
  const ends = isOfConnection ? "connections.source_id, connections.destination_id," : "";
  return `select facts.team_id, at, subject_id as ${subject}, ${[...others.map(totalKey), ...values].join(", ")}
    from (${facts}) as facts
    ${isOfConnection ? `left join connections on connections.id = facts.${subject}` : ""}
    cross join lateral unnest(array[${ends} facts.team_id]) as subjects (subject_id)
    where subject_id is not null`;
}

interface Columns {
  keys: readonly string[];
  values: readonly string[];
  isOfConnection: boolean;
}

function totalKey(column: string): string {
  return column.endsWith("_id") ? `facts.team_id as ${column}` : column;
}

/** As counters of hours. */
function packedHours(fact: Fact, span: string): string {
  const { keys, hasLatencies } = FACTS[fact];
  const hours = unpackedSql(fact, ["team_id", ...keys], `select * from ${fact}_hours where span = '${span}'`);
  const columns = ["team_id", "at", ...keys, ...valuesOf(fact).counters];
  return `select ${columns.join(", ").replace("latencies", hasLatencies ? LONG_LATENCIES : "")} from (${hours}) as hours`;
}

/** The short form of latencies, as the array that it was. */
const LONG_LATENCIES = `(
  select coalesce(array_agg(1024 * count + bucket)::text, '{}')
  from (
    select coalesce(nullif(part[4], '')::bigint, 1) as count,
      max(part[1]::int) over part_of - sum(26 * length(part[2]) + ascii(part[3]) - 96) over part_of as bucket
    from (
      select part, number, count(part[1]) over (order by number) as beginnings
      from regexp_matches(latencies, '(?:=\\d+@(\\d+))?(Z*)([a-z])(\\d*)', 'g') with ordinality as parts (part, number)
    ) as parts
    window part_of as (partition by beginnings order by number)
  ) as buckets)`;

/** Also the latencies of attempts, of which only those that were answered have one. */
function comparedIn(fact: Fact, span: Span, isTotal: boolean): Compared[] {
  const { keys, sums, maxima, isOfConnection, hasLatencies } = FACTS[fact];
  const values = valuesOf(fact).counters;
  const columns = [...keys, ...values].join(", ");
  const rows = `select team_id, date_trunc('${span}', at, 'UTC') as at, ${columns} from ${fact}_rows`;
  const stored = isTotal ? totalled(rows, { keys, values, isOfConnection }) : rows;
  const table = isTotal && span !== "minute" ? totalsOf(span) : span;
  const news = newsOf(fact, span);
  const counted = [
    `select team_id, at, ${columns} from ${fact}_counters where span = '${table}'`,
    ...(span === "hour" ? [packedHours(fact, table)] : []),
    isTotal ? totalled(news, { keys, values, isOfConnection }) : news,
  ].join(" union all ");
  const name = `${isTotal ? "totals" : "counters"} of ${fact}s by ${span}`;
  const compared: Compared[] = [{ name, span, keys, sums, maxima, stored, counted }];
  if (!hasLatencies) return compared;
  const unpacked = (facts: string) =>
    `select team_id, at, ${keys.join(", ")}, packed & 1023 as latency_bucket, packed >> 10 as count
     from (${facts}) as facts, unnest(latencies::bigint[]) as packed`;
  return [
    ...compared,
    {
      name: `latencies in ${name}`,
      span,
      keys: [...keys, "latency_bucket"],
      sums: ["count"],
      maxima: [],
      stored: unpacked(stored),
      counted: unpacked(counted),
    },
  ];
}

const TABLED: readonly { span: Span; isTotal: boolean }[] = [
  { span: "minute", isTotal: false },
  { span: "hour", isTotal: false },
  { span: "day", isTotal: false },
  { span: "hour", isTotal: true },
  { span: "day", isTotal: true },
];

const TABLE_OF_ROWS: Record<Fact, string> = {
  request: "requests",
  event: "events",
  ignored: "ignored_events",
  attempt: "attempts",
  execution: "transformation_executions",
};

/** The facts of which there is anything, in any of their tables. */
const FACTS_THERE = ALL_FACTS.map((fact) => {
  const tables = [TABLE_OF_ROWS[fact], `${fact}_news`, `${fact}_counters`, `${fact}_hours`];
  return `select '${fact}' as fact where ${tables.map((table) => `exists (select from ${table})`).join(" or ")}`;
}).join(" union all ");

/** The rows of a fact are read once for all spans, because planning a read of all days takes far longer than the read. */
function differences(facts: readonly Fact[]): string {
  const rows = facts.map((fact) => `${fact}_rows as materialized (${ROWS[fact]})`).join(", ");
  const compared = facts.flatMap((fact) =>
    TABLED.flatMap(({ span, isTotal }) => comparedIn(fact, span, isTotal)),
  );
  return `with ${rows} ${compared.map(difference).join(" union all ")}`;
}

/** Returns what is counted and not stored, or stored and not counted: nothing, if all is well. */
export async function miscounted(db: Queryable): Promise<unknown[]> {
  const { rows: there } = await db.query<{ fact: Fact }>(FACTS_THERE);
  if (there.length === 0) return [];
  const { rows } = await db.query<{ difference: unknown }>(differences(there.map(({ fact }) => fact)));
  return rows.map(({ difference: one }) => one);
}
