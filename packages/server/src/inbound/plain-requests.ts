/**
 * Where must a request go that came without TLS?
 *
 * To the same address with https, if it names a host name of this installation and that name has a certificate here. Before
 * the first certificate it is answered as it is, so an operator can look at a system that is not reachable by TLS yet. So
 * is everything that has another name: checks and programs of the own network use addresses. Health checks and the files
 * that a certificate authority looks for are answered without TLS for good.
 */
import type { IncomingMessage, ServerResponse } from "node:http";

const ALWAYS_PLAIN = /^\/(?:healthz|readyz|\.well-known\/acme-challenge\/[^?#]*)(?:\?|$)/;
/** What may stand in a Location: visible ASCII, as node:http has already checked for the most part. */
const TARGET = /^\/[!-~]*$/;

/** A month: an operator who goes back to plain HTTP must wait so long for browsers that were here. */
export const STRICT_TRANSPORT = `max-age=${30 * 24 * 60 * 60}`;

export interface PlainRequests {
  /** Answers the request, and returns true, if it must come again by TLS. `url` is what the client asked for. */
  redirect: (request: IncomingMessage, response: ServerResponse, url?: string) => boolean;
}

/** `baseOf` has the https URL of a host name, without a slash at the end. Null: it is none of ours, or has no certificate. */
export function createPlainRequests(baseOf: (hostname: string) => string | null): PlainRequests {
  return {
    redirect(request, response, url = request.url ?? "") {
      const location = redirectOf({ socket: request.socket, headers: request.headers, url }, baseOf);
      if (location === null) return false;
      // 308: the same method, with the same body. Nothing of the body is read here.
      response.writeHead(308, { location, connection: "close", "content-length": 0 });
      response.end();
      return true;
    },
  };
}

/** Pure. Null: it is answered where it came. */
export function redirectOf(
  { socket, url, headers }: { socket: object; url: string; headers: IncomingMessage["headers"] },
  baseOf: (hostname: string) => string | null,
): string | null {
  if (isOverTls(socket) || !TARGET.test(url) || ALWAYS_PLAIN.test(url)) return null;
  const hostname = (headers.host ?? "").replace(/:\d*$/, "").replace(/\.$/, "").toLowerCase();
  const base = baseOf(hostname);
  return base === null ? null : base + url;
}

/** Whether TLS of this connection ends in this process. */
export function isOverTls(socket: object): boolean {
  return "encrypted" in socket;
}
