/** Which are the latest requests of a source that reached its rules? With their payloads, for a trial of rules. */
import { RULES_TRIAL_BODY_MAX_BYTES } from "@posthorn/contract/limits";
import { uuidBytes } from "../../ids.ts";
import type { Queryable } from "../../store/database.ts";
import { type StoredPayload, readPayloads } from "../../store/requests.ts";

/** A source that rejects nearly everything is not searched for longer than this. */
const LOOK_AT_MOST = 5_000;

export interface RecentRequest {
  id: string;
  payload: StoredPayload;
}

/** The newest first. Requests whose data is past retention are left out; a body that is too large is null. */
export async function readRecentRequests(
  db: Queryable,
  { team_id, source_id, limit }: { team_id: string; source_id: string; limit: number },
): Promise<RecentRequest[]> {
  const { rows } = await db.query<{ id: string; payload_id: string }>(
    `select id, coalesce(payload_id, id) as payload_id
     from (
       select id, payload_id, rejection_cause from requests
       where team_id = $1 and source_id = $2
       order by id desc limit $3) as latest
     where rejection_cause is null or rejection_cause = 'NO_CONNECTION'
     order by id desc limit $4`,
    [team_id, source_id, LOOK_AT_MOST, limit],
  );
  const team = uuidBytes(team_id);
  const keys = [...new Set(rows.map(({ payload_id }) => payload_id))].map((id) => ({
    team,
    id: uuidBytes(id),
  }));
  const payloads = new Map(
    (await readPayloads(db, keys, RULES_TRIAL_BODY_MAX_BYTES)).map((payload) => [payload.id, payload]),
  );
  return rows.flatMap(({ id, payload_id }) => {
    const payload = payloads.get(payload_id);
    const isKept = payload && (payload.body !== null || payload.is_large);
    return isKept ? [{ id, payload }] : [];
  });
}
