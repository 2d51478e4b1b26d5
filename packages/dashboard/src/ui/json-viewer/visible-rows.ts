/**
 * Which rows of the tree are visible, and in how many pieces?
 *
 * The tree draws `VisibleRows`, one entry per drawn element. A long string is one entry until the person asks for
 * all of it. Then it becomes one entry per piece, because a single element with a million characters freezes the
 * page each time it scrolls into view.
 */
import { at, isFoldable, RowKind, type FlatJson } from "./flat-json.ts";

/** Longer strings are shortened. Also the size of a piece of a string that is shown in full. */
export const PIECE_CHARS = 2_000;

export type VisibleRows = {
  count: number;
  row: Int32Array;
  /** The piece of the row's value, from 0. Only strings that are shown in full have more than one. */
  piece: Int32Array;
};

/** One flag per row: 1 for a folded object or array. Never changed in place. */
export type Folds = Uint8Array;

export function nothingFolded(json: FlatJson): Folds {
  return new Uint8Array(json.rowCount);
}

/** Folds everything except the root: otherwise a single line would be left, which shows nothing of the content. */
export function allFolded(json: FlatJson): Folds {
  const folds = new Uint8Array(json.rowCount);
  for (let row = 1; row < json.rowCount; row += 1) folds[row] = isFoldable(json, row) ? 1 : 0;
  return folds;
}

export function withFold(folds: Folds, row: number, folded: boolean): Folds {
  const changed = folds.slice();
  changed[row] = folded ? 1 : 0;
  return changed;
}

/** Unfolds everything around the row. Returns the same object if nothing was folded there. */
export function unfoldedAround(json: FlatJson, folds: Folds, row: number): Folds {
  let changed = folds;
  for (let parent = json.parent[row] ?? -1; parent >= 0; parent = json.parent[parent] ?? -1) {
    if (at(changed, parent) === 1) changed = withFold(changed, parent, false);
  }
  return changed;
}

export function isLongString(json: FlatJson, row: number): boolean {
  return (
    at(json.kind, row) === RowKind.String && at(json.valueEnd, row) - at(json.valueStart, row) > PIECE_CHARS
  );
}

export function visibleRows(json: FlatJson, folds: Folds, inFull: ReadonlySet<number>): VisibleRows {
  let extraPieces = 0;
  for (const row of inFull) extraPieces += pieceCount(json, row) - 1;
  const rows = new Int32Array(json.rowCount + extraPieces);
  const pieces = new Int32Array(json.rowCount + extraPieces);
  let count = 0;
  for (let row = 0; row < json.rowCount; row += 1) {
    const shownPieces = inFull.size > 0 && inFull.has(row) ? pieceCount(json, row) : 1;
    for (let piece = 0; piece < shownPieces; piece += 1) {
      rows[count] = row;
      pieces[count] = piece;
      count += 1;
    }
    if (at(folds, row) === 1) row = at(json.mate, row);
  }
  return { count, row: rows, piece: pieces };
}

/** The row itself, or the outermost folded row that hides it. */
export function shownRowFor(json: FlatJson, folds: Folds, row: number): number {
  let shown = row;
  for (let parent = json.parent[row] ?? -1; parent >= 0; parent = json.parent[parent] ?? -1) {
    if (at(folds, parent) === 1) shown = parent;
  }
  return shown;
}

/** The part of the text that a piece draws. Never starts between the two halves of a surrogate pair. */
export function pieceBounds(json: FlatJson, row: number, piece: number): { from: number; to: number } {
  return { from: pieceStart(json, row, piece), to: pieceStart(json, row, piece + 1) };
}

function pieceStart(json: FlatJson, row: number, piece: number): number {
  const offset = at(json.valueStart, row) + piece * PIECE_CHARS;
  const end = at(json.valueEnd, row);
  if (offset >= end) return end;
  const code = json.text.charCodeAt(offset);
  return code >= 0xdc_00 && code <= 0xdf_ff ? offset + 1 : offset;
}

/** The piece that draws this offset of the row's value. */
export function pieceAt(json: FlatJson, row: number, offset: number): number {
  return Math.max(0, Math.floor((offset - at(json.valueStart, row)) / PIECE_CHARS));
}

function pieceCount(json: FlatJson, row: number): number {
  return Math.ceil((at(json.valueEnd, row) - at(json.valueStart, row)) / PIECE_CHARS);
}

/** The entry that draws this piece of this row; -1 if a fold hides it. */
export function entryOf(visible: VisibleRows, row: number, piece: number): number {
  let low = 0;
  let high = visible.count - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const order = at(visible.row, middle) - row || at(visible.piece, middle) - piece;
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
