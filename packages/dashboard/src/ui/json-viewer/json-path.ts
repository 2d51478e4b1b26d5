/**
 * Where in the body is a row?
 *
 * The row menu copies its RFC 9535 path. Keys that are no plain names go into brackets. Duplicate keys have the same
 * path, because a path cannot distinguish them.
 */
import { at, keyText, openingRow, RowKind, type FlatJson } from "./flat-json.ts";

const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** A key of an object, or a position in an array. */
export type JsonStep = string | number;

export function jsonPathOf(json: FlatJson, row: number): string {
  return `$${stepsTo(json, row).map(written).join("")}`;
}

export function stepsTo(json: FlatJson, row: number): JsonStep[] {
  const steps: JsonStep[] = [];
  let current = openingRow(json, row);
  for (let parent = json.parent[current] ?? -1; parent >= 0; parent = json.parent[current] ?? -1) {
    steps.push(stepTo(json, current, parent));
    current = parent;
  }
  return steps.toReversed();
}

function stepTo(json: FlatJson, row: number, parent: number): JsonStep {
  if (at(json.kind, parent) === RowKind.Array) return at(json.position, row);
  return String(JSON.parse(keyText(json, row)));
}

function written(step: JsonStep): string {
  if (typeof step === "number") return `[${step}]`;
  return PLAIN_NAME.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
}
