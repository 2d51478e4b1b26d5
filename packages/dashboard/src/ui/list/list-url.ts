/**
 * What does the address of a list carry, and how does it change?
 *
 * Every value in an address is text. Invalid values are dropped, because old links may contain words that we no longer
 * use; the shell names them above the page (`app/shell/left-out.tsx`). A changed filter or order goes back to the first page,
 * because cursors belong to the old list. Defaults are left out, so that an address stays short.
 */
import { oneOf, text, type Reader } from "../read.ts";

/** Cursors from an earlier answer. Without them: the first page. */
export interface PageCursor {
  next?: string | undefined;
  prev?: string | undefined;
}

/** A page in one of the two orders of a live list: the newest first, unless it says otherwise. */
export interface ListPlace extends PageCursor {
  dir?: "asc" | undefined;
}

export function idOf(...prefixes: [string, ...string[]]): Reader<string> {
  const pattern = new RegExp(`^(?:${prefixes.join("|")})[0-9A-Za-z]+$`);
  return text((id) => pattern.test(id));
}

/** Reads an id, or the first id of a list: `source_id=src_1` and `source_id[0]=src_1` mean the same. */
export function oneId(...prefixes: [string, ...string[]]): Reader<string> {
  const id = idOf(...prefixes);
  return (value) => id(Array.isArray(value) ? value[0] : value);
}

/** The text of a search box. */
export function searchText(): Reader<string> {
  return text((words) => words !== "");
}

/** The cursors of every list: `fields({ ...filters, ...pageCursor() })`. */
export function pageCursor() {
  return { next: text(), prev: text() };
}

/** The cursors and the order of a live list. */
export function listPlace() {
  return { ...pageCursor(), dir: oneOf(["asc"]) };
}

/** New rows come up on the first page of a list that begins with the newest. */
export function isLivePlace({ next, prev, dir }: ListPlace): boolean {
  return isFirstPage({ next, prev }) && dir === undefined;
}

export function isFirstPage({ next, prev }: PageCursor): boolean {
  return next === undefined && prev === undefined;
}

/** The cursor as the API's query has it: without fields that have no value. */
export function pageQueryOf({ next, prev }: PageCursor): { next?: string; prev?: string } {
  return { ...(next !== undefined && { next }), ...(prev !== undefined && { prev }) };
}

/** The same list at another page. `{}` is the first one. */
export function atPage<Search extends PageCursor>(search: Search, { next, prev }: PageCursor): Search {
  return { ...search, next, prev };
}

/** The list after a change of filters or order, at its first page. A value equal to its default is left out. */
export function withChange<Search extends PageCursor>(
  search: Search,
  change: Partial<NoInfer<Search>>,
  defaults: Partial<NoInfer<Search>> = {},
): Search {
  const changed: Search = { ...search, ...change, next: undefined, prev: undefined };
  const kept = Object.entries(changed).map(([name, value]) => [
    name,
    value === "" || value === Reflect.get(defaults, name) ? undefined : value,
  ]);
  // Safe: the same fields, of which some are undefined now; every field of an address may be.
  return Object.fromEntries(kept) as Search;
}

/** Whether the address narrows the list by one of these fields. */
export function hasAny<Search extends object>(search: Search, fields: readonly (keyof Search)[]): boolean {
  return fields.some((field) => search[field] !== undefined);
}
