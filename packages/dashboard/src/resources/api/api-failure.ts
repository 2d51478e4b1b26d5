/**
 * How can a call to the API fail?
 *
 * One class for every failure, so that a screen can always read the same fields. `refused` carries the server's own
 * error; `unreachable` means that no answer from our server came back (offline, restart, a proxy's error page).
 * `ui/load-failed.tsx` reads `status` and `retryAfterSeconds` from it.
 */
import type { ErrorReply } from "@posthorn/contract/errors";
import { fields, number, text } from "../../ui/read.ts";

interface FailureDetails {
  kind: "refused" | "unreachable";
  code: string;
  /** The HTTP status; 0 if there was no answer. */
  status: number;
  message: string;
  data?: unknown;
  retryAfterSeconds?: number | undefined;
}

export class ApiFailure extends Error {
  override readonly name = "ApiFailure";
  readonly kind: FailureDetails["kind"];
  readonly code: string;
  readonly status: number;
  readonly data: unknown;
  readonly retryAfterSeconds: number | undefined;

  constructor(details: FailureDetails, cause?: unknown) {
    super(details.message, { cause });
    this.kind = details.kind;
    this.code = details.code;
    this.status = details.status;
    this.data = details.data;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

export function unreachable(cause: unknown, status = 0): ApiFailure {
  const message = "The server could not be reached";
  return new ApiFailure({ kind: "unreachable", code: "UNREACHABLE", status, message }, cause);
}

/** Reads `Retry-After` as seconds (ours may have a fraction) or as a date. Undefined if it is missing or unreadable. */
export function retryAfterSeconds(header: string | null, now: Date): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+(?:\.\d+)?$/.test(header)
    ? Number(header)
    : (Date.parse(header) - now.getTime()) / 1000;
  return Number.isFinite(seconds) && seconds >= 0 ? Math.ceil(seconds) : undefined;
}

/** Undefined if something between us and the server answered. */
function readReply(reply: unknown): ErrorReply | undefined {
  const { code, status, message, data } = fields({
    code: text(),
    status: number,
    message: text(),
    data: (any) => any,
  }).parse(reply);
  if (code === undefined || status === undefined || message === undefined) return undefined;
  return { code, status, message, data };
}

/** Turns an answer with a status of 400 or more into a failure. */
export function failureOf(response: Response, body: string, now: Date): ApiFailure {
  let reply: unknown;
  try {
    reply = JSON.parse(body);
  } catch (error) {
    return unreachable(error, response.status);
  }
  const said = readReply(reply);
  if (!said) return unreachable(new Error("The answer is not from Posthorn"), response.status);
  return new ApiFailure({
    kind: "refused",
    ...said,
    status: response.status,
    retryAfterSeconds: retryAfterSeconds(response.headers.get("retry-after"), now),
  });
}

/**
 * Did the server refuse the person, and not only what the call asks for? It answers 403 if their role is too low, and 404
 * without an id if the project of the call is not theirs.
 */
export function isLossOfAccess({ kind, status, data }: ApiFailure): boolean {
  return kind === "refused" && (status === 403 || (status === 404 && data === undefined));
}

/**
 * The one sentence of a failure that a form or toast may show. After a failed validation, `data` has one sentence per
 * field; the first of them says more than "Unprocessable Entity".
 */
export function firstMessage(error: unknown): string {
  if (error instanceof ApiFailure && Array.isArray(error.data) && typeof error.data[0] === "string")
    return error.data[0];
  return error instanceof Error ? error.message : String(error);
}
