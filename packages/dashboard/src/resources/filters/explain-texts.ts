/**
 * What does a filter say about a test input, as the editor shows it?
 *
 * Takes texts and returns small plain data, because it runs in a worker: neither a large input nor a costly filter may
 * stop the page. The results are the contract's, from the code that the server runs.
 */
import { explainPart, type Condition, type PayloadPath } from "@posthorn/contract/filter/explain-filter";
import type { FilterPart } from "@posthorn/contract/rules";
import { jsonPlaces } from "../../ui/code-editor/json-places.ts";
import { expectation, finding, pathText } from "./condition-words.ts";
import { byPart, hasText, parse, type PartTexts } from "./filter-texts.ts";
import { quickFixOf, type QuickFix } from "./quick-fix.ts";

export interface ShownCondition {
  holds: boolean;
  /** `customer.address.country`; empty for the whole part. */
  path: string;
  /** "one of "CH", "LI"" */
  wants: string;
  /** "It is "DE"" */
  is: string;
  /** Lines from 1; null where there is none. */
  filterLine: number | null;
  inputLine: number | null;
  fix: QuickFix | null;
}

export type PartResult =
  | { state: "no-filter" }
  /** There is nothing to test with. */
  | { state: "no-input" }
  | { state: "invalid-filter" }
  | { state: "invalid-input" }
  /** The server would not save it. */
  | { state: "refused-filter"; fault: string }
  | { state: "too-costly" }
  | {
      state: "tested";
      matches: boolean;
      conditions: readonly ShownCondition[];
      failures: readonly ShownCondition[];
    };

export type TestResults = Record<FilterPart, PartResult>;

/** What a request without this part has there. */
const EMPTY_INPUT: Record<FilterPart, unknown> = { body: null, headers: {}, query: {}, path: "/" };

export function explainTexts(filter: PartTexts, input: PartTexts): TestResults {
  const hasInput = hasText(input);
  return byPart((part) => {
    const result = explainText(part, filter[part], input[part]);
    return hasInput || result.state !== "tested" ? result : { state: "no-input" };
  });
}

function explainText(part: FilterPart, filterText: string, inputText: string): PartResult {
  if (filterText.trim() === "") return { state: "no-filter" };
  const schema = parse(filterText);
  if (!schema.ok) return { state: "invalid-filter" };
  if (schema.value === null) return { state: "no-filter" };
  const input = inputText.trim() === "" ? { ok: true as const, value: EMPTY_INPUT[part] } : parse(inputText);
  if (!input.ok) return { state: "invalid-input" };
  const data = part === "headers" ? withLowerCaseNames(input.value) : input.value;
  const { matches, isTooCostly, fault, conditions, failures } = explainPart(schema.value, data);
  if (fault !== null) return { state: "refused-filter", fault };
  if (isTooCostly) return { state: "too-costly" };
  const filterPlaces = jsonPlaces(filterText);
  const inputPlaces = jsonPlaces(inputText);
  const shown = (condition: Condition): ShownCondition => ({
    holds: condition.holds,
    path: pathText(condition.path),
    wants: expectation(condition),
    is: finding(condition),
    filterLine: filterPlaces(condition.place)[0]?.line ?? null,
    inputLine: lineOf(inputPlaces, condition.path),
    fix: quickFixOf(schema.value, condition),
  });
  return { state: "tested", matches, conditions: conditions.map(shown), failures: failures.map(shown) };
}

/** The whole input is no line of its own. */
function lineOf(places: ReturnType<typeof jsonPlaces>, path: PayloadPath): number | null {
  return path.length === 0 ? null : (places(path)[0]?.line ?? null);
}

/** As in real requests. */
function withLowerCaseNames(headers: unknown): unknown {
  if (typeof headers !== "object" || headers === null || Array.isArray(headers)) return headers;
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
