/**
 * What is wrong with the text of a filter, and where?
 *
 * Errors are the server's own: what it would refuse. Warnings are for names that look like operators and are none; the
 * server would look for a key with that name.
 */
import { filterFault, filterFaultPlace } from "@posthorn/contract/filter/filter-fault";
import { FILTER_OPERATORS } from "@posthorn/contract/filter/operator-list";
import { FilterSchema } from "@posthorn/contract/rules";
import type { Problem } from "../../ui/code-editor/editor-types.ts";
import { jsonPlaces } from "../../ui/code-editor/json-places.ts";
import { parse } from "./filter-texts.ts";

const OPERATOR_NAMES = new Set(FILTER_OPERATORS.map(({ name }) => name));

export function filterProblems(text: string): Problem[] {
  const parsed = parse(text);
  if (!parsed.ok) return []; // the editor itself names the error
  const places = jsonPlaces(text);
  const faultPlace = filterFaultPlace(parsed.value);
  const message = filterFault(parsed.value);
  if (faultPlace !== null && message !== null) {
    const { from, to } = places(faultPlace)[0] ?? { from: 0, to: text.length };
    return [{ from, to, severity: "error", message }];
  }
  const checked = FilterSchema.safeParse(parsed.value);
  if (!checked.success) {
    const said = checked.error.issues[0]?.message ?? "This is no filter";
    return [{ from: 0, to: text.length, severity: "error", message: said }];
  }
  return unknownOperators(parsed.value, []).map(({ place, name }) => {
    const { from } = places(place)[0] ?? { from: 0 };
    const to = from + JSON.stringify(name).length;
    return {
      from,
      to,
      severity: "warning",
      message: `${name} is no operator: the filter looks for a key of this name`,
    };
  });
}

type Place = (string | number)[];

function unknownOperators(value: unknown, place: Place): { place: Place; name: string }[] {
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item, at) => unknownOperators(item, [...place, at]));
  return Object.entries(value).flatMap(([name, inner]) => {
    const here = place.concat(name);
    const isUnknown = name.startsWith("$") && !OPERATOR_NAMES.has(name);
    return (isUnknown ? [{ place: here, name }] : []).concat(unknownOperators(inner, here));
  });
}
