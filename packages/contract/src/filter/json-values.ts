/**
 * How does a filter read and compare JSON values?
 *
 * The filter language has primitives, arrays and objects, and compares primitives like JavaScript's `==`. Only an
 * object's own properties count: `constructor` and `__proto__` are names like any other, so a filter never reaches
 * what JavaScript objects inherit.
 */
import { spend, spendOnText, type Budget } from "./budget.ts";

export type Primitive = null | boolean | number | string;
export type JsonObject = { readonly [name: string]: unknown };

export function isPrimitive(value: unknown): value is Primitive {
  return (
    value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean"
  );
}

/** Arrays do not count as objects. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns undefined if the object has no such property of its own. */
export function ownProperty(object: object, name: string): unknown {
  // Safe: any object can be read by name, and the result stays unknown.
  return Object.hasOwn(object, name) ? (object as JsonObject)[name] : undefined;
}

/** `1` equals `"1"`, `true` equals `1`, `""` equals `0`; null equals only null. */
export function looselyEqual(left: Primitive, right: Primitive, budget: Budget): boolean {
  spendOnComparing(left, right, budget);
  // The filter language requires `==`, not `===`.
  return left == right;
}

/** Converting a text to a number takes about ten times as long as comparing two texts. */
const NUMBER_FACTOR = 10;

/** Spends the cost of comparing or ordering two primitives. */
export function spendOnComparing(left: Primitive, right: Primitive, budget: Budget): void {
  if (typeof left === "string" && typeof right === "string") {
    spendOnText(budget, Math.min(left.length, right.length));
  } else if (typeof left === "string") spendOnText(budget, left.length * NUMBER_FACTOR);
  else if (typeof right === "string") spendOnText(budget, right.length * NUMBER_FACTOR);
}

/** Listing the names of a very large object is slow. */
const STEPS_PER_NAME = 5;

/**
 * Whether both have the same JSON text. The order of names matters. The comparison goes piece by piece: it ends at
 * the first difference and never builds the text.
 */
export function haveSameText(left: unknown, right: unknown, budget: Budget): boolean {
  spend(budget, 1);
  if (Array.isArray(left)) {
    return (
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, at) => haveSameText(item, right[at], budget))
    );
  }
  if (isObject(left)) {
    if (!isObject(right)) return false;
    const names = Object.keys(left);
    const otherNames = Object.keys(right);
    spend(budget, (names.length + otherNames.length) * STEPS_PER_NAME);
    return (
      names.length === otherNames.length &&
      names.every((name, at) => name === otherNames[at] && haveSameText(left[name], right[name], budget))
    );
  }
  if (typeof left === "string") spendOnText(budget, left.length);
  return written(left) === written(right);
}

/** A number too large for JavaScript has the JSON text `null`. */
function written(value: unknown): unknown {
  return typeof value === "number" && !Number.isFinite(value) ? null : value;
}

/** Whether `text` is exactly the JSON text of `value`. Stops at the first difference. */
export function isTextOf(text: string, value: unknown, budget: Budget): boolean {
  return readPast(value, text, 0, budget) === text.length;
}

const DIFFERS = -1;

/** Returns the position in the text after `value`, or DIFFERS. */
function readPast(value: unknown, text: string, start: number, budget: Budget): number {
  spend(budget, 1);
  if (Array.isArray(value)) {
    let at = readWord("[", text, start);
    for (let index = 0; index < value.length && at !== DIFFERS; index += 1) {
      if (index > 0) at = readWord(",", text, at);
      if (at !== DIFFERS) at = readPast(value[index], text, at, budget);
    }
    return readWord("]", text, at);
  }
  if (isObject(value)) {
    const names = Object.keys(value);
    spend(budget, names.length * STEPS_PER_NAME);
    let at = readWord("{", text, start);
    for (let index = 0; index < names.length && at !== DIFFERS; index += 1) {
      const name = names[index] ?? "";
      if (index > 0) at = readWord(",", text, at);
      if (at !== DIFFERS) at = readPast(name, text, at, budget);
      at = readWord(":", text, at);
      if (at !== DIFFERS) at = readPast(value[name], text, at, budget);
    }
    return readWord("}", text, at);
  }
  if (typeof value === "string") {
    if (value.length > text.length - start) return DIFFERS;
    spendOnText(budget, value.length);
  }
  return readWord(JSON.stringify(value), text, start);
}

function readWord(word: string, text: string, at: number): number {
  return at !== DIFFERS && text.startsWith(word, at) ? at + word.length : DIFFERS;
}
