/**
 * Every write to `requests` and `payloads`: what a source took in, byte for byte.
 */
import { boolArray, byteaArray, textArray, uuidArray } from "./binary-arrays.ts";
import { countedInto, createTally } from "./counters.ts";
import { MENDABLE_CAUSES, type RejectionCause } from "@posthorn/contract/causes";
import { uuidBytes, uuidText } from "../ids.ts";
import type { Queryable } from "./database.ts";
import type { Lane } from "./lane.ts";
import { type RoutedBatch, countRouted, routedInto, routedParameters } from "./routed.ts";

export interface RequestRow {
  id: Uint8Array;
  receivedAtMs: number;
  team: Uint8Array;
  source: Uint8Array;
  /** The source's id as text: tells subjects apart when counting. */
  sourceKey: string;
  rejection_cause: RejectionCause | null;
  /** Null: nothing was checked. */
  verified: boolean | null;
  method: string;
  path: string;
  query: string | null;
  /** Names and values in turn. */
  headers: readonly string[];
  client_ip: string | null;
  /** Null: not kept. */
  body: Uint8Array | null;
}

/** What a request is known to become, when every rule answers at once. */
type KnownOutcome = Pick<RoutedBatch, "events" | "ignored">;

const insertStatement = (routed: string) => `with incoming as (
     select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::bytea[], $17::bool[])
       as row (team_id, id, source_id, rejection_cause, method, path, query, headers, client_ip, body, verified)),
   kept as (
     insert into payloads (team_id, id, method, path, query, headers, client_ip, body)
     select team_id, id, method, path, query, headers, client_ip, body from incoming),
   ${routed}
   ${countedInto(12)}
   insert into requests (team_id, id, source_id, rejection_cause, verified, accepted_by)
   select team_id, id, source_id, rejection_cause, verified, $11::int from incoming`;
const INSERT = insertStatement("");
const INSERT_WITH_EVENTS = insertStatement(`${routedInto(18, { hasExtras: false })},`);

/** One commit for all of them and for what is known to become of them, or none. */
export async function insertRequests(
  lane: Lane,
  acceptedBy: number,
  rows: readonly RequestRow[],
  known: KnownOutcome = { events: [], ignored: [] },
): Promise<void> {
  const tally = createTally();
  countRouted(tally, known);
  for (const row of rows) {
    tally.add(
      row.team,
      row.source,
      row.sourceKey,
      row.rejection_cause === null ? "REQUEST" : "REJECTED",
      row.receivedAtMs,
      row.id,
    );
  }
  const values = [
    uuidArray(rows.map((row) => row.team)),
    uuidArray(rows.map((row) => row.id)),
    uuidArray(rows.map((row) => row.source)),
    textArray(rows.map((row) => row.rejection_cause)),
    textArray(rows.map((row) => row.method)),
    textArray(rows.map((row) => row.path)),
    textArray(rows.map((row) => row.query)),
    textArray(rows.map((row) => JSON.stringify(row.headers))),
    textArray(rows.map((row) => row.client_ip)),
    byteaArray(rows.map((row) => row.body)),
    acceptedBy,
    ...tally.parameters(),
    boolArray(rows.map((row) => row.verified)),
  ];
  if (known.events.length + known.ignored.length === 0) await lane.run("insert-requests", INSERT, values);
  else
    await lane.run("insert-requests-with-events", INSERT_WITH_EVENTS, [
      ...values,
      ...routedParameters(acceptedBy, known),
    ]);
}

export interface RequestKey {
  team_id: string;
  id: string;
}

export interface UnroutedRequest extends RequestKey {
  source_id: string;
  verified: boolean | null;
}

/** The events of the request `stored`, or what it was ignored for: a range of one value, so that no plan reads a table. */
const IS_ROUTED = `exists (
         select from events
         where events.team_id = stored.team_id and events.id > stored.id
           and events.id <= (left(stored.id::text, 32) || 'ffff')::uuid)
       or exists (
         select from ignored_events
         where ignored_events.team_id = stored.team_id
           and ignored_events.request_id >= stored.id and ignored_events.request_id <= stored.id)`;

