/**
 * Is this request accepted, and if not, why?
 *
 * Pure: checks state, size, method, loop, authentication, content type, body and quota in this order. A request that is
 * rejected with a cause is stored like any other, so that people can see it, fix its source and retry it: a stored
 * request holds all that an arrival does. A challenge is answered whatever its method, and is not stored. The result is
 * a promise only if a verifier had to fetch something.
 */
import type { RejectionCause, VerificationFailure } from "@posthorn/contract/causes";
import { contentCoding } from "../content-coding.ts";
import { isLoop } from "../hops.ts";
import { jsonFault } from "../json-fault.ts";
import type { Quota } from "../quotas.ts";
import { isMethodSwitchedOn } from "./url-switches.ts";
import type { Evidence } from "./verify/evidence.ts";
import type { ChallengeReply, LearnedSecret, OpenVerification, Verification } from "./verify/verification.ts";
import type { VerifySource } from "./verify/verifier.ts";

export interface Arrival extends Omit<Evidence, "body"> {
  /** Null: it was longer than the limit and is not kept. */
  body: Uint8Array | null;
  /** The request came with an API key of the project, or this is a retry of a request that was verified on arrival. */
  isVouchedFor: boolean;
}

export interface AdmittingSource {
  isDisabled: boolean;
  allowedMethods: ReadonlySet<string>;
  /** Null: the source accepts any sender. */
  verify: VerifySource | null;
  /** The events of its organization's period. Null: no plan rejects any. */
  quota: Pick<Quota, "isUsedUp" | "secondsLeft"> | null;
  connections: readonly unknown[];
}

export interface Admission {
  status: 200 | 400 | 401 | 403 | 405 | 413 | 415 | 429 | 500 | 508;
  cause: RejectionCause | null;
  message: string;
  /** Null: the source does not verify senders, or another check failed first. */
  verified: boolean | null;
  /** Why verification failed; null if it passed or did not run. */
  failure: VerificationFailure | null;
  /** When the sender may try again; absent if the status says nothing about that. */
  retryAfterSeconds?: number;
}

/** The sender asked a challenge instead of sending a request; this is the reply. */
export interface Challenge {
  reply: ChallengeReply;
  /** The source must have it before the sender gets the reply; null for most challenges. */
  learned: LearnedSecret | null;
}

function outcome(status: Admission["status"], cause: RejectionCause | null, message = ""): Admission {
  return { status, cause, message, verified: null, failure: null };
}

const ACCEPTED = outcome(200, null);
const WITHOUT_CONNECTION = outcome(200, "NO_CONNECTION");
const DISABLED = outcome(403, "SOURCE_DISABLED", "Source is disabled");
const TOO_LARGE = outcome(413, "PAYLOAD_TOO_LARGE", "Payload is too large");
const METHOD = outcome(405, "UNSUPPORTED_HTTP_METHOD", "HTTP method not allowed");
const CONTENT_TYPE = outcome(415, "UNSUPPORTED_CONTENT_TYPE", "Content type not supported");
const NOT_JSON = outcome(400, "UNPARSABLE_JSON", "Body is not valid JSON");
const TOO_DEEP = outcome(400, "UNPARSABLE_JSON", "JSON is nested too deeply");
/** The source masks values of the body, and nothing can be found in this one. */
const UNREADABLE = outcome(
  415,
  "UNSUPPORTED_CONTENT_TYPE",
  "Body must be JSON or a form, because this source redacts values in it",
);
/** Nothing of the plan is for strangers: only a sender whose request is fine otherwise gets it. */
const USED_UP = outcome(429, "PLAN_LIMIT_REACHED", "Plan limit reached");
/** A fault of our own; the log says more. */
export const FATAL = outcome(500, "INGESTION_FATAL", "Internal error");
export const LOOP = outcome(508, "UNKNOWN", "Delivery loop detected");
/** 401 for every scheme: some senders test for exactly this. */
const UNVERIFIED = outcome(401, "VERIFICATION_FAILED", "Request verification failed");

