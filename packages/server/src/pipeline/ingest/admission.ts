/**
 * Is this request taken in, and if not, why?
 *
 * Pure: state, size, method, loop, content type and body are checked in the order of "Bad input at a
 * source URL". A rejection with a cause is stored like any other request, so that people can see it.
 */
import type { RejectionCause } from "@posthorn/contract/causes";
import { LOOP_MAX_HOPS } from "@posthorn/contract/limits";
import { hopsOf } from "../send/delivery-request.ts";
import { jsonFault } from "./json-fault.ts";

export interface Arrival {
  method: string;
  contentType: string | null;
  headers: readonly string[];
  /** Null: it was longer than the limit and is not kept. */
  body: Uint8Array | null;
}

export interface AdmittingSource {
  isDisabled: boolean;
  allowedMethods: ReadonlySet<string>;
  connections: readonly unknown[];
}

export interface Admission {
  status: 200 | 400 | 403 | 405 | 413 | 415 | 500 | 508;
  cause: RejectionCause | null;
  message: string;
}

const ACCEPTED: Admission = { status: 200, cause: null, message: "" };
const WITHOUT_CONNECTION: Admission = { status: 200, cause: "NO_CONNECTION", message: "" };
const DISABLED: Admission = { status: 403, cause: "SOURCE_DISABLED", message: "Source is disabled" };
const TOO_LARGE: Admission = { status: 413, cause: "PAYLOAD_TOO_LARGE", message: "Payload is too large" };
const METHOD: Admission = {
  status: 405,
  cause: "UNSUPPORTED_HTTP_METHOD",
  message: "HTTP method not allowed",
};
const CONTENT_TYPE: Admission = {
  status: 415,
  cause: "UNSUPPORTED_CONTENT_TYPE",
  message: "Content type not supported",
};
const NOT_JSON: Admission = { status: 400, cause: "UNPARSABLE_JSON", message: "Body is not valid JSON" };
const TOO_DEEP: Admission = { status: 400, cause: "UNPARSABLE_JSON", message: "JSON is nested too deeply" };
/** Our own fault, whatever it was; the log says more. */
export const FATAL: Admission = { status: 500, cause: "INGESTION_FATAL", message: "Internal error" };
const LOOP: Admission = { status: 508, cause: "UNKNOWN", message: "Delivery loop detected" };

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
const JSON_SUFFIX = /^application\/[^\s;/]+\+json$/;

export function admit(source: AdmittingSource, arrival: Arrival): Admission {
  if (source.isDisabled) return DISABLED;
  if (arrival.body === null) return TOO_LARGE;
  if (!source.allowedMethods.has(arrival.method)) return METHOD;
  if (hopsOf(arrival.headers) > LOOP_MAX_HOPS) return LOOP;
  if (arrival.contentType !== null) {
    const type = mediaType(arrival.contentType);
    const isJson = type === "application/json" || JSON_SUFFIX.test(type);
    if (!isJson && !ACCEPTED_TYPES.has(type)) return CONTENT_TYPE;
    const fault = isJson ? jsonFault(arrival.body) : null;
    if (fault) return fault === "nested too deeply" ? TOO_DEEP : NOT_JSON;
  }
  return source.connections.length === 0 ? WITHOUT_CONNECTION : ACCEPTED;
}

function mediaType(contentType: string): string {
  const end = contentType.indexOf(";");
  return (end < 0 ? contentType : contentType.slice(0, end)).trim().toLowerCase();
}
