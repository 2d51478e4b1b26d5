/**
 * How is a condition of a filter said in words? "It is "DE", the filter wants one of "CH", "LI"."
 */
import type { Condition, PayloadPath } from "@posthorn/contract/filter/explain-filter";

const LONGEST_VALUE = 60;
const MOST_VALUES = 5;
const PLAIN_NAME = /^[\w$-]+$/;

/** `line_items[*].sku`, as in the fields of a deduplicate rule. */
export function pathText(path: PayloadPath): string {
  return path
    .map((step) => (step === null ? "[*]" : PLAIN_NAME.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`))
    .join("")
    .replace(/^\./, "");
}

/** Completes "the filter wants …". */
export function expectation({ operator, expected }: Pick<Condition, "operator" | "expected">): string {
  const value = operandText(expected);
  switch (operator) {
    case "$neq":
      return `anything but ${value}`;
    case "$gt":
      return `more than ${value}`;
    case "$gte":
      return `${value} or more`;
    case "$lt":
      return `less than ${value}`;
    case "$lte":
      return `${value} or less`;
    case "$in":
      return Array.isArray(expected) ? `one of ${listText(expected)}` : `a text that contains ${value}`;
    case "$nin":
      return Array.isArray(expected) ? `none of ${listText(expected)}` : `a text without ${value}`;
    case "$startsWith":
      return `a text that starts with ${Array.isArray(expected) ? listText(expected, "or") : value}`;
    case "$endsWith":
      return `a text that ends with ${Array.isArray(expected) ? listText(expected, "or") : value}`;
    case "$exist":
      return expected === true ? "this key to be there" : "this key to be missing";
    case "$ref":
      return `the value at ${String(expected)}`;
    case "$or":
      return `at least one of these: ${value}`;
    case "$and":
      return `all of these: ${value}`;
    case "$not":
      return `anything but a match of ${value}`;
    case "$eq":
    case null:
      return isEmptyObject(expected) ? "an object" : value;
    default:
      return `${operator} ${value}`;
  }
}

/** A sentence without its full stop: "It is "DE"". */
export function finding({ path, found }: Pick<Condition, "path" | "found">): string {
  if (path.includes(null) && Array.isArray(found)) {
    return found.length === 0 ? "No element has this key" : `Its elements have ${listText(found)}`;
  }
  return found === undefined ? "It is missing" : `It is ${valueText(found)}`;
}

function operandText(value: unknown): string {
  if (typeof value === "object" && value !== null && "$ref" in value && Object.keys(value).length === 1) {
    return `the value at ${String(value.$ref)}`;
  }
  return valueText(value);
}

/** As JSON, cut if it is long. */
export function valueText(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}

/** The first values, and how many more there are. `last` stands before the last one: "a, b or c". */
export function listText(values: readonly unknown[], last?: string): string {
  const shown = values.slice(0, MOST_VALUES).map(valueText);
  const more = values.length - shown.length;
  if (more > 0) return `${shown.join(", ")} and ${more} more`;
  if (last === undefined || shown.length < 2) return shown.join(", ");
  return `${shown.slice(0, -1).join(", ")} ${last} ${shown.at(-1)}`;
}

function isEmptyObject(value: unknown): boolean {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length === 0
  );
}
