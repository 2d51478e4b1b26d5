/**
 * How are connections created, changed and deleted?
 *
 * Every write to `connections`, in the order of a connection's life. Rows are always locked in the order
 * source, destination, transformation, connections by id, so that no two changes wait for each other in a circle.
 */
import type { Rules } from "@posthorn/contract/rules";
import { createdAt, newId } from "../ids.ts";
import type { ConnectionState } from "../lifecycle.ts";
import type { Queryable } from "./database.ts";
import type { DestinationRow } from "./destinations.ts";
import { EDITED, UPDATED, unchangedSince } from "./edited.ts";
import type { SourceRow } from "./sources.ts";

export interface ConnectionRow {
  id: string;
  team_id: string;
  source_id: string;
  destination_id: string;
  name: string | null;
  description: string | null;
  rules: Rules;
  paused_at: string | null;
  disabled_at: string | null;
  deleted_at: string | null;
  updated_at: string;
}

/** The two ends come as JSON, so their times are PostgreSQL's text until `connectionView` reads them. */
export interface ConnectionWithEnds extends ConnectionRow {
  source: SourceRow;
  destination: DestinationRow;
}

/** For a statement that reads from connections, sources and destinations. Leaves out the sealed columns. */
export const SOURCE_JSON = `(to_jsonb(sources) - 'auth' || jsonb_build_object('authenticated', sources.auth is not null))`;
export const DESTINATION_JSON = `(to_jsonb(destinations) - 'auth')`;

/**
 * The rules with their keys in the order in which they were written, for people. An older version of the product writes
 * `rules` alone, and then these count.
 */
export const RULES_AS_WRITTEN = `case when connections.rules_as_written::jsonb = connections.rules
  then connections.rules_as_written else connections.rules::json end`;

const CONNECTION_COLUMNS = `id, team_id, source_id, destination_id, name, description, ${RULES_AS_WRITTEN} as rules,
  paused_at, disabled_at, deleted_at, updated_at`;

interface ConnectionKey {
  team_id: string;
  id: string;
}

export interface NewConnection {
  team_id: string;
  source_id: string;
  destination_id: string;
  name: string | null;
  description: string | null;
  rules: Rules;
  /** A new one if it is left out. */
  id?: string;
  /** Not paused if it is left out. */
  paused_at?: string;
}

/** Returns null when its source has a connection of that name. Connections without a name never collide. */
export async function insertConnection(tx: Queryable, input: NewConnection): Promise<ConnectionRow | null> {
  const id = input.id ?? newId();
  const { rows } = await tx.query<ConnectionRow>(
    `insert into connections (id, team_id, source_id, destination_id, name, description, rules, rules_as_written, updated_at,
       paused_at)
     values ($1, $2, $3, $4, $5, $6, $7::json::jsonb, $7::json, $8, $9)
     on conflict (source_id, name) where deleted_at is null do nothing
     returning ${CONNECTION_COLUMNS}`,
    [
      id,
      input.team_id,
      input.source_id,
      input.destination_id,
      input.name,
      input.description,
      JSON.stringify(input.rules),
      createdAt(id),
      input.paused_at ?? null,
    ],
  );
  return rows[0] ?? null;
}

/**
 * Finds the connection that an upsert means: by its name within the source, or without a name by both ends. The caller
 * holds the source's lock, so no other transaction can create one before the caller does.
 */
export async function findConnectionToUpsert(
  tx: Queryable,
  { team_id, source_id, destination_id, name }: Omit<NewConnection, "description" | "rules">,
): Promise<ConnectionRow | null> {
  const { rows } = await tx.query<ConnectionRow>(
    `select ${CONNECTION_COLUMNS} from connections
     where team_id = $1 and source_id = $2 and deleted_at is null
       and ($3::text is null and name is null and destination_id = $4 or name = $3)
     order by id limit 1
     for no key update`,
    [team_id, source_id, name, destination_id],
  );
  return rows[0] ?? null;
}

/** Returns the source of each connection. Leaves out connections that are deleted or belong to another project. */
export async function findSourcesOfConnections(
  db: Queryable,
  team_id: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await db.query<{ id: string; source_id: string }>(
    `select id, source_id from connections where team_id = $1 and id = any ($2::uuid[]) and deleted_at is null`,
    [team_id, ids],
  );
  return new Map(rows.map((row) => [row.id, row.source_id]));
}

/**
 * Returns null when it is deleted, or was edited after the version `since`. The unique index reports a taken name: see
 * `isUniqueViolation`.
 */
