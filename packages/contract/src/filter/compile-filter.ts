/**
 * Does a payload match a filter?
 *
 * `compileFilter` turns a filter into closures once; they then test each payload. Connections, CLI sessions and the
 * dashboard's filter test share it. It behaves exactly like the filters that users bring from elsewhere, with all
 * their odd cases; the oracle test compares the two. Careful: a schema has two meanings, depending on its position.
 *
 *     whole   the filter itself and the members of `$or`, `$and`, `$not`: an operator's name is a field here
 *     value   a schema under a key or in an array: operators work here, and plain keys beside them are ignored
 *
 * A `$ref` under a key uses the value it finds in the payload as the schema. So parts of payloads are compiled too,
 * and the match pays for that from its budget.
 */
import { spend, STEPS_PER_MATCH, type Budget } from "./budget.ts";
import { filterFault } from "./filter-fault.ts";
import { isObject, isPrimitive, looselyEqual, ownProperty } from "./json-values.ts";
import type { JsonObject, Primitive } from "./json-values.ts";
import { isOperator, operatorTest, type Test } from "./operators.ts";
import { compileReference, UNREADABLE, type Indexes } from "./reference.ts";

/** The context in which a question looks at a value of the payload. */
interface Place {
  /** Where references start. In a `$or` under a key with a primitive, it is that primitive: references find nothing. */
  readonly root: unknown;
  readonly indexes: Indexes | null;
  /** How many references led here. Counted because a payload can refer to itself endlessly. */
  readonly hops: number;
  readonly budget: Budget;
}

const MOST_HOPS = 32;

type Question = (input: unknown, place: Place) => boolean;
interface Matcher {
  readonly whole: Question;
  readonly value: Question;
}

/** If the budget is not enough, the answer is no, and what is left of the budget is negative. */
export type Matches = (data: unknown, budget?: Budget) => boolean;

/** Compiles the schema of one part (body, headers, query or path). One that `filterFault` refuses never matches. */
export function compileFilter(schema: unknown): Matches {
  if (filterFault(schema) !== null) return () => false;
  const { whole } = compile(schema, { left: Infinity });
  return (data, budget = { left: STEPS_PER_MATCH }) => {
    try {
      return whole(data, { root: data, indexes: null, hops: 0, budget });
    } catch {
      return false; // out of steps, or out of stack: no match, even under a `$not`
    }
  };
}

function compile(schema: unknown, budget: Budget): Matcher {
  spend(budget, 1);
  if (isPrimitive(schema)) return compilePrimitive(schema);
  if (Array.isArray(schema)) return compileArray(schema, budget);
  if (isObject(schema)) return compileObject(schema, budget);
  return { whole: never, value: never };
}

const never: Question = () => false;

function compilePrimitive(schema: Primitive): Matcher {
  const value: Question = (input, place) => {
    spend(place.budget, 1);
    if (isPrimitive(input)) return looselyEqual(input, schema, place.budget);
    return Array.isArray(input) && someItem(value, input, place);
  };
  return { whole: schema === null ? never : value, value };
}

function compileArray(schema: readonly unknown[], budget: Budget): Matcher {
  const members = schema.map((member) => compile(member, budget));
  // When the payload has an object here, the list is read as an object with numbers for names.
  const fields = members.map((member, at) => field(String(at), schema[at], member));
  const whole = unlessUnreadable((input, place) => {
    if (Array.isArray(input)) return value(input, { ...place, root: input });
    return !isPrimitive(input) && fields.every((asks) => asks(input, place));
  });
  const value: Question = (input, place) => {
    spend(place.budget, 1);
    if (!Array.isArray(input)) return whole(input, place);
    return members.every((member) => someItem(member.value, input, place));
  };
  return { whole, value };
}

