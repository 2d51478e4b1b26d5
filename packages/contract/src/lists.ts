/**
 * How are lists asked for, filtered and answered?
 *
 * Everything in a query string is text; these schemas say which text is meant as what. Operators are
 * `field[gte]=…`; several of them on one field must all hold. `le` is the vendor's spelling of `lt`.
 */
import * as z from "zod/mini";
import { LIST_DEFAULT_LIMIT, LIST_MAX_LIMIT } from "./limits.ts";

const INTEGER = /^-?\d{1,9}$/;
const IntegerText = z.pipe(
  z.union([z.number(), z.string().check(z.regex(INTEGER))]),
  z.transform((value: string | number) => Number(value)),
);

/** One value or several (OR); a comma list counts as several, as shipped clients send it for ids. */
export const IdFilter = z.pipe(
  z.union([z.string(), z.array(z.string()).check(z.maxLength(250))]),
  z.transform((value: string | string[]) =>
    (Array.isArray(value) ? value : value.split(",")).filter(Boolean),
  ),
);

export function enumFilter<const Values extends readonly [string, ...string[]]>(values: Values) {
  const One = z.enum(values);
  return z.pipe(
    z.union([One, z.array(One)]),
    z.transform((value: Values[number] | Values[number][]) => (Array.isArray(value) ? value : [value])),
  );
}

const Flag = z.pipe(
  z.union([z.boolean(), z.enum(["true", "false"])]),
  z.transform((value: boolean | "true" | "false") => value === true || value === "true"),
);

export const BooleanFilter = Flag;

/** Text of a date that both JavaScript and PostgreSQL read the same way. */
const DateText = z
  .string()
  .check(
    z.refine(
      (text) => /^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(Date.parse(text)),
      "must be a valid date",
    ),
  );

/** Exact date, empty for "is null", or a range. */
export const DateFilter = z.union([
  z.literal(""),
  z.null(),
  DateText,
  z.object({
    gt: z.optional(DateText),
    gte: z.optional(DateText),
    le: z.optional(DateText),
    lt: z.optional(DateText),
    lte: z.optional(DateText),
    any: z.optional(Flag),
  }),
]);
export type DateFilterValue = z.output<typeof DateFilter>;

export const NameFilter = z.union([
  z.string(),
  z.array(z.string()),
  z.object({ contains: z.optional(z.string()), any: z.optional(Flag) }),
]);
export type NameFilterValue = z.output<typeof NameFilter>;

export const IntegerFilter = z.union([
  IntegerText,
  z.array(IntegerText),
  z.object({
    gt: z.optional(IntegerText),
    gte: z.optional(IntegerText),
    le: z.optional(IntegerText),
    lt: z.optional(IntegerText),
    lte: z.optional(IntegerText),
    any: z.optional(Flag),
  }),
]);
export type IntegerFilterValue = z.output<typeof IntegerFilter>;

/** The paging half of every list query. `next` and `prev` are cursors from an earlier page or bare ids. */
export function listQuery<Fields extends z.core.$ZodShape, const Keys extends readonly [string, ...string[]]>(
  fields: Fields,
  sortKeys: Keys,
) {
  return z.object({
    ...fields,
    order_by: z.optional(z.enum(sortKeys)),
    dir: z.optional(z.enum(["asc", "desc", "ASC", "DESC"])),
    limit: z._default(
      z.pipe(IntegerText, z.number().check(z.minimum(0), z.maximum(LIST_MAX_LIMIT))),
      LIST_DEFAULT_LIMIT,
    ),
    next: z.optional(z.string()),
    prev: z.optional(z.string()),
  });
}

export function pageOf<Model extends z.ZodMiniType>(model: Model) {
  return z.object({
    pagination: z.object({
      order_by: z.string(),
      dir: z.enum(["asc", "desc"]),
      limit: z.int(),
      next: z.optional(z.string()),
      prev: z.optional(z.string()),
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
