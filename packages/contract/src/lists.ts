/**
 * How does a caller ask for a list and filter it, and what does the reply look like?
 *
 * Every value in a query string is text; these schemas turn it into numbers, dates and flags. Operators are
 * written `field[gte]=…`; if one field has several, all of them must hold. `le` is the vendor's spelling of
 * `lt`, `any` asks whether there is a value at all, and `all` restricts nothing.
 */
import * as z from "zod/mini";
import {
  FILTER_MAX_VALUES,
  LIST_DEFAULT_LIMIT,
  LIST_MAX_LIMIT,
  NAME_MAX_CHARACTERS,
  RESPONSE_STATUS_LEAST,
  RESPONSE_STATUS_MOST,
} from "./limits.ts";

const INTEGER = /^-?\d{1,9}$/;
/** The same nine digits as a JSON number. They fit the database's 32-bit integers. */
const INTEGER_MOST = 999_999_999;
const IntegerText = z.pipe(
  z.union([
    z.int().check(z.minimum(-INTEGER_MOST), z.maximum(INTEGER_MOST)),
    z.string().check(z.regex(INTEGER, "must be a number")),
  ]),
  z.transform((value: string | number) => Number(value)),
);

const Flag = z.pipe(
  z.union([z.boolean(), z.enum(["true", "false"])]),
  z.transform((value: boolean | "true" | "false") => value === true || value === "true"),
);

function several<Item extends z.ZodMiniType>(item: Item) {
  return z.array(item).check(z.maxLength(FILTER_MAX_VALUES));
}

/** One value or several (OR). Shipped clients send several ids as one text with commas, so commas separate values. */
export const IdFilter = z.pipe(
  z.pipe(
    z.union([z.string(), z.array(z.string())]),
    z.transform((value: string | string[]) =>
      (Array.isArray(value) ? value : [value]).flatMap((text) => text.split(",")).filter(Boolean),
    ),
  ),
  several(z.string()),
);

/** As `IdFilter`, for an id that some rows do not have: `any` asks whether there is one. */
export const OptionalIdFilter = z.union([
  z.strictObject({ any: z.optional(Flag), all: z.optional(Flag) }),
  IdFilter,
]);
export type OptionalIdFilterValue = z.output<typeof OptionalIdFilter>;

export function enumFilter<const Values extends readonly string[]>(values: Values) {
  const One = z.enum(values);
  return z.pipe(
    z.union([One, several(One)]),
    z.transform((value: Values[number] | Values[number][]) => (Array.isArray(value) ? value : [value])),
  );
}

/** How clients ask for rows without a value: `disabled_at=`, `disabled_at=null`, or null in JSON. */
const Nothing = z.pipe(
  z.nullable(z.enum(["", "null"])),
  z.transform(() => null),
);

/** As `enumFilter`; null asks for rows without a value. */
export function nullableEnumFilter<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.union([enumFilter(values), Nothing]);
}

/** Asks for a part that replies leave out otherwise: `include=data`, or a list of that one name. */
export function includeOf<const What extends string>(what: What) {
  return z.pipe(
    z.union([z.literal(what), several(z.literal(what)).check(z.minLength(1))]),
    z.transform(() => what),
  );
}

/** One text or several (OR); each must match exactly. */
export const TextFilter = z.pipe(
  z.union([z.string(), several(z.string())]),
  z.transform((value: string | string[]) => (Array.isArray(value) ? value : [value])),
);

export const BooleanFilter = Flag;

/** `2026-01-14`, or with a time; without a zone it is UTC. */
const DATE = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/i;

/** Milliseconds since 1970, or NaN if the text is no date. */
function dateMs(text: string): number {
  if (!DATE.test(text)) return Number.NaN;
  const hasZone = text.length === 10 || /(?:Z|[+-]\d{2}:?\d{2})$/i.test(text.slice(10));
  return Date.parse(hasZone ? text : `${text}Z`);
}

/** A moment; milliseconds since 1970 once parsed. */
export const DateText = z.pipe(
  z.string().check(z.refine((text) => !Number.isNaN(dateMs(text)), "must be a valid date")),
  z.transform((text: string) => dateMs(text)),
);

