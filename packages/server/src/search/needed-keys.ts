/**
 * Which keys must a block of the search index have, so that a payload in it can match a filter?
 *
 * It mirrors the SQL of store/filters/payload-filters.ts and may ask for less, never for more. The result is a list of
 * demands. A block is ruled out if it fails one of them. A demand has alternatives, such as the ways to write a term;
 * a block meets it with all keys of one alternative.
 */
import type { PayloadFilters, ValueFilter } from "@posthorn/contract/payload-filters";
import { jsonSpellings, querySpellings, wordsIn } from "../store/filters/payload-filters.ts";
import { FLAGS, gramKeysOf } from "./gram-keys.ts";

export type Demand = readonly (readonly number[])[];

/**
 * SQL compares a body as text in which every byte beyond ASCII is an octal number. A term that begins with a few digits
 * may match the end of such a number, so these digits prove nothing.
 */
function keysOfTerm(text: string): number[] {
  return gramKeysOf(/[a-z]/i.test(text) ? text.replace(/^[0-7]{1,3}/, "") : text);
}

function keysOfWords(filter: ValueFilter): number[] {
  return wordsIn(filter).flatMap((word) => gramKeysOf(word));
}

export function neededKeys(filters: PayloadFilters): Demand[] {
  const { search_term, headers, body, parsed_query, path } = filters;
  const demands: Demand[] = [];
  if (search_term !== undefined) {
    const term = search_term.trim();
    const spellings = new Set([...jsonSpellings(term), ...querySpellings(term)]);
    demands.push(Array.from(spellings, keysOfTerm));
  }
  if (path !== undefined) demands.push([gramKeysOf(path)]);
  if (headers !== undefined) demands.push([keysOfWords(headers)]);
  if (parsed_query !== undefined) demands.push([keysOfWords(parsed_query), [FLAGS.encodedQuery]]);
  if (body !== undefined) demands.push([keysOfWords(body), [FLAGS.writtenOtherwise]]);
  // An alternative without keys is met by every block.
  return demands.filter((alternatives) => alternatives.every((keys) => keys.length > 0));
}
