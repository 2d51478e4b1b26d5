/**
 * What exactly goes on the wire for this attempt?
 *
 * A pure function: from the received request and the destination as it is now, it builds URL, method and headers.
 * The URL is assembled from parsed parts, so a sender's path and query can never change scheme, host, port or
 * user-info. The API also calls it, to show people what the next attempt would send.
 */
import type { AttemptTrigger, HttpMethod } from "@posthorn/contract/causes";
import { HOPS_HEADER, nextHops } from "../hops.ts";
import type { ReceivedPayload } from "../received-payload.ts";
import { TRACEPARENT } from "../trace.ts";
import type { Proof, Prove } from "./auth/authentication.ts";
import { type SigningSecrets, bodySignature, previousSignature } from "./auth/signature.ts";
import type { HeaderNames } from "./header-names.ts";

const USER_AGENT = "Posthorn/1.0";

const IDEMPOTENCY_KEY = "idempotency-key";

/** Headers meant for one hop only (RFC 9110 §7.6.1), set by the HTTP client that sends, or replaced by ours. */
const NOT_FORWARDED = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  IDEMPOTENCY_KEY,
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

const REDACTED = "[redacted]";

export interface DeliveryInput {
  payload: ReceivedPayload;
  verified: boolean | null;
  destination: {
    name: string;
    /** Null when it has none. */
    url: string | null;
    http_method: HttpMethod | null;
    path_forwarding_disabled: boolean;
  };
  source_name: string;
  connection_name: string | null;
  /** Public ids: `evt_…`, `req_…`. */
  event_id: string;
  request_id: string;
  /** The dashboard's link to the event. */
  event_url: string;
  attempt_number: number;
  trigger: AttemptTrigger;
  /** How long the rule waits if this attempt fails; null when it is the last one. */
  retry_wait_ms: number | null;
  signing: SigningSecrets;
  /** The present, on the clock that the end of a roll is written in. */
  signedAtMs: number;
  headerNames: HeaderNames;
  /** The proof of the destination's own method; null for the default, the project's signature. */
  prove: Prove | null;
  nowMs: number;
  /** The span of this attempt; null if it is not traced. A `traceparent` that the payload has stays as it is. */
  traceparent: string | null;
}

export interface DeliveryRequest {
  method: string;
  origin: string;
  /** Path and query, as the request line carries them. */
  path: string;
  /** The URL to show to people: without a key in its query. */
  url: string;
  /** Names and values in turn. */
  headers: string[];
  appended_headers: string[];
  /** The names of the headers that carry credentials. */
  credentialHeaders: readonly string[];
}

/** Returns null when the destination has no valid URL. */
export function deliveryRequest(input: DeliveryInput): DeliveryRequest | null {
  const { payload, destination } = input;
  const base = destination.url === null ? null : parsedUrl(destination.url);
  if (!base) return null;

  const method = destination.http_method ?? payload.method;
  const { origin } = base;
  const path = deliveryPath(base, payload, destination.path_forwarding_disabled);
  const received = receivedHeaders(payload.headers);
  const forwarded = forwardedHeaders(input.headerNames, received);
  const appended = appendedHeaders(input, received);
  if (!input.prove) {
    return {
      method,
      origin,
      path,
      url: origin + path,
      headers: forwarded.concat(appended),
      appended_headers: namesIn(appended),
      credentialHeaders: input.headerNames.signatures,
    };
  }

  const { nowMs } = input;
  const unproven = { method, origin, path, headers: forwarded, body: payload.body, nowMs };
  const proof = input.prove(unproven);
  const credentials = withoutHops(proof.headers);
  const proven = headersBeside(credentials, appended).concat(Object.entries(credentials).flat());
  return {
    method,
    origin,
    path: proof.parameter ? withParameter(path, proof.parameter) : path,
    url: origin + (proof.parameter ? withParameter(path, { ...proof.parameter, value: REDACTED }) : path),
    headers: headersBeside(credentials, forwarded).concat(proven),
    appended_headers: namesIn(proven),
    credentialHeaders: Object.keys(credentials),
  };
}

function namesIn(pairs: readonly string[]): string[] {
  return pairs.filter((_, at) => at % 2 === 0);
}

/** Returns the headers that credentials do not replace. */
function headersBeside(credentials: Proof["headers"], pairs: readonly string[]): string[] {
  const isReplaced = (name = "") => Object.hasOwn(credentials, name.toLowerCase());
  return pairs.filter((_, at) => !isReplaced(pairs[at - (at % 2)]));
}

/** Credentials may have any name but this one: a destination that takes it would restart the count of hops. */
function withoutHops(credentials: Proof["headers"]): Proof["headers"] {
  if (!Object.hasOwn(credentials, HOPS_HEADER)) return credentials;
  return Object.fromEntries(Object.entries(credentials).filter(([name]) => name !== HOPS_HEADER));
}