/** Milliseconds since 1970 for an exact date, null for rows without a date, or a range. */
export const DateFilter = z.union([
  DateText,
  z.strictObject({
    gt: z.optional(DateText),
    gte: z.optional(DateText),
    le: z.optional(DateText),
    lt: z.optional(DateText),
    lte: z.optional(DateText),
    any: z.optional(Flag),
  }),
  Nothing,
]);
export type DateFilterValue = z.output<typeof DateFilter>;

export const NameFilter = z.union([
  z.string(),
  several(z.string()),
  z.strictObject({
    gt: z.optional(z.string()),
    gte: z.optional(z.string()),
    le: z.optional(z.string()),
    lt: z.optional(z.string()),
    lte: z.optional(z.string()),
    contains: z.optional(z.string()),
    any: z.optional(Flag),
    all: z.optional(Flag),
  }),
]);
export type NameFilterValue = z.output<typeof NameFilter>;

/** What a person types to find something by its name. Only the dashboard's lists have it. */
export const SearchedWords = z.string().check(z.maxLength(NAME_MAX_CHARACTERS));

function integerFilter<Value extends z.ZodMiniType<number>>(value: Value) {
  return z.union([
    value,
    several(value),
    z.strictObject({
      gt: z.optional(value),
      gte: z.optional(value),
      le: z.optional(value),
      lt: z.optional(value),
      lte: z.optional(value),
      /** Some of its digits. */
      contains: z.optional(IntegerText),
      any: z.optional(Flag),
      all: z.optional(Flag),
    }),
  ]);
}

export const IntegerFilter = integerFilter(IntegerText);
export type IntegerFilterValue = z.output<typeof IntegerFilter>;

export const ResponseStatusFilter = integerFilter(
  z.pipe(IntegerText, z.number().check(z.minimum(RESPONSE_STATUS_LEAST), z.maximum(RESPONSE_STATUS_MOST))),
);

/** As `ResponseStatusFilter`; null asks for rows without a response. */
export const NullableResponseStatusFilter = z.union([...ResponseStatusFilter.def.options, Nothing]);
export type NullableIntegerFilterValue = z.output<typeof NullableResponseStatusFilter>;

/** A list is sorted by one key or two, each with its own direction. */
const SORT_KEYS_AT_MOST = 2;
const Direction = z.enum(["asc", "desc", "ASC", "DESC"]);

/** Adds sorting and paging to a list's filters. `next` and `prev` are cursors from an earlier page, or bare ids. */
export function listQuery<Fields extends z.core.$ZodShape, const Keys extends readonly [string, ...string[]]>(
  fields: Fields,
  sortKeys: Keys,
) {
  const Key = z.enum(sortKeys);
  return z.object({
    ...fields,
    order_by: z.optional(z.union([Key, z.array(Key).check(z.minLength(1), z.maxLength(SORT_KEYS_AT_MOST))])),
    dir: z.optional(
      z.union([Direction, z.array(Direction).check(z.minLength(1), z.maxLength(SORT_KEYS_AT_MOST))]),
    ),
    limit: z._default(
      z.pipe(IntegerText, z.number().check(z.minimum(0), z.maximum(LIST_MAX_LIMIT))),
      LIST_DEFAULT_LIMIT,
    ),
    next: z.optional(z.string()),
    prev: z.optional(z.string()),
  });
}

/** Only in the reply to a write: what in it was ignored, in sentences. */
export const Warnings = z.optional(z.array(z.string()));

export function pageOf<Model extends z.ZodMiniType>(model: Model) {
  return z.object({
    pagination: z.object({
      order_by: z.string(),
      dir: z.enum(["asc", "desc"]),
      limit: z.int(),
      next: z.optional(z.string()),
      prev: z.optional(z.string()),
      /** Only if reading ended before the page was full: up to here, all rows have been looked at. A cursor goes on. */
      read_until: z.optional(Timestamp),
    }),
    count: z.int(),
    models: z.array(model),
  });
}

export const Count = z.object({ count: z.int() });
export const DeletedId = z.object({ id: z.string() });
/** RFC 3339 in UTC with milliseconds. */
export const Timestamp = z.string();
export const NullableTimestamp = z.nullable(z.string());
