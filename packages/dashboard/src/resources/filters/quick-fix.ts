/**
 * Which small change of the filter lets the found value pass?
 *
 * Only where one more value is what a person means: a list of values gets it, and a single value becomes a list of two.
 * The filter is written anew with the same order of keys.
 */
import type { Condition } from "@posthorn/contract/filter/explain-filter";
import { formatJson } from "../../ui/code-editor/format-json.ts";

export interface QuickFix {
  /** 'Add "DE"' */
  label: string;
  /** The whole filter after the change. */
  text: string;
}

/** A longer value is no name of a choice. */
const LONGEST_VALUE = 40;

export function quickFixOf(filter: unknown, condition: Condition): QuickFix | null {
  const { operator, expected, found, place, path, holds } = condition;
  if (holds || !isPlain(found) || path.includes(null)) return null;
  const value = JSON.stringify(found);
  if (value.length > LONGEST_VALUE) return null;
  if (operator === "$in" && Array.isArray(expected)) {
    // A condition of one operator stands at the object around it.
    const list = place.at(-1) === "$in" ? place : [...place, "$in"];
    const longer = [...(expected as unknown[]), found];
    return { label: `Add ${value}`, text: formatJson(replacedAt(filter, list, longer)) };
  }
  if (operator === null && isPlain(expected) && place.length > 0) {
    const either = { $in: [expected, found] };
    return { label: `Also accept ${value}`, text: formatJson(replacedAt(filter, place, either)) };
  }
  return null;
}

function isPlain(value: unknown): value is string | number | boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}

function replacedAt(value: unknown, place: Condition["place"], next: unknown): unknown {
  const [step, ...rest] = place;
  if (step === undefined) return next;
  if (Array.isArray(value))
    return value.map((one: unknown, at) => (at === step ? replacedAt(one, rest, next) : one));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, name === step ? replacedAt(one, rest, next) : one]),
  );
}
