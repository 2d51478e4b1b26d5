/**
 * How does a test get thousands of events, requests and ignored events? A few statements write them, as the pipeline
 * would.
 */
import { eventIdBytes, newRequestIdBytes, uuidText } from "../ids.ts";
import type { Database } from "../store/database.ts";
import { dropOldDays } from "../store/old-days.ts";
import { ensurePartitions } from "../store/partitions.ts";
import { TABLES_OF_DATA } from "../store/retention.ts";
import type { ConfiguredConnection } from "./gateway.ts";
import { requestIdAt } from "./request-id-at.ts";

type Connection = Pick<ConfiguredConnection, "project" | "source" | "connection">;

const ARCHIVED_DAYS_AGO = 40;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the ids of the requests, oldest first. */
export async function givenManyRequests(
  db: Database,
  { project, source }: Connection,
  count: number,
  rejection_cause: string | null = null,
  newRequestId: () => Uint8Array = newRequestIdBytes,
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => uuidText(newRequestId())).toSorted();
  await db.query(
    `with made as (
       insert into requests (team_id, id, source_id, rejection_cause, accepted_by)
       select $1, id, $2, $4, 0 from unnest($3::uuid[]) as row (id))
     insert into payloads (team_id, id, method, path, headers, body)
     select $1, id, 'POST', '/', '["content-type","application/json"]', '{"hello":"world"}'
     from unnest($3::uuid[]) as row (id)`,
    [project, source, ids, rejection_cause],
  );
  return ids;
}

/** Each of a request of its own. Returns their ids, oldest first. */
export async function givenManyEvents(
  db: Database,
  connection: Connection,
  count: number,
  status = "FAILED",
  newRequestId: () => Uint8Array = newRequestIdBytes,
): Promise<string[]> {
  const requests = await givenManyRequests(db, connection, count, null, newRequestId);
  const ids = requests.map((id) => uuidText(eventIdBytes(Buffer.from(id.replaceAll("-", ""), "hex"), 1)));
  const wasTried = !["QUEUED", "SCHEDULED", "HOLD"].includes(status);
  await db.query(
    `insert into events (team_id, id, webhook_id, event_data_id, status, attempts, trigger, last_attempt_at,
       response_status, next_attempt_at, updated_at)
     select $1, id, $2, data_id, $5, $6, 'INITIAL', case when $6 > 0 then now() end,
       case when $5 = 'SUCCESSFUL' then 200 when $6 > 0 then 500 end,
       case when $5 in ('QUEUED', 'SCHEDULED') then now() + interval '1 hour' end, now()
     from unnest($3::uuid[], $4::uuid[]) as row (id, data_id)`,
    [connection.project, connection.connection, ids, requests, status, wasTried ? 1 : 0],
  );
  return ids;
}

/** Failed events whose payloads and day of attempts retention has dropped. Returns their ids, oldest first. */
export async function givenArchivedEvents(
  db: Database,
  connection: Connection,
  count: number,
): Promise<string[]> {
  const madeAtMs = Date.now() - ARCHIVED_DAYS_AGO * DAY_MS;
  await ensurePartitions(db, madeAtMs);
  const ids = await givenManyEvents(db, connection, count, "FAILED", () => requestIdAt(madeAtMs));
  for (const table of TABLES_OF_DATA) await dropOldDays(db, table, madeAtMs + 2 * DAY_MS);
  return ids;
}

/** Each of a request of its own. Returns the ids of the requests, oldest first. */
export async function givenManyIgnored(
  db: Database,
  connection: Connection,
  count: number,
  cause = "FILTERED",
): Promise<string[]> {
  const requests = await givenManyRequests(db, connection, count);
  await db.query(
    `insert into ignored_events (team_id, request_id, webhook_id, cause)
     select $1, id, $2, $4 from unnest($3::uuid[]) as row (id)`,
    [connection.project, connection.connection, requests, cause],
  );
  return requests;
}
