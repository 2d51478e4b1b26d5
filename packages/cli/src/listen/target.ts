/**
 * To which local server do events go?
 *
 * Pure. A port, a host with a port, or a URL. Each may have a path, which comes before the path of each event.
 */
import { misuse } from "../failure.ts";
import { printable } from "../output/printable.ts";

export interface Target {
  isTls: boolean;
  hostname: string;
  port: number;
  /** Before the path of each event, without a slash at its end. */
  path: string;
  /** As people read it. */
  url: string;
  isLoopback: boolean;
}

export function readTarget(typed: string): Target {
  // A number alone would be read as an address: "3000/app" as the host 0.0.11.184.
  const isPort = /^\d+(?:\/|$)/.test(typed);
  const full = isPort ? `http://localhost:${typed}` : /^https?:\/\//i.test(typed) ? typed : `http://${typed}`;
  const url = URL.canParse(full) ? new URL(full) : null;
  if (
    !url ||
    (isPort && Number.parseInt(typed, 10) < 1) ||
    url.username !== "" ||
    url.search !== "" ||
    url.hash !== ""
  )
    throw misuse(
      `"${printable(typed)}" is not a port or an address of a local server.`,
      "Write for example 3000, localhost:3000 or http://localhost:3000/app.",
    );
  const isTls = url.protocol === "https:";
  const hostname = url.hostname.replace(/^\[|\]$/g, "");
  const path = url.pathname.replace(/\/$/, "");
  return {
    isTls,
    hostname,
    port: url.port === "" ? (isTls ? 443 : 80) : Number(url.port),
    path,
    url: `${url.origin}${path}`,
    isLoopback: /^(?:localhost|127(?:\.\d+){3}|::1)$|\.localhost$/.test(hostname),
  };
}
