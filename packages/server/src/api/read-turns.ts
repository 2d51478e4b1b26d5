/**
 * Which reads can be expensive, and how many of them may one project have at once?
 *
 * Those that go through rows which grow with traffic: lists of events, requests and attempts, counts, metrics, and the
 * estimates of bulk operations. So can be trials of a filter, by its steps, and of rules, which run code. A project that asks for many
 * of them waits for itself: it can never take all connections of the API. Whoever waits too long is told so before
 * anything was done.
 */
import { listAttempts } from "@posthorn/contract/attempts";
import {
  bulkCancelEvents,
  bulkReplayRequests,
  bulkRetryEvents,
  bulkRetryIgnoredEvents,
  bulkRetryRequests,
  estimateEventRetry,
} from "@posthorn/contract/bulk";
import {
  countAttemptsByDestination,
  countEventsByConnection,
  countHeldEvents,
  countRequestsBySource,
} from "@posthorn/contract/dashboard-api";
import { testFilter } from "@posthorn/contract/filter-trials";
import type { Endpoint } from "@posthorn/contract/endpoint";
import { listEvents } from "@posthorn/contract/events";
import {
  getEventHistogram,
  getExecutionHistogram,
  getIgnoredEventHistogram,
  getRequestHistogram,
} from "@posthorn/contract/histograms";
import { METRICS_ENDPOINTS } from "@posthorn/contract/metrics";
import { getPlannedRetries } from "@posthorn/contract/planned-retries";
import { listIgnoredEvents, listRequestEvents } from "@posthorn/contract/request-events";
import { listRequests } from "@posthorn/contract/requests";
import { countEvents, countRequests } from "@posthorn/contract/saved-views";
import { tryRules } from "@posthorn/contract/rules-trial";
import { listExecutions } from "@posthorn/contract/transformations";
import {
  TooManyWaitingError,
  type TurnLimits,
  type TurnsByProject,
  createTurnsByProject,
} from "../search/turns-by-project.ts";
import { ApiError } from "./api-error.ts";

const BULK_FAMILIES = [
  bulkRetryEvents,
  bulkCancelEvents,
  bulkRetryIgnoredEvents,
  bulkRetryRequests,
  bulkReplayRequests,
];

const EXPENSIVE: ReadonlySet<Endpoint> = new Set<Endpoint>([
  listEvents,
  listRequestEvents,
  listIgnoredEvents,
  listRequests,
  listAttempts,
  listExecutions,
  countEventsByConnection,
  countHeldEvents,
  countRequestsBySource,
  countAttemptsByDestination,
  countEvents,
  countRequests,
  getPlannedRetries,
  ...METRICS_ENDPOINTS,
  getRequestHistogram,
  getEventHistogram,
  getExecutionHistogram,
  getIgnoredEventHistogram,
  testFilter,
  tryRules,
  estimateEventRetry,
  // Whoever begins one has it estimated first.
  ...BULK_FAMILIES.flatMap(({ plan, create }) => [plan, create]),
]);

/** Each read uses up to three connections at once, and the API has ten (store/pools.ts). */
const TURNS: TurnLimits = {
  atOnce: Number.POSITIVE_INFINITY,
  atOncePerProject: 3,
  waitingPerProject: 50,
  waitAtMostMs: 5_000,
};
const RETRY_AFTER_SECONDS = 5;

export function createReadTurns(limits: Partial<TurnLimits> = {}): TurnsByProject {
  return createTurnsByProject({ ...TURNS, ...limits });
}

export function isExpensive(endpoint: Endpoint): boolean {
  return EXPENSIVE.has(endpoint);
}

export async function inTurn<Result>(
  turns: TurnsByProject,
  team_id: string,
  message: string,
  read: () => Promise<Result>,
): Promise<Result> {
  try {
    return await turns.run(team_id, read);
  } catch (error) {
    if (!(error instanceof TooManyWaitingError)) throw error;
    throw new ApiError("TOO_MANY_REQUESTS", {}, { message, retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
}