function compileObject(schema: JsonObject, budget: Budget): Matcher {
  const entries = Object.entries(schema);
  const inner = ownProperty(schema, "$not");
  const not = inner ? compile(inner, budget) : null; // a falsy inner value is no condition
  const clauses: Question[] = [];
  const operators: Operator[] = [];
  let either: Question | null = null;
  for (const [name, part] of entries) {
    if (name === "$not") continue;
    if ((name === "$or" || name === "$and") && Array.isArray(part)) {
      const members = part.map((member) => compile(member, budget).whole);
      const asks: Question =
        name === "$or"
          ? (input, place) => members.some((member) => member(input, place))
          : (input, place) => members.every((member) => member(input, place));
      if (name === "$or") either = asks;
      clauses.push(asks);
      continue;
    }
    clauses.push(field(name, part, compile(part, budget)));
    if (isOperator(name)) operators.push(compileOperator(name, part, budget));
  }

  const whole = unlessUnreadable((input, place) => {
    spend(place.budget, 1);
    if (not) {
      const isInner = not.whole(input, place);
      if (isInner || entries.length === 1) return !isInner;
    }
    if (isPrimitive(input) || Array.isArray(input)) return value(input, { ...place, root: input });
    return clauses.every((asks) => asks(input, place));
  });
  const asksReference = compileSchemaReference(ownProperty(schema, "$ref"), budget);
  const value: Question = (input, place) => {
    spend(place.budget, 1);
    if (Array.isArray(input)) {
      if (operators.length === 0) return someItem(value, input, place);
      return operators.every((operator) => operator.ofArray(input, place.budget));
    }
    if (either) return either(input, place);
    if (asksReference) return asksReference(input, place);
    if (operators.length > 0) return operators.every((operator) => operator.of(input, place));
    return !isPrimitive(input) && whole(input, place);
  };
  return { whole, value };
}

interface Operator {
  readonly of: Question;
  /** For a value that is an array. Here a reference is not followed: the operator compares with the object itself. */
  readonly ofArray: Test;
}

function compileOperator(name: string, compare: unknown, compileBudget: Budget): Operator {
  const ofArray = operatorTest(name, compare);
  const path = isObject(compare) ? ownProperty(compare, "$ref") : null;
  if (!path) return { of: (input, place) => ofArray(input, place.budget), ofArray };
  const find = compileReference(path, compileBudget);
  const of: Question = (input, { root, indexes, budget }) => {
    const found = find(root, indexes, budget);
    if (Array.isArray(found)) spend(budget, found.length);
    return operatorTest(name, found)(input, budget);
  };
  return { of, ofArray };
}

/** Uses the value that the reference finds in the payload as the schema. */
function compileSchemaReference(path: unknown, compileBudget: Budget): Question | null {
  if (!path) return null;
  const find = compileReference(path, compileBudget);
  return (input, place) => {
    if (place.hops === MOST_HOPS) throw UNREADABLE;
    const found = find(place.root, place.indexes, place.budget);
    return compile(found, place.budget).value(input, { ...place, hops: place.hops + 1 });
  };
}

/** A missing key is a no, unless the schema says `$exist: false`. */
function field(name: string, schema: unknown, { value }: Matcher): Question {
  const mayBeAbsent = isObject(schema) && ownProperty(schema, "$exist") === false;
  return (input, place) => {
    if (!isObject(input)) return false;
    const part = ownProperty(input, name);
    return (part !== undefined || mayBeAbsent) && value(part, place);
  };
}

function someItem(
  asks: Question,
  items: readonly unknown[],
  { root, indexes, hops, budget }: Place,
): boolean {
  return items.some((item, index) => asks(item, { root, indexes: { index, outer: indexes }, hops, budget }));
}

/** An unreadable reference makes the nearest whole schema around it a no. A `$not` further out makes that a yes. */
function unlessUnreadable(asks: Question): Question {
  return (input, place) => {
    try {
      return asks(input, place);
    } catch (error) {
      if (error === UNREADABLE) return false;
      throw error;
    }
  };
}
