/**
 * Where does each drawn line of a plain text begin?
 *
 * Lines wider than the box are cut at its width, so that a body without a line break scrolls as fast as any other.
 * Every drawn line then has the same height, and nothing needs measuring.
 */
import { MOST_ROWS } from "./flatten.ts";

export type RawLines = {
  count: number;
  start: Int32Array;
  end: Int32Array;
  /** The line's number in the text, from 1; 0 for the continuation of a cut line. */
  number: Int32Array;
  /** The text has more lines than a browser can draw, so the view leaves out the last ones. */
  isCut: boolean;
};

export function rawLines(text: string, columns: number): RawLines {
  const starts: number[] = [];
  const ends: number[] = [];
  const numbers: number[] = [];
  let lineStart = 0;
  for (let number = 1; lineStart <= text.length && starts.length < MOST_ROWS; number += 1) {
    const lineBreak = text.indexOf("\n", lineStart);
    const lineEnd = lineBreak === -1 ? text.length : lineBreak;
    const shownEnd = lineEnd > lineStart && text[lineEnd - 1] === "\r" ? lineEnd - 1 : lineEnd;
    let start = lineStart;
    do {
      const end = cutAt(text, start, columns, shownEnd);
      starts.push(start);
      ends.push(end);
      numbers.push(start === lineStart ? number : 0);
      start = end;
    } while (start < shownEnd && starts.length < MOST_ROWS);
    lineStart = start < shownEnd ? start : lineEnd + 1;
  }
  return {
    count: starts.length,
    start: Int32Array.from(starts),
    end: Int32Array.from(ends),
    number: Int32Array.from(numbers),
    isCut: lineStart <= text.length,
  };
}

/** Never cuts between the two halves of a surrogate pair. */
function cutAt(text: string, start: number, columns: number, lineEnd: number): number {
  const end = start + columns;
  if (end >= lineEnd) return lineEnd;
  const code = text.charCodeAt(end - 1);
  return code >= 0xd8_00 && code <= 0xdb_ff ? end + 1 : end;
}

/** Counts the lines of the text itself, not the drawn ones. */
export function lineCount(text: string): number {
  let count = 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

/** The drawn line that contains the offset. */
export function lineAt(lines: RawLines, offset: number): number {
  let low = 0;
  let high = lines.count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lines.start[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
