/**
 * How does an address carry the filters of a list of events or requests?
 *
 *     attempts[gte]=2&scheduled_attempts=true&cli_user_id=any&body={"id":7}&search_term=refund
 *
 * Values of requests are JSON text, as in the API. Everything invalid is dropped (see ui/list/list-url.ts).
 */
import { SEARCH_TERM_MIN_CHARACTERS } from "@posthorn/contract/limits";
import * as z from "zod/mini";
import { listOf, oneOf, optional } from "../../ui/list/list-url.ts";
import { jsonProblem, pathProblem, type JsonPart } from "./json-filter.ts";

/** `field[gte]=…&field[lte]=…`, each within the limits. */
export function numberRange({ least, most }: { least: number; most: number }) {
  const Whole = z.pipe(
    z.union([z.number(), z.string().check(z.regex(/^\d{1,9}$/))]),
    z.transform((value: number | string) => Number(value)),
  );
  const Bound = optional(z.pipe(Whole, z.int().check(z.minimum(least), z.maximum(most))));
  return optional(z.object({ gte: Bound, lte: Bound }));
}

function jsonText(part: JsonPart) {
  return optional(z.string().check(z.refine((text) => jsonProblem(part, text) === undefined)));
}

function pathText() {
  return optional(
    z.string().check(
      z.minLength(1),
      z.refine((text) => pathProblem(text) === undefined),
    ),
  );
}

/** A shorter term is no filter. */
function searchTerm() {
  return optional(z.string().check(z.refine((text) => text.trim().length >= SEARCH_TERM_MIN_CHARACTERS)));
}

export function yesNo() {
  return optional(
    z.pipe(
      z.union([z.boolean(), oneOf(["true", "false"])]),
      z.transform((value: boolean | "true" | "false") => value === true || value === "true"),
    ),
  );
}

/** Ids of people, or `any`: whoever it was. */
export function peopleOrAny() {
  return optional(
    z.union([oneOf(["any"]), listOf(z.string().check(z.regex(/^[0-9A-Za-z][0-9A-Za-z_-]{2,63}$/)))]),
  );
}

/** The filters by values of requests. */
export function requestValueSearch() {
  return {
    search_term: searchTerm(),
    headers: jsonText("headers"),
    body: jsonText("body"),
    parsed_query: jsonText("parsed_query"),
    path: pathText(),
  };
}
