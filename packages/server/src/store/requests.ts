/**
 * Every write to `requests` and `payloads`: what a source took in, byte for byte.
 */
import { boolArray, byteaArray, textArray, uuidArray } from "./binary-arrays.ts";
import { FIXABLE_CAUSES, type RejectionCause, type VerificationFailure } from "@posthorn/contract/causes";
import type { Redaction } from "@posthorn/contract/redaction";
import type { WebhookTopic } from "@posthorn/contract/webhook-topics";
import { uuidText } from "../ids.ts";
import type { Queryable } from "./database.ts";
import type { Lane } from "./lane.ts";
import { hasDay } from "./partitions.ts";
import { fenced } from "./processes.ts";
import { TABLES_OF_DATA } from "./retention.ts";
import { type RoutedBatch, routedInto, routedParameters } from "./routed.ts";

export interface RequestRow {
  id: Uint8Array;
  receivedAtMs: number;
  team: Uint8Array;
  source: Uint8Array;
  rejection_cause: RejectionCause | null;
  /** Null: nothing was checked. */
  verified: boolean | null;
  /** Why the sender is not proven; null unless that is the cause. */
  verification_failure: VerificationFailure | null;
  method: string;
  path: string;
  query: string | null;
  /** Names and values in turn. */
  headers: readonly string[];
  client_ip: string | null;
  /** Null: not kept. */
  body: Uint8Array | null;
  /** What was masked in it; absent or null if nothing was. */
  redaction?: Redaction | null;
}

/** What a request becomes, if every rule answers at once. */
type KnownOutcome = Pick<RoutedBatch, "events" | "ignored">;

const insertStatement = (routed: string) => `with kept as (
     insert into payloads (team_id, id, method, path, query, headers, client_ip, body, redaction)
     select team_id, id, method, path, query, headers, client_ip, body, redaction::jsonb
     from (
       select unnest($1::uuid[]) as team_id, unnest($2::uuid[]) as id, unnest($5::text[]) as method,
         unnest($6::text[]) as path, unnest($7::text[]) as query, unnest($8::text[]) as headers,
         unnest($9::text[]) as client_ip, unnest($10::bytea[]) as body, unnest($14::text[]) as redaction) as received)${routed}
   insert into requests (team_id, id, source_id, rejection_cause, verified, verification_failure, accepted_by)
   select team_id, id, source_id, rejection_cause, verified, failure::jsonb, ${fenced("$11")}
   from (
     select unnest($1::uuid[]) as team_id, unnest($2::uuid[]) as id, unnest($3::uuid[]) as source_id,
       unnest($4::text[]) as rejection_cause, unnest($12::bool[]) as verified, unnest($13::text[]) as failure) as incoming`;
const INSERT = insertStatement("");
const INSERT_WITH_EVENTS = insertStatement(`,\n   ${routedInto(15, { hasExtras: false, isFenced: false })}`);

