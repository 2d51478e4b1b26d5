/**
 * What do rules see of a request?
 *
 * Its four parts, each made when a rule first asks for it and then shared by all rules and connections.
 */
import type { FilterPart } from "@posthorn/contract/rules";
import type { ReceivedPayload } from "../send/delivery-request.ts";
import { bodyView, headersView } from "./payload-view.ts";
import { parseQueryString } from "./query-string.ts";

export interface RequestView {
  payload: ReceivedPayload;
  part(name: FilterPart): unknown;
}

export function viewOf(payload: ReceivedPayload): RequestView {
  const parts = new Map<FilterPart, unknown>();
  const make = (name: FilterPart): unknown => {
    if (name === "path") return payload.path;
    if (name === "query") return parseQueryString(payload.query ?? "");
    const headers = headersView(payload.headers);
    if (name === "headers") return headers;
    return bodyView(
      payload.body && Buffer.from(payload.body.buffer, payload.body.byteOffset, payload.body.length),
      headers["content-type"],
    );
  };
  return {
    payload,
    part(name) {
      if (!parts.has(name)) parts.set(name, make(name));
      return parts.get(name);
    },
  };
}
