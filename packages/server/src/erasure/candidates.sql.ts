/**
 * Which rows may contain the identifier of a person, as far as SQL can decide?
 *
 * A stretch is bounded in rows and in bytes, so that no statement runs long. SQL looks for the parts of the identifier that every
 * spelling has as they are; rows that may spell them otherwise, or are compressed, are read too. erase-payload.ts decides.
 */
import { lastIdOf } from "../store/search-index.ts";
import { IS_PENDING } from "../store/events.ts";
import type { Queryable } from "../store/database.ts";
import { requestIdOfEvent } from "../ids.ts";
import type { Stage } from "./stages.ts";

export interface StretchOfRows {
  team_id: string;
  after: string;
  /** Rows with larger ids are not looked at. */
  upTo: string;
  rows: number;
  bytes: number;
}

const TABLES: Readonly<Record<Stage, { id: string; bytes: string; which: string }>> = {
  payloads: { id: "id", bytes: "coalesce(octet_length(body), 0) + octet_length(headers)", which: "true" },
  kept_payloads: {
    id: "id",
    bytes: "coalesce(octet_length(body), 0) + octet_length(headers)",
    which: "true",
  },
  events: { id: "id", bytes: "0", which: "delivery_group is not null" },
  attempts: { id: "event_id", bytes: "coalesce(octet_length(response_body), 0)", which: "true" },
  transformation_executions: { id: "id", bytes: "octet_length(logs)", which: "true" },
};

/** Returns the last id of the stretch, which is `upTo` when it is the last one. */
export async function endOfStretch(
  db: Queryable,
  stage: Stage,
  { team_id, after, upTo, rows: most, bytes }: StretchOfRows,
): Promise<string> {
  const { id, bytes: size, which } = TABLES[stage];
  const { rows } = await db.query<{ id: string; seen: number }>(
    `select id, seen from (
       select id, row_number() over stretch as seen, sum(size) over stretch - size as before
       from (
         select ${id} as id, ${size} as size from ${stage}
         where team_id = $1 and ${id} > $2 and ${id} <= $3 and ${which} order by ${id} limit $4) as next_rows
       window stretch as (order by id rows unbounded preceding)) as measured
     where before <= $5 order by id desc limit 1`,
    [team_id, after, upTo, most, bytes],
  );
  const last = rows[0];
  if (!last) return upTo;
  if (last.seen === most) return last.id;
  // Fewer rows than asked for: either there are no more, or their bytes ended the stretch.
  const { rowCount } = await db.query(
    `select from ${stage} where team_id = $1 and ${id} > $2 and ${id} <= $3 and ${which} limit 1`,
    [team_id, last.id, upTo],
  );
  return rowCount === 0 ? upTo : last.id;
}

/** `$4` are the patterns of the anchors. Without anchors every row is a candidate. */
const textMay = (column: string) =>
  `(${column} collate "C" ilike all ($4::text[]) or ${column} like '%\\\\u%' or ${column} like '%\\%%')`;
const bytesMay = (column: string) =>
  `(encode(${column}, 'escape') collate "C" ilike all ($4::text[])
     or ${column} like '%\\\\\\\\u%'::bytea or ${column} like '%\\\\%%'::bytea)`;

export interface Range {
  team_id: string;
  after: string;
  /** Included. */
  end: string;
}

const patternsOf = (anchors: readonly string[]) => anchors.map((anchor) => `%${anchor}%`);

export interface PayloadCandidate {
  id: string;
  path: string;
  query: string | null;
  headers: string;
  client_ip: string | null;
  body: Buffer | null;
}

export async function readPayloadCandidates(
  db: Queryable,
  table: "payloads" | "kept_payloads",
  { team_id, after, end }: Range,
  anchors: readonly string[],
): Promise<PayloadCandidate[]> {
  const { rows } = await db.query<PayloadCandidate>(
    `select id, path, query, headers, client_ip, body from ${table}
     where team_id = $1 and id > $2 and id <= $3
       and (cardinality($4::text[]) = 0 or ${textMay("path")} or ${textMay("query")} or ${textMay("headers")}
         or ${textMay("client_ip")} or ${bytesMay("body")} or headers ilike '%content-encoding%')
     order by id`,
    [team_id, after, end, patternsOf(anchors)],
  );
  return rows;
}

export interface AttemptCandidate {
  event_id: string;
  attempt_number: number;
  requested_url: string | null;
  response_headers: string | null;
  response_body: Buffer | null;
}

export async function readAttemptCandidates(
  db: Queryable,
  { team_id, after, end }: Range,
  anchors: readonly string[],
): Promise<AttemptCandidate[]> {
  const { rows } = await db.query<AttemptCandidate>(
    `select event_id, attempt_number, requested_url, response_headers, response_body from attempts
     where team_id = $1 and event_id > $2 and event_id <= $3
       and (cardinality($4::text[]) = 0 or ${textMay("requested_url")} or ${textMay("response_headers")}
         or ${bytesMay("response_body")} or response_headers ilike '%content-encoding%')
     order by event_id, attempt_number`,
    [team_id, after, end, patternsOf(anchors)],
  );
  return rows;
}

export async function readLogCandidates(
  db: Queryable,
  { team_id, after, end }: Range,
  anchors: readonly string[],
): Promise<{ id: string; logs: string }[]> {
  const { rows } = await db.query<{ id: string; logs: string }>(
    `select id, logs from transformation_executions
     where team_id = $1 and id > $2 and id <= $3 and (cardinality($4::text[]) = 0 or ${textMay("logs")})
     order by id`,
    [team_id, after, end, patternsOf(anchors)],
  );
  return rows;
}

export interface GroupedEvent {
  id: string;
  delivery_group: string;
  /** Its payload is still there. Retention takes the payload before the event. */
  has_payload: boolean;
}

export async function readDeliveryGroups(
  db: Queryable,
  { team_id, after, end }: Range,
): Promise<GroupedEvent[]> {
  const { rows } = await db.query<GroupedEvent>(
    `select id, delivery_group,
       exists (select from payloads where team_id = $1 and payloads.id = event_data_id)
         or exists (select from kept_payloads where team_id = $1 and kept_payloads.id = event_data_id) as has_payload
     from events
     where team_id = $1 and id > $2 and id <= $3 and delivery_group is not null order by id`,
    [team_id, after, end],
  );
  return rows;
}

/**
 * Returns the events that carry these payloads: of their own requests, and of the requests that replay them.
 */
export async function readEventsOf(
  db: Queryable,
  team_id: string,
  payload_ids: readonly string[],
): Promise<{ id: string; is_pending: boolean }[]> {
  if (payload_ids.length === 0) return [];
  const { rows: replays } = await db.query<{ id: string; payload_id: string }>(
    "select id, payload_id from requests where team_id = $1 and payload_id = any ($2::uuid[])",
    [team_id, payload_ids],
  );
  const carriers = [
    ...payload_ids.map((payload_id) => ({ id: requestIdOfEvent(payload_id), payload_id })),
    ...replays,
  ];
  const { rows } = await db.query<{ id: string; is_pending: boolean }>(
    `select distinct events.id, ${IS_PENDING} as is_pending
     from unnest($2::uuid[], $3::uuid[], $4::uuid[]) as carrier (first, last, payload_id)
     join events on events.team_id = $1 and events.id >= carrier.first and events.id <= carrier.last
       and events.event_data_id = carrier.payload_id`,
    [
      team_id,
      carriers.map(({ id }) => id),
      carriers.map(({ id }) => lastIdOf(id)),
      carriers.map(({ payload_id }) => payload_id),
    ],
  );
  return rows;
}
