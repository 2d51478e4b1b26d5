/**
 * When is a failed query retried, and how often does a live one poll?
 *
 * The defaults of the query client and the interval of every poll. A call that the server refused is not retried. No
 * answer, 5xx and 429 are retried twice; after that a live list polls every 30 s until an answer comes. Both wait at
 * least as long as a `Retry-After` says.
 */
import { ApiFailure } from "./api-failure.ts";

const RETRIES = 2;
const FIRST_WAIT_MS = 1000;
const SLOW_POLL_MS = 30_000;

function isTemporary(error: unknown): boolean {
  return (
    error instanceof ApiFailure &&
    (error.kind === "unreachable" || error.status === 429 || error.status >= 500)
  );
}

function askedToWaitMs(error: unknown): number {
  return error instanceof ApiFailure ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
}

export function shouldRetry(failures: number, error: unknown): boolean {
  return failures < RETRIES && isTemporary(error);
}

export function retryWaitMs(failures: number, error: unknown): number {
  return Math.max(FIRST_WAIT_MS * 2 ** failures, askedToWaitMs(error));
}

/** `defaultOptions.queries` of the query client. */
export const queryDefaults = { retry: shouldRetry, retryDelay: retryWaitMs } as const;

/** For `refetchInterval`: `intervalMs` while answers come, slower after a failure. */
export function pollEvery(intervalMs: number) {
  return (query: { state: { status: string; error: unknown } }): number =>
    query.state.status === "error"
      ? Math.max(SLOW_POLL_MS, intervalMs, askedToWaitMs(query.state.error))
      : intervalMs;
}
