/**
 * Which machine does this CLI run on?
 *
 * Our own client names it in a header of its own. Other published clients name it in two headers, and either may be missing: the telemetry header has the device name,
 * the user agent has the output of `uname`. A caller wrote both as JSON, so this code expects any content.
 */
import type { IncomingHttpHeaders } from "node:http";
import { CLI_DEVICE_HEADER } from "@posthorn/contract/cli-sessions";
import { NAME_MAX_CHARACTERS } from "@posthorn/contract/limits";

const UNKNOWN_DEVICE = "unknown device";

export function deviceName(headers: IncomingHttpHeaders): string {
  const own = decoded(headers[CLI_DEVICE_HEADER]);
  if (own !== null) return deviceNamed(own);
  const named = fieldOf(headers["x-hookdeck-cli-telemetry"], "device_name");
  // `Linux host 6.1.0 …`: the second word is the host's name.
  const system = fieldOf(headers["x-hookdeck-client-user-agent"], "uname")?.split(/\s+/);
  return deviceNamed(named ?? system?.[1] ?? system?.[0]);
}

/** Null when our own client has not sent it. */
function decoded(header: string | string[] | undefined): string | null {
  if (typeof header !== "string") return null;
  try {
    return decodeURIComponent(header) || null;
  } catch {
    return null; // a caller wrote it
  }
}

/** A name as we store it: published clients leave a line break at its end. */
export function deviceNamed(text: string | undefined): string {
  // PostgreSQL's text cannot hold a null character.
  const name = text?.replaceAll("\u0000", "").trim() ?? "";
  return name.slice(0, NAME_MAX_CHARACTERS).toWellFormed() || UNKNOWN_DEVICE;
}

/** Returns null when the field is missing, empty or not text. */
function fieldOf(header: string | string[] | undefined, field: string): string | null {
  if (typeof header !== "string") return null;
  try {
    const value: unknown = JSON.parse(header);
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, field)) return null;
    const text: unknown = Reflect.get(value, field);
    return typeof text === "string" ? text.replaceAll("\u0000", "").trim() || null : null;
  } catch {
    return null;
  }
}
