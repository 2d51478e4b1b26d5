/** How is the query of a bulk operation written for people? One label and text per filter; ids get their names later. */
import { EVENT_STATUS_LABELS, IGNORED_CAUSE_LABELS, REJECTION_CAUSE_LABELS } from "@posthorn/contract/texts";
import { describeDates } from "../list-filters/date-ranges.ts";
import type { BulkQuery } from "./bulk-query.ts";
import { boundsOf } from "./operation-rows.ts";

export interface QueryWord {
  label: string;
  text: string;
  /** Instead of the text: ids of things that have names. */
  named?: { dimension: "source_id" | "webhook_id" | "destination_id"; ids: readonly string[] };
}

const NAMED = {
  source_id: { label: "Source", dimension: "source_id" },
  destination_id: { label: "Destination", dimension: "destination_id" },
  webhook_id: { label: "Connection", dimension: "webhook_id" },
} as const;

function isNamed(name: string): name is keyof typeof NAMED {
  return Object.hasOwn(NAMED, name);
}

/** Filters whose values have words of their own. */
const WORDED: Record<string, { label: string; words: Readonly<Record<string, string>> }> = {
  status: { label: "Status", words: EVENT_STATUS_LABELS },
  rejection_cause: { label: "Rejection cause", words: REJECTION_CAUSE_LABELS },
  cause: { label: "Ignored cause", words: IGNORED_CAUSE_LABELS },
};

/** One value, or several: as a list, or as one text with commas. */
function valuesOf(value: unknown): string[] {
  if (typeof value === "string") return value === "" ? [] : value.split(",");
  return Array.isArray(value) ? value.map(String) : [];
}

/** `response_status` → `Response status` */
function labelOf(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function textOf(value: unknown): string {
  const { min, max } = boundsOf(value);
  if (min !== undefined && max !== undefined) return `${min} – ${max}`;
  if (min !== undefined) return `from ${min}`;
  if (max !== undefined) return `up to ${max}`;
  const values = valuesOf(value);
  return values.length > 0 ? values.join(", ") : JSON.stringify(value);
}

/** Left out without a sensible text. */
function wordOf(name: string, value: unknown): QueryWord | null {
  if (isNamed(name)) {
    const { label, dimension } = NAMED[name];
    return { label, text: textOf(value), named: { dimension, ids: valuesOf(value) } };
  }
  if (name === "created_at" || name === "ingested_at")
    return { label: "Date", text: describeDates(boundsOf(value)) ?? textOf(value) };
  const worded = Object.hasOwn(WORDED, name) ? WORDED[name] : undefined;
  if (worded !== undefined) {
    const words = valuesOf(value).map((one) => worded.words[one] ?? labelOf(one));
    return words.length === 0 ? null : { label: worded.label, text: words.join(", ") };
  }
  return value === undefined ? null : { label: labelOf(name), text: textOf(value) };
}

/** The database sorts the fields of a query in its own way. People read first when, then what. */
const FIRST = ["created_at", "ingested_at", "status", "source_id", "webhook_id", "destination_id"];

function byImportance([a]: [string, unknown], [b]: [string, unknown]): number {
  const [atA, atB] = [a, b].map((name) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length));
  return (atA ?? 0) - (atB ?? 0) || a.localeCompare(b);
}

export function queryWords(query: BulkQuery): QueryWord[] {
  return Object.entries(query)
    .toSorted(byImportance)
    .flatMap(([name, value]) => wordOf(name, value) ?? []);
}