/** Hands from one process to another those of these accepted requests that led to nothing yet, and returns them. */
export async function adoptRequests(
  tx: Queryable,
  { owner, heir, requests }: { owner: number; heir: number; requests: readonly RequestKey[] },
): Promise<UnroutedRequest[]> {
  if (requests.length === 0) return [];
  const { rows } = await tx.query<UnroutedRequest>(
    `update requests as stored
     set accepted_by = $2
     from unnest($3::uuid[], $4::uuid[]) as asked (team_id, id)
     where stored.team_id = asked.team_id and stored.id = asked.id and stored.accepted_by = $1
       and stored.rejection_cause is null and not (${IS_ROUTED})
     returning stored.team_id, stored.id, stored.source_id, stored.verified`,
    [owner, heir, requests.map(({ team_id }) => team_id), requests.map(({ id }) => id)],
  );
  return rows;
}

/**
 * Which of these requests has this process adopted? Asked after a commit whose answer was lost. Waits for that commit
 * if it is still on its way, because it has locked the rows.
 */
export async function findAdopted(
  db: Queryable,
  { heir, requests }: { heir: number; requests: readonly RequestKey[] },
): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>(
    `select stored.id
     from unnest($2::uuid[], $3::uuid[]) as asked (team_id, id)
     join requests as stored on stored.team_id = asked.team_id and stored.id = asked.id
     where stored.accepted_by = $1
     for share of stored`,
    [heir, requests.map(({ team_id }) => team_id), requests.map(({ id }) => id)],
  );
  return new Set(rows.map((row) => row.id));
}

/** Which of these requests are stored: asked after a commit whose answer was lost. */
export async function findStored(
  db: Queryable,
  keys: readonly { team: Uint8Array; id: Uint8Array }[],
): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>(
    `select requests.id
     from unnest($1::uuid[], $2::uuid[]) as wanted (team_id, id)
     join requests on requests.team_id = wanted.team_id and requests.id = wanted.id`,
    [uuidArray(keys.map((key) => key.team)), uuidArray(keys.map((key) => key.id))],
  );
  return new Set(rows.map((row) => row.id));
}

/** What checking the sender came to, for those of these requests whose source checks it. */
export async function readVerified(
  db: Queryable,
  keys: readonly { team: Uint8Array; id: Uint8Array }[],
): Promise<Map<string, boolean>> {
  const { rows } = await db.query<{ id: string; verified: boolean }>(
    `select requests.id, requests.verified
     from unnest($1::uuid[], $2::uuid[]) as wanted (team_id, id)
     join requests on requests.team_id = wanted.team_id and requests.id = wanted.id
     where requests.verified is not null`,
    [uuidArray(keys.map((key) => key.team)), uuidArray(keys.map((key) => key.id))],
  );
  return new Map(rows.map((row) => [row.id, row.verified]));
}

/** Their source lost its last connection before they could be routed. Marking them twice is marking them once. */
export async function markWithoutConnection(db: Queryable, requests: readonly RequestKey[]): Promise<void> {
  if (requests.length === 0) return;
  await db.query(
    `update requests set rejection_cause = 'NO_CONNECTION'
     from unnest($1::uuid[], $2::uuid[]) as asked (team_id, id)
     where requests.team_id = asked.team_id and requests.id = asked.id and rejection_cause is null`,
    [requests.map(({ team_id }) => team_id), requests.map(({ id }) => id)],
  );
}

/** Whoever holds the row decides alone what is added to the request. */
export async function lockRequest(
  tx: Queryable,
  { team_id, id }: { team_id: string; id: string },
): Promise<void> {
  await tx.query(`select from requests where team_id = $1 and id = $2 for no key update`, [team_id, id]);
}

/** What a bulk retry takes. */
export const IS_MENDABLE = `rejection_cause in (${MENDABLE_CAUSES.map((cause) => `'${cause}'`).join(", ")})`;

/** What a bulk replay takes: all but those whose body was never stored. */
export const IS_KEPT = "rejection_cause is distinct from 'PAYLOAD_TOO_LARGE'";

