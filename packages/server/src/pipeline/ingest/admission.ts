/**
 * Is this request taken in, and if not, why?
 *
 * Pure: state, size, method, loop, authentication, content type and body are checked in this order. A
 * rejection with a cause is stored like any other request, so that people can see it, mend its source and
 * ask again: a stored request holds all that an arrival does.
 */
import type { RejectionCause } from "@posthorn/contract/causes";
import { LOOP_MAX_HOPS } from "@posthorn/contract/limits";
import { hopsOf } from "../send/delivery-request.ts";
import { jsonFault } from "./json-fault.ts";
import { isMethodSwitchedOn } from "./url-switches.ts";
import type { Verify } from "./verify/evidence.ts";

export interface Arrival {
  method: string;
  /** Raw, without the question mark. */
  query: string | null;
  /** Names and values in turn. */
  headers: readonly string[];
  /** Null: it was longer than the limit and is not kept. */
  body: Uint8Array | null;
  /** When it came: a signature may be good for a while only, and is asked about again much later. */
  receivedAtMs: number;
  /** It came with an API key of the project, or is asked about again and was verified when it came. */
  isVouchedFor: boolean;
}

export interface AdmittingSource {
  isDisabled: boolean;
  allowedMethods: ReadonlySet<string>;
  /** Null: the source is open to everybody. */
  verify: Verify | null;
  connections: readonly unknown[];
}

export interface Admission {
  status: 200 | 400 | 401 | 403 | 405 | 413 | 415 | 500 | 508;
  cause: RejectionCause | null;
  message: string;
  /** Null: the source does not ask for it, or something else was wrong before it could be checked. */
  verified: boolean | null;
}

function outcome(status: Admission["status"], cause: RejectionCause | null, message = ""): Admission {
  return { status, cause, message, verified: null };
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
const UNVERIFIED: Admission = {
  ...outcome(401, "VERIFICATION_FAILED", "Request verification failed"),
  verified: false,
};

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

export function admit(source: AdmittingSource, arrival: Arrival): Admission {
  const { method, query, headers, body, receivedAtMs, isVouchedFor } = arrival;
  if (source.isDisabled) return DISABLED;
  if (body === null) return TOO_LARGE;
  if (!isVouchedFor && !source.allowedMethods.has(method) && !isMethodSwitchedOn(query, method))
    return METHOD;
  if (hopsOf(headers) > LOOP_MAX_HOPS) return LOOP;
  if (isVouchedFor) return { ...admitContent(source, headers, body), verified: true };
  if (source.verify === null) return admitContent(source, headers, body);
  if (!source.verify({ headers, query, body, receivedAtMs })) return UNVERIFIED;
  return { ...admitContent(source, headers, body), verified: true };
}

function admitContent(source: AdmittingSource, headers: readonly string[], body: Uint8Array): Admission {
  const type = mediaType(headers);
  if (type !== null) {
    const isJson = type === "application/json" || JSON_SUFFIX.test(type);
    if (!isJson && !ACCEPTED_TYPES.has(type)) return CONTENT_TYPE;
    const fault = isJson ? jsonFault(body) : null;
    if (fault) return fault === "nested too deeply" ? TOO_DEEP : NOT_JSON;
  }
  return source.connections.length === 0 ? WITHOUT_CONNECTION : ACCEPTED;
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