/** Stores all requests, and the events and ignored events that are already known, in one commit or not at all. */
export async function insertRequests(
  lane: Pick<Lane, "run">,
  acceptedBy: number,
  rows: readonly RequestRow[],
  known: KnownOutcome = { events: [], ignored: [] },
): Promise<void> {
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
    boolArray(rows.map((row) => row.verified)),
    textArray(rows.map(({ verification_failure: failure }) => failure && JSON.stringify(failure))),
    textArray(rows.map(({ redaction }) => (redaction ? JSON.stringify(redaction) : null))),
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

/** Whether the request `stored` has events or ignored events. Ranges, so that no plan reads a whole table. */
const IS_ROUTED = `exists (
         select from events
         where events.team_id = stored.team_id and events.id > stored.id
           and events.id <= (left(stored.id::text, 32) || 'ffff')::uuid)
       or exists (
         select from ignored_events
         where ignored_events.team_id = stored.team_id
           and ignored_events.request_id >= stored.id and ignored_events.request_id <= stored.id)`;

/** Hands those of these accepted requests that are not routed yet from one process to another, and returns them. */
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
 * Returns which of these requests this process has adopted, after a commit whose reply was lost. Waits for that commit
 * if it is still running, because it has locked the rows.
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

/** Returns which of these requests are stored, after a commit whose reply was lost. */
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

/** Returns `verified` of each of these requests whose source checked the sender. */
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

/**
 * Rejects requests whose source lost its last connection before they could be routed. A second call changes nothing.
 */
export async function markWithoutConnection(db: Queryable, requests: readonly RequestKey[]): Promise<void> {
  if (requests.length === 0) return;
  await db.query(
    `update requests set rejection_cause = 'NO_CONNECTION'
     from unnest($1::uuid[], $2::uuid[]) as asked (team_id, id)
     where requests.team_id = asked.team_id and requests.id = asked.id and rejection_cause is null`,
    [requests.map(({ team_id }) => team_id), requests.map(({ id }) => id)],
  );
}

/** Only the holder of this lock may add events to the request. */
export async function lockRequest(
  tx: Queryable,
  { team_id, id }: { team_id: string; id: string },
): Promise<void> {
  await tx.query(`select from requests where team_id = $1 and id = $2 for no key update`, [team_id, id]);
}

/** The requests that a bulk retry takes. */
export const IS_FIXABLE = `rejection_cause in (${FIXABLE_CAUSES.map((cause) => `'${cause}'`).join(", ")})`;

/** The requests that a bulk replay takes: all but those whose body was never stored. */
export const IS_KEPT = "rejection_cause is distinct from 'PAYLOAD_TOO_LARGE'";

export interface RequestToRetry {
  team_id: string;
  id: string;
  source_id: string;
  payload_id: string;
  rejection_cause: RejectionCause | null;
  verified: boolean | null;
  verification_failure: VerificationFailure | null;
  /** Retention has dropped no day that its new events write to, whether or not a bookmark keeps the payload. */
  has_days: boolean;
}

/** What a check of the sender and the content said about a request. */
export type RequestVerdict = Pick<RequestToRetry, "rejection_cause" | "verified" | "verification_failure">;

/** An event belongs to the day of its request, and so do its attempts and what a transformation makes for it. */
const HAS_DAYS = TABLES_OF_DATA.map((table) => hasDay(table, "requests.id")).join(" and ");

/** Returns null when there is no such request, or not any more. */
export async function findRequestToRetry(
  db: Queryable,
  { team_id, id }: { team_id: string; id: string },
): Promise<RequestToRetry | null> {
  const { rows } = await db.query<RequestToRetry>(
    `select team_id, id, source_id, coalesce(payload_id, id) as payload_id, rejection_cause, verified,
       verification_failure, ${HAS_DAYS} as has_days
     from requests where team_id = $1 and id = $2`,
    [team_id, id],
  );
  return rows[0] ?? null;
}

/** Stores the result of a retry. Returns false if another retry changed the request meanwhile: then that one counts. */
export async function markRetried(
  db: Queryable,
  request: RequestToRetry,
  { rejection_cause, verified, verification_failure: failure }: RequestVerdict,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update requests set rejection_cause = $4, verified = $5, verification_failure = $6, retried_at = now()
     where team_id = $1 and id = $2 and rejection_cause is not distinct from $3`,
    [request.team_id, request.id, request.rejection_cause, rejection_cause, verified, failure],
  );
  return rowCount > 0;
}

/** Marks a request that a bulk operation has evaluated once more. */
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

/** Writes the new request of a replay, which refers to stored data. */
export async function insertReplayedRequest(db: Queryable, request: ReplayedRequest): Promise<void> {
  const { team_id, id, source_id, payload_id, rejection_cause, bulk_retry_id } = request;
  await db.query(
    `insert into requests (team_id, id, source_id, payload_id, rejection_cause, bulk_retry_id, accepted_by)
     values ($1, $2, $3, $4, $5, $6, 0)`,
    [team_id, id, source_id, payload_id, rejection_cause, bulk_retry_id],
  );
}

export interface OwnRequest extends RequestKey {
  source_id: string;
  rejection_cause: RejectionCause | null;
  /** What it tells of its project. Null: it tells of its organization. */
  topic: WebhookTopic | null;
}

/** Writes a request that Posthorn itself makes. We vouch for it, whatever the source asks of its senders. */
export async function insertOwnRequest(tx: Queryable, request: OwnRequest): Promise<void> {
  const { team_id, id, source_id, rejection_cause, topic } = request;
  await tx.query(
    `insert into requests (team_id, id, source_id, payload_id, rejection_cause, topic, verified, accepted_by)
     values ($1, $2, $3, $2, $4, $5, true, 0)`,
    [team_id, id, source_id, rejection_cause, topic],
  );
}

/** Returns those of these requests that are topics, or replays of one. */
export async function findTopicRequests(
  db: Queryable,
  team_id: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ id: string }>(
    `select requests.id
     from requests left join requests as replayed
       on replayed.team_id = requests.team_id and replayed.id = requests.payload_id
     where requests.team_id = $1 and requests.id = any($2::uuid[])
       and (requests.topic is not null or replayed.topic is not null)`,
    [team_id, ids],
  );
  return new Set(rows.map((row) => row.id));
}

/** Stores content of our own making, under the id of the request that it comes in with. */
export async function insertPayload(
  db: Queryable,
  payload: RequestKey &
    Pick<RequestRow, "method" | "path" | "query" | "headers" | "client_ip" | "body" | "redaction">,
): Promise<void> {
  const { team_id, id, method, path, query, headers, client_ip, body, redaction = null } = payload;
  await db.query(
    `insert into payloads (team_id, id, method, path, query, headers, client_ip, body, redaction)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [team_id, id, method, path, query, JSON.stringify(headers), client_ip, body, redaction],
  );
}

