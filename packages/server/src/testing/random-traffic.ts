/**
 * How does a test get traffic of which it knows every row?
 *
 * Requests, events, ignored events, attempts and executions at random times, with random outcomes from a known seed.
 * They are written as the pipeline would, so they are counted as well. The test keeps the rows and counts them itself.
 */
import {
  ATTEMPT_TRIGGERS,
  EVENT_STATUSES,
  IGNORED_CAUSES,
  LOG_LEVELS,
  REJECTION_CAUSES,
} from "@posthorn/contract/causes";
import { eventIdBytes, firstIdAt, newId, newIdBytes, uuidBytes, uuidText } from "../ids.ts";
import type { Database } from "../store/database.ts";
import { pick } from "./random-calls.ts";
import type { Random } from "./random.ts";

export interface TrafficConnection {
  id: string;
  source_id: string;
  destination_id: string;
}

export interface TrafficRequest {
  id: string;
  atMs: number;
  source_id: string;
  rejection_cause: string | null;
  bulk_retry_id: string | null;
  /** Of its outcomes. */
  events: number;
  cliEvents: number;
  ignored: number;
}

export interface TrafficEvent {
  id: string;
  atMs: number;
  connection: TrafficConnection;
  event_data_id: string;
  status: string;
  attempts: number;
  response_status: number | null;
  error_code: string | null;
  delivery_group: string | null;
  cli_id: string | null;
  bulk_retry_id: string | null;
  next_attempt_at: string | null;
}

export interface TrafficAttempt {
  event: TrafficEvent;
  attempt_number: number;
  atMs: number;
  status: string;
  response_status: number | null;
  error_code: string | null;
  trigger: string;
  bulk_retry_id: string | null;
  delivery_ms: number | null;
  response_ms: number | null;
}

export interface TrafficIgnoredEvent {
  request_id: string;
  atMs: number;
  connection: TrafficConnection;
  cause: string;
}

export interface TrafficExecution {
  id: string;
  atMs: number;
  transformation_id: string;
  webhook_id: string;
  log_level: string;
}

export interface Traffic {
  requests: TrafficRequest[];
  events: TrafficEvent[];
  ignored: TrafficIgnoredEvent[];
  attempts: TrafficAttempt[];
  executions: TrafficExecution[];
}

export interface TrafficPlaces {
  connections: readonly TrafficConnection[];
  transformations: readonly string[];
  cli_id: string;
  bulk_retry_ids: readonly string[];
}

const ERRORS = ["TIMEOUT", "CONNECTION_REFUSED", "BAD_RESPONSE"];
const GROUPS = ["north", "south"];

const maybe = <Value>(random: Random, percent: number, value: () => Value): Value | null =>
  random(100) < percent ? value() : null;

/** Ids of one millisecond would be equal but for the random part, which a request id leaves room in. */
function requestIdAt(atMs: number): string {
  const id = uuidBytes(newId());
  uuidBytes(firstIdAt(atMs))
    .subarray(0, 6)
    .forEach((byte, at) => (id[at] = byte));
  id[14] = 0;
  id[15] = 0;
  return uuidText(id);
}

function randomEvent(
  random: Random,
  places: TrafficPlaces,
  connection: TrafficConnection,
  request: TrafficRequest,
  ordinal: number,
): TrafficEvent {
  const status = pick(random, EVENT_STATUSES);
  return {
    id: uuidText(eventIdBytes(uuidBytes(request.id), ordinal)),
    atMs: request.atMs,
    connection,
    event_data_id: request.id,
    status,
    attempts: random(4),
    response_status: maybe(random, 70, () => pick(random, [200, 201, 404, 500, 503])),
    error_code: maybe(random, 30, () => pick(random, ERRORS)),
    delivery_group: maybe(random, 50, () => pick(random, GROUPS)),
    cli_id: maybe(random, 20, () => places.cli_id),
    bulk_retry_id: maybe(random, 20, () => pick(random, places.bulk_retry_ids)),
    next_attempt_at: maybe(random, 50, () => new Date(request.atMs + 60_000).toISOString()),
  };
}

function randomAttempt(
  random: Random,
  event: TrafficEvent,
  attempt_number: number,
  places: TrafficPlaces,
): TrafficAttempt {
  const delivery_ms = maybe(random, 80, () => 1 + random(50));
  return {
    event,
    attempt_number,
    atMs: event.atMs + random(3_600_000),
    status: pick(random, ["SUCCESSFUL", "FAILED"]),
    response_status: maybe(random, 70, () => pick(random, [200, 500])),
    error_code: maybe(random, 30, () => pick(random, ERRORS)),
    trigger: pick(random, ATTEMPT_TRIGGERS),
    bulk_retry_id: maybe(random, 20, () => pick(random, places.bulk_retry_ids)),
    delivery_ms,
    response_ms: delivery_ms === null ? null : maybe(random, 80, () => 1 + random(4_000)),
  };
}

