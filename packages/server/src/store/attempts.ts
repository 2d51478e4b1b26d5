/**
 * How is the answer to an attempt stored, together with the change to its event?
 */
import type {
  AttemptStatus,
  AttemptTrigger,
  DeliveryErrorCode,
  EventStatus,
} from "@posthorn/contract/causes";
import {
  boolArray,
  byteaArray,
  float8Array,
  int2Array,
  int4Array,
  textArray,
  timestampArray,
  uuidArray,
} from "./binary-arrays.ts";
import type { Queryable } from "./database.ts";
import { ending, isOfMissingDay } from "./ended-attempts.ts";
import type { Lane } from "./lane.ts";

export interface SettledAttempt {
  team: Uint8Array;
  event: Uint8Array;
  connection: Uint8Array;
  attempt_number: number;
  trigger: AttemptTrigger;
  status: AttemptStatus;
  event_status: EventStatus;
  /** How long the event waits for its automatic retry, by the database's clock. Null means no retry. */
  retryWaitMs: number | null;
  retries: number;
  response_status: number | null;
  error_code: DeliveryErrorCode | null;
  http_method: string;
  requested_url: string;
  /** Names and values in turn; null without an answer. */
  response_headers: readonly string[] | null;
  response_body: Uint8Array | null;
  response_body_cut: boolean;
  createdAtMs: number;
  deliveredAtMs: number | null;
  respondedAtMs: number | null;
}

const RECORDED = `team_id, event_id, attempt_number, trigger, status, response_status, error_code, http_method,
       requested_url, response_headers, response_body, response_body_cut, created_at, delivered_at, responded_at, bulk_retry_id, webhook_id, is_final`;

/**
 * The event changes only while this process holds its lease and the attempt is its latest. An attempt that ends after a
 * take-over is recorded unless it already was, and changes nothing else. A leased event that is not QUEUED was
 * cancelled: a success still counts, and a failure is not retried.
 *
 * It gives PostgreSQL no bounds on the ids, although they would spare it the days outside the batch. With bounds it can
 * choose to read every event between them. And if it looks each event up by its key instead, PostgreSQL 18.4 does not
 * change an event that it had to wait for, nor any that follows in the batch (decision 122).
 *
 * Returns only what did not happen, which is mostly nothing: this is the pipeline's most frequent statement.
 */
const settling = (looksForDays: boolean) => `${ending({
  found: `ended as (
     select row.*, now() + retry_wait_ms * interval '1 millisecond' as next_attempt_at,
       case when status = 'FAILED' then retry_wait_ms is null end as is_final,
       case when trigger = 'BULK_RETRY' then (
         select events.bulk_retry_id from events
         where events.team_id = row.team_id and events.id = row.event_id) end as bulk_retry_id
     from (
       select unnest($1::uuid[]) as team_id, unnest($2::uuid[]) as event_id, unnest($3::int[]) as attempt_number,
         unnest($4::text[]) as trigger, unnest($5::text[]) as status, unnest($6::text[]) as event_status,
         unnest($7::int2[]) as response_status, unnest($8::text[]) as error_code, unnest($9::text[]) as http_method,
         unnest($10::text[]) as requested_url, unnest($11::text[]) as response_headers, unnest($12::bytea[]) as response_body,
         unnest($13::bool[]) as response_body_cut, unnest($14::timestamptz[]) as created_at,
         unnest($15::timestamptz[]) as delivered_at, unnest($16::timestamptz[]) as responded_at,
         unnest($18::float8[]) as retry_wait_ms, unnest($19::int2[]) as retries, unnest($20::uuid[]) as webhook_id) as row)`,
  attempt: RECORDED,
  looksForDays,
  change: `lease_owner = null, claimed_by = null,
     status = case when ended.event_status = 'FAILED' and events.status = 'CANCELLED' then 'CANCELLED' else ended.event_status end,
     retries = case when events.status = 'QUEUED' then ended.retries else events.retries end,
     next_attempt_at = case when events.status = 'QUEUED' then ended.next_attempt_at end,
     trigger = case when ended.next_attempt_at is null or events.status <> 'QUEUED' then events.trigger else 'AUTOMATIC' end,
     last_attempt_at = ended.created_at, response_status = ended.response_status, error_code = ended.error_code,
     successful_at = case when ended.event_status = 'SUCCESSFUL' then ended.responded_at else successful_at end`,
  which: "events.lease_owner = $17::int and events.attempts = ended.attempt_number",
})}
   select event_id, 'event' as what from ended where event_id not in (select event_id from changed)${
     looksForDays
       ? `
   union all
   select event_id, 'attempt' from ended where event_id not in (select event_id from recorded)`
       : ""
   }`;