/** Masks a payload that came in before its source masked anything, and the copy that a bookmark keeps of it. */
export async function maskPayload(
  tx: Queryable,
  { team_id, id }: RequestKey,
  { query, headers, body, redaction }: Pick<RequestRow, "query" | "headers" | "body" | "redaction">,
): Promise<void> {
  for (const table of ["payloads", "kept_payloads"] as const)
    await tx.query(
      `update ${table} set query = $3, headers = $4, body = $5, redaction = $6 where team_id = $1 and id = $2`,
      [team_id, id, query, JSON.stringify(headers), body, redaction],
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
  /** The body is larger than the caller asked for, and left out. */
  is_large: boolean;
}

/** PostgreSQL compares with it; no body is larger. */
const ANY_SIZE = 2 ** 31 - 1;

/** Returns the payloads of the given keys. A payload that is gone is missing from the answer. */
export async function readPayloads(
  db: Queryable,
  keys: readonly { team: Uint8Array; id: Uint8Array }[],
  largestBytes = ANY_SIZE,
): Promise<StoredPayload[]> {
  const read = async (table: "payloads" | "kept_payloads", wanted: typeof keys) => {
    const { rows } = await db.query<StoredPayload>(
      `select ${table}.team_id, ${table}.id, method, path, query, headers, client_ip,
         case when octet_length(body) <= $3 then body end as body, coalesce(octet_length(body) > $3, false) as is_large
       from unnest($1::uuid[], $2::uuid[]) as wanted (team_id, id)
       join ${table} on ${table}.team_id = wanted.team_id and ${table}.id = wanted.id`,
      [uuidArray(wanted.map((key) => key.team)), uuidArray(wanted.map((key) => key.id)), largestBytes],
    );
    return rows;
  };
  const rows = await read("payloads", keys);
  if (rows.length === keys.length) return rows;
  // A bookmark may have kept data that is past retention.
  const found = new Set(rows.map((row) => row.id));
  const missing = keys.filter((key) => !found.has(uuidText(key.id)));
  return missing.length === 0 ? rows : [...rows, ...(await read("kept_payloads", missing))];
}

export interface ErasedContent {
  content: Pick<RequestRow, "path" | "query" | "headers" | "client_ip" | "body">;
  /** How many values were erased in it. */
  count: number;
}

/** Writes what an erasure has left of a payload, or of its copy. The record of what was masked says how many values went. */
export async function replaceContent(
  tx: Queryable,
  table: "payloads" | "kept_payloads",
  { team_id, id }: RequestKey,
  { content: { path, query, headers, client_ip, body }, count }: ErasedContent,
): Promise<void> {
  await tx.query(
    `update ${table}
     set path = $3, query = $4, headers = $5, client_ip = $6, body = $7,
       redaction = coalesce(redaction, '{"paths": [], "count": 0}')
         || jsonb_build_object('erased', coalesce((redaction ->> 'erased')::int, 0) + $8::int)
     where team_id = $1 and id = $2`,
    [team_id, id, path, query, JSON.stringify(headers), client_ip, body, count],
  );
}
