/**
 * What does a request become for a connection whose rules cannot be applied?
 *
 * Two faults of our own can keep a request from becoming what its rules say: a rule throws, or PostgreSQL refuses the
 * rows. The request is accepted, so it must not vanish: the connection ignores it, people see it, and a retry asks the
 * rules again. The wire has no cause for our own faults. TRANSFORMATION_FAILED comes closest, and without a
 * transformation in `meta` it never means a user's code.
 */
import { publicId } from "@posthorn/contract/ids";
import type { Log } from "../../log.ts";
import { SandboxUnavailableError } from "../../sandbox/sandbox.ts";
import type { Evaluate, RuledConnection, Verdict } from "./evaluate.ts";
import { FilterThreadStoppedError } from "./filter-thread.ts";

export const NOT_APPLIED: Verdict = { cause: "TRANSFORMATION_FAILED", meta: null, execution: null };

/** What `withoutThrows` has made. The compiler keeps every other `Evaluate` away from stored requests. */
export interface SafeEvaluate extends Evaluate {
  isSafe: true;
}

/** Gives the verdict NOT_APPLIED where a rule throws. A stop of this process still rejects: no rule was asked. */
export function withoutThrows({ atOnce, evaluate }: Evaluate, log: Log): SafeEvaluate {
  function notApplied(error: unknown, { key }: RuledConnection): Verdict {
    if (isStop(error)) throw error;
    log.error("request.not_evaluated", { error, connection_id: publicId("connection", key) });
    return NOT_APPLIED;
  }

  return {
    isSafe: true,
    atOnce(connection, view, runs) {
      try {
        return atOnce(connection, view, runs);
      } catch (error) {
        return notApplied(error, connection);
      }
    },
    evaluate(connection, request, view, runs) {
      try {
        const verdict = evaluate(connection, request, view, runs);
        return verdict instanceof Promise
          ? verdict.catch((error: unknown) => notApplied(error, connection))
          : verdict;
      } catch (error) {
        return notApplied(error, connection);
      }
    },
  };
}

/** Requests wait for the sandbox as long as they must, so here only a stop can make it unavailable. */
function isStop(error: unknown): boolean {
  return error instanceof SandboxUnavailableError || error instanceof FilterThreadStoppedError;
}