/** Replaces every parameter of that name. */
function withParameter(path: string, { name, value }: NonNullable<Proof["parameter"]>): string {
  const at = path.indexOf("?");
  const others = (at === -1 ? "" : path.slice(at + 1))
    .split("&")
    .filter((pair) => pair !== "" && !new URLSearchParams(pair).has(name));
  const pair = `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
  return `${at === -1 ? path : path.slice(0, at)}?${[...others, pair].join("&")}`;
}

type UrlParts = Pick<URL, "origin" | "pathname" | "search">;

/** Destinations change rarely and get many deliveries, so the parts of their URLs are cached. */
const urlParts = new Map<string, UrlParts>();
const URL_PARTS_MAX = 1_000;

function parsedUrl(text: string): UrlParts | null {
  const known = urlParts.get(text);
  if (known) return known;
  const url = URL.parse(text);
  if (!url) return null;
  if (urlParts.size >= URL_PARTS_MAX) urlParts.clear();
  const parts = { origin: url.origin, pathname: url.pathname, search: url.search };
  urlParts.set(text, parts);
  return parts;
}

/** A request to the source URL itself has the path "/". It adds nothing: receivers may not know `/hooks/`. */
function deliveryPath(base: UrlParts, payload: ReceivedPayload, isForwardingOff: boolean): string {
  const isExact = isForwardingOff || payload.path === "/";
  const path = isExact ? base.pathname : base.pathname.replace(/\/+$/, "") + payload.path;
  if (base.search) return path + base.search; // the destination's own query replaces the sender's
  return payload.query && !isForwardingOff ? `${path}?${payload.query}` : path;
}

/** The headers of a payload, with their names in lower case beside them: every delivery looks for several. */
interface ReceivedHeaders {
  /** Names and values in turn, as they came. */
  pairs: readonly string[];
  names: readonly string[];
}

function receivedHeaders(pairs: readonly string[]): ReceivedHeaders {
  const names: string[] = [];
  for (let at = 0; at + 1 < pairs.length; at += 2) names.push((pairs[at] ?? "").toLowerCase());
  return { pairs, names };
}

/** The first value of that name; null if there is none. */
function headerIn({ pairs, names }: ReceivedHeaders, name: string): string | null {
  const at = names.indexOf(name);
  return at < 0 ? null : (pairs[at * 2 + 1] ?? "");
}

/** Names and values in turn: an object with so many computed names takes several times as long. */
function appendedHeaders(input: DeliveryInput, received: ReceivedHeaders): string[] {
  const { payload, signing } = input;
  const { of: names } = input.headerNames;
  const sent = [
    names.verified,
    String(input.verified === true),
    names.eventid,
    input.event_id,
    names.requestid,
    input.request_id,
    names["original-ip"],
    payload.client_ip ?? "",
    names["event-url"],
    input.event_url,
    names["source-name"],
    input.source_name,
    names["connection-name"],
    input.connection_name ?? "",
    names["destination-name"],
    input.destination.name,
    names["attempt-count"],
    String(input.attempt_number),
    names["attempt-trigger"],
    input.trigger,
    HOPS_HEADER,
    nextHops(headerIn(received, HOPS_HEADER), input.request_id),
    IDEMPOTENCY_KEY,
    input.event_id,
  ];
  if (!input.prove) {
    sent.push(names.signature, bodySignature(signing.secret, payload.body));
    const previous = previousSignature(signing, payload.body, input.signedAtMs);
    if (previous !== null) sent.push(names["signature-2"], previous);
  }
  if (input.retry_wait_ms !== null)
    sent.push(names["will-retry-after"], String(Math.round(input.retry_wait_ms / 1000)));
  if (input.traceparent !== null && !received.names.includes(TRACEPARENT))
    sent.push(TRACEPARENT, input.traceparent);
  if (!received.names.includes("user-agent")) sent.push("user-agent", USER_AGENT);
  if (!received.names.includes("accept")) sent.push("accept", "*/*");
  return sent;
}

/** Everything else that `appendedHeaders` adds is ours by its name, or missing from what was received. */
function forwardedHeaders({ isOurs }: HeaderNames, { pairs, names }: ReceivedHeaders): string[] {
  const forwarded: string[] = [];
  const perHop = names.includes("connection") ? namedByConnection(pairs, names) : null;
  for (let at = 0; at < names.length; at++) {
    const lower = names[at] ?? "";
    if (NOT_FORWARDED.has(lower) || isOurs(lower) || perHop?.has(lower)) continue;
    forwarded.push(pairs[at * 2] ?? "", pairs[at * 2 + 1] ?? "");
  }
  return forwarded;
}

/** A Connection header names further headers that are meant for us only. */
function namedByConnection(pairs: readonly string[], names: readonly string[]): Set<string> {
  const values = names.flatMap((name, at) =>
    name === "connection" ? (pairs[at * 2 + 1] ?? "").split(",") : [],
  );
  return new Set(values.map((name) => name.trim().toLowerCase()));
}
