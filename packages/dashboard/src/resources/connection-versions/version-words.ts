/**
 * In which words does the dashboard speak of a version: who saved it, what the save changed, and what a restore leaves?
 *
 * Pure.
 */
import type {
  ConnectionVersion,
  KeptAsNow,
  PartPlan,
  VersionPart,
} from "@posthorn/contract/connection-versions";
import { shortTime } from "../../ui/time.ts";
import { fieldName } from "../audit-log/field-names.ts";

export function authorOf({ by }: Pick<ConnectionVersion, "by">): string {
  if (by === null) return "Not known";
  switch (by.kind) {
    case "session":
      return by.name ?? "Somebody who has left";
    case "api_key":
      return by.name === null ? "An API key" : `API key ${by.name}`;
    case "cli_key":
      return by.name === null ? "A CLI" : `${by.name}, with the CLI`;
    case "operator":
      return "The operator";
    case "product":
      return "Posthorn";
    case "directory":
      return "Directory sync";
  }
}

/** `Nov 14 14:32:18` */
export function timeOf({ created_at }: Pick<ConnectionVersion, "created_at">): string {
  return created_at === null ? "the time before" : shortTime(new Date(created_at));
}

/** "Filter rule, name · Destination: URL" */
export function changesOf({ changes, restored, created_at }: ConnectionVersion): string {
  if (created_at === null) return "As it was before the oldest save that is kept";
  if (restored !== null) return `Restored the version of ${timeOf(restored)}`;
  return changes
    .map(({ part, action, fields }) => {
      if (action === "created") return part === "connection" ? "Created" : `${capital(part)} created`;
      const named = fields.map((name) => fieldName(name)).join(", ");
      return part === "connection" ? capital(named) : `${capital(part)}: ${named}`;
    })
    .join(" · ");
}

/** The ends have the names of now. */
export function partText({ part, before: { name } }: Pick<PartPlan, "before" | "part">): string {
  return part === "connection"
    ? "Name, description and rules of the connection"
    : `${capital(part)} ${String(name)}`;
}

/** Completes "Kept as now:". */
export function keptText(part: VersionPart, kept: KeptAsNow): string {
  switch (kept) {
    case "authentication":
      return `the authentication of the ${part}`;
    case "query":
      return "the query of the destination's URL";
    case "no_query":
      return "the URL gets no query: the one of then is not kept, and the present URL has none or leads to another host. Enter it in the settings of the destination";
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
