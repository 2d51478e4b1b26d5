/** What must be known of the subjects of news, to tell whether they are issues? */
import type { IssueType } from "@posthorn/contract/causes";
import { publicId, type IdKind } from "@posthorn/contract/ids";
import { countersOf } from "../store/counters.ts";
import type { Queryable } from "../store/database.ts";
import type { Example, IssueKey, IssueNews } from "../store/issues.ts";
import type { Subject } from "./scope.ts";

const SUBJECT_KINDS: Readonly<Record<IssueType, IdKind>> = {
  delivery: "connection",
  transformation: "transformation",
  backpressure: "destination",
  request: "source",
};

/** Nothing that was deleted, and no CLI. A connection without a name has the names of both its ends. */
const SUBJECTS: Readonly<Record<IssueType, string>> = {
  delivery: `select connections.id, coalesce(connections.name, sources.name || ' -> ' || destinations.name) as name
    from connections
    join sources on sources.id = connections.source_id
    join destinations on destinations.id = connections.destination_id
    where connections.id = any ($1::uuid[]) and connections.deleted_at is null and destinations.type <> 'CLI'`,
  transformation: "select id, name from transformations where id = any ($1::uuid[]) and deleted_at is null",
  backpressure:
    "select id, name from destinations where id = any ($1::uuid[]) and deleted_at is null and type <> 'CLI'",
  request: "select id, name from sources where id = any ($1::uuid[]) and deleted_at is null",
};

/** By internal id. What is not there can have no issue. */
export async function readSubjects(
  db: Queryable,
  type: IssueType,
  ids: readonly string[],
): Promise<Map<string, Subject>> {
  const { rows } = await db.query<Subject>(SUBJECTS[type], [ids]);
  const kind = SUBJECT_KINDS[type];
  return new Map(rows.map(({ id, name }) => [id, { id: publicId(kind, id), name }]));
}

/** How many requests a source refused with this cause within one minute of the news, at the most. */
export async function readMostPerMinute(db: Queryable, news: IssueNews): Promise<number> {
  const { rows } = await db.query<{ most: number | null }>(
    `select max(count)::float8 as most from (
       select sum(count) as count from ${countersOf("request", "minute")} as counted
       where team_id = $1 and source_id = $2 and rejection_cause = $3
         and at between date_trunc('minute', $4::timestamptz) - interval '1 minute' and $5::timestamptz
       group by at) as minutes`,
    [news.team_id, news.subject_id, news.key, news.first_at, news.last_at],
  );
  return rows[0]?.most ?? 0;
}

/** The newest of each. An event that retention has cancelled has no attempt to show. */
const EXAMPLES: Readonly<Partial<Record<IssueType, string>>> = {
  delivery: `select event_id as id, attempt_number as number from attempts
    where team_id = $1 and webhook_id = $2 and failure_of(status, error_code, response_status) = $3 and status = 'FAILED'
    order by event_id desc, attempt_number desc limit 1`,
  transformation: `select id, null as number from transformation_executions
    where team_id = $1 and transformation_id = $2 and log_level = $3 and log_level in ('warn', 'error', 'fatal')
    order by id desc limit 1`,
  request: `select id, null as number from requests
    where team_id = $1 and source_id = $2 and rejection_cause = $3 order by id desc limit 1`,
};

export async function findExample(db: Queryable, issue: IssueKey): Promise<Example | null> {
  const statement = EXAMPLES[issue.type];
  if (statement === undefined) return null;
  const { rows } = await db.query<Example>(statement, [issue.team_id, issue.subject_id, issue.key]);
  return rows[0] ?? null;
}
