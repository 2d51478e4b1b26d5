/**
 * Requests that came in before the connection was there wait as NO_CONNECTION. Once it is, this tab retries each of them,
 * once. A CLI must listen first: without it, no event would come of the retry.
 */
import type { Request } from "@posthorn/contract/requests";
import { useEffect, useRef } from "react";
import { useRetryRequest } from "../../resources/requests/request-actions.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import type { GuidedFlow } from "./use-guided-flow.ts";

type Known = Pick<GuidedFlow, "steps" | "connection" | "requests">;

/** Pure: the requests to retry now. */
function waitingRequests({ steps, connection, requests }: Known): readonly Request[] {
  const isReady = connection !== null && steps.every(({ id, state }) => id !== "cli" || state === "done");
  return isReady ? requests.filter(({ rejection_cause }) => rejection_cause === "NO_CONNECTION") : [];
}

export function RetryWaiting({ flow }: { flow: Known }) {
  const mayRetry = useRefusal("send") === undefined;
  const { mutate: retry } = useRetryRequest();
  const retried = useRef(new Set<string>());
  const waiting = waitingRequests(flow);
  useEffect(() => {
    if (!mayRetry) return;
    for (const request of waiting) {
      if (retried.current.has(request.id)) continue;
      retried.current.add(request.id);
      retry({ request });
    }
  }, [mayRetry, retry, waiting]);
  return null;
}
