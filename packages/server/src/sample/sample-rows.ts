/** Which rows are left of the sample's day? Pure: ids of connections and the like come in. */
import { eventIdBytes, pastIdBytes, uuidText } from "../ids.ts";
import type { PastRows } from "../store/past-rows.ts";
import type { SampleAttempt, SampleDay, SampleOutcome, SampleRequest } from "./sample-day.ts";
import type { SampleConnection, SampleSource } from "./shop.ts";

/** Internal ids. */
export interface SampleIds {
  sources: Readonly<Record<SampleSource, string>>;
  connections: Readonly<Record<SampleConnection, string>>;
  transformation: string;
  bulkRetry: string;
}

export interface SampleRowsDeps {
  ids: SampleIds;
  /** The URL that a mock is shown with. No request ever goes there. */
  mockUrl: string;
}

type Row<Table extends keyof PastRows> = PastRows[Table][number];
type Writable = { -readonly [Table in keyof PastRows]: Row<Table>[] };

const isoOf = (ms: number) => new Date(ms).toISOString();
const ANSWERS: Readonly<Record<number, string>> = {
  200: '{"received":true}',
  429: '{"error":"Too many requests"}',
  502: '{"error":"Bad gateway"}',
  503: '{"error":"No connection to the database"}',
};
const ANSWER_HEADERS = JSON.stringify(["content-type", "application/json"]);
/** From the beginning of an attempt until the request is written. */
const WRITTEN_AFTER_MS = 3;

export function sampleRows({ requests }: Pick<SampleDay, "requests">, deps: SampleRowsDeps): PastRows {
  const rows: Writable = {
    payloads: [],
    requests: [],
    events: [],
    attempts: [],
    ignored: [],
    executions: [],
  };
  for (const request of requests) addRequest(rows, request, deps);
  return rows;
}

function addRequest(rows: Writable, request: SampleRequest, deps: SampleRowsDeps): void {
  const { source, rejection_cause, atMs, method, client_ip, body } = request;
  const bytes = pastIdBytes(atMs);
  bytes.writeUInt16BE(0, 14); // room for the numbers of its events
  const id = uuidText(bytes);
  const headers = JSON.stringify(request.headers.flat());
  rows.payloads.push({ id, method, headers, client_ip, body });
  rows.requests.push({ id, source_id: deps.ids.sources[source], rejection_cause });
  for (const [at, outcome] of request.outcomes.entries())
    addOutcome(rows, { request, id, headers, eventId: uuidText(eventIdBytes(bytes, at + 1)), outcome }, deps);
}

interface Routed {
  request: SampleRequest;
  /** Of the request, and of its payload. */
  id: string;
  headers: string;
  /** Also that of the run of a transformation, and of what it has made. */
  eventId: string;
  outcome: SampleOutcome;
}

function addOutcome(rows: Writable, routed: Routed, { ids, mockUrl }: SampleRowsDeps): void {
  const { request, id, headers, eventId, outcome } = routed;
  const { run } = outcome;
  const webhook_id = ids.connections[outcome.connection];
  const transformed = run?.body ?? null;
  if (run)
    rows.executions.push({
      id: eventId,
      transformation_id: ids.transformation,
      webhook_id,
      original_event_data_id: id,
      transformed_event_data_id: transformed === null ? null : eventId,
      log_level: run.log_level,
      logs: JSON.stringify(run.logs),
    });
  if (outcome.ignored !== null) {
    const meta = { FILTERED: ["body"], TRANSFORMATION_FAILED: { transformation_id: ids.transformation } };
    const { ignored: cause } = outcome;
    const isExplained = cause === "FILTERED" || cause === "TRANSFORMATION_FAILED";
    rows.ignored.push({ request_id: id, webhook_id, cause, meta: isExplained ? meta[cause] : null });
    return;
  }
  if (transformed !== null)
    rows.payloads.push({
      id: eventId,
      method: request.method,
      headers,
      client_ip: request.client_ip,
      body: transformed,
    });
  const bulkOf = ({ trigger }: SampleAttempt) => (trigger === "BULK_RETRY" ? ids.bulkRetry : null);
  const { status, attempts } = outcome;
  const last = attempts.at(-1);
  const bulk_retry_id = last ? bulkOf(last) : null;
  rows.events.push({
    id: eventId,
    webhook_id,
    event_data_id: transformed === null ? id : eventId,
    status,
    attempts: attempts.length,
    trigger: last?.trigger ?? "INITIAL",
    retries: attempts.filter(({ trigger }) => trigger === "AUTOMATIC").length,
    last_attempt_at: last ? isoOf(last.atMs) : null,
    successful_at: last && status === "SUCCESSFUL" ? isoOf(answeredMs(last)) : null,
    response_status: last?.response_status ?? null,
    bulk_retry_id,
    status_before_bulk_retry: bulk_retry_id === null ? null : "FAILED",
    updated_at: isoOf(last ? answeredMs(last) : request.atMs),
  });
  for (const [at, attempt] of attempts.entries())
    rows.attempts.push({
      event_id: eventId,
      webhook_id,
      attempt_number: at + 1,
      trigger: attempt.trigger,
      status: attempt.response_status < 300 ? "SUCCESSFUL" : "FAILED",
      response_status: attempt.response_status,
      http_method: request.method,
      requested_url: `${mockUrl}/`,
      response_headers: ANSWER_HEADERS,
      response_body: ANSWERS[attempt.response_status] ?? "",
      created_at: isoOf(attempt.atMs),
      delivered_at: isoOf(attempt.atMs + WRITTEN_AFTER_MS),
      responded_at: isoOf(answeredMs(attempt)),
      // The attempt of a bulk retry follows the last one that the rule has made.
      is_final: attempt.response_status < 300 ? null : attempts[at + 1]?.trigger !== "AUTOMATIC",
      bulk_retry_id: bulkOf(attempt),
    });
}

function answeredMs({ atMs, response_ms }: SampleAttempt): number {
  return atMs + WRITTEN_AFTER_MS + response_ms;
}
