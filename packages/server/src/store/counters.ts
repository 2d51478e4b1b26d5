/**
 * What is counted, and how do the counts reach their tables?
 *
 * Triggers append every change to the news of its fact, in the commit that writes the rows (0006-counters.sql). Here the
 * news are moved into the counters: those of minutes, hours and days, and the totals of hours and days. The move is one
 * statement, so a reader that adds news and counters in one statement never misses a count and never sees one twice. The
 * same statement tells of what may be an issue.
 */
import { ISSUE_LOG_LEVELS, type IssueType } from "@posthorn/contract/causes";
import { COUNTERS_KEPT_DAYS } from "@posthorn/contract/limits";
import type { Queryable } from "./database.ts";
import { ALL_PROJECTS } from "./projects.ts";

export const SPANS = ["minute", "hour", "day"] as const;
export type Span = (typeof SPANS)[number];

/** Totals exist of hours and days. Minutes are read for short ranges only, and would be the most rows. */
export type TotalledSpan = Exclude<Span, "minute">;

/** How the tables name a span of totals. No reader of ordinary counters ever sees one of these rows. */
export function totalsOf(span: TotalledSpan): string {
  return `${span}_total`;
}

export interface FactColumns {
  /** What the count is of. The first is the subject, which the primary key has before the time. */
  keys: readonly string[];
  sums: readonly string[];
  maxima: readonly string[];
  /** The subject is a connection: its source and its destination have totals, as every project has. */
  isOfConnection: boolean;
  /** The counters also have `latencies`, the answered attempts by the bucket of their latency (metrics/latency.ts). */
  hasLatencies: boolean;
  /** Which of them may be an issue. Null: none. */
  issues: IssueColumns | null;
}

interface IssueColumns {
  type: IssueType;
  /** The column that, with the subject, tells one issue from another. */
  key: string;
  which: string;
  isFinal: string;
}

/** Each fact has the tables `<fact>_news`, `<fact>_counters` and `<fact>_hours` (packed-hours.ts). */
export const FACTS = {
  request: {
    keys: ["source_id", "rejection_cause"],
    sums: ["count", "discarded"],
    maxima: [],
    isOfConnection: false,
    hasLatencies: false,
    issues: {
      type: "request",
      key: "rejection_cause",
      which: "rejection_cause <> '' and count > 0",
      isFinal: "false",
    },
  },
  event: {
    keys: ["webhook_id", "status", "response_status", "error_code"],
    sums: ["count", "attempts", "scheduled_retries"],
    maxima: [],
    isOfConnection: true,
    hasLatencies: false,
    issues: null,
  },
  ignored: {
    keys: ["webhook_id", "cause"],
    sums: ["count"],
    maxima: [],
    isOfConnection: true,
    hasLatencies: false,
    issues: null,
  },
  // `error_code` is the response status if a failed attempt has no code (metrics/cubes.ts).
  attempt: {
    keys: ["webhook_id", "status", "error_code", "trigger"],
    sums: ["count", "delivered", "answered", "response_ms", "delivery_ms"],
    maxima: ["response_ms_max"],
    isOfConnection: true,
    hasLatencies: true,
    issues: { type: "delivery", key: "error_code", which: "status = 'FAILED'", isFinal: "is_final" },
  },
  execution: {
    keys: ["transformation_id", "webhook_id", "log_level"],
    sums: ["count"],
    maxima: [],
    isOfConnection: false,
    hasLatencies: false,
    issues: {
      type: "transformation",
      key: "log_level",
      which: `log_level in ('${ISSUE_LOG_LEVELS.join("', '")}')`,
      isFinal: "false",
    },
  },
} as const satisfies Record<string, FactColumns>;
export type Fact = keyof typeof FACTS;
export const ALL_FACTS = [
  "request",
  "event",
  "ignored",
  "attempt",
  "execution",
] as const satisfies readonly Fact[];

/** The latency of a change, in the form in which counters have latencies. */
const PACKED_LATENCY =
  "case when latency_bucket < 0 then '{}' else '{' || 1024 * count + latency_bucket || '}' end as latencies";

/** What a fact has beside its keys: the columns of its counters, and the SQL of the same columns for its news. */
export function valuesOf(fact: Fact): { counters: string[]; news: string[] } {
  const { sums, maxima, hasLatencies }: FactColumns = FACTS[fact];
  const values = [...sums, ...maxima];
  return hasLatencies
    ? { counters: [...values, "latencies"], news: [...values, PACKED_LATENCY] }
    : { counters: values, news: values };
}

