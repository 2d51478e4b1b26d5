/**
 * How do we call a service that a project has connected?
 *
 * Through the product's dialer and its rules for addresses, with one deadline. Redirects are not followed, so
 * credentials stay with the address that a person gave. A call that gets no answer resolves to a sentence for the person
 * who looks at the integration; what an answer means is the caller's matter.
 */
import type { Dialer } from "./dialer.ts";

const ANSWER_WITHIN_MS = 8_000;
const ANSWER_MAX_BYTES = 64 * 1024;

export interface ProviderCall {
  url: string;
  method: "GET" | "POST";
  headers: readonly (readonly [string, string])[];
  body: Buffer | null;
}

export interface ProviderAnswer {
  status: number;
  body: Buffer;
  /** The value of the Retry-After header, as it came. */
  retryAfter: string | null;
}

export type CallProvider = (call: ProviderCall) => Promise<ProviderAnswer | { error: string }>;

export interface ProviderCallDeps {
  dialer: Pick<Dialer, "exchange">;
  version: string;
  answerWithinMs?: number;
  /** What a sentence calls the other end. */
  farEnd?: "provider" | "receiver";
}

export function createProviderCall({
  dialer,
  version,
  answerWithinMs = ANSWER_WITHIN_MS,
  farEnd = "provider",
}: ProviderCallDeps): CallProvider {
  return async ({ url, method, headers, body }) => {
    const { origin, pathname, search } = new URL(url);
    const exchange = await dialer.exchange({
      origin,
      path: pathname + search,
      method,
      headers: [["user-agent", `posthorn/${version}`], ["accept-encoding", "identity"], ...headers].flat(),
      credentialHeaders: headers.map(([name]) => name.toLowerCase()),
      body,
      deadlineMs: answerWithinMs,
      bodyMaxBytes: ANSWER_MAX_BYTES,
      maxRedirects: null,
    });
    if ("failure" in exchange) return { error: failureText(exchange.failure, farEnd, answerWithinMs) };
    const { status, body: answer, headers: answered } = exchange.response;
    return { status, body: answer, retryAfter: valueOf(answered, "retry-after") };
  };
}

function valueOf(headers: readonly string[], name: string): string | null {
  const index = headers.findIndex((text, at) => at % 2 === 0 && text.toLowerCase() === name);
  return index === -1 ? null : (headers[index + 1] ?? null);
}

function failureText(failure: Error, farEnd: string, answerWithinMs: number): string {
  const code = "code" in failure && typeof failure.code === "string" ? failure.code : null;
  if (code === "ADDRESS_NOT_ALLOWED") return "This address is not allowed.";
  if (code === "DEADLINE") return `The ${farEnd} did not answer within ${answerWithinMs / 1000} seconds.`;
  return `The ${farEnd} could not be reached${code === null ? "" : ` (${code})`}.`;
}