const SETTLE = settling(false);
const SETTLE_KEPT_DAYS = settling(true);

interface NotDone {
  event_id: string;
  what: "event" | "attempt";
}

/** What settling did not do. Each is a set of ids of events. */
export interface LeftOut {
  /** Their event did not change: this process had lost the lease, or an earlier try has stored the outcome. */
  unchanged: ReadonlySet<string>;
  /** Their attempt was not recorded, because retention has dropped its day, or it already was. */
  unrecorded: ReadonlySet<string>;
}

/**
 * An earlier try may have stored some of these rows. A batch has each event at most once. Returns what it did not
 * change. It looks for attempts that were not recorded only if one of their days is gone.
 */
export async function settleAttempts(
  lane: Pick<Lane, "run">,
  owner: number,
  rows: readonly SettledAttempt[],
): Promise<LeftOut> {
  const values = [
    uuidArray(rows.map((row) => row.team)),
    uuidArray(rows.map((row) => row.event)),
    int4Array(rows.map((row) => row.attempt_number)),
    textArray(rows.map((row) => row.trigger)),
    textArray(rows.map((row) => row.status)),
    textArray(rows.map((row) => row.event_status)),
    int2Array(rows.map((row) => row.response_status)),
    textArray(rows.map((row) => row.error_code)),
    textArray(rows.map((row) => row.http_method)),
    textArray(rows.map((row) => row.requested_url)),
    textArray(rows.map((row) => row.response_headers && JSON.stringify(row.response_headers))),
    byteaArray(rows.map((row) => row.response_body)),
    boolArray(rows.map((row) => row.response_body_cut)),
    timestampArray(rows.map((row) => row.createdAtMs)),
    timestampArray(rows.map((row) => row.deliveredAtMs)),
    timestampArray(rows.map((row) => row.respondedAtMs)),
    owner,
    float8Array(rows.map((row) => row.retryWaitMs)),
    int2Array(rows.map((row) => row.retries)),
    uuidArray(rows.map((row) => row.connection)),
  ];
  const notDone = await lane.run<NotDone>("settle-attempts", SETTLE, values).catch((error: unknown) => {
    if (!isOfMissingDay(error)) throw error;
    return lane.run<NotDone>("settle-attempts-of-kept-days", SETTLE_KEPT_DAYS, values);
  });
  const idsOf = (what: NotDone["what"]) =>
    new Set(notDone.filter((row) => row.what === what).map((row) => row.event_id));
  return { unchanged: idsOf("event"), unrecorded: idsOf("attempt") };
}

/** Writes what an erasure has left of an answer, and of the address to which the attempt was sent. */
export async function replaceAnswer(
  tx: Queryable,
  { team_id, event_id, attempt_number }: { team_id: string; event_id: string; attempt_number: number },
  answer: Pick<SettledAttempt, "response_headers" | "response_body"> & { requested_url: string | null },
): Promise<void> {
  const { requested_url, response_headers, response_body } = answer;
  await tx.query(
    `update attempts set requested_url = $4, response_headers = $5, response_body = $6
     where team_id = $1 and event_id = $2 and attempt_number = $3`,
    [
      team_id,
      event_id,
      attempt_number,
      requested_url,
      response_headers && JSON.stringify(response_headers),
      response_body,
    ],
  );
}
