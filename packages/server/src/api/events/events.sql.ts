/**
 * Which events does a caller see? Reads for the routes of this folder.
 *
 * Pages are read along the primary key, newest first. Only pages by time of the last attempt are sorted,
 * because an index on that time would cost one more entry per attempt.
 */
import type { AttemptTrigger, DeliveryErrorCode, EventStatus } from "@posthorn/contract/causes";
import type { DestinationType } from "@posthorn/contract/destinations";
import type { Rules } from "@posthorn/contract/rules";
import type { EventFilters } from "@posthorn/contract/events";
import { internalId } from "@posthorn/contract/ids";
import type { Database, Queryable } from "../../store/database.ts";
import type { KeptDestinationConfig } from "../../store/destinations.ts";
import { HAS_DATA } from "../../store/events.ts";
import { eventConditions } from "../../store/filters/event-filters.ts";
import { LIVE_PROJECTS } from "../../store/projects.ts";
import type { Searches } from "../../search/searches.ts";
import { asksForValues } from "../../search/fitting-payloads.ts";
import { keepFitting } from "../../search/fitting-rows.sql.ts";
import type { ListSource, Page, PageQuery } from "../lists/read-page.ts";
import { scanFor } from "../lists/scan-for.ts";
import { scanPage, type ScannedList } from "../lists/scan-page.ts";
import { orderOf, type SortKeys } from "../lists/sort.ts";
import { sortedPage } from "../lists/sorted-page.ts";
import { eventWays } from "./event-ways.sql.ts";

export interface EventRow {
  id: string;
  team_id: string;
  webhook_id: string;
  source_id: string;
  destination_id: string;
  event_data_id: string;
  status: EventStatus;
  attempts: number;
  /** What caused the attempt that is under way, or that comes next. */
  trigger: AttemptTrigger;
  next_attempt_at: string | null;
  last_attempt_at: string | null;
  successful_at: string | null;
  response_status: number | null;
  error_code: DeliveryErrorCode | null;
  /** Empty when the destination has groups but this event belongs to none. */
  delivery_group: string | null;
  cli_id: string | null;
  updated_at: string;
}

// The connection is looked up per returned row: with a join, the planner might sort all events.
const COLUMNS = `id, team_id, webhook_id, event_data_id, status, attempts, trigger, next_attempt_at, last_attempt_at,
  successful_at, response_status, error_code, delivery_group, cli_id, updated_at,
  (select source_id from connections where connections.id = events.webhook_id) as source_id,
  (select destination_id from connections where connections.id = events.webhook_id) as destination_id`;

const SORT: SortKeys = {
  identity: [{ sql: "id", kind: "uuid" }],
  keys: {
    created_at: [],
    // Events without an attempt sort before all others, as if their last attempt had been in 1970.
    last_attempt_at: [{ sql: "coalesce(last_attempt_at, timestamptz 'epoch')", kind: "time" }],
  },
  defaultKey: "created_at",
};
const LIST: ScannedList = {
  table: "events",
  columns: COLUMNS,
  sort: SORT,
  identityOf: (publicId) => internalId("event", publicId),
};
const SORTED_LIST: ListSource = {
  columns: COLUMNS,
  from: "events",
  sort: SORT,
  identityOf(publicId) {
    const id = internalId("event", publicId);
    return id === null ? null : [id];
  },
};

const TOO_MUCH_TO_SORT =
  "Sorting by last_attempt_at takes too long here. Narrow the list by created_at or last_attempt_at[lte], and try again";

async function sortEventPage(
  db: Database,
  searches: Searches,
  team_id: string,
  query: EventFilters & PageQuery,
): Promise<Page<EventRow>> {
  const conditions = eventConditions(team_id, query);
  const ways = (await eventWays(db, team_id, query))(conditions);
  const keep = async (rows: Page<EventRow>["rows"]) => {
    const candidates = rows.map((row) => ({ row, payload_id: row.event_data_id }));
    return (await keepFitting(db, { team_id, filters: query }, candidates)).map(({ row }) => row);
  };
  return sortedPage<EventRow>(db, SORTED_LIST, query, {
    team_id,
    searches,
    conditions,
    ways,
    keep: asksForValues(query) ? keep : null,
    tooMuch: TOO_MUCH_TO_SORT,
  });
}

export async function readEventPage(
  db: Database,
  searches: Searches,
  team_id: string,
  query: EventFilters & PageQuery,
): Promise<Page<EventRow>> {
  const isById = orderOf(SORT, query).columns.length === SORT.identity.length;
  if (!isById) return sortEventPage(db, searches, team_id, query);
  return scanPage<EventRow>(db, LIST, query, {
    ...scanFor<EventRow>(db, searches, { team_id, filters: query }, (row) => row.event_data_id),
    conditionsOf: () => eventConditions(team_id, query),
    waysOf: await eventWays(db, team_id, query),
  });
}

