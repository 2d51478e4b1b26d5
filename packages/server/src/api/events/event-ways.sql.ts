/**
 * Which index finds the events that match a filter? See lists/ways.ts.
 *
 * Only rare values have an index (see 0004-pipeline.sql). Values that nearly all events share are found by scanning.
 */
import type { EventStatus } from "@posthorn/contract/causes";
import type { EventFilters } from "@posthorn/contract/events";
import type { DateFilterValue } from "@posthorn/contract/lists";
import { eventIdRange, requestIdOfEvent } from "../../ids.ts";
import type { Queryable } from "../../store/database.ts";
import {
  type Conditions,
  dateBounds,
  internalIds,
  whereCreatedAt,
  whereId,
} from "../../store/filters/conditions.ts";
import { groupsNamed } from "../../store/filters/event-filters.ts";
import { integersIn } from "../../store/filters/integers-in.ts";
import type { Way } from "../lists/scan-page.ts";
import { bestClue, CLUE_MAX_VALUES, type Clue, wayOf, wayOfAll } from "../lists/ways.ts";

const NEVER_TRIED: readonly EventStatus[] = ["SCHEDULED", "QUEUED", "HOLD", "CANCELLED"];
/** Up to this many connections are looked up one by one. */
const CONNECTIONS_AT_MOST = 100;
const REPLAYS_AT_MOST = 500;
/** Only manual retries lead to more attempts than this; such events are found by a full scan. */
const ATTEMPTS_AT_MOST = 300;

/** Null when no filter names connections, or when the filters match too many. */
async function connectionsOf(
  db: Queryable,
  team_id: string,
  filters: EventFilters,
): Promise<string[] | null> {
  const { webhook_id, source_id, destination_id, issue_id } = filters;
  if (!webhook_id && !source_id && !destination_id && !issue_id) return null;
  const { rows } = await db.query<{ id: string }>(
    `select id from connections
     where team_id = $1
       and ($2::uuid[] is null or id = any ($2)) and ($3::uuid[] is null or source_id = any ($3))
       and ($4::uuid[] is null or destination_id = any ($4))
       and ($5::uuid[] is null or id in (
         select subject_id from issues where team_id = $1 and id = any ($5) and type = 'delivery'))
     limit ${CONNECTIONS_AT_MOST + 1}`,
    [
      team_id,
      webhook_id ? internalIds("connection", webhook_id) : null,
      source_id ? internalIds("source", source_id) : null,
      destination_id ? internalIds("destination", destination_id) : null,
      issue_id ? internalIds("issue", issue_id) : null,
    ],
  );
  return rows.length > CONNECTIONS_AT_MOST ? null : rows.map((row) => row.id);
}

/** The highest number of attempts of any event; 1 means "at most one". */
async function mostAttempts(db: Queryable, team_id: string): Promise<number> {
  const { rows } = await db.query<{ attempts: number }>(
    `select attempts from events where team_id = $1 and attempts > 1 order by attempts desc limit 1`,
    [team_id],
  );
  return rows[0]?.attempts ?? 1;
}

async function attemptsClue(db: Queryable, team_id: string, filters: EventFilters): Promise<Clue | null> {
  if (integersIn(filters.attempts, { from: 0, to: 1 })?.length !== 0) return null;
  const most = await mostAttempts(db, team_id);
  if (most > ATTEMPTS_AT_MOST) return null;
  const values = integersIn(filters.attempts, { from: 2, to: most });
  return values && { column: "attempts", type: "integer", values, isByProject: true };
}

/** The statuses to look up in the index, if the filters exclude all others; otherwise null. */
function statusesOf({ status, attempts }: EventFilters): readonly EventStatus[] | null {
  if (status && !status.includes("SUCCESSFUL")) return status;
  const wasTried = integersIn(attempts, { from: 1, to: ATTEMPTS_AT_MOST });
  return attempts !== undefined &&
    wasTried?.length === 0 &&
    integersIn(attempts, { from: 0, to: 0 })?.length === 1
    ? NEVER_TRIED
    : null;
}

async function cluesOf(db: Queryable, team_id: string, filters: EventFilters): Promise<Clue[]> {
  const { bulk_retry_id, cli_id, delivery_group, error_code } = filters;
  const clues: (Clue | null)[] = [];
  if (bulk_retry_id) {
    const values = internalIds("bulk_operation", bulk_retry_id);
    clues.push({ column: "bulk_retry_id", type: "uuid", values, isByProject: false });
  }
  if (Array.isArray(cli_id)) {
    clues.push({
      column: "cli_id",
      type: "uuid",
      values: internalIds("cli_client", cli_id),
      isByProject: false,
    });
  }
  if (delivery_group) {
    const values = groupsNamed(delivery_group);
    clues.push({ column: "delivery_group", type: "text", values, isByProject: true });
  }
  if (error_code) clues.push({ column: "error_code", type: "text", values: error_code, isByProject: true });
  if (integersIn(filters.response_status, { from: 200, to: 299 })?.length === 0) {
    const values = integersIn(filters.response_status, { from: 100, to: 999 }) ?? [];
    clues.push({ column: "rare_response_status", type: "smallint", values, isByProject: true });
  }
  const statuses = statusesOf(filters);
  if (statuses) clues.push({ column: "rare_status", type: "text", values: statuses, isByProject: true });
  clues.push(await attemptsClue(db, team_id, filters));
  const connections = await connectionsOf(db, team_id, filters);
  if (connections)
    clues.push({ column: "webhook_id", type: "uuid", values: connections, isByProject: false });
  return clues.filter((clue) => clue !== null);
}

