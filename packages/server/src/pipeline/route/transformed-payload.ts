/**
 * What does a transformation get, and what does its result become?
 *
 * Pure functions: a request becomes JSON text, the result becomes a payload. A body that is JSON
 * is passed in unchanged. A compressed body is passed in decoded, without the header that says how it was compressed,
 * and what comes back is delivered as it is.
 */
import type { TransformedRequest } from "../../sandbox/transformation-run.ts";
import { withHopsOf } from "../hops.ts";
import type { ReceivedPayload } from "../received-payload.ts";
import { headersOfContent } from "./payload-view.ts";
import type { RequestView } from "./request-view.ts";

export function transformationInput(view: RequestView): string {
  const { path, query } = view.payload;
  const headers = view.part("headers") as Record<string, string>; // as request-view.ts builds it
  const rest = JSON.stringify({
    headers: view.isDecoded ? headersOfContent(headers) : headers,
    query: query ?? "",
    parsed_query: view.part("query"),
    path,
  });
  return `{"body":${view.bodyJson()},${rest.slice(1)}`;
}

export function transformedPayload(original: ReceivedPayload, result: TransformedRequest): ReceivedPayload {
  return {
    method: original.method,
    client_ip: original.client_ip,
    path: result.path,
    query: result.query === "" ? null : result.query,
    headers: withHopsOf(original.headers, result.headers),
    body: result.body === null ? Buffer.alloc(0) : Buffer.from(result.body),
  };
}
