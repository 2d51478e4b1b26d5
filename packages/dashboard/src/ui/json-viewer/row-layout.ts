/**
 * How tall is a row of the tree, and how far is it indented?
 *
 * Rows wrap at exact character columns, so the height follows from the lengths alone, and 54,000 rows need no
 * measuring. Only text with wide or combining characters is measured when it is on screen.
 */
import { at, hasComma, isFoldable, RowKind, type FlatJson } from "./flat-json.ts";
import { isLongString, pieceBounds, PIECE_CHARS } from "./visible-rows.ts";

export const LINE_PX = 20;
/** Room for the fold mark on the left, and for the row's menu button on the right. */
export const GUTTER_PX = 26;
export const MENU_PX = 32;
const INDENT_CHARS = 2;
/** A deeply nested row keeps at least this width; then the box scrolls sideways. */
const NARROWEST_CHARS = 24;

export function indentChars(json: FlatJson, row: number): number {
  return at(json.depth, row) * INDENT_CHARS;
}

export function wrapChars(json: FlatJson, row: number, columns: number): number {
  return Math.max(NARROWEST_CHARS, columns - indentChars(json, row));
}

export function foldedSummary(json: FlatJson, row: number): string {
  const count = at(json.childCount, row);
  if (at(json.kind, row) === RowKind.Object) return `{ ${count} ${count === 1 ? "key" : "keys"} }`;
  return `[ ${count} ${count === 1 ? "item" : "items"} ]`;
}

export function entryHeightPx(
  json: FlatJson,
  entry: { row: number; piece: number; isFolded: boolean; isInFull: boolean },
  columns: number,
): number {
  const { row } = entry;
  const width = wrapChars(json, row, columns);
  // Nearly every row fits in one line: the text, plus colon, space, comma or the words of a summary.
  const received = at(json.valueEnd, row) - (at(json.keyStart, row) || at(json.valueStart, row));
  if (received + 10 <= width) return LINE_PX;
  return Math.ceil(entryChars(json, entry) / width) * LINE_PX;
}

function entryChars(
  json: FlatJson,
  { row, piece, isFolded, isInFull }: { row: number; piece: number; isFolded: boolean; isInFull: boolean },
): number {
  const keyChars = piece > 0 ? 0 : at(json.keyEnd, row) - at(json.keyStart, row);
  const before = keyChars === 0 ? 0 : keyChars + 2;
  const comma = hasComma(json, row) ? 1 : 0;
  if (isFoldable(json, row)) return before + (isFolded ? foldedSummary(json, row).length + comma : 1);
  if (at(json.kind, row) <= RowKind.Array) return before + 2 + comma; // {} or []
  if (!isLongString(json, row)) {
    return before + at(json.valueEnd, row) - at(json.valueStart, row) + comma;
  }
  if (!isInFull) return before + PIECE_CHARS;
  const { from, to } = pieceBounds(json, row, piece);
  return before + to - from;
}

/** Whether the browser may wrap this text at other places than our columns. */
export function needsMeasuring(drawnText: string): boolean {
  return /[^\u0020-\u007E]/.test(drawnText);
}
