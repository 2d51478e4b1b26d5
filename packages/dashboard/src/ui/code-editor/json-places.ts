/**
 * Where in a JSON text is the value at a path?
 *
 * For marks and problems that belong to a value: the filter editor tints the line of a condition and the line of what
 * it looked at. A path has names, positions, and null for every element of an array. Of equal names the last counts,
 * as in JSON.parse.
 */
import { at, keyText, RowKind, type FlatJson } from "../json-viewer/flat-json.ts";
import { flattenJson } from "../json-viewer/flatten.ts";

export interface JsonPlace {
  /** From the key, or the value where there is no key, to the end of the value. */
  from: number;
  to: number;
  /** Where the place begins, from 1. */
  line: number;
}

export type JsonPath = readonly (string | number | null)[];

/** More elements than anybody looks at. */
const MOST_PLACES = 100;

/** Returns a function that finds places. It finds nothing in a text that is no JSON. */
export function jsonPlaces(text: string): (path: JsonPath) => JsonPlace[] {
  const flattened = flattenJson(text);
  if (!flattened.ok) return () => [];
  const { json } = flattened;
  const starts = lineStarts(text);
  return (path) =>
    rowsAt(json, path).map((row) => {
      const from = at(json.keyEnd, row) > 0 ? at(json.keyStart, row) : at(json.valueStart, row);
      return { from, to: at(json.valueEnd, row), line: lineAt(starts, from) };
    });
}

function rowsAt(json: FlatJson, path: JsonPath): number[] {
  let rows = [0];
  for (const step of path) {
    rows = rows.flatMap((row) => childrenAt(json, row, step)).slice(0, MOST_PLACES);
  }
  return rows;
}

function childrenAt(json: FlatJson, row: number, step: string | number | null): number[] {
  const isArray = at(json.kind, row) === RowKind.Array;
  if (at(json.kind, row) > RowKind.Array) return [];
  if (isArray !== (typeof step !== "string")) return [];
  const found: number[] = [];
  const end = at(json.mate, row);
  for (let child = row + 1; child < end; child = at(json.mate, child) + 1) {
    if (
      step === null ||
      (isArray ? at(json.position, child) === step : JSON.parse(keyText(json, child)) === step)
    ) {
      found.push(child);
    }
    if (found.length === MOST_PLACES && step === null) break;
  }
  return step === null ? found : found.slice(-1);
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", end + 1)) starts.push(end + 1);
  return starts;
}

function lineAt(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
