/**
 * Which path does a request ask for, if its target is a whole URL?
 *
 * `POST http://host/path HTTP/1.1` means the same as `POST /path` with that host (RFC 9112, 3.2.2), whatever its Host
 * header says. Clients that believe they talk to a proxy write it so.
 */
import type { IncomingMessage } from "node:http";

const SLASH = 47;
const ABSOLUTE = /^https?:\/\/([^/?#]+)(.*)$/i;

/** Rewrites target and host of such a request; other requests stay as they are. */
export function toOriginForm(request: Pick<IncomingMessage, "url" | "headers">): void {
  const { url = "" } = request;
  if (url.charCodeAt(0) === SLASH) return; // nearly every request
  const [, authority, rest = ""] = ABSOLUTE.exec(url) ?? [];
  if (authority === undefined) return;
  request.url = rest.startsWith("/") ? rest : `/${rest}`;
  request.headers.host = authority;
}
