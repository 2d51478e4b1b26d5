/**
 * How does a request of our own making come in?
 *
 * Like every other: over a connection to the ingest server, which parses, checks, stores and answers it. The connection
 * does not leave this process, so it needs no port, no name and no way through a proxy, and a process without the ingest
 * role can use it too. Its end has the address of this machine.
 */
import { type IncomingMessage, type Server, request as httpRequest } from "node:http";
import { duplexPair } from "node:stream";
import { text } from "node:stream/consumers";
import { REQUEST_ID_HEADER, markOwn } from "./own-sockets.ts";

export interface OwnRequest {
  method: string;
  /** Path and query, as a sender asks for them. */
  target: string;
  /** Names and values in turn. */
  headers: readonly string[];
  body: Uint8Array;
}

export interface OwnAnswer {
  status: number;
  body: string;
  /** The id of the stored request; null if nothing was stored. */
  request_id: string | null;
}

export type SendOwn = (request: OwnRequest) => Promise<OwnAnswer>;

/** Ingest answers within four seconds of the last byte. */
const ANSWER_WITHIN_MS = 10_000;
const OWN_ADDRESS = "127.0.0.1";

export function createOwnSender(server: Server): SendOwn {
  return async ({ method, target, headers, body }) => {
    const [near, far] = duplexPair();
    Object.assign(far, { remoteAddress: OWN_ADDRESS });
    markOwn(far);
    server.emit("connection", far);
    try {
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        const request = httpRequest({
          createConnection: () => near,
          method,
          path: target,
          headers: body.length > 0 ? [...headers, "Content-Length", String(body.length)] : headers,
          signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
        });
        request.on("response", resolve);
        request.on("error", reject);
        request.end(body);
      });
      const answered = await text(response);
      const id = response.headers[REQUEST_ID_HEADER];
      return {
        status: response.statusCode ?? 0,
        body: answered,
        request_id: typeof id === "string" ? id : null,
      };
    } finally {
      near.destroy();
      far.destroy();
    }
  };
}
