/**
 * What does a CLI ask for when it opens the socket?
 *
 * A pure function: it reads the wanted session from the headers of the upgrade, and the data to
 * recreate the session if we no longer have it. A client keeps its session id as long as it runs,
 * through every restart of ours, so only malformed ids are refused.
 */
import type { IncomingHttpHeaders } from "node:http";
import { CliSessionFilters } from "@posthorn/contract/cli-sessions";
import { internalId } from "@posthorn/contract/ids";
import { CLI_SESSION_MAX_CONNECTIONS } from "@posthorn/contract/limits";
import * as z from "zod/mini";

export interface WantedSession {
  key: string;
  /** Null when the client sent none; then a session that we no longer have cannot be recreated. */
  connectionKeys: readonly string[] | null;
  filters: CliSessionFilters;
}

export interface Refusal {
  status: number;
  message: string;
}

export const UNKNOWN_SESSION = "Unknown WebSocket ID.";
export const KEY_IN_URL =
  "Invalid or missing API key. Send it in the Authorization header: addresses end up in logs.";

/** Parameter names under which people put a key into a URL. */
const KEY_PARAMETER = /^(?:api[_-]?key|key|cli[_-]?key|token|access[_-]?token|auth|authorization)$/i;

export function hasKeyInUrl(url: string): boolean {
  const at = url.indexOf("?");
  if (at === -1) return false;
  return [...new URLSearchParams(url.slice(at + 1)).keys()].some((name) => KEY_PARAMETER.test(name));
}

export function wantedSession(headers: IncomingHttpHeaders): WantedSession | Refusal {
  const id = headers["websocket-id"];
  const key = typeof id === "string" ? internalId("cli_session", id) : null;
  if (!key) return { status: 404, message: UNKNOWN_SESSION };
  const filters = readFilters(headers["x-session-filters"]);
  if (!filters) {
    return { status: 422, message: "X-Session-Filters must be filters as JSON, in base64." };
  }
  return { key, connectionKeys: readConnections(headers["x-webhook-ids"]), filters };
}

/** Ids that are not of a connection are left out: the rest of the session is still useful. */
function readConnections(header: string | string[] | undefined): string[] | null {
  if (typeof header !== "string") return null;
  const ids = header.split(",", CLI_SESSION_MAX_CONNECTIONS).map((id) => id.trim());
  return ids.flatMap((id) => internalId("connection", id) ?? []);
}

function readFilters(header: string | string[] | undefined): CliSessionFilters | null {
  if (typeof header !== "string" || header === "") return {};
  try {
    const value: unknown = JSON.parse(Buffer.from(header, "base64").toString("utf8"));
    const result = z.safeParse(CliSessionFilters, value ?? {});
    return result.success ? result.data : null;
  } catch {
    return null;
  }
}
