/**
 * Which saves of a connection does the audit log have, and how was the connection after one of them?
 *
 * Entries of the connection, and those of its source and destination since it was made. Entries from before the log kept
 * rows (migrations/0012-audit-log.sql) are no versions.
 */
import type { KeptPart, VersionPart, VersionState } from "@posthorn/contract/connection-versions";
import type { AuditEntryRow } from "../../store/audit-entries.ts";
import type { ConnectionRow } from "../../store/connections.ts";
import type { Queryable } from "../../store/database.ts";

/** The ends of a connection never change. */
export type Route = Pick<ConnectionRow, "team_id" | "id" | "source_id" | "destination_id">;

export interface SaveRow extends Pick<
  AuditEntryRow,
  | "address"
  | "api_key_id"
  | "caller_kind"
  | "caller_name"
  | "fields"
  | "id"
  | "request"
  | "user_agent"
  | "user_id"
> {
  part: VersionPart;
  action: "created" | "edited";
}

/** $1 is the project, $2 the connection, $3 its source, $4 its destination. */
const ROUTE = ({ team_id, id, source_id, destination_id }: Route) => [team_id, id, source_id, destination_id];

/**
 * What happened to the ends before the connection was made is no save of it. They are made before it: their creation never is,
 * also where no entry says when the connection was made, and ids of the same moment are in no order.
 */
const IS_SAVE = `team_id = $1 and action in ('created', 'edited') and after is not null
  and (subject_id = $2 or subject_id in ($3, $4) and action = 'edited' and id > coalesce(
    (select id from audit_entries where subject_id = $2 and action = 'created' and after is not null limit 1), $2))`;

/** The newest first. `olderThan` is the id of an entry; null: from the newest. */
export async function readSaves(
  db: Queryable,
  route: Route,
  { olderThan, limit }: { olderThan: string | null; limit: number },
): Promise<SaveRow[]> {
  const { rows } = await db.query<SaveRow>(
    `select id, subject_type as part, action, fields, caller_kind, user_id, api_key_id, address, user_agent, request,
       coalesce(caller_name, (select users.name from users where users.id = user_id),
         (select api_keys.name from api_keys where api_keys.id = api_key_id)) as caller_name
     from audit_entries where ${IS_SAVE} and ($5::uuid is null or id < $5)
     order by id desc limit $6`,
    [...ROUTE(route), olderThan, limit],
  );
  return rows;
}

export async function isSave(db: Queryable, route: Route, id: string): Promise<boolean> {
  const { rowCount } = await db.query(`select from audit_entries where ${IS_SAVE} and id = $5`, [
    ...ROUTE(route),
    id,
  ]);
  return rowCount > 0;
}

/** Whether the log has when the connection was made, and if not, whether such entries are gone by now. */
export async function readBeginning(
  db: Queryable,
  { team_id, id }: Route,
  keptDays: number,
): Promise<"created" | "expired" | "unrecorded"> {
  const { rows } = await db.query<{ is_recorded: boolean; is_expired: boolean }>(
    `select
       exists (select from audit_entries
         where team_id = $1 and subject_id = $2 and action = 'created' and after is not null) as is_recorded,
       $2 < first_id(now() - $3 * interval '1 day') as is_expired`,
    [team_id, id, keptDays],
  );
  if (rows[0]?.is_recorded) return "created";
  return rows[0]?.is_expired ? "expired" : "unrecorded";
}

/**
 * How each part was when the entry `at` had been written, as the log keeps it. What has not been saved between two entries has
 * not changed: so a part without an entry until then was as the next one found it, or is so now. Null: now.
 */
export async function readState(db: Queryable, route: Route, at: string | null): Promise<VersionState> {
  const { rows } = await db.query<{ part: VersionPart; state: KeptPart }>(
    `select part.type as part, coalesce(
       (select after from audit_entries
        where team_id = $1 and subject_id = part.id and action in ('created', 'edited') and after is not null and id <= $5
        order by id desc limit 1),
       (select before from audit_entries
        where team_id = $1 and subject_id = part.id and action = 'edited' and before is not null and id > $5
        order by id limit 1),
       part.present) as state
     from (
       select 'connection' as type, id, audited_row('connection', to_jsonb(connections), null) as present
       from connections where team_id = $1 and id = $2
       union all
       select 'source', id, audited_row('source', to_jsonb(sources), null) from sources where team_id = $1 and id = $3
       union all
       select 'destination', id, audited_row('destination', to_jsonb(destinations), null)
       from destinations where team_id = $1 and id = $4
     ) as part`,
    [...ROUTE(route), at],
  );
  const state = new Map(rows.map((row) => [row.part, withoutNews(row.state)]));
  const of = (part: VersionPart) => state.get(part) ?? {};
  return { connection: of("connection"), source: of("source"), destination: of("destination") };
}

/** An entry says of a secret whether it was changed; a version, only that there is one. */
function withoutNews(kept: KeptPart): KeptPart {
  return kept["auth"] === undefined ? kept : { ...kept, auth: "secret" };
}

/** How many other connections have the same source, and how many the same destination. */
export async function countSharing(
  db: Queryable,
  route: Route,
): Promise<{ source: number; destination: number }> {
  const { rows } = await db.query<{ source: number; destination: number }>(
    `select count(*) filter (where source_id = $3)::int as source,
       count(*) filter (where destination_id = $4)::int as destination
     from connections
     where team_id = $1 and id <> $2 and deleted_at is null and (source_id = $3 or destination_id = $4)`,
    ROUTE(route),
  );
  return rows[0] ?? { source: 0, destination: 0 };
}

/** Those of these transformations that rules can not use any more. The name is null if there was none of this id. */
export async function findMissingTransformations(
  db: Queryable,
  team_id: string,
  ids: readonly string[],
): Promise<{ name: string | null }[]> {
  const { rows } = await db.query<{ name: string | null }>(
    `select transformations.name from unnest($2::uuid[]) as wanted (id)
     left join transformations on transformations.id = wanted.id and transformations.team_id = $1
     where transformations.id is null or transformations.deleted_at is not null`,
    [team_id, ids],
  );
  return rows;
}
