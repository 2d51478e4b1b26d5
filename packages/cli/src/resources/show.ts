/**
 * How does a person read a reply of the API?
 *
 * Pure. A list is a table of the columns that people look for, one thing is a list of its fields. Programs read JSON or YAML.
 */
import type { Paint } from "../output/paint.ts";
import { pairsText, tableText } from "../output/table.ts";

/** In this order, those that are there. */
const COLUMNS = [
  "id",
  "full_name",
  "name",
  "type",
  "status",
  "response_status",
  "error_code",
  "rejection_cause",
  "cause",
  "attempts",
  "attempt_number",
  "source_id",
  "webhook_id",
  "url",
  "hostname",
  "disabled_at",
  "created_at",
] as const;
const MOST_COLUMNS = 7;

export interface Shown {
  text: string;
  /** Said beside the result. */
  note: string | null;
}

export function shownReply(reply: unknown, paint: Paint): Shown {
  const models = isRecord(reply) ? reply["models"] : reply;
  if (!Array.isArray(models)) return { text: oneText(reply, paint), note: null };
  const rows = models.filter(isRecord);
  if (rows.length === 0) return { text: "", note: "Nothing was found.\n" };
  const columns = columnsOf(rows);
  const text = tableText(
    columns,
    rows.map((row) => columns.map((column) => cellText(row[column]))),
    (name) => paint("dim", name),
  );
  return { text, note: moreNote(reply) };
}

function columnsOf(rows: readonly Readonly<Record<string, unknown>>[]): string[] {
  const known = COLUMNS.filter((column) =>
    rows.some((row) => row[column] !== undefined && row[column] !== null),
  );
  // A connection's full name has its name in it.
  const chosen = known.includes("full_name") ? known.filter((column) => column !== "name") : known;
  return chosen.length > 0
    ? chosen.slice(0, MOST_COLUMNS)
    : Object.keys(rows[0] ?? {}).slice(0, MOST_COLUMNS);
}

function moreNote(reply: unknown): string | null {
  const pagination = isRecord(reply) && isRecord(reply["pagination"]) ? reply["pagination"] : {};
  const { next } = pagination;
  return typeof next === "string" ? `There is more: --next ${next}\n` : null;
}

function oneText(reply: unknown, paint: Paint): string {
  if (!isRecord(reply)) return `${cellText(reply)}\n`;
  const pairs = Object.entries(reply).map(([name, value]) => [name, cellText(value)] as const);
  return pairs.length === 0 ? "" : pairsText(pairs, (name) => paint("dim", name));
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
