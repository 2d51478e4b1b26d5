/**
 * What does a CLI ask for when it dials the socket?
 *
 * Pure: from the headers of the upgrade to the session it means, and what the session is made of should we
 * have forgotten it. A client uses the id of its session for as long as it runs, through every restart of
 * ours, so an id is refused only if it cannot be one.
 */
import type { IncomingHttpHeaders } from "node:http";
import { CliSessionFilters } from "@posthorn/contract/cli-sessions";
import { internalId } from "@posthorn/contract/ids";
import { CLI_SESSION_MAX_CONNECTIONS } from "@posthorn/contract/limits";
import * as z from "zod/mini";

export interface WantedSession {
  key: string;
  /** Null: the client did not say, so a session that we forgot stays forgotten. */
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

/** What people put a key under when they put it into an address. */
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

/** What is no id of a connection is left out: the rest of the session is worth having. */
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
