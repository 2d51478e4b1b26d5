/**
 * How does each operator test a value?
 *
 * An operator receives once what to compare with, and returns a test for values. A type that it does not understand,
 * on either side, is a no. That holds for `$nin` too, so `$nin` is not simply the opposite of `$in`. If the key is
 * missing, the value is undefined.
 */
import { spend, spendOnText, type Budget } from "./budget.ts";
import { haveSameText, isPrimitive, isTextOf, looselyEqual, spendOnComparing } from "./json-values.ts";
import { contains } from "./text-search.ts";

export type Test = (value: unknown, budget: Budget) => boolean;

const OPERATORS: ReadonlyMap<string, (compare: unknown) => Test> = new Map([
  ["$eq", equals],
  ["$neq", differs],
  ["$in", (compare) => membership(compare, true)],
  ["$nin", (compare) => membership(compare, false)],
  ["$startsWith", (compare) => affix(compare, (text, part) => text.startsWith(part))],
  ["$endsWith", (compare) => affix(compare, (text, part) => text.endsWith(part))],
  ["$gte", (compare) => order(compare, (left, right) => left >= right)],
  ["$gt", (compare) => order(compare, (left, right) => left > right)],
  ["$lte", (compare) => order(compare, (left, right) => left <= right)],
  ["$lt", (compare) => order(compare, (left, right) => left < right)],
  ["$exist", exists],
]);

export const OPERATOR_NAMES: readonly string[] = [...OPERATORS.keys()];

export function isOperator(name: string): boolean {
  return OPERATORS.has(name);
}

/** Expects the name of an operator; the test of any other name always says no. */
export function operatorTest(name: string, compare: unknown): Test {
  return OPERATORS.get(name)?.(compare) ?? never;
}

const never: Test = () => false;

/** Compares primitives loosely. If one side is an array or object, compares the JSON texts. */
function equals(compare: unknown): Test {
  if (!isPrimitive(compare)) {
    return (value, budget) =>
      isPrimitive(value)
        ? typeof value === "string" && isTextOf(value, compare, budget)
        : haveSameText(value, compare, budget);
  }
  return (value, budget) => {
    if (isPrimitive(value)) return looselyEqual(value, compare, budget);
    if (value === undefined) return compare === null;
    return typeof compare === "string" && isTextOf(compare, value, budget);
  };
}

function differs(compare: unknown): Test {
  const isEqual = equals(compare);
  return (value, budget) => !isEqual(value, budget);
}

/** A list must contain the value itself, without loose equality. A text or number is searched inside a text value. */
function membership(compare: unknown, wanted: boolean): Test {
  if (Array.isArray(compare)) {
    if (!compare.every((item) => typeof item === "string" || typeof item === "number")) return never;
    const members = new Set<unknown>(compare);
    return (value) => isPrimitive(value) && members.has(value) === wanted;
  }
  if (typeof compare !== "string" && typeof compare !== "number") return never;
  const word = String(compare);
  return (value, budget) => typeof value === "string" && contains(value, word, budget) === wanted;
}

function affix(compare: unknown, fits: (text: string, part: string) => boolean): Test {
  const parts: unknown[] = Array.isArray(compare) ? compare : [compare];
  if (!parts.every((part) => typeof part === "string")) return never;
  return (value, budget) => {
    if (typeof value !== "string") return false;
    return parts.some((part) => {
      spend(budget, 1);
      spendOnText(budget, Math.min(part.length, value.length));
      return fits(value, part);
    });
  };
}

type Orderable = string | number;

/** Orders two texts by their characters, anything else as numbers. */
function order(compare: unknown, holds: (left: Orderable, right: Orderable) => boolean): Test {
  if (typeof compare !== "string" && typeof compare !== "number") return never;
  return (value, budget) => {
    if (typeof value !== "string" && typeof value !== "number") return false;
    spendOnComparing(value, compare, budget);
    return holds(value, compare);
  };
}

function exists(compare: unknown): Test {
  if (typeof compare !== "boolean") return never;
  return (value) => (value !== undefined) === compare;
}
