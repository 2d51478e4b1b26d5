/**
 * What does a filter ask of a request, in words? `body.status is "paid" and body.total is 50 or more`
 *
 * The same words stand wherever a person reads a filter without its editor. They must be true of every request, so what
 * has no plain words is quoted: `body matches {"$eq":1}`. `contract/filter/compile-filter.ts` has the meaning of filters.
 */
import type { FilterParts } from "@posthorn/contract/filter-trials";
import { isObject, isPrimitive, type JsonObject } from "@posthorn/contract/filter/json-values";
import { expectation, listText, pathText, valueText } from "./condition-words.ts";
import { FILTER_TABS } from "./filter-parts.ts";

/** More than a person reads in one line. */
const MOST_CONDITIONS = 4;

/** The operators that compare a value, with others beside them or alone. */
export const COMPARISONS: ReadonlySet<string> = new Set([
  "$eq",
  "$neq",
  "$gt",
  "$gte",
  "$lt",
  "$lte",
  "$in",
  "$nin",
  "$startsWith",
  "$endsWith",
  "$exist",
]);

interface Words {
  text: string;
  /** `a or b`: needs brackets beside other words. */
  isChoice: boolean;
}

type Path = readonly (string | null)[];

export function filterWords(filter: FilterParts): string {
  const words = FILTER_TABS.flatMap((part) => {
    const schema = filter[part];
    if (schema === null || schema === undefined) return [];
    // A path is a text. The other parts have fields.
    return part === "path" ? wordsOfValue([part], schema) : wordsOfWhole([part], schema);
  });
  if (words.length === 0) return "lets everything pass";
  const more = words.length - MOST_CONDITIONS;
  if (more <= 0) return all(words);
  return `${all(words.slice(0, MOST_CONDITIONS))} and ${more} more ${more === 1 ? "condition" : "conditions"}`;
}

function all(words: readonly Words[]): string {
  const [only] = words;
  if (words.length === 1 && only) return only.text;
  return words.map(({ text, isChoice }) => (isChoice ? `(${text})` : text)).join(" and ");
}

function plain(path: Path, says: string): Words[] {
  return [{ text: `${pathText(path)} ${says}`, isChoice: false }];
}

function quoted(path: Path, schema: unknown): Words[] {
  return plain(path, `matches ${valueText(schema)}`);
}

/** A whole part, or a member of a `$or`, `$and` or `$not` around whole parts: names are fields here, also `$eq`. */
function wordsOfWhole(path: Path, schema: unknown): Words[] {
  if (!isObject(schema)) return wordsOfValue(path, schema);
  if (Object.keys(schema).length === 0) return plain(path, "is an object");
  const words = Object.entries(schema).map(([name, inner]): Words[] | null => {
    if (name === "$and" && Array.isArray(inner)) return inner.flatMap((one) => wordsOfWhole(path, one));
    if (name === "$or" && Array.isArray(inner)) return choice(inner.map((one) => wordsOfWhole(path, one)));
    if (name === "$not" && inner) return negation(wordsOfWhole(path, inner));
    return name.startsWith("$") ? null : wordsOfValue([...path, name], inner);
  });
  return words.includes(null) ? quoted(path, schema) : words.flatMap((some) => some ?? []);
}

function wordsOfValue(path: Path, schema: unknown): Words[] {
  if (isPrimitive(schema)) return plain(path, `is ${valueText(schema)}`);
  if (Array.isArray(schema)) return wordsOfList(path, schema);
  return isObject(schema) ? wordsOfObject(path, schema) : quoted(path, schema);
}

/** The payload has an array here, and each member must fit one of its elements. */
function wordsOfList(path: Path, members: readonly unknown[]): Words[] {
  if (members.length > 0 && members.every(isPrimitive))
    return plain(path, `contains ${listText(members, "and")}`);
  const [only] = members;
  if (members.length !== 1 || !isObject(only)) return quoted(path, members);
  const words = wordsOfValue([...path, null], only);
  // One element alone must satisfy the member, which two conditions would not say.
  return words.length === 1 ? words : plain(path, `has an element that matches ${valueText(only)}`);
}

/** Under a key, operators hide the names beside them. Only what stands alone has words. */
function wordsOfObject(path: Path, schema: JsonObject): Words[] {
  const entries = Object.entries(schema);
  const [first] = entries;
  if (!first) return plain(path, "is an object");
  if (entries.every(([name, operand]) => isComparison(name, operand)))
    return plain(path, entries.map(([operator, expected]) => predicate(operator, expected)).join(" and "));
  if (entries.every(([name]) => !name.startsWith("$")))
    return entries.flatMap(([name, inner]) => wordsOfValue([...path, name], inner));
  const [name, inner] = first;
  if (entries.length === 1 && name === "$ref") return plain(path, predicate(name, inner));
  if (entries.length === 1 && name === "$or" && Array.isArray(inner))
    return choice(inner.map((one) => wordsOfValue(path, one))) ?? quoted(path, schema);
  return quoted(path, schema);
}

function isComparison(name: string, operand: unknown): boolean {
  return name === "$exist" ? typeof operand === "boolean" : COMPARISONS.has(name);
}

function predicate(operator: string, expected: unknown): string {
  if (operator === "$exist") return expected === true ? "is there" : "is missing";
  return `is ${expectation({ operator, expected })}`.replace("is a text that ", "");
}

/** Null for a choice without members, or with one that asks nothing: they have no words. */
function choice(members: readonly Words[][]): Words[] | null {
  const [only] = members;
  if (only === undefined || members.some((words) => words.length === 0)) return null;
  if (members.length === 1) return only;
  const texts = members.map((words) => (words.length === 1 ? all(words) : `(${all(words)})`));
  return [{ text: texts.join(" or "), isChoice: true }];
}

function negation(words: readonly Words[]): Words[] {
  return [{ text: `not (${all(words)})`, isChoice: false }];
}
