/**
 * What is the RFC 9535 path of a row in the body?
 *
 * The row menu copies it. Keys that are no plain names go into brackets. Duplicate keys have the same path, because
 * a path cannot distinguish them.
 */
import { at, keyText, openingRow, RowKind, type FlatJson } from "./flat-json.ts";

const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

export function jsonPathOf(json: FlatJson, row: number): string {
  const steps: string[] = [];
  let current = openingRow(json, row);
  for (let parent = json.parent[current] ?? -1; parent >= 0; parent = json.parent[current] ?? -1) {
    steps.push(stepTo(json, current, parent));
    current = parent;
  }
  return `$${steps.toReversed().join("")}`;
}

function stepTo(json: FlatJson, row: number, parent: number): string {
  if (at(json.kind, parent) === RowKind.Array) return `[${at(json.position, row)}]`;
  const key = String(JSON.parse(keyText(json, row)));
  return PLAIN_NAME.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}