/** Whether retention has archived an event, and whether a bookmark keeps its data all the same. */
export async function findArchival(
  db: Queryable,
  team_id: string,
  id: string,
): Promise<"archived" | "bookmarked" | null> {
  const { rows } = await db.query<{ has_data: boolean; is_kept: boolean }>(
    `select ${HAS_DATA} as has_data, exists (
       select from kept_payloads
       where kept_payloads.team_id = events.team_id and kept_payloads.id = events.event_data_id) as is_kept
     from events where team_id = $1 and id = $2`,
    [team_id, id],
  );
  const [found] = rows;
  if (!found || found.has_data) return null;
  return found.is_kept ? "bookmarked" : "archived";
}

export async function findEvent(db: Queryable, team_id: string, id: string): Promise<EventRow | null> {
  const { rows } = await db.query<EventRow>(`select ${COLUMNS} from events where team_id = $1 and id = $2`, [
    team_id,
    id,
  ]);
  return rows[0] ?? null;
}

/** Sorted by id. */
export async function readEvents(
  db: Queryable,
  team_id: string,
  ids: readonly string[],
): Promise<EventRow[]> {
  const { rows } = await db.query<EventRow>(
    `select ${COLUMNS} from events where team_id = $1 and id = any($2::uuid[]) order by id`,
    [team_id, ids],
  );
  return rows;
}

/** What the request of an attempt depends on, beside its event. */
export interface SentAttempt {
  event_id: string;
  attempt_number: number;
  trigger: AttemptTrigger;
  http_method: string | null;
  requested_url: string | null;
  created_at: string;
  /** How many earlier attempts at the event failed. */
  failed_before: number;
}

/** Returns, by event id, the newest attempt up to the given number; the newest of all without one. */
export async function readNewestAttempts(
  db: Queryable,
  team_id: string,
  eventIds: readonly string[],
  upTo: number | null = null,
): Promise<Map<string, SentAttempt>> {
  const { rows } = await db.query<SentAttempt>(
    `select newest.*, (
       select count(*)::int from attempts
       where attempts.team_id = $1 and attempts.event_id = newest.event_id
         and attempts.attempt_number < newest.attempt_number and attempts.status = 'FAILED') as failed_before
     from unnest($2::uuid[]) as asked (id)
     cross join lateral (
       select event_id, attempt_number, trigger, http_method, requested_url, created_at
       from attempts
       where attempts.team_id = $1 and attempts.event_id = asked.id
         and ($3::int is null or attempts.attempt_number <= $3)
       order by attempt_number desc limit 1) as newest`,
    [team_id, eventIds, upTo],
  );
  return new Map(rows.map((row) => [row.event_id, row]));
}

/** Everything that a delivery depends on, except its payload and the number of the attempt. */
export interface DeliveryContext {
  webhook_id: string;
  connection_name: string | null;
  rules: Rules;
  source_name: string;
  destination_name: string;
  destination_type: DestinationType;
  destination_config: KeptDestinationConfig;
  /** Sealed; null without credentials. */
  destination_auth: Buffer | null;
  signing_secret: Buffer;
  previous_signing_secret: Buffer | null;
  previous_signing_secret_until: string | null;
  /** Null means our default prefix. */
  headers_prefix: string | null;
  disabled_at: string | null;
  deleted_at: string | null;
}

export async function readDeliveryContexts(
  db: Queryable,
  team_id: string,
  webhookIds: readonly string[],
): Promise<Map<string, DeliveryContext>> {
  const { rows } = await db.query<DeliveryContext>(
    `select connections.id as webhook_id, connections.name as connection_name, connections.rules, connections.disabled_at,
       connections.deleted_at, sources.name as source_name, destinations.name as destination_name,
       destinations.type as destination_type, destinations.config as destination_config,
       destinations.auth as destination_auth, projects.signing_secret,
       projects.previous_signing_secret, projects.previous_signing_secret_until, projects.headers_prefix
     from connections
     join sources on sources.id = connections.source_id
     join destinations on destinations.id = connections.destination_id
     join ${LIVE_PROJECTS} on projects.id = connections.team_id
     where connections.team_id = $1 and connections.id = any($2::uuid[])`,
    [team_id, webhookIds],
  );
  return new Map(rows.map((row) => [row.webhook_id, row]));
}

/** Returns, by request id, whether the sender was verified. */
export async function readVerified(
  db: Queryable,
  team_id: string,
  requestIds: readonly string[],
): Promise<Map<string, boolean | null>> {
  const { rows } = await db.query<{ id: string; verified: boolean | null }>(
    `select id, verified from requests where team_id = $1 and id = any($2::uuid[])`,
    [team_id, requestIds],
  );
  return new Map(rows.map((row) => [row.id, row.verified]));
}