export interface RequestToRetry {
  team_id: string;
  id: string;
  source_id: string;
  payload_id: string;
  rejection_cause: RejectionCause | null;
  verified: boolean | null;
}

/** Null when it is not there, or no longer. */
export async function findRequestToRetry(
  db: Queryable,
  { team_id, id }: { team_id: string; id: string },
): Promise<RequestToRetry | null> {
  const { rows } = await db.query<RequestToRetry>(
    `select team_id, id, source_id, coalesce(payload_id, id) as payload_id, rejection_cause, verified
     from requests where team_id = $1 and id = $2`,
    [team_id, id],
  );
  return rows[0] ?? null;
}

/** What asking again came to. False: somebody else asked in the meantime, and theirs counts. */
export async function markRetried(
  db: Queryable,
  request: RequestToRetry,
  { rejection_cause, verified }: Pick<RequestToRetry, "rejection_cause" | "verified">,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update requests set rejection_cause = $4, verified = $5, retried_at = now()
     where team_id = $1 and id = $2 and rejection_cause is not distinct from $3`,
    [request.team_id, request.id, request.rejection_cause, rejection_cause, verified],
  );
  return rowCount > 0;
}

/** A bulk operation asked again about it. */
export async function markRetriedInBulk(
  db: Queryable,
  { team_id, id, bulk_retry_id }: { team_id: string; id: string; bulk_retry_id: string },
): Promise<void> {
  await db.query(`update requests set bulk_retry_id = $3 where team_id = $1 and id = $2`, [
    team_id,
    id,
    bulk_retry_id,
  ]);
}

export interface ReplayedRequest {
  team_id: string;
  id: string;
  source_id: string;
  payload_id: string;
  rejection_cause: RejectionCause | null;
  bulk_retry_id: string | null;
}

/** A request that nobody sent: data that is there, on its way once more. */
export async function insertReplayedRequest(db: Queryable, request: ReplayedRequest): Promise<void> {
  const { team_id, id, source_id, payload_id, rejection_cause, bulk_retry_id } = request;
  const tally = createTally();
  const counted = rejection_cause === null ? "REQUEST" : "REJECTED";
  tally.add(uuidBytes(team_id), uuidBytes(source_id), source_id, counted, Date.now(), uuidBytes(id));
  await db.query(
    `with ${countedInto(7)}
     insert into requests (team_id, id, source_id, payload_id, rejection_cause, bulk_retry_id, accepted_by)
     values ($1, $2, $3, $4, $5, $6, 0)`,
    [team_id, id, source_id, payload_id, rejection_cause, bulk_retry_id, ...tally.parameters()],
  );
}

export interface StoredPayload {
  team_id: string;
  id: string;
  method: string;
  path: string;
  query: string | null;
  headers: string;
  client_ip: string | null;
  body: Buffer | null;
}

/** The payloads behind the given keys; a key without one is simply missing from the answer. */
export async function readPayloads(
  db: Queryable,
  keys: readonly { team: Uint8Array; id: Uint8Array }[],
): Promise<StoredPayload[]> {
  const read = async (table: "payloads" | "kept_payloads", wanted: typeof keys) => {
    const { rows } = await db.query<StoredPayload>(
      `select ${table}.team_id, ${table}.id, method, path, query, headers, client_ip, body
       from unnest($1::uuid[], $2::uuid[]) as wanted (team_id, id)
       join ${table} on ${table}.team_id = wanted.team_id and ${table}.id = wanted.id`,
      [uuidArray(wanted.map((key) => key.team)), uuidArray(wanted.map((key) => key.id))],
    );
    return rows;
  };
  const rows = await read("payloads", keys);
  if (rows.length === keys.length) return rows;
  // What is past retention may be kept for a bookmark.
  const found = new Set(rows.map((row) => row.id));
  const missing = keys.filter((key) => !found.has(uuidText(key.id)));
  return missing.length === 0 ? rows : [...rows, ...(await read("kept_payloads", missing))];
}
