/**
 * What can be done with requests that are stored already?
 *
 * Their rules are asked once more: for a retry, a replay, an example. Each uses the database connections of the caller it
 * works for: those of the API, or those of the pipeline's loops.
 */
import { type ReplayData, createReplayData } from "../pipeline/route/replay-data.ts";
import { type Reroute, type RerouteDeps, createReroute } from "../pipeline/route/reroute.ts";
import { type RetryRequest, createRetryRequest } from "../pipeline/route/retry-request.ts";
import { type SendExample, createSendExample } from "../pipeline/route/send-example.ts";
import type { RoutingTable } from "../pipeline/routing-table.ts";

export interface EvaluatedAgain {
  /** Evaluates stored requests once more. */
  reroute: Reroute;
  replayData: ReplayData;
  sendExample: SendExample;
  retryRequest: RetryRequest;
}

export interface EvaluatedAgainDeps extends RerouteDeps {
  routing: RoutingTable;
}

export function createEvaluatedAgain(deps: EvaluatedAgainDeps): EvaluatedAgain {
  const { db, routing } = deps;
  const reroute = createReroute(deps);
  return {
    reroute,
    replayData: createReplayData({ db, reroute }),
    sendExample: createSendExample({ db, reroute, routing }),
    retryRequest: createRetryRequest({ db, routing, reroute }),
  };
}
