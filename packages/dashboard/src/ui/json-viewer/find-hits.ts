/**
 * Where does a searched text occur in a body?
 *
 * Hits are offsets into the text, all as long as the query, so that both views can mark them. In the tree, only
 * keys and plain values count, because the tree draws the text between them differently.
 */
import { at, RowKind, type FlatJson } from "./flat-json.ts";

const SHORTEST_QUERY = 2;

export type Hits = { start: Int32Array; length: number };
export type TreeHits = Hits & { row: Int32Array };

/** Ignores case. Overlapping occurrences count once. */
export function findHits(text: string, query: string): Hits {
  if (query.length < SHORTEST_QUERY) return { start: new Int32Array(0), length: query.length };
  // Without the u flag, the engine compares one code unit at a time, so a hit is as long as the query.
  const pattern = new RegExp(query.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`), "gi");
  const starts: number[] = [];
  while (pattern.test(text)) starts.push(pattern.lastIndex - query.length);
  return { start: Int32Array.from(starts), length: query.length };
}

export function findTreeHits(json: FlatJson, query: string): TreeHits {
  const hits = findHits(json.text, query);
  const starts: number[] = [];
  const rows: number[] = [];
  let row = 0;
  for (const start of hits.start) {
    while (row < json.rowCount && lastOffset(json, row) <= start) row += 1;
    if (row === json.rowCount) break;
    if (!isDrawn(json, row, start, start + hits.length)) continue;
    starts.push(start);
    rows.push(row);
  }
  return { start: Int32Array.from(starts), row: Int32Array.from(rows), length: hits.length };
}

/** Where the row's own text ends. An opening row ends after its bracket, not after its children. */
function lastOffset(json: FlatJson, row: number): number {
  return isContainer(json, row) ? at(json.valueStart, row) + 1 : at(json.valueEnd, row);
}

function isDrawn(json: FlatJson, row: number, start: number, end: number): boolean {
  if (start >= at(json.keyStart, row) && end <= at(json.keyEnd, row)) return true;
  if (isContainer(json, row)) return false;
  return start >= at(json.valueStart, row) && end <= at(json.valueEnd, row);
}

function isContainer(json: FlatJson, row: number): boolean {
  return at(json.kind, row) <= RowKind.Array;
}

/** The index of the first hit at or after the offset, or the number of hits if there is none. */
export function firstHitFrom(hits: Hits, offset: number): number {
  let low = 0;
  let high = hits.start.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at(hits.start, middle) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
