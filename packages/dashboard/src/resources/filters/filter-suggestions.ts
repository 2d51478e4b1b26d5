/**
 * Which fields, operators and values does the editor suggest at the cursor?
 *
 * Fields and values come from the input that the person tests with, so they are names and values that real requests
 * have. Operators come from the contract's list.
 */
import { FILTER_OPERATORS, type FilterOperator } from "@posthorn/contract/filter/operator-list";
import type { CompletionRequest, Suggestion, Suggestions } from "../../ui/code-editor/editor-types.ts";
import { jsonCursor, type JsonCursor } from "../../ui/code-editor/json-cursor.ts";

const MOST_ELEMENTS = 50;
const MOST_VALUES = 8;
const LONGEST_VALUE = 60;
/** Operators whose operand is a filter: their fields are those around them. */
const TRANSPARENT = new Set(["$or", "$and", "$not"]);

/** `sample` is the part of the input that this filter looks at. */
export function suggestFor(sample: unknown, { text, position }: CompletionRequest): Suggestions | null {
  const cursor = jsonCursor(text, position);
  if (!cursor) return null;
  const path = cursor.path.filter((step) => !(typeof step === "string" && TRANSPARENT.has(step)));
  const found = valuesAt(sample, path);
  const options =
    cursor.expects === "key"
      ? keySuggestions(found, path.length > 0, cursor)
      : valueSuggestions(found, path, cursor);
  return options.length === 0 ? null : { from: cursor.from, to: cursor.to, options };
}

function keySuggestions(found: readonly unknown[], isUnderKey: boolean, cursor: JsonCursor): Suggestion[] {
  const fields = new Map<string, unknown>();
  for (const holder of found.filter(isObject)) {
    for (const [name, value] of Object.entries(holder)) if (!fields.has(name)) fields.set(name, value);
  }
  // A path is a text: its operators stand at the top.
  const isText = found.some((value) => typeof value === "string");
  const operators = FILTER_OPERATORS.filter(
    ({ isForWholeFilters }) => isForWholeFilters || isUnderKey || isText,
  );
  return [
    ...[...fields].map(([name, value]) => ({
      label: labelOf(name, cursor),
      kind: "property" as const,
      detail: short(value),
      boost: 1,
      template: cursor.hasColon ? quoted(name) : `${quoted(name)}: \${}`,
    })),
    ...operators.map((operator) => ({
      label: labelOf(operator.name, cursor),
      kind: "keyword" as const,
      info: operator.sentence,
      template: cursor.hasColon
        ? quoted(operator.name)
        : `${quoted(operator.name)}: ${operandTemplate(operator)}`,
    })),
  ];
}

function valueSuggestions(
  found: readonly unknown[],
  path: readonly (string | number)[],
  cursor: JsonCursor,
): Suggestion[] {
  const values = [...new Set(found.filter((value) => !isObject(value) && !Array.isArray(value)))].slice(
    0,
    MOST_VALUES,
  );
  const known = values.flatMap((value): Suggestion[] => {
    const text = JSON.stringify(value);
    if (text === undefined || text.length > LONGEST_VALUE) return [];
    return [{ label: text, kind: "constant", detail: "in the input", boost: 1, template: escaped(text) }];
  });
  const isOperand = path.some((step) => typeof step === "string" && step.startsWith("$"));
  if (isOperand || cursor.isInString || path.length === 0) return known;
  const operators = FILTER_OPERATORS.map((operator) => ({
    label: operator.name,
    kind: "keyword" as const,
    info: operator.sentence,
    template: `{ ${quoted(operator.name)}: ${operandTemplate(operator)} }`,
  }));
  return [...known, ...operators];
}

/** The values at a path; an array stands for its elements, as in a match. Operands belong to the key around them. */
function valuesAt(sample: unknown, path: readonly (string | number)[]): unknown[] {
  let values = flat([sample]);
  for (const step of path) {
    if (typeof step === "number" || step.startsWith("$")) continue;
    values = flat(
      values.flatMap((value) => (isObject(value) && Object.hasOwn(value, step) ? [value[step]] : [])),
    );
  }
  return values;
}

function flat(values: readonly unknown[]): unknown[] {
  return values
    .flatMap((value) => (Array.isArray(value) ? flat(value.slice(0, MOST_ELEMENTS)) : [value]))
    .slice(0, MOST_ELEMENTS);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The list is narrowed by what the person typed, with or without its quote. */
function labelOf(name: string, { isInString }: JsonCursor): string {
  return isInString ? JSON.stringify(name) : name;
}

function quoted(name: string): string {
  return escaped(JSON.stringify(name));
}

/** `${` would begin a place to fill in, and a brace would end one. */
function escaped(text: string): string {
  return text.replaceAll(/[{}]/g, String.raw`\$&`);
}

/** The example, with the cursor in it. */
function operandTemplate({ example }: FilterOperator): string {
  if (example === '""') return '"${}"';
  if (example === '[""]') return '["${}"]';
  if (example === "[{}]") return "[{ ${} }]";
  if (example === "{}") return "{ ${} }";
  return `\${1:${example}}`;
}

function short(value: unknown): string {
  const text = Array.isArray(value)
    ? `[ ${value.length} ]`
    : isObject(value)
      ? "{ }"
      : (JSON.stringify(value) ?? "");
  return text.length > 24 ? `${text.slice(0, 23)}…` : text;
}
