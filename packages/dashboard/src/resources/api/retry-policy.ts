/**
 * When is a failed question asked again, and how often is a live one repeated?
 *
 * The defaults of the query client and the interval of every poll. What the server refused is not asked again; no
 * answer, 5xx and 429 are, twice. After that a live list slows down to 30 s until an answer comes, and 429 waits as
 * long as `Retry-After` says.
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

/** For `refetchInterval`: `intervalMs` while answers come, slower while they do not. */
export function pollEvery(intervalMs: number) {
  return (query: { state: { status: string; error: unknown } }): number =>
    query.state.status === "error"
      ? Math.max(SLOW_POLL_MS, intervalMs, askedToWaitMs(query.state.error))
      : intervalMs;
}
