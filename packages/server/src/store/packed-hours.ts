/**
 * Where are the counters of hours, once their day is over?
 *
 * A worker moves them from `<fact>_counters` into `<fact>_hours`, one row for each key and day, so that a chart of a month
 * reads a few hundred rows instead of thousands. A value is a list: the hours of the day that have a count. The move is
 * one statement, as that of news. Changes that come later make ordinary counters of hours again, until the next move
 * adds them to their row. So a reader adds both.
 */
import { becomeMover, type Fact, type FactColumns, FACTS, totalsOf, valuesOf } from "./counters.ts";
import type { Queryable } from "./database.ts";
import { ALL_PROJECTS } from "./projects.ts";

/** Between two entries of a list. */
export const NEXT_NUMBER = " ";
export const NEXT_LATENCIES = ";";

/** Between two entries of the list in a column. */
function separatorOf(column: string): string {
  return column === "latencies" ? NEXT_LATENCIES : NEXT_NUMBER;
}

/** As facts, one for each hour, with `at`, the columns `shown` of the row, and the values of a counter. */
export function unpackedSql(fact: Fact, shown: readonly string[], from: string): string {
  const values = valuesOf(fact).counters;
  const lists = ["hours", ...values].map(
    (column) => `string_to_table(packed.${column}, '${separatorOf(column)}')`,
  );
  const columns = [
    ...shown.map((column) => `packed.${column}`),
    ...values.map((column) => `entry.${column}${column === "latencies" ? "" : "::bigint"}`),
  ];
  return `select to_timestamp(entry.hour::float8) as at, ${columns.join(", ")}
    from (${from}) as packed
    cross join lateral rows from (${lists.join(", ")}) as entry (hour, ${values.join(", ")})`;
}

/** SQL that joins the latencies of the facts of a group. A `+` tells a reader that there are several. */
export function joinedLatencies(): string {
  return "case when count(*) > 1 then '+' else '' end || string_agg(latencies, '')";
}

/**
 * A day is packed when it has been over for a day and a half: by then, hardly an event of it still changes. Readers look for
 * a packed day half a day earlier (metrics/span-plan.ts), so that their clocks need not be exact.
 */
const IS_DUE =
  "at < date_bin('1 day', now() - interval '12 hours', '2000-01-01 00:00:00+00') - interval '1 day'";

/** A bound, so that the first move after an update is not one long transaction. */
const DAYS_PER_MOVE = 100;

function ofTable(span: string, table: string): string {
  return `select team_id, '${span}', id from ${table}`;
}

/** Whose hours there are: project, span and subject. */
function subjectsOf(fact: Fact): string {
  const { isOfConnection, keys }: FactColumns = FACTS[fact];
  const total = totalsOf("hour");
  const subjects = isOfConnection
    ? [ofTable("hour", "connections"), ofTable(total, "sources"), ofTable(total, "destinations")]
    : [ofTable("hour", keys[0] === "source_id" ? "sources" : "transformations")];
  return [...subjects, `select id, '${total}', id from ${ALL_PROJECTS}`].join(" union all ");
}

/**
 * Takes the hours of some days, adds them to what is packed of the same days, and packs the sums. Hours that have become
 * nothing leave, and so do days without hours. Latencies become short; those of one hour may follow each other.
 */
function packStatement(fact: Fact): string {
  const { keys, sums, maxima, hasLatencies }: FactColumns = FACTS[fact];
  const [subject] = keys;
  const values = valuesOf(fact).counters;
  const key = ["team_id", "span", "day", ...keys];
  const added = [
    ...sums.map((column) => `sum(${column})::bigint as ${column}`),
    ...maxima.map((column) => `max(${column}) as ${column}`),
    ...(hasLatencies ? [`${joinedLatencies()} as latencies`] : []),
  ];
  const isSomething = sums.map((column) => `${column} <> 0`).join(" or ");
  const listOf = (sql: string, column: string) =>
    `string_agg(${sql}, '${separatorOf(column)}' order by at) filter (where ${isSomething}) as ${column}`;
  const isSameKey = [`packed.at = change.day`, ...["team_id", "span", ...keys].map(isSame)].join(" and ");
  return `with due as materialized (
     select subjects.team_id, subjects.span, subjects.id, oldest.day
     from (${subjectsOf(fact)}) as subjects (team_id, span, id)
     cross join lateral (
       select date_bin('1 day', at, '2000-01-01 00:00:00+00') as day from ${fact}_counters as counter
       where counter.team_id = subjects.team_id and counter.span = subjects.span and counter.${subject} = subjects.id
         and ${IS_DUE}
       order by at limit 1) as oldest
     limit $1),
   taken as (
     delete from ${fact}_counters as counter using due
     where counter.team_id = due.team_id and counter.span = due.span and counter.${subject} = due.id
       and at >= due.day and at < due.day + interval '1 day'
     returning at, ${["counter.team_id", "counter.span", "due.day", ...[...keys, ...values].map((column) => `counter.${column}`)].join(", ")}),
   known as (
     ${unpackedSql(
       fact,
       key,
       `select change.day, ${["team_id", "span", ...keys, "hours", ...values].map((column) => `packed.${column}`).join(", ")}
        from (select distinct ${key.join(", ")} from taken) as change join ${fact}_hours as packed on ${isSameKey}`,
     )}),
   hours as (
     select at, ${[...key, ...added].join(", ")}
     from (
       select at, ${[...key, ...values.map(shortened)].join(", ")} from taken
       union all select at, ${[...key, ...values].join(", ")} from known) as facts
     group by at, ${key.join(", ")}),
   change as (
     select ${key.join(", ")}, ${[
       listOf("date_part('epoch', at)::bigint::text", "hours"),
       ...values.map((column) => listOf(`${column}::text`, column)),
     ].join(", ")}
     from hours group by ${key.join(", ")})
   merge into ${fact}_hours as packed using change on ${isSameKey}
   when matched and change.hours is null then delete
   when matched then update set ${["hours", ...values].map((column) => `${column} = change.${column}`).join(", ")}
   when not matched and change.hours is not null then
     insert (at, ${["team_id", "span", ...keys, "hours", ...values].join(", ")})
     values (change.day, ${["team_id", "span", ...keys, "hours", ...values].map((column) => `change.${column}`).join(", ")})`;
}

function shortened(column: string): string {
  return column === "latencies" ? "latencies_shortened(latencies) as latencies" : column;
}

function isSame(column: string): string {
  return `packed.${column} = change.${column}`;
}

/** Packs some days of a fact. Returns true when there may be more. */
export async function packHours(tx: Queryable, fact: Fact): Promise<boolean> {
  await becomeMover(tx);
  const { rowCount } = await tx.query(packStatement(fact), [DAYS_PER_MOVE]);
  return rowCount > 0;
}