/**
 * Returns the requests whose events can have these payloads. A payload's id is the id of its
 * request or of its event; the request of a replay names its payload in `payload_id`. Null when
 * too many requests replay these payloads.
 */
async function requestsOfPayloads(
  db: Queryable,
  team_id: string,
  payloads: readonly string[],
): Promise<string[] | null> {
  const { rows } = await db.query<{ id: string }>(
    `select id from requests where team_id = $1 and payload_id = any ($2::uuid[]) limit ${REPLAYS_AT_MOST + 1}`,
    [team_id, payloads],
  );
  if (rows.length > REPLAYS_AT_MOST) return null;
  return [...new Set([...payloads.map(requestIdOfEvent), ...rows.map((row) => row.id)])];
}

function wayOfRequests(conditions: Conditions, team_id: string, requests: readonly string[]): Way {
  const ranges = requests.map((id) => eventIdRange(id));
  const above = conditions.bind(ranges.map((range) => range.above));
  const upTo = conditions.bind(ranges.map((range) => range.upTo));
  return {
    condition: `team_id = ${conditions.bind(team_id)} and id > asked.above and id <= asked.up_to`,
    values: `unnest(${above}::uuid[], ${upTo}::uuid[]) as asked (above, up_to)`,
  };
}

/**
 * An event that is on its way for the first time has no rare status. Processes remember how far back those go that they
 * hold from birth; older ones they have claimed.
 */
const OLDEST_IN_FLIGHT = `coalesce(
  (select unfinished_from from processes order by unfinished_from limit 1), '00000000-0000-0000-0000-000000000000')`;

function waysOfFirstAttempts(conditions: Conditions, team_id: string): Way[] {
  const { condition } = wayOfAll(conditions, team_id);
  return [
    { condition: `${condition} and id >= ${OLDEST_IN_FLIGHT}`, only: "(rare_status is null)" },
    {
      // As in `wayOf`: a range of one value leads to the index of claims, and to no other.
      condition: `claimed_by >= asked.id and claimed_by <= asked.id and id < ${OLDEST_IN_FLIGHT}`,
      values: "(select id from processes) as asked",
      orderedBy: "claimed_by",
      only: `(${condition} and rare_status is null)`,
    },
  ];
}

/** Nodes whose clocks are further apart than this would hold no lease either. */
const CLOCKS_DIFFER_BY_MS = 60_000;

/** An event is created before its attempts, so a bound on their time also bounds its id. */
function whereCreatedBefore(conditions: Conditions, filter: DateFilterValue | undefined): void {
  const beforeMs = filter === undefined ? null : dateBounds(filter).beforeMs;
  if (beforeMs !== null) whereCreatedAt(conditions, "id", { lt: beforeMs + CLOCKS_DIFFER_BY_MS });
}

/** The filters are examined once; the returned function builds the ways anew for each statement. */
export async function eventWays(
  db: Queryable,
  team_id: string,
  filters: EventFilters,
): Promise<(conditions: Conditions) => Way[]> {
  const requests = filters.request_id
    ? internalIds("request", filters.request_id)
    : filters.event_data_id
      ? await requestsOfPayloads(db, team_id, internalIds("payload", filters.event_data_id))
      : null;
  const isKnown = filters.id !== undefined || (requests !== null && requests.length <= CLUE_MAX_VALUES);
  const clue = isKnown ? null : await bestClue(db, "events", team_id, await cluesOf(db, team_id, filters));

  const isFutile =
    clue?.values.length === 0 || (filters.id === undefined && isKnown && requests?.length === 0);

  return (conditions) => {
    // Before binding: PostgreSQL refuses values that no statement uses.
    if (isFutile) return [];
    const within = conditions.beside();
    whereId(within, "id", "event", filters.id);
    whereCreatedAt(within, "id", filters.created_at);
    for (const filter of [filters.last_attempt_at, filters.successful_at]) whereCreatedBefore(within, filter);
    const narrowed = (way: Way): Way =>
      within.sql === "" ? way : { ...way, condition: `${way.condition} and ${within.sql}` };
    if (filters.id) return [narrowed(wayOfAll(conditions, team_id))];
    if (isKnown && requests) return [narrowed(wayOfRequests(conditions, team_id, requests))];
    if (clue) {
      const ways = [wayOf(conditions, team_id, clue)];
      if (clue.column === "rare_status" && clue.values.includes("QUEUED")) {
        ways.push(...waysOfFirstAttempts(conditions, team_id));
      }
      return ways.map(narrowed);
    }
    if (filters.next_attempt_at !== undefined && mustWait(filters)) {
      const { condition } = wayOfAll(conditions, team_id);
      return [narrowed({ condition: `${condition} and next_attempt_at is not null` })];
    }
    return [narrowed(wayOfAll(conditions, team_id))];
  };
}

/** Returns whether only events with a planned attempt can match. */
function mustWait({ next_attempt_at: filter }: EventFilters): boolean {
  return filter !== null && filter !== undefined && !(typeof filter === "object" && filter.any === false);
}
