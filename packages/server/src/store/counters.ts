/**
 * What is counted, and how do the counts reach their tables?
 *
 * Triggers append every change to the news of its fact, in the commit that writes the rows (migration 0015). Here the
 * news are moved into the counters, once for each span. The move is one statement, so a reader who adds news and counters
 * in one statement never misses a count and never sees one twice.
 */
import type { Queryable } from "./database.ts";
import { ALL_PROJECTS } from "./projects.ts";

export const SPANS = ["minute", "hour", "day"] as const;
export type Span = (typeof SPANS)[number];

interface FactColumns {
  /** What the count is of. The first is the subject, which the primary key has before the time. */
  keys: readonly string[];
  sums: readonly string[];
  maxima: readonly string[];
  /** The counts are also kept apart by the latency of the answer, in `attempt_latencies`. */
  hasLatency?: true;
}

/** Each fact has the tables `<fact>_counters` and `<fact>_news`. */
export const FACTS = {
  request: { keys: ["source_id", "rejection_cause"], sums: ["count", "discarded"], maxima: [] },
  event: {
    keys: ["webhook_id", "status", "response_status", "error_code"],
    sums: ["count", "attempts", "scheduled_retries"],
    maxima: [],
  },
  ignored: { keys: ["webhook_id", "cause"], sums: ["count"], maxima: [] },
  attempt: {
    keys: ["webhook_id", "status", "error_code", "trigger"],
    sums: ["count", "delivered", "answered", "response_ms", "delivery_ms"],
    maxima: ["response_ms_max"],
    hasLatency: true,
  },
  execution: { keys: ["transformation_id", "webhook_id", "log_level"], sums: ["count"], maxima: [] },
} as const satisfies Record<string, FactColumns>;
export type Fact = keyof typeof FACTS;
export const ALL_FACTS = [
  "request",
  "event",
  "ignored",
  "attempt",
  "execution",
] as const satisfies readonly Fact[];

/** Many times as fast as date_trunc with a time zone. */
function beginningOf(span: Span): string {
  return `date_bin('1 ${span}', at, '2000-01-01 00:00:00+00')`;
}

/** A subselect with all counts of one span, also those that are still news. It has a row per change: sum them up. */
export function countersOf(fact: Fact, span: Span): string {
  const { keys, sums, maxima }: FactColumns = FACTS[fact];
  const columns = [...keys, ...sums, ...maxima].join(", ");
  return `(select team_id, at, ${columns} from ${fact}_counters where span = '${span}'
    union all
    select team_id, ${beginningOf(span)}, ${columns} from ${fact}_news)`;
}

/** As `countersOf`, for the answered attempts by the bucket of their latency. */
export function latenciesOf(span: Span): string {
  const columns = [...FACTS.attempt.keys, "latency_bucket", "count"].join(", ");
  return `(select team_id, at, ${columns} from attempt_latencies where span = '${span}'
    union all
    select team_id, ${beginningOf(span)}, ${columns} from attempt_news where latency_bucket >= 0)`;
}

/** One mover at a time. Readers and writers do not look at this lock. */
const MOVER_LOCK = 4_206_015;

const EVERY_SPAN = `(values ${SPANS.map((span) => `('${span}', interval '1 ${span}')`).join(", ")}) as spans (span, length)`;
const BEGINNING = "date_bin(length, at, '2000-01-01 00:00:00+00')";

/** A bound, so that a move after a long pause is not one long transaction. */
const NEWS_PER_MOVE = 20_000;