/** Many times as fast as date_trunc with a time zone. */
function beginningOf(span: Span): string {
  return `date_bin('1 ${span}', at, '2000-01-01 00:00:00+00')`;
}

/** The news of a fact, as if they were counters of a span. */
export function newsOf(fact: Fact, span: Span): string {
  return `select team_id, ${beginningOf(span)} as at, ${[...FACTS[fact].keys, ...valuesOf(fact).news].join(", ")} from ${fact}_news`;
}

/**
 * A subselect with all counts of one span, also those that are still news. It has a row per change: sum them up. Hours
 * have counters elsewhere too (packed-hours.ts).
 */
export function countersOf(fact: Fact, span: Exclude<Span, "hour">): string {
  const columns = [...FACTS[fact].keys, ...valuesOf(fact).counters].join(", ");
  return `(select team_id, at, ${columns} from ${fact}_counters where span = '${span}' union all ${newsOf(fact, span)})`;
}

/** One mover at a time, of news or of hours. Readers and writers do not look at this lock. */
const MOVER_LOCK = 4_206_015;

/** A bound, so that a move after a long pause is not one long transaction. */
const NEWS_PER_MOVE = 20_000;

/** Older counters would be deleted at once, and nobody reads them. */
function isKept(span: Span): string {
  return span === "day" ? "" : `where at >= now() - interval '${COUNTERS_KEPT_DAYS[span]} days'`;
}

/**
 * Adds up minutes first, hours from those and days from hours, so that each step has less to read. Latencies stay apart
 * by their bucket until all sums are made. A count that has become nothing leaves the table, so that what waits is found
 * without reading what does not.
 */
function moveStatement(fact: Fact): string {
  const { keys, sums, maxima, isOfConnection, hasLatencies, issues }: FactColumns = FACTS[fact];
  const [subject = "", ...otherKeys] = keys;
  const told = issues ? ["told_at", `${issues.isFinal} as is_final`] : [];
  const key = ["team_id", "span", "at", ...keys];
  const values = valuesOf(fact).counters;
  const apart = hasLatencies ? [...keys, "latency_bucket"] : keys;
  const added = [
    ...sums.map((column) => `sum(${column})::bigint as ${column}`),
    ...maxima.map((column) => `max(${column}) as ${column}`),
  ].join(", ");
  const sumsOf = (span: Span, from: string) =>
    `select team_id, ${beginningOf(span)} as at, ${apart.join(", ")}, ${added}
     from ${from} group by ${positions(2 + apart.length)}`;
  // A key that totals do not know: its column has the project's id, because nothing is null.
  const totalKeys = [...otherKeys, ...apart.slice(keys.length)].map((column) =>
    column.endsWith("_id") ? "counted.team_id" : `counted.${column}`,
  );
  const isNothing = (value: (column: string) => string) =>
    sums.map((column) => `${value(column)} = 0`).join(" and ");
  return `with taken as (
     delete from ${fact}_news where ctid > $1::tid and ctid <= $2::tid
     returning team_id, at, ${[...apart, ...sums, ...maxima, ...told].join(", ")}),
   ${issues ? tellOfIssues(subject, issues) : ""}
   minutes as (${sumsOf("minute", "taken")}),
   hours as (${sumsOf("hour", "minutes")}),
   days as (${sumsOf("day", "hours")}),
   totals as (
     select span, counted.team_id, at, subject_id, ${totalKeys.map((column, at) => `${column} as k${at}`).join(", ")}, ${added}
     from (
       select '${totalsOf("hour")}' as span, * from hours ${isKept("hour")}
       union all select '${totalsOf("day")}', * from days) as counted
     ${
       isOfConnection
         ? `left join connections on connections.id = counted.${subject}
     cross join lateral unnest(array[connections.source_id, connections.destination_id, counted.team_id]) as subjects (subject_id)
     where subject_id is not null`
         : "cross join lateral (select counted.team_id) as subjects (subject_id)"
     }
     group by ${positions(4 + totalKeys.length)}),
   spread as (
     select 'minute' as span, * from minutes ${isKept("minute")}
     union all select 'hour', * from hours ${isKept("hour")}
     union all select 'day', * from days
     union all select * from totals),
   change as (
     select ${key.join(", ")}, ${added}${
       hasLatencies
         ? `, coalesce(array_agg(1024 * count + latency_bucket) filter (where latency_bucket >= 0), '{}')::text as latencies`
         : ""
     }
     from spread group by ${positions(key.length)}
     having not (${isNothing((column) => `sum(${column})`)}))
   merge into ${fact}_counters as counter using change
   on ${key.map((column) => `counter.${column} = change.${column}`).join(" and ")}
   when matched and ${isNothing((column) => `counter.${column} + change.${column}`)} then delete
   when matched then update set ${[
     ...sums.map((column) => `${column} = counter.${column} + change.${column}`),
     ...maxima.map((column) => `${column} = greatest(counter.${column}, change.${column})`),
     ...(hasLatencies ? ["latencies = latencies_added(counter.latencies, change.latencies)"] : []),
   ].join(", ")}
   when not matched then insert (${[...key, ...values].join(", ")})
     values (${[...key, ...values].map((column) => `change.${column}`).join(", ")})`;
}

