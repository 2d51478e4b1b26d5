/**
 * What must each part of a request match?
 *
 * A filter rule, or the filter of a CLI session, compiled once. It has only the parts that the user wrote something for.
 */
import { FILTER_PARTS, type FilterPart } from "../rules.ts";
import { compileFilter, type Matches } from "./compile-filter.ts";

export interface PartFilter {
  matches: Matches;
  /** The schema as JSON text, for a match in another thread. Written when it is first asked for. */
  json: () => string;
}

export type RequestFilter = Partial<Record<FilterPart, PartFilter>>;

export function compileRequestFilter(schemas: Partial<Record<FilterPart, unknown>>): RequestFilter {
  return Object.fromEntries(
    FILTER_PARTS.flatMap((part) => (schemas[part] == null ? [] : [[part, compilePart(schemas[part])]])),
  );
}

function compilePart(schema: unknown): PartFilter {
  let text: string | undefined;
  return { matches: compileFilter(schema), json: () => (text ??= JSON.stringify(schema)) };
}
