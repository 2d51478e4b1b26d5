/**
 * How do the parts of a filter become texts in an editor, and texts a filter?
 *
 * An empty text means that the filter does not look at that part. The contract's schema decides what can be saved.
 */
import type { FilterParts, FilterTestInput } from "@posthorn/contract/filter-trials";
import { FILTER_PARTS, FilterSchema, type FilterPart } from "@posthorn/contract/rules";
import { formatJson } from "../../ui/code-editor/format-json.ts";
import { FILTER_TABS } from "./filter-parts.ts";

export type PartTexts = Record<FilterPart, string>;

export function textsOf(filter: FilterParts): PartTexts {
  return byPart((part) => jsonText(filter[part]));
}

/** Null and undefined are the empty text. */
export function jsonText(value: unknown): string {
  return value === undefined || value === null ? "" : formatJson(value);
}

/** The filter as far as its texts can be saved, to be completed by others. */
export function savableParts(texts: PartTexts): FilterParts {
  const savable = byPart((part) =>
    "filter" in filterOf({ ...NO_TEXTS, [part]: texts[part] }) ? texts[part] : "",
  );
  const checked = filterOf(savable);
  return "filter" in checked ? checked.filter : {};
}

export const NO_TEXTS: PartTexts = { body: "", headers: "", query: "", path: "" };

export function hasText(texts: PartTexts): boolean {
  return FILTER_TABS.some((part) => texts[part].trim() !== "");
}

/** The input as the API takes it. A part that is no JSON, or has another shape than in a request, is left out. */
export function testInputOf(texts: PartTexts): FilterTestInput {
  const { body, headers, query, path } = byPart((part) => {
    const parsed = parse(texts[part]);
    return parsed.ok ? parsed.value : undefined;
  });
  return {
    ...(body !== undefined && { body }),
    ...(isRecord(headers) && { headers }),
    ...(isRecord(query) && { parsed_query: query }),
    ...(typeof path === "string" && { path }),
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The part whose text cannot be saved comes back instead of a filter. */
export function filterOf(texts: PartTexts): { filter: FilterParts } | { faultyPart: FilterPart } {
  const filter: FilterParts = {};
  for (const part of FILTER_TABS) {
    if (texts[part].trim() === "") continue;
    const parsed = parse(texts[part]);
    const checked = FilterSchema.safeParse(parsed.ok ? parsed.value : undefined);
    if (!parsed.ok || !checked.success) return { faultyPart: part };
    if (checked.data !== null && checked.data !== undefined) filter[part] = checked.data;
  }
  return { filter };
}

export type Parsed = { ok: true; value: unknown } | { ok: false };

export function parse(text: string): Parsed {
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch {
    return { ok: false };
  }
}

export function byPart<Value>(valueOf: (part: FilterPart) => Value): Record<FilterPart, Value> {
  const [body, headers, path, query] = FILTER_PARTS;
  return { body: valueOf(body), headers: valueOf(headers), path: valueOf(path), query: valueOf(query) };
}
