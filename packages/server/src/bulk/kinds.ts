/**
 * Which rows does each kind of bulk operation act on?
 *
 * Rows of one table that match the query and that the action applies to. The estimate and the
 * run both ask here, so both leave out the same rows.
 */
import {
  BulkEventQuery,
  BulkIgnoredEventQuery,
  BulkReplayQuery,
  BulkRequestQuery,
} from "@posthorn/contract/bulk";
import type { BulkType } from "@posthorn/contract/causes";
import type { PayloadFilters } from "@posthorn/contract/payload-filters";
import * as z from "zod/mini";
import { HAS_ENDED, IS_PENDING, hasLiveConnection, mayHaveData } from "../store/events.ts";
import type { Conditions } from "../store/filters/conditions.ts";
import { eventConditions } from "../store/filters/event-filters.ts";
import { ignoredEventConditions } from "../store/filters/ignored-event-filters.ts";
import { requestConditions } from "../store/filters/request-filters.ts";
import { IS_KEPT, IS_FIXABLE } from "../store/requests.ts";

export interface BulkKind {
  table: "events" | "ignored_events" | "requests";
  /** The run goes through the rows in the order of this column. */
  idColumn: "id" | "request_id";
  /** The SQL expression for the id of a row's payload; null if no query can ask about payloads. */
  payloadId: string | null;
  /** Rows of the project that match the query, as far as SQL can decide, and that the action applies to. */
  matching: (team_id: string, query: unknown) => Conditions;
  /** The part of a query that only a look into payloads can decide: see search/fitting-rows.sql.ts. */
  payloadFilters: (query: unknown) => PayloadFilters;
  /** The parsed query: equal for two spellings of the same query. */
  understood: (query: unknown) => unknown;
  /** The action inserts new rows into the same table; the operation must not act on those. */
  makesRows: boolean;
}

function kindOf<Query extends z.ZodMiniType<object>>(
  subject: Pick<BulkKind, "table" | "idColumn" | "payloadId">,
  query: Query,
  conditionsOf: (team_id: string, filters: z.output<Query>) => Conditions,
  can: string | null,
): BulkKind {
  return {
    ...subject,
    matching(team_id, given) {
      const conditions = conditionsOf(team_id, z.parse(query, given));
      if (can !== null) conditions.add(can);
      return conditions;
    },
    payloadFilters: (given) => (subject.payloadId === null ? {} : z.parse(query, given)),
    understood: (given) => z.parse(query, given),
    makesRows: false,
  };
}

/** The same connections in another order, or named twice, are the same target. */
function understoodReplay(given: unknown): unknown {
  const { target, ...filters } = z.parse(BulkReplayQuery, given);
  if (target === undefined) return filters;
  const { webhook_ids, ...source } = target;
  return {
    ...filters,
    target: { ...source, ...(webhook_ids && { webhook_ids: [...new Set(webhook_ids)].toSorted() }) },
  };
}

const EVENTS = { table: "events", idColumn: "id", payloadId: "event_data_id" } as const;
const IGNORED_EVENTS = { table: "ignored_events", idColumn: "request_id", payloadId: null } as const;
const REQUESTS = { table: "requests", idColumn: "id", payloadId: "coalesce(payload_id, id)" } as const;

/** The estimate of a retry must be what will be sent: without archived events, and without those of stopped connections. */
function retryableEvents(team_id: string, filters: z.output<typeof BulkEventQuery>): Conditions {
  const conditions = eventConditions(team_id, filters);
  const team = `${conditions.bind(team_id)}::uuid`;
  conditions.add(mayHaveData(team));
  conditions.add(hasLiveConnection(team));
  return conditions;
}

export const BULK_KINDS: Readonly<Record<BulkType, BulkKind>> = {
  "events.retry": kindOf(EVENTS, BulkEventQuery, retryableEvents, HAS_ENDED),
  "events.cancel": kindOf(EVENTS, BulkEventQuery, eventConditions, IS_PENDING),
  "ignored_events.retry": kindOf(IGNORED_EVENTS, BulkIgnoredEventQuery, ignoredEventConditions, null),
  "requests.retry": kindOf(REQUESTS, BulkRequestQuery, requestConditions, IS_FIXABLE),
  "requests.replay": {
    ...kindOf(REQUESTS, BulkReplayQuery, requestConditions, IS_KEPT),
    understood: understoodReplay,
    makesRows: true,
  },
};
