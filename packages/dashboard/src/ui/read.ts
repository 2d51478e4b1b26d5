/**
 * How is a value read that comes from outside: from an address, or from what this browser remembers?
 *
 * A reader gives the value, or undefined if it is missing or invalid. It does not say why: old links and old memories may
 * contain words that we no longer use, and a person can do nothing about them. Forms, which explain each refusal, have
 * schemas instead; a library of schemas is too large for what every page loads.
 */
export type Reader<Value> = (value: unknown) => Value | undefined;

/** Reads an object field by field. The router takes it as `validateSearch`. */
export interface FieldReader<Value> {
  parse: (value: unknown) => Value;
}

type Readers = Record<string, Reader<unknown>>;
type Fields<Of extends Readers> = {
  [Name in keyof Of]?: Of[Name] extends Reader<infer Value> ? Value | undefined : never;
};

/** What a reader of fields gives: `type Search = Read<typeof Search>`. */
export type Read<Of> = Of extends FieldReader<infer Value> ? Value : never;

/** An invalid field is there, without a value: so it takes the place of what the address has under this name. */
export function fields<const Of extends Readers>(readers: Of): FieldReader<Fields<Of>> {
  return {
    parse: (value) => {
      const found = isObject(value) ? value : {};
      const known = Object.keys(readers).filter((name) => Object.hasOwn(found, name));
      // Safe: each field comes from the reader of its name.
      return Object.fromEntries(known.map((name) => [name, readers[name]?.(found[name])])) as Fields<Of>;
    },
  };
}

export function object<const Of extends Readers>(readers: Of): Reader<Fields<Of>> {
  const { parse } = fields(readers);
  return (value) => (isObject(value) ? parse(value) : undefined);
}

export function text(isValid: (text: string) => boolean = () => true): Reader<string> {
  return (value) => (typeof value === "string" && isValid(value) ? value : undefined);
}

export function number(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

export function yesNo(value: unknown): boolean | undefined {
  const said = oneOf(["true", "false"])(value);
  return said === undefined ? undefined : said === "true";
}

/** Reads one of some words, in any letter case: a person who types `status=failed` means `FAILED`. */
export function oneOf<const Word extends string>(words: readonly Word[]): Reader<Word> {
  return (value) => words.find((word) => word.toLowerCase() === String(value).toLowerCase());
}

/** Reads one value or several as a list. Drops invalid and repeated items; if none is left, there is no list. */
export function listOf<Value>(item: Reader<Value>): Reader<Value[]> {
  return (value) => {
    const items = (Array.isArray(value) ? value : [value]).map(item).filter((one) => one !== undefined);
    return items.length > 0 ? [...new Set(items)] : undefined;
  };
}

/** Reads an object as a table of values by any name, without those that are invalid. */
export function tableOf<Value>(item: Reader<Value>): Reader<Record<string, Value>> {
  return (value) => {
    if (!isObject(value)) return undefined;
    const read = Object.entries(value).map(([name, one]) => [name, item(one)] as const);
    // Safe: what is undefined is left out.
    return Object.fromEntries(read.filter(([, one]) => one !== undefined)) as Record<string, Value>;
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
