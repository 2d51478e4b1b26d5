/**
 * Which page of a list does a directory ask for, and which attributes of each resource? RFC 7644, sections 3.4.2.4 and 3.4.2.5.
 *
 * Pure. The first resource has the index 1.
 */
import { SCIM_PAGE_DEFAULT, SCIM_PAGE_MAX } from "@posthorn/contract/limits";
import { invalidValue } from "./scim-error.ts";

const LIST_SCHEMA = "urn:ietf:params:scim:api:messages:2.0:ListResponse";
const WHOLE = /^[+-]?\d{1,9}$/;

export interface Page {
  /** From 1. */
  startIndex: number;
  count: number;
}

function wholeNumber(name: string, query: URLSearchParams): number | null {
  const text = query.get(name);
  if (text === null || text === "") return null;
  if (!WHOLE.test(text)) throw invalidValue(`${name} must be a whole number`);
  return Number(text);
}

export function pageOf(query: URLSearchParams): Page {
  return {
    startIndex: Math.max(1, wholeNumber("startIndex", query) ?? 1),
    count: Math.min(SCIM_PAGE_MAX, Math.max(0, wholeNumber("count", query) ?? SCIM_PAGE_DEFAULT)),
  };
}

export function listReply(
  { startIndex }: Page,
  totalResults: number,
  resources: readonly unknown[],
): Record<string, unknown> {
  return {
    schemas: [LIST_SCHEMA],
    totalResults,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}

/** The resource without what was not asked for. Its id and its schemas always stay. */
export type Projection = (resource: Readonly<Record<string, unknown>>) => Record<string, unknown>;

const ALWAYS: ReadonlySet<string> = new Set(["id", "schemas"]);

/** Whole attributes only: `members`, and `members.value` too. */
function namesIn(text: string | null): Set<string> | null {
  if (text === null || text.trim() === "") return null;
  const names = text.split(",").map((name) => name.trim().toLowerCase());
  return new Set(names.map((name) => name.slice(name.lastIndexOf(":") + 1).split(".", 1)[0] ?? ""));
}

export function projectionOf(query: URLSearchParams): Projection {
  const wanted = namesIn(query.get("attributes"));
  const unwanted = namesIn(query.get("excludedAttributes"));
  return (resource) =>
    Object.fromEntries(
      Object.entries(resource).filter(([name]) => {
        const attribute = name.toLowerCase();
        if (ALWAYS.has(attribute)) return true;
        return wanted === null ? unwanted?.has(attribute) !== true : wanted.has(attribute);
      }),
    );
}

/** Whether members of groups need not be read at all. */
export function isWithoutMembers(query: URLSearchParams): boolean {
  const shown = projectionOf(query)({ members: [] });
  return !("members" in shown);
}
