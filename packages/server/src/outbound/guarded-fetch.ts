/**
 * How does a library of a protocol reach a server that a user has named?
 *
 * With this instead of `fetch`: through the product's dialer and its rules for addresses, with one deadline for each call
 * and a bound on answers. Redirects are returned, not followed, so that nothing but the address itself is ever dialed. A
 * call without an answer throws `NoAnswer`, which says no more than a tenant may know.
 */
import type { Dialer } from "./dialer.ts";

const ANSWER_WITHIN_MS = 5_000;
const ANSWER_MAX_BYTES = 256 * 1024;
const HAS_NO_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

export type WhyNoAnswer = "address not allowed" | "late" | "too long" | "unreachable";

export class NoAnswer extends Error {
  readonly why: WhyNoAnswer;
  constructor(why: WhyNoAnswer) {
    super(`No answer: ${why}`);
    this.why = why;
  }
}

export interface GuardedRequest {
  method: string;
  headers: Record<string, string>;
  body?: URLSearchParams | string | null | undefined;
}

export type GuardedFetch = (url: string, request: GuardedRequest) => Promise<Response>;

export function createGuardedFetch(
  exchange: Dialer["exchange"],
  { answerWithinMs = ANSWER_WITHIN_MS } = {},
): GuardedFetch {
  return async (url, { method, headers, body }) => {
    const { origin, pathname, search } = new URL(url);
    const sent = { "user-agent": "Posthorn", ...headers, "accept-encoding": "identity" };
    const answer = await exchange({
      origin,
      path: pathname + search,
      method,
      headers: Object.entries(sent).flat(),
      credentialHeaders: ["authorization"],
      body: body === undefined || body === null ? null : Buffer.from(body.toString()),
      deadlineMs: answerWithinMs,
      bodyMaxBytes: ANSWER_MAX_BYTES,
      maxRedirects: null,
    });
    if ("failure" in answer) throw new NoAnswer(whyOf(answer.failure));
    const { status, headers: flat, body: bytes, cut } = answer.response;
    if (cut) throw new NoAnswer("too long");
    return new Response(HAS_NO_BODY.has(status) ? null : new Uint8Array(bytes), {
      status,
      headers: pairsOf(flat),
    });
  };
}

function whyOf(failure: Error): WhyNoAnswer {
  const code = "code" in failure ? failure.code : null;
  if (code === "ADDRESS_NOT_ALLOWED") return "address not allowed";
  return code === "DEADLINE" ? "late" : "unreachable";
}

/** Without those that describe the connection, which has ended. */
function pairsOf(flat: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) {
    const [name = "", value = ""] = flat.slice(at, at + 2);
    if (!/^(?:connection|transfer-encoding|keep-alive)$/i.test(name)) pairs.push([name, value]);
  }
  return pairs;
}
