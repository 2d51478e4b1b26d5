/**
 * Does a payload match a filter?
 *
 * A filter is compiled once into closures and then asked for each payload; server, CLI sessions and the dashboard's
 * test share it. It behaves exactly like the filters people bring along, odd corners included; the oracle test holds
 * the two side by side. What you would get wrong: a schema means different things in two positions.
 *
 *     whole   the filter itself and the members of `$or`, `$and`, `$not`: an operator's name is a field here
 *     value   what stands under a key or in an array: operators count here, and plain keys beside them do not
 *
 * A `$ref` under a key makes the value it finds in the payload the schema, so payloads are compiled too, on the
 * budget of the match.
 */
import { spend, STEPS_PER_MATCH, type Budget } from "./budget.ts";
import { filterFault } from "./filter-fault.ts";
import { isObject, isPrimitive, looselyEqual, ownProperty } from "./json-values.ts";
import type { JsonObject, Primitive } from "./json-values.ts";
import { isOperator, operatorTest, type Test } from "./operators.ts";
import { compileReference, UNREADABLE, type Indexes } from "./reference.ts";

/** Where in the payload a question is asked. */
interface Place {
  /** Where references start. Inside `$or` under a key with a primitive it is that primitive, and nothing is found. */
  readonly root: unknown;
  readonly indexes: Indexes | null;
  /** References followed to get here: a payload can refer to itself without end. */
  readonly hops: number;
  readonly budget: Budget;
}

const MOST_HOPS = 32;

type Question = (input: unknown, place: Place) => boolean;
interface Matcher {
  readonly whole: Question;
  readonly value: Question;
}

/** The schema of one part (body, headers, query or path). One that `filterFault` refuses matches nothing. */
export function compileFilter(schema: unknown): (data: unknown) => boolean {
  if (filterFault(schema) !== null) return () => false;
  const { whole } = compile(schema, { left: Infinity });
  return (data) => {
    try {
      return whole(data, { root: data, indexes: null, hops: 0, budget: { left: STEPS_PER_MATCH } });
    } catch {
      return false; // out of steps, or so deep that the stack ran out: never a match, whatever a `$not` would say
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
  // To an object, a list is an object with numbers for names.
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
  const not = inner ? compile(inner, budget) : null; // an inner value that is falsy is no condition
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
  /** Where the value is an array, what to compare with is taken as it stands, a reference too. */
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

/** What the reference finds in the payload is the schema. */
function compileSchemaReference(path: unknown, compileBudget: Budget): Question | null {
  if (!path) return null;
  const find = compileReference(path, compileBudget);
  return (input, place) => {
    if (place.hops === MOST_HOPS) throw UNREADABLE;
    const found = find(place.root, place.indexes, place.budget);
    return compile(found, place.budget).value(input, { ...place, hops: place.hops + 1 });
  };
}

/** A missing key is a no, unless its absence is what is asked for. */
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

/** A reference that cannot be read is a no for the nearest whole schema around it: a `$not` further out turns it. */
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
