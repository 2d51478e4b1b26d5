/**
 * What do rules see of a request?
 *
 * Its four parts. Each one is built when a rule first asks for it, and then shared by all rules and connections. Of a
 * compressed body they see the content, if it could be decoded.
 */
import type { FilterPart } from "@posthorn/contract/rules";
import { headersView } from "../headers-view.ts";
import type { ReceivedPayload } from "../received-payload.ts";
import { type FilterCosts, freshCosts } from "./filter-costs.ts";
import { bodyJson, bodyView } from "./payload-view.ts";
import { parseQueryString } from "./query-string.ts";

/** To parse a longer body takes the event loop milliseconds. */
const QUICK_BODY_BYTES = 128 * 1024;

export interface RequestView {
  payload: ReceivedPayload;
  /** The body without its content coding, or as it came. */
  content: Uint8Array | null;
  isDecoded: boolean;
  /** What its filters have cost so far. A transformed request continues the count of the original one. */
  costs: FilterCosts;
  isSlowToRead: boolean;
  part: (name: FilterPart) => unknown;
  /** The part `body` as JSON text. */
  bodyJson: () => string;
}

export function isSlowToRead(body: Uint8Array | null): boolean {
  return body !== null && body.length > QUICK_BODY_BYTES;
}

/** `decoded` is the result of `decodedBody`. */
export function viewOf(
  payload: ReceivedPayload,
  decoded: Buffer | null = null,
  costs: FilterCosts = freshCosts(),
): RequestView {
  const content = decoded ?? payload.body;
  const parts = new Map<FilterPart, unknown>();
  const headers = () => part("headers") as Record<string, string>;
  const body = () => content && Buffer.from(content.buffer, content.byteOffset, content.length);

  function make(name: FilterPart): unknown {
    if (name === "path") return payload.path;
    if (name === "query") return parseQueryString(payload.query ?? "");
    if (name === "headers") return headersView(payload.headers);
    return bodyView(body(), headers()["content-type"]);
  }

  function part(name: FilterPart): unknown {
    if (!parts.has(name)) parts.set(name, make(name));
    return parts.get(name);
  }

  return {
    payload,
    content,
    isDecoded: decoded !== null,
    costs,
    isSlowToRead: isSlowToRead(content),
    part,
    bodyJson: () => bodyJson(body(), headers()["content-type"]),
  };
}
