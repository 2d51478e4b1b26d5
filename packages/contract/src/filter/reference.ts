/**
 * Which value of the payload does a `$ref` mean?
 *
 * A path from the root: `b`, `$.b`, `a[0].c`, `a['content-type']`. `[$index]` is the current position in the array
 * that the match goes through, the outermost array first. This is the plain part of JSONPath, whose cost grows only
 * with the path's length: there are no wildcards, descents, slices, unions or scripts. A missing value is null. An
 * unreadable path is an error, and the schema that contains it does not match.
 */
import { spend, type Budget } from "./budget.ts";
import { ownProperty } from "./json-values.ts";

/** Created once, like the budget's error, because it may be thrown for every element of a long array. */
export const UNREADABLE = new Error("the reference cannot be read");

/** The positions in the arrays around a value, innermost first. */
export interface Indexes {
  readonly index: number;
  readonly outer: Indexes | null;
}

export type Reference = (root: unknown, indexes: Indexes | null, budget: Budget) => unknown;

interface Segment {
  readonly name: string;
  /** `[0]` finds an item of an array only, `.0` and `['0']` also a property. */
  readonly inArray: boolean;
}

/** The alternatives begin with different characters, so the expression never goes back. */
const SEGMENT =
  /\.(?<member>[A-Za-z_][A-Za-z0-9_]*|-?(?:0|[1-9][0-9]*))|\[(?<index>-?(?:0|[1-9][0-9]*))\]|\["(?<double>(?:\\["bfnrt/\\]|\\u[a-fA-F0-9]{4}|[^"\\])*)"\]|\['(?<single>(?:\\['bfnrt/\\]|\\u[a-fA-F0-9]{4}|[^'\\])*)'\]/y;

const UNSAFE_NAMES = new Set(["__proto__", "constructor", "prototype"]);
const BEYOND_PLAIN = /\.\.|[*:,(]/;
const STEPS_PER_THROW = 20;
const POSITION = "[$index]";

/** A schema from the payload can contain a reference of any length, so parsing costs steps of the budget. */
export function compileReference(text: unknown, compileBudget: Budget): Reference {
  if (typeof text !== "string") return unreadable;
  spend(compileBudget, text.length);
  if (!text.includes(POSITION)) {
    const path = parsePath(text);
    return path ? (root, _indexes, budget) => follow(path, root, budget) : unreadable;
  }
  return (root, indexes, budget) => {
    spend(budget, text.length * 2); // parsed again for each position
    const path = parsePath(withPositions(text, indexes));
    return path ? follow(path, root, budget) : unreadable(root, indexes, budget);
  };
}

/** Whether this is a JSONPath that we do not support, rather than a plain path or a typing error. */
export function isBeyondPlainPaths(text: string): boolean {
  return parsePath(text.replaceAll(POSITION, "[0]")) === null && BEYOND_PLAIN.test(text);
}

const unreadable: Reference = (_root, _indexes, budget) => {
  spend(budget, STEPS_PER_THROW);
  throw UNREADABLE;
};

function withPositions(text: string, indexes: Indexes | null): string {
  const outermostFirst: number[] = [];
  for (let at = indexes; at; at = at.outer) outermostFirst.unshift(at.index);
  return outermostFirst.reduce((path, index) => path.replace("$index", String(index)), text);
}

/** Returns null if the text is no plain path. */
function parsePath(text: string): Segment[] | null {
  const rooted = text.startsWith("$") ? text.slice(1) : text.startsWith("[") ? text : `.${text}`;
  const path: Segment[] = [];
  SEGMENT.lastIndex = 0;
  while (SEGMENT.lastIndex < rooted.length) {
    const groups = SEGMENT.exec(rooted)?.groups;
    if (!groups) return null;
    const { member, index, double, single } = groups;
    const name = index ?? member ?? double ?? single ?? "";
    if (UNSAFE_NAMES.has(name)) return null;
    const isNumber = index !== undefined || (member !== undefined && /^-?[0-9]/.test(member));
    path.push({ name: isNumber ? String(Number(name)) : name, inArray: index !== undefined });
  }
  return path;
}

function follow(path: readonly Segment[], root: unknown, budget: Budget): unknown {
  if (typeof root !== "object" || root === null) return unreadable(root, null, budget);
  spend(budget, path.length);
  let value: unknown = root;
  for (const { name, inArray } of path) {
    if (typeof value !== "object" || value === null || (inArray && !Array.isArray(value))) return null;
    value = ownProperty(value, name);
  }
  return value ?? null;
}
