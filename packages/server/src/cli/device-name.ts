/**
 * On which machine does this CLI run?
 *
 * Shipped clients tell it in two headers, neither of them always there: the telemetry header names the
 * device, the user agent has what `uname` says. Both are JSON that a caller wrote, so neither is trusted
 * to have any form.
 */
import type { IncomingHttpHeaders } from "node:http";
import { NAME_MAX_CHARACTERS } from "@posthorn/contract/limits";

const UNKNOWN_DEVICE = "unknown device";

export function deviceName(headers: IncomingHttpHeaders): string {
  const named = fieldOf(headers["x-hookdeck-cli-telemetry"], "device_name");
  // `Linux host 6.1.0 …`: the second word is the host's name.
  const system = fieldOf(headers["x-hookdeck-client-user-agent"], "uname")?.split(/\s+/);
  return deviceNamed(named ?? system?.[1] ?? system?.[0]);
}

/** A name as we keep it: shipped clients leave a line break at its end. */
export function deviceNamed(text: string | undefined): string {
  // PostgreSQL's text cannot hold a null character.
  const name = text?.replaceAll("\u0000", "").trim() ?? "";
  return name.slice(0, NAME_MAX_CHARACTERS).toWellFormed() || UNKNOWN_DEVICE;
}

/** Null: not there, or not a text with anything in it. */
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
