/**
 * What do the endpoints of metrics answer?
 *
 * Each of them translates its filters, decides whether counters hold everything that is asked for, and has the answer
 * read.
 */
import { DELIVERY_ERROR_CODES } from "@posthorn/contract/causes";
import type { EventFilters } from "@posthorn/contract/events";
import * as contract from "@posthorn/contract/metrics";
import type { RequestFilters } from "@posthorn/contract/requests";
import type * as z from "zod/mini";
import {
  ATTEMPT_CUBE,
  EVENT_BY_ISSUE_CUBE,
  EVENT_CUBE,
  EXECUTION_CUBE,
  PENDING_CUBE,
  QUEUE_CUBE,
  REQUEST_CUBE,
} from "../../metrics/cubes.ts";
import type { Queryable } from "../../store/database.ts";
import type { ApiDeps } from "../api-deps.ts";
import type { Serve } from "../call.ts";
import type { WrittenReply } from "../written-reply.ts";
import {
  type Asked,
  answerMetrics,
  askedBy,
  asksForSeconds,
  nothing,
  unavailable,
} from "./answer-metrics.ts";
import { attemptRows, COUNTED_ATTEMPT_KEYS, countedAttempts } from "./attempt-facts.sql.ts";
import {
  COUNTED_EVENT_DIMENSIONS,
  COUNTED_EVENT_FILTERS,
  countedEvents,
  eventRows,
} from "./event-facts.sql.ts";
import { countedExecutions, executionRows } from "./execution-facts.sql.ts";
import { issueEventRows } from "./issue-facts.sql.ts";
import { isHeld, keysOf } from "./held-filters.ts";
import { pendingSamples, queueSamples } from "./queue-facts.sql.ts";
import {
  COUNTED_REQUEST_DIMENSIONS,
  COUNTED_REQUEST_FILTERS,
  countedRequests,
  requestRows,
} from "./request-facts.sql.ts";

type Filters<E extends { query: z.ZodMiniType }> =
  z.output<E["query"]> extends { filters?: infer F } ? NonNullable<F> : never;

const NO_GROUPS = "The queue of a destination is not kept by delivery group. Leave out delivery_group.";

export function serveMetrics(serve: Serve, { db }: ApiDeps): void {
  serve(contract.queryRequestMetrics, async ({ team_id, query, sent }) => {
    const asked = askedBy(query, sent.query);
    return isEmpty(asked) ? nothing(asked) : answerRequests(db, team_id, asked, query.filters ?? {});
  });
  serve(contract.queryEventMetrics, async ({ team_id, query, sent }) => {
    const asked = askedBy(query, sent.query);
    const { filters = {} } = query;
    if (isEmpty(asked)) return nothing(asked);
    return answerEvents(db, team_id, asked, eventFilters(filters));
  });
  serve(contract.queryAttemptMetrics, async ({ team_id, query, sent }) => {
    const asked = askedBy(query, sent.query);
    const { filters = {} } = query;
    if (isEmpty(asked)) return nothing(asked);
    const isCounted =
      !asksForSeconds(asked) && isHeld([...keysOf(filters), ...asked.dimensions], COUNTED_ATTEMPT_KEYS);
    const source = isCounted
      ? countedAttempts({ team_id, filters, ...asked })
      : await attemptRows(db, team_id, filters, asked.range);
    return answerMetrics(db, ATTEMPT_CUBE, asked, source);
  });
  serve(contract.queryEventsByIssueMetrics, async ({ team_id, query, sent }) => {
    const asked = askedBy(query, sent.query);
    if (isEmpty(asked)) return nothing(asked);
    return answerMetrics(db, EVENT_BY_ISSUE_CUBE, asked, issueEventRows(team_id, query.filters, asked.range));
  });
  serve(contract.queryQueueDepthMetrics, async ({ team_id, query, sent }) => {
    const asked = askedBy(query, sent.query);
    const { destination_id, delivery_group } = query.filters ?? {};
    if (isEmpty(asked)) return nothing(asked);
    if (delivery_group || asked.dimensions.includes("delivery_group")) return unavailable(asked, NO_GROUPS);
    return answerMetrics(db, QUEUE_CUBE, asked, queueSamples(team_id, destination_id, asked.plan));
  });
  serve(contract.queryTransformationMetrics, async ({ team_id, query, sent }) => {
    const asked = askedBy(query, sent.query);
    const { filters = {} } = query;
    if (isEmpty(asked)) return nothing(asked);
    const isCounted = !asksForSeconds(asked);
    const source = isCounted
      ? countedExecutions(team_id, filters, asked.plan, asked.dimensions)
      : await executionRows(db, team_id, filters, asked.range);
    return answerMetrics(db, EXECUTION_CUBE, asked, source);
  });
  serve(contract.queryPendingMetrics, async ({ team_id, query, sent }) => {
    const asked = askedBy(query, sent.query);
    const { destination_id, delivery_group } = query.filters ?? {};
    if (isEmpty(asked)) return nothing(asked);
    if (delivery_group || asked.dimensions.includes("delivery_group")) return unavailable(asked, NO_GROUPS);
    const source = pendingSamples(team_id, destination_id, asked.plan, asked.buckets);
    return answerMetrics(db, PENDING_CUBE, asked, source);
  });
}