export async function updateConnection(
  db: Queryable,
  { team_id, id }: ConnectionKey,
  change: {
    name?: string | null | undefined;
    description?: string | null | undefined;
    rules?: Rules | undefined;
  },
  since: string | null = null,
): Promise<ConnectionRow | null> {
  const { rows } = await db.query<ConnectionRow>(
    `update connections
     set name = case when $3 then $4 else name end,
         description = case when $5 then $6 else description end,
         rules = coalesce($7::json::jsonb, rules),
         rules_as_written = coalesce($7::json, rules_as_written),
         ${EDITED}
     where team_id = $1 and id = $2 and deleted_at is null and ${unchangedSince("$8")}
     returning ${CONNECTION_COLUMNS}`,
    [
      team_id,
      id,
      change.name !== undefined,
      change.name ?? null,
      change.description !== undefined,
      change.description ?? null,
      change.rules ? JSON.stringify(change.rules) : null,
      since,
    ],
  );
  return rows[0] ?? null;
}

/** Part of every change of state: from this commit on the connection is behind, until its events have followed. */
const NEXT_STATE = `state_number = state_number + 1, ${UPDATED}`;
/** Part of disable and delete: cancels the events that are pending at this moment, even if it is enabled again. */
const CANCELS = "cancels_before = clock_timestamp()";

/**
 * Locks all connections that are not deleted: of a source, to a destination, or of the project. Returns ids in order.
 */
export async function lockConnectionsOf(
  tx: Queryable,
  team_id: string,
  end: { source_id: string } | { destination_id: string } | null,
): Promise<string[]> {
  const [[column, id] = ["team_id", team_id]] = Object.entries(end ?? {});
  const { rows } = await tx.query<{ id: string }>(
    `select id from connections
     where team_id = $1 and ${column} = $2 and deleted_at is null
     order by id
     for no key update`,
    [team_id, id],
  );
  return rows.map((row) => row.id);
}

export async function markConnectionsDisabled(
  tx: Queryable,
  team_id: string,
  ids: readonly string[],
): Promise<void> {
  await tx.query(
    `update connections set disabled_at = now(), ${CANCELS}, ${NEXT_STATE}
     where team_id = $1 and id = any($2::uuid[]) and disabled_at is null`,
    [team_id, ids],
  );
}

export async function markConnectionEnabled(tx: Queryable, { team_id, id }: ConnectionKey): Promise<void> {
  await tx.query(
    `update connections set disabled_at = null, ${NEXT_STATE}
     where team_id = $1 and id = $2 and disabled_at is not null`,
    [team_id, id],
  );
}

/** Returns true when it was not paused before. */
export async function markConnectionPaused(tx: Queryable, { team_id, id }: ConnectionKey): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update connections set paused_at = now(), ${NEXT_STATE}
     where team_id = $1 and id = $2 and paused_at is null`,
    [team_id, id],
  );
  return rowCount > 0;
}

/** Returns true when it was paused before. */
export async function markConnectionUnpaused(
  tx: Queryable,
  { team_id, id }: ConnectionKey,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update connections set paused_at = null, ${NEXT_STATE}
     where team_id = $1 and id = $2 and paused_at is not null`,
    [team_id, id],
  );
  return rowCount > 0;
}

export async function markConnectionsDeleted(
  tx: Queryable,
  team_id: string,
  ids: readonly string[],
): Promise<void> {
  await tx.query(
    `update connections set deleted_at = now(), ${CANCELS}, ${NEXT_STATE}
     where team_id = $1 and id = any($2::uuid[]) and deleted_at is null`,
    [team_id, ids],
  );
}

export interface ConnectionBehind extends ConnectionState {
  id: string;
  state_number: number;
}

/** Returns the next connection after this id whose events do not follow its state yet, or null if there is none. */
export async function findConnectionBehind(db: Queryable, after: string): Promise<ConnectionBehind | null> {
  const { rows } = await db.query<ConnectionBehind>(
    `select id, state_number, disabled_at is not null or deleted_at is not null as "isStopped",
       cancels_before is not null as "isCancelling", paused_at is not null as "isPaused"
     from connections
     where followed_number < state_number and id > $1
     order by id limit 1`,
    [after],
  );
  return rows[0] ?? null;
}

/**
 * The connections whose due events no process may claim now, because these must be held or cancelled first. Connections
 * whose held events are being released are not among them. A claim reads this once, through an index that holds only
 * connections that are behind.
 */
export const LEFT_ALONE = `select id from connections
       where followed_number < state_number
         and (paused_at is not null or disabled_at is not null or deleted_at is not null or cancels_before is not null)`;
