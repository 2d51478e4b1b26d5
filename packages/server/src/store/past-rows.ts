/**
 * How does traffic of the past get into the tables?
 *
 * As the pipeline would have left it: the triggers of the tables count it under the time in its ids. Everything here has
 * ended or is held, so no process looks for work in it: no row has a lease, or a time of a next attempt. Only the sample
 * project has such rows. Call `ensurePartitions` before, and everything else in one transaction.
 */
import type {
  AttemptTrigger,
  EventStatus,
  IgnoredCause,
  IssueStatus,
  LogLevel,
  RejectionCause,
} from "@posthorn/contract/causes";
import type { Queryable } from "./database.ts";
import type { SeenIssue } from "./issues.ts";

export interface PastRows {
  /** A payload has the id of its request, or of the event for which a transformation has made it. */
  payloads: readonly { id: string; method: string; headers: string; client_ip: string; body: string }[];
  requests: readonly { id: string; source_id: string; rejection_cause: RejectionCause | null }[];
  events: readonly {
    id: string;
    webhook_id: string;
    event_data_id: string;
    status: Extract<EventStatus, "SUCCESSFUL" | "FAILED" | "HOLD">;
    attempts: number;
    trigger: AttemptTrigger;
    retries: number;
    last_attempt_at: string | null;
    successful_at: string | null;
    response_status: number | null;
    bulk_retry_id: string | null;
    status_before_bulk_retry: EventStatus | null;
    updated_at: string;
  }[];
  attempts: readonly {
    event_id: string;
    webhook_id: string;
    attempt_number: number;
    trigger: AttemptTrigger;
    status: "SUCCESSFUL" | "FAILED";
    response_status: number;
    http_method: string;
    requested_url: string;
    response_headers: string;
    response_body: string;
    created_at: string;
    delivered_at: string;
    responded_at: string;
    /** Null for an attempt that was a success. */
    is_final: boolean | null;
    bulk_retry_id: string | null;
  }[];
  ignored: readonly { request_id: string; webhook_id: string; cause: IgnoredCause; meta: unknown }[];
  executions: readonly {
    id: string;
    transformation_id: string;
    webhook_id: string;
    original_event_data_id: string;
    transformed_event_data_id: string | null;
    log_level: LogLevel;
    /** JSON. */
    logs: string;
  }[];
}

/** In the order in which the triggers expect them: an ignored event asks whether its request has events. */
const INSERTS: Readonly<Record<keyof PastRows, string>> = {
  payloads: `insert into payloads (team_id, id, method, path, query, headers, client_ip, body)
    select $1, id, method, '/', null, headers, client_ip, convert_to(body, 'UTF8')
    from json_to_recordset($2) as row (id uuid, method text, headers text, client_ip text, body text)`,
  // No process has accepted them: a process that dies leaves none of them to its heir.
  requests: `insert into requests (team_id, id, source_id, rejection_cause, accepted_by)
    select $1, id, source_id, rejection_cause, 0
    from json_to_recordset($2) as row (id uuid, source_id uuid, rejection_cause text)`,
  events: `insert into events (team_id, id, webhook_id, event_data_id, status, attempts, trigger, retries, last_attempt_at,
      successful_at, response_status, bulk_retry_id, status_before_bulk_retry, updated_at)
    select $1, id, webhook_id, event_data_id, status, attempts, trigger, retries, last_attempt_at, successful_at,
      response_status, bulk_retry_id, status_before_bulk_retry, updated_at
    from json_to_recordset($2) as row (id uuid, webhook_id uuid, event_data_id uuid, status text, attempts int,
      trigger text, retries smallint, last_attempt_at timestamptz, successful_at timestamptz, response_status smallint,
      bulk_retry_id uuid, status_before_bulk_retry text, updated_at timestamptz)`,
  attempts: `insert into attempts (team_id, event_id, webhook_id, attempt_number, trigger, status, response_status,
      http_method, requested_url, response_headers, response_body, created_at, delivered_at, responded_at, is_final,
      bulk_retry_id)
    select $1, event_id, webhook_id, attempt_number, trigger, status, response_status, http_method, requested_url,
      response_headers, convert_to(response_body, 'UTF8'), created_at, delivered_at, responded_at, is_final, bulk_retry_id
    from json_to_recordset($2) as row (event_id uuid, webhook_id uuid, attempt_number int, trigger text, status text,
      response_status smallint, http_method text, requested_url text, response_headers text, response_body text,
      created_at timestamptz, delivered_at timestamptz, responded_at timestamptz, is_final boolean, bulk_retry_id uuid)`,
  ignored: `insert into ignored_events (team_id, request_id, webhook_id, cause, meta)
    select $1, request_id, webhook_id, cause, meta
    from json_to_recordset($2) as row (request_id uuid, webhook_id uuid, cause text, meta jsonb)`,
  executions: `insert into transformation_executions (team_id, id, transformation_id, webhook_id, original_event_data_id,
      transformed_event_data_id, log_level, logs)
    select $1, id, transformation_id, webhook_id, original_event_data_id, transformed_event_data_id, log_level, logs
    from json_to_recordset($2) as row (id uuid, transformation_id uuid, webhook_id uuid, original_event_data_id uuid,
      transformed_event_data_id uuid, log_level text, logs text)`,
};
const ORDER = ["payloads", "requests", "events", "attempts", "ignored", "executions"] as const;

/** News that tell of failures, and when they happened. For these rows that was not now. */
const NEWS_OF_FAILURES = ["attempt_news", "execution_news", "request_news"] as const;

export async function insertPastRows(tx: Queryable, team_id: string, rows: PastRows): Promise<void> {
  for (const table of ORDER) await tx.query(INSERTS[table], [team_id, JSON.stringify(rows[table])]);
  for (const news of NEWS_OF_FAILURES)
    await tx.query(`update ${news} set told_at = at where team_id = $1`, [team_id]);
}

export interface PastIssue extends SeenIssue {
  /** Its time is that of the first failure. */
  id: string;
  status: Extract<IssueStatus, "OPENED" | "RESOLVED">;
  status_changed_at: string;
}

/** The loop that opens issues will see the same failures, and find that they are these. */
export async function insertPastIssue(tx: Queryable, issue: PastIssue): Promise<void> {
  await tx.query(
    `insert into issues (id, team_id, type, subject_id, key, issue_trigger_id, status, status_changed_at, opened_at,
       first_seen_at, last_seen_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, $8)`,
    [
      issue.id,
      issue.team_id,
      issue.type,
      issue.subject_id,
      issue.key,
      issue.issue_trigger_id,
      issue.status,
      issue.status_changed_at,
      issue.first_at,
      issue.last_at,
    ],
  );
}

export interface PastBulkRetry {
  id: string;
  team_id: string;
  /** As it was asked, and as it was understood. */
  query: unknown;
  filters: unknown;
  last_id: string;
  /** Of its events, which were all delivered. */
  count: number;
  completed_at: string;
}

export async function insertPastBulkRetry(tx: Queryable, bulk: PastBulkRetry): Promise<void> {
  await tx.query(
    `insert into bulk_operations (id, team_id, number, type, query, filters, last_id, done_until, estimated_count,
       estimated_batch, processed_batch, completed_count, delivered_count, failed_again_count, completed_at, updated_at)
     values ($1, $2, 1, 'events.retry', $3, $4, $5, $5, $6, 1, 1, $6, $6, 0, $7, $7)`,
    [
      bulk.id,
      bulk.team_id,
      JSON.stringify(bulk.query),
      JSON.stringify(bulk.filters),
      bulk.last_id,
      bulk.count,
      bulk.completed_at,
    ],
  );
}
