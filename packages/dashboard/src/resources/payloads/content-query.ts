/** Which query reads what is in a compressed body, and which endpoint has its bytes? By whose body it is. */
import {
  downloadBookmarkBody,
  downloadEventBody,
  downloadRequestBody,
  getBookmarkContent,
  getEventContent,
  getRequestContent,
} from "@posthorn/contract/dashboard-api";
import { queryOptions } from "@tanstack/react-query";
import { call, callForBytes } from "../api/call.ts";

const ENDPOINTS = {
  event: { content: getEventContent, bytes: downloadEventBody },
  request: { content: getRequestContent, bytes: downloadRequestBody },
  bookmark: { content: getBookmarkContent, bytes: downloadBookmarkBody },
} as const;
export type BodyOwner = keyof typeof ENDPOINTS;

/** A body never changes. */
export function contentQuery(owner: BodyOwner, id: string) {
  return queryOptions({
    queryKey: ["payloads", "content", owner, id],
    queryFn: ({ signal }) => call(ENDPOINTS[owner].content, { params: { id }, signal }),
    staleTime: Infinity,
  });
}

export function loadBytes(owner: BodyOwner, id: string): Promise<Uint8Array> {
  return callForBytes(ENDPOINTS[owner].bytes, { params: { id } });
}
