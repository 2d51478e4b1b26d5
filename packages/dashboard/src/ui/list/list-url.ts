/**
 * What does the address of a list carry, and how does it change?
 *
 * Every value in an address is text. Invalid values are dropped, because old links may contain words that we no longer
 * use; the shell names them above the page (`app/shell/left-out.tsx`). A changed filter or order goes back to the first page, because cursors belong to the old list.
 * Defaults are left out, so that an address stays short.
 */
import * as z from "zod/mini";
import { catch as orElse } from "zod/mini";

/** Cursors from an earlier answer. Without them: the first page. */
export interface PageCursor {
  next?: string | undefined;
  prev?: string | undefined;
}

/** A page in one of the two orders of a live list: the newest first, unless it says otherwise. */
export interface ListPlace extends PageCursor {
  dir?: "asc" | undefined;
}

/** Reads a value, or nothing if it is missing or invalid. */
export function optional<Schema extends z.ZodMiniType>(schema: Schema) {
  return orElse(z.optional(schema), undefined);
}

export function idOf(...prefixes: [string, ...string[]]) {
  return z.string().check(z.regex(new RegExp(`^(?:${prefixes.join("|")})[0-9A-Za-z]+$`)));
}

/** Reads an id, or the first id of a list: `source_id=src_1` and `source_id[0]=src_1` mean the same. */
export function oneId(...prefixes: [string, ...string[]]) {
  const Id = idOf(...prefixes);
  return optional(
    z.union([
      Id,
      z.pipe(
        z.array(Id).check(z.minLength(1)),
        z.transform((ids: string[]) => ids[0]),
      ),
    ]),
  );
}

/** Reads one of some words, in any letter case: a person who types `status=failed` means `FAILED`. */
export function oneOf<const Words extends readonly [string, ...string[]]>(words: Words) {
  const spelled = z.transform((text: unknown) =>
    words.find((word) => word.toLowerCase() === String(text).toLowerCase()),
  );
  // Safe: it reads more than the words. Our own links write exactly these, and the compiler checks that.
  return z.pipe(spelled, z.enum(words)) as z.ZodMiniType<Words[number], Words[number]>;
}

/** Reads one value or several as a list. Drops invalid items; if none is left, there is no filter. */
export function listOf<Value extends string>(item: z.ZodMiniType<Value, Value>) {
  const Items = z.pipe(
    z.union([item, z.array(orElse(z.nullable(item), null))]),
    z.transform((value: Value | (Value | null)[]) => {
      const items = (Array.isArray(value) ? value : [value]).filter((one) => one !== null);
      return items.length > 0 ? [...new Set(items)] : undefined;
    }),
  );
  return orElse(z.optional(Items), undefined);
}

/** The text of a search box. */
export function searchText() {
  return optional(z.string().check(z.minLength(1)));
}

/** The cursors of every list: `z.object({ ...filters, ...pageCursor() })`. */
export function pageCursor() {
  return { next: optional(z.string()), prev: optional(z.string()) };
}

/** The cursors and the order of a live list. */
export function listPlace() {
  return { ...pageCursor(), dir: optional(oneOf(["asc"])) };
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
