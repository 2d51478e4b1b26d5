/**
 * Which text is at this address?
 *
 * Verifiers get the keys of providers by it. The dialer resolves and guards the address. No redirect is followed, so
 * nothing but the address itself is ever dialed. An answer that is late, too long, or has another status than 200 is none.
 */
import type { Dialer, Exchange } from "./dialer.ts";

/** A verifier has two seconds. */
const ANSWER_WITHIN_MS = 1_500;
const ANSWER_MAX_BYTES = 64 * 1024;

export interface TextRequest {
  url: string;
  /** Names and values in turn. */
  headers?: string[];
  /** With a body it is a POST. */
  body?: string;
}

/** Null: there is none. Never rejects. */
export type TextAt = (request: TextRequest) => Promise<string | null>;

interface Warnings {
  warn: (event: string, details: Record<string, unknown>) => void;
}

export function createTextAt(
  exchange: Dialer["exchange"],
  log: Warnings,
  { answerWithinMs = ANSWER_WITHIN_MS } = {},
): TextAt {
  return async ({ url, headers = [], body }) => {
    const { origin, pathname, search } = new URL(url);
    const ask = () =>
      exchange({
        origin,
        path: pathname + search,
        method: body === undefined ? "GET" : "POST",
        headers: ["accept", "*/*", "accept-encoding", "identity", "user-agent", "Posthorn", ...headers],
        credentialHeaders: ["authorization"],
        body: body === undefined ? null : Buffer.from(body),
        deadlineMs: answerWithinMs,
        bodyMaxBytes: ANSWER_MAX_BYTES,
        maxRedirects: null,
      });
    let answer = await ask();
    // A server may close a connection that was idle just when it is used again.
    if (isHungUp(answer)) answer = await ask();
    if ("response" in answer && answer.response.status === 200 && !answer.response.cut)
      return answer.response.body.toString();
    log.warn("verification.fetch_failed", {
      origin,
      ...("response" in answer ? { status: answer.response.status } : { error: answer.failure }),
    });
    return null;
  };
}

const HUNG_UP = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

function isHungUp(answer: Exchange): boolean {
  return "failure" in answer && "code" in answer.failure && HUNG_UP.has(String(answer.failure.code));
}
