/**
 * How does an address carry the filters of a list of events or requests?
 *
 *     attempts[gte]=2&scheduled_attempts=true&cli_user_id=any&body={"id":7}&search_term=refund
 *
 * Values of requests are JSON text, as in the API. Everything invalid is dropped (see ui/read.ts).
 */
import { SEARCH_TERM_MIN_CHARACTERS } from "@posthorn/contract/limits";
import { listOf, object, oneOf, text, type Reader } from "../../ui/read.ts";
import { jsonProblem, pathProblem, type JsonPart } from "./json-filter.ts";

/** `field[gte]=…&field[lte]=…`, each within the limits. */
export function numberRange({ least, most }: { least: number; most: number }) {
  const bound: Reader<number> = (value) => {
    if (!/^\d{1,9}$/.test(String(value))) return undefined;
    return Number(value) >= least && Number(value) <= most ? Number(value) : undefined;
  };
  return object({ gte: bound, lte: bound });
}

function jsonText(part: JsonPart): Reader<string> {
  return text((json) => jsonProblem(part, json) === undefined);
}

function pathText(): Reader<string> {
  return text((path) => path !== "" && pathProblem(path) === undefined);
}

/** A shorter term is no filter. */
function searchTerm(): Reader<string> {
  return text((term) => term.trim().length >= SEARCH_TERM_MIN_CHARACTERS);
}

/** Ids of people, or `any`: whoever it was. */
export function peopleOrAny(): Reader<"any" | string[]> {
  const any = oneOf(["any"]);
  const people = listOf(text((id) => /^[0-9A-Za-z][0-9A-Za-z_-]{2,63}$/.test(id)));
  return (value) => any(value) ?? people(value);
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
