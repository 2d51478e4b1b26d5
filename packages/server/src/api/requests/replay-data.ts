/**
 * How does data that is stored go on its way once more?
 *
 * As a request that nobody sent: it points to the data that is there, and goes through the rules of the
 * chosen connections as they are now. Asked for by replays and by bookmarks. Request, events and whatever
 * else the caller has to write are one transaction.
 */
import { newRequestIdBytes, uuidBytes, uuidText } from "../../ids.ts";
import { headerList } from "../../pipeline/route/payload-view.ts";
import type { Queryable } from "../../store/database.ts";
import { insertReplayedRequest, readPayloads } from "../../store/requests.ts";
import type { ApiDeps } from "../api-deps.ts";
import { type EventRow, readEvents } from "../events/events.sql.ts";

export interface Replay {
  team_id: string;
  source_id: string;
  /** Under which id the data is stored. */
  payload_id: string;
  connection_ids: readonly string[];
  alongside?: (tx: Queryable) => Promise<void>;
}

/** Null when the data is past retention. */
export async function replayData(
  { db, reroute }: Pick<ApiDeps, "db" | "reroute">,
  { team_id, source_id, payload_id, connection_ids, alongside }: Replay,
): Promise<{ request_id: string; events: EventRow[] } | null> {
  const [stored] = await readPayloads(db, [{ team: uuidBytes(team_id), id: uuidBytes(payload_id) }]);
  if (!stored) return null;
  const { method, path, query, client_ip, body } = stored;
  const payload = { method, path, query, client_ip, body, headers: headerList(stored.headers) };
  const request = { team_id, id: uuidText(newRequestIdBytes()), source_id, payload_id };

  const { events } = await reroute.reroute({ ...request, payload }, connection_ids, async (tx) => {
    await insertReplayedRequest(tx, request);
    await alongside?.(tx);
    return connection_ids;
  });
  return { request_id: request.id, events: await readEvents(db, team_id, events) };
}
