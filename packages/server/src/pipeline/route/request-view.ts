/**
 * What do rules see of a request?
 *
 * Its four parts. Each one is built when a rule first asks for it, and then shared by all rules and connections.
 */
import type { FilterPart } from "@posthorn/contract/rules";
import { headersView } from "../headers-view.ts";
import type { ReceivedPayload } from "../received-payload.ts";
import { bodyJson, bodyView } from "./payload-view.ts";
import { parseQueryString } from "./query-string.ts";

export interface RequestView {
  payload: ReceivedPayload;
  part(name: FilterPart): unknown;
  /** The part `body` as JSON text. */
  bodyJson(): string;
}

export function viewOf(payload: ReceivedPayload): RequestView {
  const parts = new Map<FilterPart, unknown>();
  const headers = () => part("headers") as Record<string, string>;
  const body = () =>
    payload.body && Buffer.from(payload.body.buffer, payload.body.byteOffset, payload.body.length);

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

  return { payload, part, bodyJson: () => bodyJson(body(), headers()["content-type"]) };
}
