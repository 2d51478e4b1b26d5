/**
 * What does each kind of bulk operation act on?
 *
 * Rows of one table that fit the query and that the action can be done to; everything else is left out of the
 * estimate and of the run alike, because both ask here.
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
import { IS_AT_REST, IS_PENDING } from "../store/events.ts";
import type { Conditions } from "../store/filters/conditions.ts";
import { eventConditions } from "../store/filters/event-filters.ts";
import { ignoredEventConditions } from "../store/filters/ignored-event-filters.ts";
import { requestConditions } from "../store/filters/request-filters.ts";
import { IS_KEPT, IS_MENDABLE } from "../store/requests.ts";

export interface BulkKind {
  table: "events" | "ignored_events" | "requests";
  /** The rows are gone through in its order. */
  idColumn: "id" | "request_id";
  /** Where the payload of a row is; null: none is asked about. */
  payloadId: string | null;
  /** Rows of the project that fit the query, as far as SQL can tell, and that the action can be done to. */
  matching: (team_id: string, query: unknown) => Conditions;
  /** What of a query only a look into payloads can tell: see search/fitting-rows.sql.ts. */
  payloadFilters: (query: unknown) => PayloadFilters;
  /** The query as it was understood: equal for two spellings of the same question. */
  understood: (query: unknown) => unknown;
  /** The action makes new rows of the table, which are not among those that it is done to. */
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

/** Connections in another order, or named twice, are the same target. */
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

export const BULK_KINDS: Readonly<Record<BulkType, BulkKind>> = {
  "events.retry": kindOf(EVENTS, BulkEventQuery, eventConditions, IS_AT_REST),
  "events.cancel": kindOf(EVENTS, BulkEventQuery, eventConditions, IS_PENDING),
  "ignored_events.retry": kindOf(IGNORED_EVENTS, BulkIgnoredEventQuery, ignoredEventConditions, null),
  "requests.retry": kindOf(REQUESTS, BulkRequestQuery, requestConditions, IS_MENDABLE),
  "requests.replay": {
    ...kindOf(REQUESTS, BulkReplayQuery, requestConditions, IS_KEPT),
    understood: understoodReplay,
    makesRows: true,
  },
};
