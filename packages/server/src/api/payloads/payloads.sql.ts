/**
 * What are the payloads of these requests or events?
 *
 * Bodies can be large and pages long, so a page reads bodies only up to a number of bytes; the list's route ends
 * the page there. A payload that a bookmark keeps is still found after its day's partition is dropped. Compressed
 * bodies come with their content.
 */
import { PAGE_BODIES_MAX_BYTES } from "@posthorn/contract/limits";
import type { Queryable } from "../../store/database.ts";
import { type PayloadRow, withContent } from "../../pipeline/route/payload-view.ts";

export interface StoredPayload extends PayloadRow {
  id: string;
  method: string;
  client_ip: string | null;
}

const COLUMNS = "id, method, path, query, headers, client_ip, body, redaction";

/** Null when the payload is past retention and no bookmark keeps it. */
export async function findPayload(db: Queryable, team_id: string, id: string): Promise<StoredPayload | null> {
  const { rows } = await db.query<StoredPayload>(
    `select ${COLUMNS} from payloads where team_id = $1 and id = $2
     union all
     select ${COLUMNS} from kept_payloads where team_id = $1 and id = $2
     limit 1`,
    [team_id, id],
  );
  return rows[0] ? withContent(rows[0]) : null;
}

/** The id of the payload that a request carried; null when the request is past retention. */
export async function findPayloadIdOfRequest(
  db: Queryable,
  team_id: string,
  request_id: string,
): Promise<string | null> {
  const { rows } = await db.query<{ payload_id: string }>(
    `select coalesce(payload_id, id) as payload_id from requests where team_id = $1 and id = $2`,
    [team_id, request_id],
  );
  return rows[0]?.payload_id ?? null;
}

/**
 * Returns how many of these payloads, in this order, fit into a page: at least one, so that
 * every page makes progress.
 */
export async function countFitting(db: Queryable, team_id: string, ids: readonly string[]): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*) as count
     from (
       select sum(coalesce(octet_length(payloads.body), octet_length(kept_payloads.body), 0)) over (order by wanted.ordinality) as bytes
       from unnest($2::uuid[]) with ordinality as wanted (id, ordinality)
       left join payloads on payloads.team_id = $1 and payloads.id = wanted.id
       left join kept_payloads on kept_payloads.team_id = $1 and kept_payloads.id = wanted.id) as running
     where bytes <= $3`,
    [team_id, ids, PAGE_BODIES_MAX_BYTES],
  );
  return Math.max(1, rows[0]?.count ?? 0);
}

export async function readPayloadsById(
  db: Queryable,
  team_id: string,
  ids: readonly string[],
): Promise<Map<string, StoredPayload>> {
  const { rows } = await db.query<StoredPayload>(
    `select ${COLUMNS} from payloads where team_id = $1 and id = any($2::uuid[])
     union all
     select ${COLUMNS} from kept_payloads as kept
     where team_id = $1 and id = any($2::uuid[])
       and not exists (select 1 from payloads where payloads.team_id = kept.team_id and payloads.id = kept.id)`,
    [team_id, ids],
  );
  const payloads = new Map<string, StoredPayload>();
  let decodedBytes = 0;
  for (const row of rows) {
    // Small bodies can have large contents: what is beyond the bound is shown as it came.
    const payload = decodedBytes > PAGE_BODIES_MAX_BYTES ? row : await withContent(row);
    decodedBytes += payload.content?.length ?? 0;
    payloads.set(row.id, payload);
  }
  return payloads;
}
