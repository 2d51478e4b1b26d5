/**
 * What did a sender send?
 *
 * Method, path, query, headers and body as they came. Every stage of the pipeline hands it on unchanged; only a
 * transformation makes a new one.
 */
import type { StoredPayload } from "../store/requests.ts";

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

/** Reads a payload back from its row. The cast is safe: `insertRequests` wrote the list of names and values. */
export function receivedPayload(row: StoredPayload): ReceivedPayload {
  const { method, path, query, client_ip, body } = row;
  return { method, path, query, client_ip, body, headers: JSON.parse(row.headers) as string[] };
}
