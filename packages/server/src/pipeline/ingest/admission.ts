/**
 * Is this request taken in, and if not, why?
 *
 * Pure: state, size, method, loop, authentication, content type and body are checked in this order. A
 * rejection with a cause is stored like any other request, so that people can see it, mend its source and
 * ask again: a stored request holds all that an arrival does. A challenge is answered whatever its method, and is
 * not stored. The answer is a promise only where a verifier had to fetch something.
 */
import type { RejectionCause, VerificationFailure } from "@posthorn/contract/causes";
import { isLoop } from "../hops.ts";
import { jsonFault } from "../json-fault.ts";
import { isMethodSwitchedOn } from "./url-switches.ts";
import type { Evidence } from "./verify/evidence.ts";
import type { ChallengeReply, OpenVerification, Verification } from "./verify/verification.ts";
import type { VerifySource } from "./verify/verifier.ts";

export interface Arrival extends Omit<Evidence, "body"> {
  /** Null: it was longer than the limit and is not kept. */
  body: Uint8Array | null;
  /** It came with an API key of the project, or is asked about again and was verified when it came. */
  isVouchedFor: boolean;
}

export interface AdmittingSource {
  isDisabled: boolean;
  allowedMethods: ReadonlySet<string>;
  /** Null: the source is open to everybody. */
  verify: VerifySource | null;
  connections: readonly unknown[];
}

export interface Admission {
  status: 200 | 400 | 401 | 403 | 405 | 413 | 415 | 500 | 508;
  cause: RejectionCause | null;
  message: string;
  /** Null: the source does not ask for it, or something else was wrong before it could be checked. */
  verified: boolean | null;
  /** Why it was not verified; null: it was, or nobody checked. */
  failure: VerificationFailure | null;
}

/** It is no request but a question, which this answers. */
export interface Challenge {
  reply: ChallengeReply;
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
/** Our own fault, whatever it was; the log says more. */
export const FATAL = outcome(500, "INGESTION_FATAL", "Internal error");
const LOOP = outcome(508, "UNKNOWN", "Delivery loop detected");
/** 401 whatever the scheme: some senders test for exactly this. */
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

function admitVerified(
  source: AdmittingSource,
  arrival: Arrival,
  body: Uint8Array,
  verification: Verification | OpenVerification,
): Admission | Challenge {
  if (verification.result === "challenged") return { reply: verification.reply };
  const refused = refusal(source, arrival);
  if (refused) return refused;
  if (verification.result === "failed")
    return { ...UNVERIFIED, verified: false, failure: verification.failure };
  return admitContent(source, arrival.headers, body, verification.result === "passed" || null);
}

/** What is wrong with a request before anybody asks who sent it; null: nothing. */
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

function acceptance({ connections }: AdmittingSource): Admission {
  return connections.length === 0 ? WITHOUT_CONNECTION : ACCEPTED;
}

function contentFault(headers: readonly string[], body: Uint8Array): Admission | null {
  const type = mediaType(headers);
  if (type === null) return null;
  const isJson = type === "application/json" || JSON_SUFFIX.test(type);
  if (!isJson && !ACCEPTED_TYPES.has(type)) return CONTENT_TYPE;
  const fault = isJson ? jsonFault(body) : null;
  if (fault === null) return null;
  return fault === "nested too deeply" ? TOO_DEEP : NOT_JSON;
}

/** The first that came, without its parameters; null when there is none. */
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
