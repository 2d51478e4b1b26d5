/**
 * What exactly goes on the wire for this attempt?
 *
 * Pure: from the request that came in and the destination as it is now, to URL, method and headers. The
 * URL is put together from parsed parts, so a sender's path and query can never change scheme, host,
 * port or user-info. Also asked by the API, which shows people what the next attempt would send.
 */
import { createHmac } from "node:crypto";
import type { AttemptTrigger, HttpMethod } from "@posthorn/contract/causes";

/** Every header we add begins with it; what a sender writes under it is dropped. */
const HEADER_PREFIX = "x-posthorn-";
/** How often a request has passed through us; ingest refuses what goes in a circle. */
const HOPS_HEADER = `${HEADER_PREFIX}hops`;
const USER_AGENT = "Posthorn/1.0";

/** Meant for one hop only (RFC 9110 §7.6.1), or made anew by the client that sends. */
const NOT_FORWARDED = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

export interface ReceivedPayload {
  method: string;
  /** What came after the source's token; begins with a slash. */
  path: string;
  /** Raw, without the question mark. */
  query: string | null;
  /** Names and values in turn, as they came. */
  headers: readonly string[];
  client_ip: string | null;
  body: Uint8Array | null;
}

export interface DeliveryInput {
  payload: ReceivedPayload;
  verified: boolean | null;
  destination: {
    name: string;
    url: string;
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
  /** How long the rule waits if this attempt fails; null when it is the last. */
  retry_wait_ms: number | null;
  signing_secret: string;
}

export interface DeliveryRequest {
  method: string;
  origin: string;
  /** Path and query, as the request line carries them. */
  path: string;
  /** Names and values in turn. */
  headers: string[];
  appended_headers: string[];
}

/** Null when the destination's URL cannot be read any more. */
export function deliveryRequest(input: DeliveryInput): DeliveryRequest | null {
  const { payload, destination } = input;
  const base = parsedUrl(destination.url);
  if (!base) return null;

  const appended = appendedHeaders(input);
  const headers = forwardedHeaders(payload.headers, appended);
  for (const [name, value] of Object.entries(appended)) headers.push(name, value);

  return {
    method: destination.http_method ?? payload.method,
    origin: base.origin,
    path: deliveryPath(base, payload, destination.path_forwarding_disabled),
    headers,
    appended_headers: Object.keys(appended),
  };
}

type UrlParts = Pick<URL, "origin" | "pathname" | "search">;

/** Destinations change rarely and are delivered to often; the parts of their URLs are kept. */
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

function deliveryPath(base: UrlParts, payload: ReceivedPayload, isForwardingOff: boolean): string {
  const path = isForwardingOff ? base.pathname : base.pathname.replace(/\/+$/, "") + payload.path;
  if (base.search) return path + base.search; // the destination's own query replaces the sender's
  return payload.query && !isForwardingOff ? `${path}?${payload.query}` : path;
}

function appendedHeaders(input: DeliveryInput): Record<string, string> {
  const { payload } = input;
  const sent: Record<string, string> = {
    [`${HEADER_PREFIX}signature`]: createHmac("sha256", input.signing_secret)
      .update(payload.body ?? "")
      .digest("base64"),
    [`${HEADER_PREFIX}verified`]: String(input.verified === true),
    [`${HEADER_PREFIX}eventid`]: input.event_id,
    [`${HEADER_PREFIX}requestid`]: input.request_id,
    [`${HEADER_PREFIX}original-ip`]: payload.client_ip ?? "",
    [`${HEADER_PREFIX}event-url`]: input.event_url,
    [`${HEADER_PREFIX}source-name`]: input.source_name,
    [`${HEADER_PREFIX}connection-name`]: input.connection_name ?? "",
    [`${HEADER_PREFIX}destination-name`]: input.destination.name,
    [`${HEADER_PREFIX}attempt-count`]: String(input.attempt_number),
    [`${HEADER_PREFIX}attempt-trigger`]: input.trigger,
    [HOPS_HEADER]: String(hopsOf(payload.headers) + 1),
    "idempotency-key": input.event_id,
  };
  if (input.retry_wait_ms !== null) {
    sent[`${HEADER_PREFIX}will-retry-after`] = String(Math.round(input.retry_wait_ms / 1000));
  }
  if (!hasHeader(payload.headers, "user-agent")) sent["user-agent"] = USER_AGENT;
  if (!hasHeader(payload.headers, "accept")) sent["accept"] = "*/*";
  return sent;
}

function forwardedHeaders(received: readonly string[], appended: Record<string, string>): string[] {
  const forwarded: string[] = [];
  let perHop: Set<string> | null = null;
  for (let at = 0; at + 1 < received.length; at += 2) {
    if (received[at]?.toLowerCase() !== "connection") continue;
    const named = received[at + 1]?.split(",").map((name) => name.trim().toLowerCase());
    perHop = new Set([...(perHop ?? []), ...(named ?? [])]);
  }
  for (let at = 0; at + 1 < received.length; at += 2) {
    const name = received[at] ?? "";
    const lower = name.toLowerCase();
    if (NOT_FORWARDED.has(lower) || lower.startsWith(HEADER_PREFIX) || lower in appended) continue;
    if (perHop?.has(lower)) continue;
    forwarded.push(name, received[at + 1] ?? "");
  }
  return forwarded;
}

function hasHeader(headers: readonly string[], name: string): boolean {
  for (let at = 0; at < headers.length; at += 2) if (headers[at]?.toLowerCase() === name) return true;
  return false;
}

/** A sender may write anything here; what is not a small number counts as the first time. */
export function hopsOf(headers: readonly string[]): number {
  for (let at = 0; at + 1 < headers.length; at += 2) {
    if (headers[at]?.toLowerCase() === HOPS_HEADER) {
      const hops = Number(headers[at + 1]);
      return Number.isInteger(hops) && hops >= 0 && hops < 1_000 ? hops : 0;
    }
  }
  return 0;
}
