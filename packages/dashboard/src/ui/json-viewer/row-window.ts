/**
 * Where does each row of a long list begin, and which rows are in view?
 *
 * The arithmetic of `use-row-window.ts`. `tops` has one entry more than there are rows: the end of the last row.
 */

/** The empty space above the first row and below the last one. */
export const PADDING_PX = 10;
/** Rows beside those in view, so that a small scroll finds them drawn. */
const OVERSCAN_ROWS = 8;

export type Align = "auto" | "center";
/** The part of the list that the box shows. */
export type View = { topPx: number; heightPx: number };

export function rowTops(count: number, heightOf: (row: number) => number): Float64Array {
  const tops = new Float64Array(count + 1);
  let top = PADDING_PX;
  for (let row = 0; row < count; row += 1) {
    tops[row] = top;
    top += heightOf(row);
  }
  tops[count] = top;
  return tops;
}

/** The same list after some rows turned out to have another height. */
export function withHeights(tops: Float64Array, heights: ReadonlyMap<number, number>): Float64Array {
  const corrected = tops.slice();
  let shift = 0;
  for (let row = Math.min(...heights.keys()); row < tops.length - 1; row += 1) {
    shift += (heights.get(row) ?? heightAt(tops, row)) - heightAt(tops, row);
    corrected[row + 1] = topAt(tops, row + 1) + shift;
  }
  return corrected;
}

export function topAt(tops: Float64Array, row: number): number {
  return tops[row] ?? PADDING_PX;
}

export function heightAt(tops: Float64Array, row: number): number {
  return topAt(tops, row + 1) - topAt(tops, row);
}

export function totalPx(tops: Float64Array): number {
  return topAt(tops, tops.length - 1) + PADDING_PX;
}

/** The rows to draw, in order. `kept` is drawn too, wherever it is; -1 for none. */
export function rowsInView(tops: Float64Array, view: View, kept: number): number[] {
  const count = tops.length - 1;
  if (count === 0) return [];
  const from = Math.max(0, rowAt(tops, view.topPx) - OVERSCAN_ROWS);
  const to = Math.min(count - 1, rowAt(tops, view.topPx + view.heightPx) + OVERSCAN_ROWS);
  const rows = Array.from({ length: to - from + 1 }, (_, n) => from + n);
  if (kept < 0 || kept >= count || (kept >= from && kept <= to)) return rows;
  return kept < from ? [kept, ...rows] : [...rows, kept];
}

/** The row at this offset, or the nearest one. */
function rowAt(tops: Float64Array, offsetPx: number): number {
  let low = 0;
  let high = tops.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (topAt(tops, middle) <= offsetPx) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Where the box must scroll to for a row. `auto` scrolls no further than needed, and not at all if the row is in view. */
export function scrollTopFor(tops: Float64Array, row: number, align: Align, view: View): number {
  const top = topAt(tops, row);
  const end = topAt(tops, row + 1);
  if (align === "center") return (top + end - view.heightPx) / 2;
  if (top - PADDING_PX < view.topPx) return top - PADDING_PX;
  return Math.max(view.topPx, end + PADDING_PX - view.heightPx);
}
