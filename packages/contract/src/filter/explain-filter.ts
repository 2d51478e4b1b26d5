/**
 * Which conditions of a filter does a request meet, and where does it fail?
 *
 * The filter editor shows the answer. Every answer comes from `compileFilter`, the code that the server runs: this
 * file only decides what to ask it. It takes a filter apart into smaller filters that must all match where the whole
 * one matches (`{a: {b: 1, c: 2}}` into `{a: {b: 1}}` and `{a: {c: 2}}`), and asks about each. Each small filter keeps
 * the names around it, so that references still start at the root of the payload.
 *
 *     conditions   together they mean the same as the filter: "3 of 4 hold"
 *     failures     the smallest piece of a condition that fails on its own
 *
 * The two differ in arrays. One element alone must satisfy an object, so its fields are no conditions of their own; but
 * a field that no element satisfies is why the condition fails.
 */
import { FILTER_PARTS, type FilterPart } from "../rules.ts";
import { STEPS_PER_MATCH, type Budget } from "./budget.ts";
import { compileFilter } from "./compile-filter.ts";
import { filterFault, type FilterPlace } from "./filter-fault.ts";
import { isObject, ownProperty, type JsonObject } from "./json-values.ts";
import { isOperator } from "./operators.ts";

/** Where in the payload a condition looks: names, and `null` for any element of an array. */
export type PayloadPath = readonly (string | null)[];

export interface Condition {
  holds: boolean;
  /** Where the condition stands in the filter. */
  place: FilterPlace;
  path: PayloadPath;
  /** `$gte`, `$or`, … Null if the filter has a plain value or an object here. */
  operator: string | null;
  expected: unknown;
  /** The value at the path, undefined if there is none. Behind an array, the list of what its elements have there. */
  found: unknown;
}

export interface PartExplanation {
  matches: boolean;
  /** The match needed more steps than it may take. Then it is a no, and there are no conditions. */
  isTooCostly: boolean;
  /** Why the filter cannot be saved. Such a filter never matches. */
  fault: string | null;
  conditions: readonly Condition[];
  /** Empty if the part matches. */
  failures: readonly Condition[];
}

export type FilterExplanation = Record<FilterPart, PartExplanation | null>;

/** A part that the filter does not look at is null. */
export function explainFilter(
  filter: Partial<Record<FilterPart, unknown>>,
  input: Record<FilterPart, unknown>,
): FilterExplanation {
  const explained: FilterExplanation = { body: null, headers: null, path: null, query: null };
  for (const part of FILTER_PARTS) {
    if (filter[part] != null) explained[part] = explainPart(filter[part], input[part]);
  }
  return explained;
}

/** More than a person reads; each costs matches of its own. */
const MOST_FAILURES = 20;

export function explainPart(schema: unknown, data: unknown): PartExplanation {
  const fault = filterFault(schema);
  const budget = { left: STEPS_PER_MATCH };
  const matches = compileFilter(schema)(data, budget);
  const isTooCostly = budget.left < 0;
  if (fault !== null || isTooCostly) return { matches, isTooCostly, fault, conditions: [], failures: [] };

  // Asking piece by piece costs more than asking once, so all pieces share a second budget.
  const asking: Asking = { data, budget: { left: STEPS_PER_MATCH } };
  const root: Piece = {
    schema,
    kind: "whole",
    place: [],
    path: [],
    found: [data],
    isOfElements: false,
    wrap: (inner) => inner,
  };
  const whole = condition(root, matches);
  const pieces = conditionsIn(root);
  const conditions = pieces.map((piece) => condition(piece, isMet(piece, asking)));
  const failed = pieces.filter((_piece, at) => !conditions[at]?.holds);
  // Out of steps, or a filter that cannot be taken apart: then the filter is one condition.
  if (asking.budget.left < 0 || (failed.length === 0) !== matches) {
    return { matches, isTooCostly, fault, conditions: [whole], failures: matches ? [] : [whole] };
  }
  const failures = failed
    .slice(0, MOST_FAILURES)
    .map((piece) => condition(smallestFailure(piece, asking), false));
  return { matches, isTooCostly, fault, conditions, failures };
}

/** A part of the filter, and the filter that asks for nothing else. */
interface Piece {
  schema: unknown;
  /** `compile-filter.ts` has the first two. An operand belongs to its operator and is not taken apart. */
  kind: "whole" | "value" | "operand";
  place: FilterPlace;
  path: PayloadPath;
  /** The values at the path: one, none, or those of the elements of an array. */
  found: readonly unknown[];
  isOfElements: boolean;
  /** Puts a schema at this place into a filter without the rest. */
  wrap: (schema: unknown) => unknown;
}

interface Asking {
  data: unknown;
  budget: Budget;
}

function isMet(piece: Piece, { data, budget }: Asking): boolean {
  return budget.left >= 0 && compileFilter(piece.wrap(piece.schema))(data, budget);
}

