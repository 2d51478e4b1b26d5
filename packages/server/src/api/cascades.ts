/**
 * What else changes when a source, a destination or a connection is paused, disabled, enabled or deleted?
 *
 * Each function is one transaction, which locks rows in the order source, destination, connections. It marks rows and
 * changes no event, so it takes as long with a million events as with none. From its commit on, no event that is not
 * yet on the wire is sent against the new state, and the events follow later (workers/following-events.ts). The
 * functions throw NOT_FOUND for a row that never existed, and GONE for one that is deleted.
 */
import { internalId } from "@posthorn/contract/ids";
import {
  lockConnectionsOf,
  markConnectionEnabled,
  markConnectionPaused,
  markConnectionUnpaused,
  markConnectionsDeleted,
  markConnectionsDisabled,
  type ConnectionRow,
} from "../store/connections.ts";
import type { Queryable, Transactions } from "../store/database.ts";
import {
  lockDestination,
  markDestinationDeleted,
  markDestinationDisabled,
  markDestinationEnabled,
} from "../store/destinations.ts";
import { lockSource, markSourceDeleted, markSourceDisabled, markSourceEnabled } from "../store/sources.ts";
import { gone, notFound } from "./api-error.ts";

/** `publicId` is what the caller wrote, for the answer; `id` is null when that is no id of this kind. */
export interface Named {
  team_id: string;
  id: string | null;
  publicId: string;
}

export function resourceNamed(
  kind: "source" | "destination" | "connection",
  team_id: string,
  id: string,
): Named {
  return { team_id, id: internalId(kind, id), publicId: id };
}

interface Key {
  team_id: string;
  id: string;
}

/** Returns the row; throws if it is deleted or never existed. */
function present<Row extends { deleted_at: string | null }>(row: Row | null | undefined, named: Named): Row {
  if (!row) throw notFound(named.publicId);
  if (row.deleted_at !== null) throw gone();
  return row;
}

function keyOf({ team_id, id, publicId }: Named): Key {
  if (id === null) throw notFound(publicId);
  return { team_id, id };
}

/** Locks a source; throws if there is none. */
export async function holdSource(tx: Queryable, named: Named) {
  return present(await lockSource(tx, keyOf(named)), named);
}

/** Locks a destination; throws if there is none. */
export async function holdDestination(tx: Queryable, named: Named) {
  return present(await lockDestination(tx, keyOf(named)), named);
}

export async function disableSource(db: Transactions, named: Named): Promise<void> {
  await db.transaction(async (tx) => {
    const { team_id, id } = await holdSource(tx, named);
    await markSourceDisabled(tx, { team_id, id });
    await markConnectionsDisabled(tx, team_id, await lockConnectionsOf(tx, team_id, { source_id: id }));
  });
}

export async function enableSource(db: Transactions, named: Named): Promise<void> {
  await db.transaction(async (tx) => markSourceEnabled(tx, await holdSource(tx, named)));
}

export async function deleteSource(db: Transactions, named: Named): Promise<void> {
  await db.transaction(async (tx) => {
    const { team_id, id } = await holdSource(tx, named);
    await markSourceDeleted(tx, { team_id, id });
    await markConnectionsDeleted(tx, team_id, await lockConnectionsOf(tx, team_id, { source_id: id }));
  });
}

export async function disableDestination(db: Transactions, named: Named): Promise<void> {
  await db.transaction(async (tx) => {
    const { team_id, id } = await holdDestination(tx, named);
    await markDestinationDisabled(tx, { team_id, id });
    await markConnectionsDisabled(tx, team_id, await lockConnectionsOf(tx, team_id, { destination_id: id }));
  });
}

export async function enableDestination(db: Transactions, named: Named): Promise<void> {
  await db.transaction(async (tx) => markDestinationEnabled(tx, await holdDestination(tx, named)));
}

export async function deleteDestination(db: Transactions, named: Named): Promise<void> {
  await db.transaction(async (tx) => {
    const { team_id, id } = await holdDestination(tx, named);
    await markDestinationDeleted(tx, { team_id, id });
    await markConnectionsDeleted(tx, team_id, await lockConnectionsOf(tx, team_id, { destination_id: id }));
  });
}

type ConnectionEnds = Pick<ConnectionRow, "team_id" | "id" | "source_id" | "destination_id" | "deleted_at">;

/** Runs `change` while the connection and both its ends are locked. */
async function withConnection(
  db: Transactions,
  named: Named,
  change: (tx: Queryable, connection: ConnectionEnds) => Promise<unknown>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { team_id, id } = keyOf(named);
    // The ends of a connection never change, so they can be read before they are locked.
    const ends = `select team_id, id, source_id, destination_id, deleted_at from connections where team_id = $1 and id = $2`;
    const before = await tx.query<ConnectionEnds>(ends, [team_id, id]);
    const { source_id, destination_id } = present(before.rows[0], named);
    await lockSource(tx, { team_id, id: source_id });
    await lockDestination(tx, { team_id, id: destination_id });
    const locked = await tx.query<ConnectionEnds>(`${ends} for no key update`, [team_id, id]);
    await change(tx, present(locked.rows[0], named));
  });
}

export async function disableConnection(db: Transactions, named: Named): Promise<void> {
  await withConnection(db, named, (tx, { team_id, id }) => markConnectionsDisabled(tx, team_id, [id]));
}

/** Also used by an upsert, which enables a disabled connection again. */
export async function enableWithBothEnds(
  tx: Queryable,
  { team_id, id, source_id, destination_id }: Omit<ConnectionEnds, "deleted_at">,
): Promise<void> {
  await markSourceEnabled(tx, { team_id, id: source_id });
  await markDestinationEnabled(tx, { team_id, id: destination_id });
  await markConnectionEnabled(tx, { team_id, id });
}

export async function enableConnection(db: Transactions, named: Named): Promise<void> {
  await withConnection(db, named, enableWithBothEnds);
}

export async function pauseConnection(db: Transactions, named: Named): Promise<void> {
  await withConnection(db, named, markConnectionPaused);
}

export async function unpauseConnection(db: Transactions, named: Named): Promise<void> {
  await withConnection(db, named, markConnectionUnpaused);
}

export async function deleteConnection(db: Transactions, named: Named): Promise<void> {
  await withConnection(db, named, (tx, { team_id, id }) => markConnectionsDeleted(tx, team_id, [id]));
}