/** A count that has become nothing leaves the table, so that what waits is found without reading what does not. */
function moveStatement(fact: Fact): string {
  const { keys, sums, maxima, hasLatency }: FactColumns = FACTS[fact];
  const key = ["team_id", "span", "at", ...keys];
  const values = [...sums, ...maxima];
  const isNothing = (value: (column: string) => string) =>
    sums.map((column) => `${value(column)} = 0`).join(" and ");
  return `with taken as (
     delete from ${fact}_news where ctid > $1::tid and ctid <= $2::tid
     returning team_id, at, ${[...keys, ...values, ...(hasLatency ? ["latency_bucket"] : [])].join(", ")}),
   ${hasLatency ? `spread as (${addLatencies(key)}),` : ""}
   change as (
     select team_id, span, ${BEGINNING} as at, ${keys.join(", ")},
       ${[...sums.map((column) => `sum(${column})::bigint as ${column}`), ...maxima.map((column) => `max(${column}) as ${column}`)].join(", ")}
     from taken cross join ${EVERY_SPAN}
     group by ${key.map((_column, at) => at + 1).join(", ")}
     having not (${isNothing((column) => `sum(${column})`)}))
   merge into ${fact}_counters as counter using change
   on ${key.map((column) => `counter.${column} = change.${column}`).join(" and ")}
   when matched and ${isNothing((column) => `counter.${column} + change.${column}`)} then delete
   when matched then update set ${[
     ...sums.map((column) => `${column} = counter.${column} + change.${column}`),
     ...maxima.map((column) => `${column} = greatest(counter.${column}, change.${column})`),
   ].join(", ")}
   when not matched then insert (${[...key, ...values].join(", ")})
     values (${[...key, ...values].map((column) => `change.${column}`).join(", ")})`;
}

/** An attempt never changes, so these counts only grow. */
function addLatencies(key: readonly string[]): string {
  const columns = [...key, "latency_bucket"].join(", ");
  return `insert into attempt_latencies (${columns}, count)
     select ${columns.replace(" at,", ` ${BEGINNING},`)}, sum(count)
     from taken cross join ${EVERY_SPAN} where latency_bucket >= 0
     group by ${[...key, "latency_bucket"].map((_column, at) => at + 1).join(", ")}
     on conflict (${columns}) do update set count = attempt_latencies.count + excluded.count`;
}

/** Where the news begin: before the first row of the first page. */
export const BEGINNING_OF_NEWS = "(0,0)";

/**
 * Moves some news of a fact, in the order in which they lie in their table, from a place on. Returns the place that it
 * has reached, or null when nothing is left behind it or another process is moving.
 */
export async function moveNews(tx: Queryable, fact: Fact, from: string): Promise<string | null> {
  const { rows } = await tx.query<{ is_ours: boolean }>("select pg_try_advisory_xact_lock($1) as is_ours", [
    MOVER_LOCK,
  ]);
  if (!rows[0]?.is_ours) return null;
  const { rows: reached } = await tx.query<{ place: string | null }>(
    `select max(ctid)::text as place from (select ctid from ${fact}_news where ctid > $1::tid limit $2) as next`,
    [from, NEWS_PER_MOVE],
  );
  const place = reached[0]?.place ?? null;
  if (place !== null) await tx.query(moveStatement(fact), [from, place]);
  return place;
}

export type CounterTable = `${Fact}_counters` | "attempt_latencies" | "queue_samples";
export const COUNTER_TABLES: readonly CounterTable[] = [
  ...ALL_FACTS.map((fact): CounterTable => `${fact}_counters`),
  "attempt_latencies",
  "queue_samples",
];

export type NewsTable = `${Fact}_news`;
export const NEWS_TABLES = ALL_FACTS.map((fact): NewsTable => `${fact}_news`);

/** Deletes counters that are too old for any chart. Returns true when there may be more. */
export async function deleteOldCounters(
  db: Queryable,
  table: CounterTable,
  { span, beforeMs }: { span: Span; beforeMs: number },
  limit: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `delete from ${table}
     where ctid = any (array(
       select ctid from ${table}
       where team_id in (select id from ${ALL_PROJECTS}) and span = $1 and at < $2 limit $3
       for update skip locked))`,
    [span, new Date(beforeMs).toISOString(), limit],
  );
  return rowCount === limit;
}