/** Goes down as long as a smaller piece fails too. */
function smallestFailure(piece: Piece, asking: Asking): Piece {
  const inner = smallerPieces(piece).find((smaller) => !isMet(smaller, asking));
  return inner && asking.budget.left >= 0 ? smallestFailure(inner, asking) : piece;
}

/** The pieces that mean the same as this one if they all hold. */
function conditionsIn(piece: Piece): Piece[] {
  const inner = smallerPieces(piece);
  if (piece.isOfElements || inner.length === 0) return [piece];
  if (!Array.isArray(piece.found[0])) return inner.flatMap(conditionsIn);
  return Array.isArray(piece.schema) && inner.length > 1 ? inner : [piece];
}

/** The pieces that must all hold where this one holds. Empty if nothing smaller can be asked. */
function smallerPieces(piece: Piece): Piece[] {
  const { schema, found } = piece;
  if (piece.kind === "operand" || found.length === 0) return [];
  if (isObject(schema)) return fieldsOf(piece, schema);
  return Array.isArray(schema) && found.every(Array.isArray) ? membersOf(piece, schema) : [];
}

function fieldsOf(piece: Piece, schema: JsonObject): Piece[] {
  const isWhole = piece.kind === "whole" && piece.found.every(isObject);
  const names = Object.keys(schema);
  const operators = isWhole ? [] : names.filter(isOperator);
  const hides =
    !isWhole && (Array.isArray(ownProperty(schema, "$or")) || Boolean(ownProperty(schema, "$ref")));
  // Under a key, a `$or`, a reference and operators hide what stands beside them. Two of them: not taken apart.
  if (hides) return [];
  const asked = operators.length > 0 ? operators : names;
  const isAlone = asked.length === 1 && names.length === 1;
  return asked.flatMap((name) => {
    if (name === "$and" && Array.isArray(schema[name])) return conjunctsOf(piece, schema[name]);
    if (isField(name, schema, isWhole)) return [fieldOf(piece, name, schema[name])];
    return isAlone ? [] : [{ ...inside(piece, name, schema[name]), kind: "operand" as const }];
  });
}

function isField(name: string, schema: JsonObject, isWhole: boolean): boolean {
  if (name === "$not") return false;
  if (name === "$or" || name === "$and") return !Array.isArray(schema[name]);
  return isWhole || !(isOperator(name) || name === "$ref");
}

function inside(piece: Piece, name: string, schema: unknown): Piece {
  // Not a literal with a computed name: `__proto__` must become a property of its own.
  const wrap = (inner: unknown) => piece.wrap(Object.fromEntries([[name, inner]]));
  return { ...piece, schema, kind: "value", place: [...piece.place, name], wrap };
}

function fieldOf(piece: Piece, name: string, schema: unknown): Piece {
  const hasArrays = piece.found.some(Array.isArray);
  const holders = hasArrays ? elementsOf(piece.found) : piece.found;
  return {
    ...inside(piece, name, schema),
    path: [...piece.path, ...(hasArrays ? [null] : []), name],
    found: holders.flatMap((value) => (isObject(value) && Object.hasOwn(value, name) ? [value[name]] : [])),
    isOfElements: piece.isOfElements || hasArrays,
  };
}

/** A filter looks into arrays in arrays too. */
function elementsOf(values: readonly unknown[]): unknown[] {
  return values.flatMap((value) => (Array.isArray(value) ? elementsOf(value) : [value]));
}

/** The members of a list: each must be in the payload's array. */
function membersOf(piece: Piece, members: readonly unknown[]): Piece[] {
  return members.map((schema, at) => ({
    ...piece,
    schema,
    kind: "value",
    place: [...piece.place, at],
    wrap: (inner) => piece.wrap([inner]),
  }));
}

/** The members of a `$and`: all must hold. */
function conjunctsOf(piece: Piece, members: readonly unknown[]): Piece[] {
  return members.map((schema, at) => ({
    ...piece,
    schema,
    kind: "whole",
    place: [...piece.place, "$and", at],
    wrap: (inner) => piece.wrap({ $and: [inner] }),
  }));
}

function condition(piece: Piece, holds: boolean): Condition {
  const { place, path, found, isOfElements } = piece;
  return { holds, place, path, ...wanted(piece), found: isOfElements ? found : found[0] };
}

/** `{"$gte": 5}` is the operator `$gte` with 5. */
function wanted({ schema, kind, place, found }: Piece): Pick<Condition, "operator" | "expected"> {
  if (kind === "operand") return { operator: String(place.at(-1)), expected: schema };
  const names = isObject(schema) ? Object.keys(schema) : [];
  const [name] = names;
  if (!isObject(schema) || name === undefined || names.length > 1)
    return { operator: null, expected: schema };
  const isWhole = kind === "whole" && found.every(isObject);
  return isField(name, schema, isWhole)
    ? { operator: null, expected: schema }
    : { operator: name, expected: schema[name] };
}
