/** Which requests does a caller see, and what became of each? Reads for the routes of this folder. */
import { internalId } from "@posthorn/contract/ids";
import type { RejectionCause } from "@posthorn/contract/causes";
import type { RequestFilters } from "@posthorn/contract/requests";
import type { Queryable } from "../../store/database.ts";
import { Conditions, whereCreatedAt, whereId, whereInteger, whereOneOf } from "../lists/conditions.ts";
import { readPage, type ListSource, type Page, type PageQuery } from "../lists/read-page.ts";

export interface RequestRow {
  id: string;
  team_id: string;
  source_id: string;
  rejection_cause: RejectionCause | null;
  verified: boolean | null;
  events_count: number;
  ignored_count: number;
  has_payload: boolean;
}

/** A request's events are one range of ids: see the first migration. */
const EVENTS_COUNT = `(select count(*)::int from events
  where events.team_id = requests.team_id and events.id > requests.id
    and events.id <= (left(requests.id::text, 32) || 'ffff')::uuid)`;
const IGNORED_COUNT = `(select count(*)::int from ignored_events
  where ignored_events.team_id = requests.team_id and ignored_events.request_id = requests.id)`;

const COLUMNS = `id, team_id, source_id, rejection_cause, verified,
  ${EVENTS_COUNT} as events_count, ${IGNORED_COUNT} as ignored_count,
  exists (select 1 from payloads where payloads.team_id = requests.team_id and payloads.id = requests.id) as has_payload`;

const LIST: ListSource = {
  columns: COLUMNS,
  from: "requests",
  sort: {
    identity: [{ sql: "id", kind: "uuid" }],
    // A request is ingested when it is created; its id says when that was.
    keys: { ingested_at: [], created_at: [] },
    defaultKey: "ingested_at",
  },
  identityOf(publicId) {
    const id = internalId("request", publicId);
    return id === null ? null : [id];
  },
};

/** A request that found no connection was fine by itself, so it counts as accepted. */
const IS_ACCEPTED = "coalesce(rejection_cause, 'NO_CONNECTION') = 'NO_CONNECTION'";

function conditionsOf(team_id: string, filters: RequestFilters): Conditions {
  const conditions = new Conditions();
  conditions.add(`team_id = ${conditions.bind(team_id)}`);
  whereId(conditions, "id", "request", filters.id);
  whereId(conditions, "source_id", "source", filters.source_id);
  if (filters.status) conditions.add(filters.status === "accepted" ? IS_ACCEPTED : `not ${IS_ACCEPTED}`);
  whereOneOf(conditions, "rejection_cause", filters.rejection_cause);
  if (filters.verified !== undefined) {
    conditions.add(`verified is ${filters.verified ? "true" : "not true"}`);
  }
  whereCreatedAt(conditions, "id", filters.created_at);
  whereCreatedAt(conditions, "id", filters.ingested_at);
  whereInteger(conditions, EVENTS_COUNT, filters.events_count);
  whereInteger(conditions, IGNORED_COUNT, filters.ignored_count);
  // Nothing is delivered to a CLI yet, so every request has none.
  whereInteger(conditions, "0", filters.cli_events_count);
  return conditions;
}

export async function readRequestPage(
  db: Queryable,
  team_id: string,
  query: RequestFilters & PageQuery,
): Promise<Page<RequestRow>> {
  const conditions = conditionsOf(team_id, query);
  return readPage(db, LIST, query, { conditions, team_id, teamColumn: "team_id" });
}

export async function findRequest(db: Queryable, team_id: string, id: string): Promise<RequestRow | null> {
  const { rows } = await db.query<RequestRow>(
    `select ${COLUMNS} from requests where team_id = $1 and id = $2`,
    [team_id, id],
  );
  return rows[0] ?? null;
}
