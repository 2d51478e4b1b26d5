/**
 * How does a bookmark get its data, and when does it release it?
 *
 * Each function is one transaction over the bookmark and its copy of the payload.
 */
import type { BodyOf } from "@posthorn/contract/endpoint";
import type * as contract from "@posthorn/contract/bookmarks";
import { internalId } from "@posthorn/contract/ids";
import { insertBookmark, lockBookmark, removeBookmark, updateBookmark } from "../../store/bookmarks.ts";
import type { Database, Queryable } from "../../store/database.ts";
import { keepPayload, releasePayload } from "../../store/kept-payloads.ts";
import { ApiError, gone, notFound } from "../api-error.ts";
import { findConnection } from "../connections/connections.sql.ts";

type Input = BodyOf<typeof contract.createBookmark>;
type Change = BodyOf<typeof contract.updateBookmark>;

/** Throws unless the connection exists and is not deleted. */
async function connectionOf(tx: Queryable, team_id: string, webhook_id: string): Promise<string> {
  const id = internalId("connection", webhook_id);
  const row = id && (await findConnection(tx, team_id, id));
  if (!row) throw notFound(webhook_id);
  if (row.deleted_at !== null) throw gone();
  return row.id;
}

async function keep(tx: Queryable, team_id: string, eventDataId: string): Promise<string> {
  const event_data_id = internalId("payload", eventDataId);
  if (!event_data_id || !(await keepPayload(tx, { team_id, event_data_id })))
    throw new ApiError("DATA_ARCHIVED", {}, { message: "The associated data is archived" });
  return event_data_id;
}

/** Returns the bookmark's uuid. */
export async function createBookmark(db: Database, team_id: string, input: Input): Promise<string> {
  return db.transaction(async (tx) => {
    const webhook_id = await connectionOf(tx, team_id, input.webhook_id);
    const event_data_id = await keep(tx, team_id, input.event_data_id);
    const alias = input.name ?? null;
    const row = await insertBookmark(tx, team_id, { webhook_id, event_data_id, label: input.label, alias });
    return row.id;
  });
}

/** Returns false when there is no such bookmark. */
export async function changeBookmark(
  db: Database,
  key: { team_id: string; id: string },
  input: Change,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const before = await lockBookmark(tx, key);
    if (!before) return false;
    const { team_id } = key;
    const { webhook_id, event_data_id, label = before.label, name = before.alias } = input;
    const after = {
      webhook_id: webhook_id === undefined ? before.webhook_id : await connectionOf(tx, team_id, webhook_id),
      event_data_id:
        event_data_id === undefined ? before.event_data_id : await keep(tx, team_id, event_data_id),
      label,
      alias: name,
    };
    await updateBookmark(tx, key, after);
    if (after.event_data_id !== before.event_data_id) await releasePayload(tx, before);
    return true;
  });
}

/** Returns false when there is no such bookmark. */
export async function deleteBookmark(db: Database, key: { team_id: string; id: string }): Promise<boolean> {
  return db.transaction(async (tx) => {
    const row = await lockBookmark(tx, key);
    if (!row) return false;
    await removeBookmark(tx, key);
    await releasePayload(tx, row);
    return true;
  });
}
