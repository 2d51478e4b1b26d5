/**
 * Which attempts does a caller see? Reads for the routes of this folder.
 *
 * Attempts are sorted by event and, within an event, by number. That is the primary key, and for
 * one event it is the order in which the attempts were made.
 */
import type { z } from "zod/mini";
import type { listAttempts } from "@posthorn/contract/attempts";
import type { AttemptStatus, AttemptTrigger, DeliveryErrorCode } from "@posthorn/contract/causes";
import { attemptOfId } from "@posthorn/contract/ids";
import type { Queryable } from "../../store/database.ts";
import { Conditions, whereId } from "../../store/filters/conditions.ts";
import { readPage, type ListSource, type Page } from "../lists/read-page.ts";

export interface AttemptRow {
  team_id: string;
  event_id: string;
  attempt_number: number;
  destination_id: string;
  trigger: AttemptTrigger;
  status: AttemptStatus;
  response_status: number | null;
  error_code: DeliveryErrorCode | null;
  bulk_retry_id: string | null;
  created_at: string;
  delivered_at: string | null;
  responded_at: string | null;
}

/** Columns that only the endpoint for a single attempt shows. */
export interface AttemptWithAnswer extends AttemptRow {
  http_method: string | null;
  requested_url: string | null;
  response_headers: string | null;
  response_body: Buffer | null;
}

const COLUMNS = `team_id, event_id, attempt_number, trigger, status, response_status, error_code,
  bulk_retry_id, created_at, delivered_at, responded_at,
  (select connections.destination_id
   from events join connections on connections.id = events.webhook_id
   where events.team_id = attempts.team_id and events.id = attempts.event_id) as destination_id`;

const LIST: ListSource = {
  columns: COLUMNS,
  from: "attempts",
  sort: {
    identity: [
      { sql: "event_id", kind: "uuid" },
      { sql: "attempt_number", kind: "integer" },
    ],
    keys: { created_at: [] },
    defaultKey: "created_at",
  },
  identityOf(publicId) {
    const attempt = attemptOfId(publicId);
    return attempt && [attempt.event_id, attempt.attempt_number];
  },
};

export async function readAttemptPage(
  db: Queryable,
  team_id: string,
  query: z.output<(typeof listAttempts)["query"]>,
): Promise<Page<AttemptRow>> {
  const conditions = new Conditions();
  conditions.add(`team_id = ${conditions.bind(team_id)}`);
  whereId(conditions, "event_id", "event", query.event_id);
  if (query.id) {
    const attempts = query.id.map((id) => attemptOfId(id)).filter((attempt) => attempt !== null);
    const events = conditions.bind(attempts.map((attempt) => attempt.event_id));
    const numbers = conditions.bind(attempts.map((attempt) => attempt.attempt_number));
    conditions.add(
      `(event_id, attempt_number) in (select * from unnest(${events}::uuid[], ${numbers}::int[]))`,
    );
  }
  return readPage(db, LIST, query, { conditions, team_id, teamColumn: "team_id" });
}

export interface AttemptKey {
  event_id: string;
  attempt_number: number;
}

export async function readAttempts(
  db: Queryable,
  team_id: string,
  keys: readonly AttemptKey[],
): Promise<AttemptRow[]> {
  const { rows } = await db.query<AttemptRow>(
    `select ${COLUMNS} from attempts
     where team_id = $1 and event_id = any ($2::uuid[])
       and (event_id, attempt_number) in (select * from unnest($2::uuid[], $3::int[]))`,
    [team_id, keys.map(({ event_id }) => event_id), keys.map(({ attempt_number }) => attempt_number)],
  );
  return rows;
}

export async function findAttempt(
  db: Queryable,
  team_id: string,
  { event_id, attempt_number }: AttemptKey,
): Promise<AttemptWithAnswer | null> {
  const { rows } = await db.query<AttemptWithAnswer>(
    `select ${COLUMNS}, http_method, requested_url, response_headers, response_body
     from attempts
     where team_id = $1 and event_id = $2 and attempt_number = $3`,
    [team_id, event_id, attempt_number],
  );
  return rows[0] ?? null;
}