/** What went wrong becomes news of issues, once for each thing however often it did (store/issues.ts). */
function tellOfIssues(subject: string, { type, key, which }: IssueColumns): string {
  return `told as (
     insert into issue_news (team_id, type, subject_id, key, count, is_final, first_at, last_at)
     select team_id, '${type}', ${subject}, ${key}, sum(count), bool_or(is_final), min(told_at), max(told_at)
     from taken where ${which} group by 1, 3, 4),`;
}

/** The first columns of a select, for its `group by`. */
function positions(count: number): string {
  return Array.from({ length: count }, (_none, at) => at + 1).join(", ");
}

/**
 * Settings of the move's transaction. PostgreSQL cannot know how few counters a move meets, and would read those of the
 * whole project to join them. So it is left only the way by the primary key. The sums of a move fit into the memory.
 */
const PLANNED_FOR_A_MOVE = [
  ["enable_mergejoin", "off"],
  ["enable_hashjoin", "off"],
  ["enable_seqscan", "off"],
  ["work_mem", "32MB"],
]
  .map(([name, value]) => `set_config('${name}', '${value}', true)`)
  .join(", ");

/** Waits until nobody else moves counts. Nobody else will until the transaction ends. */
export async function becomeMover(tx: Queryable): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock($1), ${PLANNED_FOR_A_MOVE}`, [MOVER_LOCK]);
}

/** Where the news begin: before the first row of the first page. */
export const BEGINNING_OF_NEWS = "(0,0)";

/**
 * Moves some news of a fact, in the order in which they lie in their table, from a place on. Returns the place that it
 * has reached, or null when nothing is left behind it or another process is moving.
 */
export async function moveNews(tx: Queryable, fact: Fact, from: string): Promise<string | null> {
  const { rows } = await tx.query<{ is_ours: boolean }>(
    `select pg_try_advisory_xact_lock($1) as is_ours, ${PLANNED_FOR_A_MOVE}`,
    [MOVER_LOCK],
  );
  if (!rows[0]?.is_ours) return null;
  const { rows: reached } = await tx.query<{ place: string | null }>(
    `select max(ctid)::text as place from (select ctid from ${fact}_news where ctid > $1::tid limit $2) as next`,
    [from, NEWS_PER_MOVE],
  );
  const place = reached[0]?.place ?? null;
  if (place !== null) await tx.query(moveStatement(fact), [from, place]);
  return place;
}

export type CounterTable = `${Fact}_counters` | `${Fact}_hours` | "queue_samples";
export const COUNTER_TABLES: readonly CounterTable[] = [
  ...ALL_FACTS.flatMap((fact): CounterTable[] => [`${fact}_counters`, `${fact}_hours`]),
  "queue_samples",
];

export type NewsTable = `${Fact | "issue"}_news`;
export const NEWS_TABLES: readonly NewsTable[] = [
  ...ALL_FACTS.map((fact): NewsTable => `${fact}_news`),
  "issue_news",
];

/** Deletes counters of a span, and its totals, that are too old for any chart. Returns true when there may be more. */
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
       where team_id in (select id from ${ALL_PROJECTS}) and span = any($1) and at < $2 limit $3
       for update skip locked))`,
    [span === "minute" ? [span] : [span, totalsOf(span)], new Date(beforeMs).toISOString(), limit],
  );
  return rowCount === limit;
}