/** `fromMs` to `toMs`; attempts are up to an hour later than their events. */
export function randomTraffic(
  random: Random,
  places: TrafficPlaces,
  { count, fromMs, toMs }: { count: number; fromMs: number; toMs: number },
): Traffic {
  const traffic: Traffic = { requests: [], events: [], ignored: [], attempts: [], executions: [] };
  const sources = [...new Set(places.connections.map(({ source_id }) => source_id))];
  for (let made = 0; made < count; made++) {
    const atMs = fromMs + random(toMs - fromMs);
    const request: TrafficRequest = {
      id: requestIdAt(atMs),
      atMs,
      source_id: pick(random, sources),
      rejection_cause: maybe(random, 25, () => pick(random, REJECTION_CAUSES)),
      bulk_retry_id: maybe(random, 20, () => pick(random, places.bulk_retry_ids)),
      events: 0,
      cliEvents: 0,
      ignored: 0,
    };
    traffic.requests.push(request);
    const reached = places.connections.filter(({ source_id }) => source_id === request.source_id);
    for (const [at, connection] of reached.entries()) {
      if (request.rejection_cause !== null) continue;
      if (random(100) < 40) {
        request.ignored++;
        traffic.ignored.push({
          request_id: request.id,
          atMs,
          connection,
          cause: pick(random, IGNORED_CAUSES),
        });
        continue;
      }
      const event = randomEvent(random, places, connection, request, at + 1);
      if (event.cli_id === null) request.events++;
      else request.cliEvents++;
      traffic.events.push(event);
      for (let number = 1; number <= event.attempts; number++)
        traffic.attempts.push(randomAttempt(random, event, number, places));
    }
    const executionAtMs = fromMs + random(toMs - fromMs);
    traffic.executions.push({
      id: uuidText(
        Buffer.concat([uuidBytes(firstIdAt(executionAtMs)).subarray(0, 6), newIdBytes().subarray(6)]),
      ),
      atMs: executionAtMs,
      transformation_id: pick(random, places.transformations),
      webhook_id: pick(random, places.connections).id,
      log_level: pick(random, LOG_LEVELS),
    });
  }
  return traffic;
}

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

function timesOf({ atMs, delivery_ms, response_ms }: TrafficAttempt) {
  const deliveredMs = delivery_ms === null ? null : atMs + delivery_ms;
  return {
    created_at: iso(atMs),
    delivered_at: iso(deliveredMs),
    responded_at: iso(deliveredMs === null || response_ms === null ? null : deliveredMs + response_ms),
  };
}

/** One statement per table, events before ignored events, as routing does it. */
export async function storeTraffic(db: Database, team_id: string, traffic: Traffic): Promise<void> {
  const { requests, events, ignored, attempts, executions } = traffic;
  const stored: [sql: string, rows: readonly object[]][] = [
    [
      `insert into requests (team_id, id, source_id, rejection_cause, bulk_retry_id, accepted_by)
       select $1, id, source_id, rejection_cause, bulk_retry_id, 1
       from jsonb_to_recordset($2) as row (id uuid, source_id uuid, rejection_cause text, bulk_retry_id uuid)`,
      requests,
    ],
    [
      `insert into events (team_id, id, webhook_id, event_data_id, status, attempts, trigger, response_status, error_code,
         delivery_group, cli_id, bulk_retry_id, next_attempt_at, updated_at)
       select $1, id, webhook_id, event_data_id, status, attempts, 'INITIAL', response_status, error_code, delivery_group,
         cli_id, bulk_retry_id, next_attempt_at, now()
       from jsonb_to_recordset($2) as row (id uuid, webhook_id uuid, event_data_id uuid, status text, attempts int,
         response_status smallint, error_code text, delivery_group text, cli_id uuid, bulk_retry_id uuid,
         next_attempt_at timestamptz)`,
      events.map((event) => Object.assign({ webhook_id: event.connection.id }, event)),
    ],
    [
      `insert into ignored_events (team_id, request_id, webhook_id, cause)
       select $1, request_id, webhook_id, cause
       from jsonb_to_recordset($2) as row (request_id uuid, webhook_id uuid, cause text)`,
      ignored.map((one) => Object.assign({ webhook_id: one.connection.id }, one)),
    ],
    [
      `insert into attempts (team_id, event_id, webhook_id, attempt_number, trigger, status, response_status, error_code,
         bulk_retry_id, created_at, delivered_at, responded_at)
       select $1, event_id, webhook_id, attempt_number, trigger, status, response_status, error_code, bulk_retry_id, created_at,
         delivered_at, responded_at
       from jsonb_to_recordset($2) as row (event_id uuid, webhook_id uuid, attempt_number int, trigger text, status text,
         response_status smallint, error_code text, bulk_retry_id uuid, created_at timestamptz,
         delivered_at timestamptz, responded_at timestamptz)`,
      attempts.map((attempt) =>
        Object.assign(timesOf(attempt), attempt, {
          event_id: attempt.event.id,
          webhook_id: attempt.event.connection.id,
        }),
      ),
    ],
    [
      `insert into transformation_executions (team_id, id, transformation_id, webhook_id, original_event_data_id,
         log_level, logs)
       select $1, id, transformation_id, webhook_id, id, log_level, '[]'
       from jsonb_to_recordset($2) as row (id uuid, transformation_id uuid, webhook_id uuid, log_level text)`,
      executions,
    ],
  ];
  for (const [sql, rows] of stored) await db.query(sql, [team_id, JSON.stringify(rows)]);
}