function isEmpty({ range }: Asked): boolean {
  return range.fromMs >= range.toMs;
}

/** Measures and dimensions that count the events and ignored events of each request. */
const OUTCOMES = new Set([
  "discarded_count",
  "avg_events_per_request",
  "avg_ignored_per_request",
  "events_count",
  "ignored_count",
]);

async function answerRequests(
  db: Queryable,
  team_id: string,
  asked: Asked,
  asFiltered: Filters<typeof contract.queryRequestMetrics>,
): Promise<WrittenReply> {
  const filters = requestFilters(asFiltered);
  const isCounted =
    !asksForSeconds(asked) &&
    isHeld(keysOf(filters), COUNTED_REQUEST_FILTERS) &&
    isHeld(asked.dimensions, COUNTED_REQUEST_DIMENSIONS);
  const withOutcomes = [...asked.measures, ...asked.dimensions].some((name) => OUTCOMES.has(name));
  const source = isCounted
    ? countedRequests(team_id, filters, asked, withOutcomes)
    : await requestRows(db, team_id, filters, asked.range, withOutcomes);
  return answerMetrics(db, REQUEST_CUBE, asked, source);
}

/** Both ends of the range are included. */
function within({ min, max }: contract.CountRange) {
  return { ...(min !== undefined && { gte: min }), ...(max !== undefined && { lte: max }) };
}

/** The same filters as the list of requests has them. */
function requestFilters({
  source_id,
  rejection_cause,
  status,
  bulk_retry_ids,
  events_count,
  ignored_count,
}: Filters<typeof contract.queryRequestMetrics>): RequestFilters {
  return {
    ...(source_id && { source_id }),
    ...(rejection_cause && { rejection_cause }),
    // Both together are everything.
    ...(status &&
      new Set(status).size === 1 && { status: status[0] === "ACCEPTED" ? "accepted" : "rejected" }),
    ...(bulk_retry_ids && { bulk_retry_id: bulk_retry_ids }),
    ...(events_count && { events_count: within(events_count) }),
    ...(ignored_count && { ignored_count: within(ignored_count) }),
  };
}

async function answerEvents(
  db: Queryable,
  team_id: string,
  asked: Asked,
  filters: EventFilters,
): Promise<WrittenReply> {
  const isCounted =
    !asksForSeconds(asked) &&
    !asked.measures.includes("max_count_per_second") &&
    isHeld(keysOf(filters), COUNTED_EVENT_FILTERS) &&
    isHeld(asked.dimensions, COUNTED_EVENT_DIMENSIONS);
  const source = isCounted
    ? countedEvents(team_id, filters, asked.plan, asked.dimensions)
    : await eventRows(db, team_id, filters, asked.range);
  return answerMetrics(db, EVENT_CUBE, asked, source);
}

/** The same filters as the list of events has them. */
function eventFilters({
  bulk_retry_ids,
  error_code,
  issue_ids,
  ...same
}: Filters<typeof contract.queryEventMetrics>): EventFilters {
  return {
    ...same,
    ...(bulk_retry_ids && { bulk_retry_id: bulk_retry_ids }),
    ...(issue_ids && { issue_id: issue_ids }),
    // A code that does not exist finds nothing, which an empty list says, too.
    ...(error_code && { error_code: DELIVERY_ERROR_CODES.filter((code) => error_code.includes(code)) }),
  };
}