const ACCEPTED_TYPES = new Set([
  "application/json",
  "application/jwt",
  "application/x-ndjson",
  "application/x-www-form-urlencoded",
  "application/xml",
  "multipart/form-data",
  "text/plain",
  "text/xml",
]);
const CONTENT_TYPE_HEADER = "content-type";
const JSON_SUFFIX = /^application\/[^\s;/]+\+json$/;

export function admit(
  source: AdmittingSource,
  arrival: Arrival,
): Admission | Challenge | Promise<Admission | Challenge> {
  const { body, isVouchedFor } = arrival;
  if (source.isDisabled) return DISABLED;
  if (body === null) return TOO_LARGE;
  if (isVouchedFor || source.verify === null)
    return refusal(source, arrival) ?? admitContent(source, arrival.headers, body, isVouchedFor || null);
  const evidence = { ...arrival, body };
  const verification = source.verify(evidence);
  return verification instanceof Promise
    ? verification.then((answer) => admitVerified(source, arrival, body, answer))
    : admitVerified(source, arrival, body, verification);
}

/** The body of a request could not be masked, and is dropped: nobody may take the request for complete. */
export function withUnreadableBody(admission: Admission): Admission {
  return admission.status === 200 ? { ...UNREADABLE, verified: admission.verified } : admission;
}

function admitVerified(
  source: AdmittingSource,
  arrival: Arrival,
  body: Uint8Array,
  verification: Verification | OpenVerification,
): Admission | Challenge {
  if (verification.result === "challenged")
    return {
      reply: verification.reply,
      learned: ("learned" in verification && verification.learned) || null,
    };
  const refused = refusal(source, arrival);
  if (refused) return refused;
  if (verification.result === "failed")
    return { ...UNVERIFIED, verified: false, failure: verification.failure };
  return admitContent(source, arrival.headers, body, verification.result === "passed" || null);
}

/** Checks method and loop, which do not depend on the sender. Returns null if both are fine. */
function refusal(
  source: AdmittingSource,
  { method, query, headers, isVouchedFor }: Arrival,
): Admission | null {
  if (!isVouchedFor && !source.allowedMethods.has(method) && !isMethodSwitchedOn(query, method))
    return METHOD;
  return isLoop(headers) ? LOOP : null;
}

function admitContent(
  source: AdmittingSource,
  headers: readonly string[],
  body: Uint8Array,
  verified: true | null,
): Admission {
  const admission = contentFault(headers, body) ?? acceptance(source);
  return verified ? { ...admission, verified } : admission;
}

/** Without a connection it becomes no event, and needs nothing of the quota. */
function acceptance({ connections, quota }: AdmittingSource): Admission {
  if (connections.length === 0) return WITHOUT_CONNECTION;
  return quota?.isUsedUp() ? { ...USED_UP, retryAfterSeconds: quota.secondsLeft() } : ACCEPTED;
}

function contentFault(headers: readonly string[], body: Uint8Array): Admission | null {
  const type = mediaType(headers);
  if (type === null) return null;
  const isJson = type === "application/json" || JSON_SUFFIX.test(type);
  if (!isJson && !ACCEPTED_TYPES.has(type)) return CONTENT_TYPE;
  const fault = isJson ? jsonFault(body) : null;
  // A compressed body is not checked: an answer must not wait for what a sender has packed.
  if (fault === null || contentCoding(headers) !== null) return null;
  return fault === "nested too deeply" ? TOO_DEEP : NOT_JSON;
}

/** The first content type of the request, without its parameters; null when there is none. */
function mediaType(headers: readonly string[]): string | null {
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const name = headers[at] ?? "";
    if (name.length !== CONTENT_TYPE_HEADER.length || name.toLowerCase() !== CONTENT_TYPE_HEADER) continue;
    const value = headers[at + 1] ?? "";
    const end = value.indexOf(";");
    return (end < 0 ? value : value.slice(0, end)).trim().toLowerCase();
  }
  return null;
}
