/**
 * How are rows of text lined up?
 *
 * Two spaces between columns, no lines: it can be read, and cut by other programs. Columns are counted in characters as a
 * person counts them.
 */
import { printable } from "./printable.ts";

const segments = new Intl.Segmenter();

/** Wide characters count twice, as terminals draw them. */
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

function widthOf(text: string): number {
  let width = 0;
  for (const { segment } of segments.segment(text)) width += WIDE.test(segment) ? 2 : 1;
  return width;
}

/** Every cell is made printable. `paintHead` styles the names of the columns. */
export function tableText(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  paintHead: (text: string) => string = (text) => text,
): string {
  const cells = rows.map((row) => row.map(printable));
  const widths = head.map((name, at) =>
    Math.max(widthOf(name), ...cells.map((row) => widthOf(row[at] ?? ""))),
  );
  const line = (row: readonly string[], paint = (text: string) => text) =>
    row
      .map((cell, at) =>
        at === row.length - 1
          ? paint(cell)
          : paint(cell) + " ".repeat(Math.max(0, (widths[at] ?? 0) - widthOf(cell))),
      )
      .join("  ")
      .trimEnd();
  return `${[line(head, paintHead), ...cells.map((row) => line(row))].join("\n")}\n`;
}

/** Names on the left, values on the right. */
export function pairsText(
  pairs: readonly (readonly [string, string])[],
  paintName: (text: string) => string = (text) => text,
): string {
  const width = Math.max(...pairs.map(([name]) => widthOf(name)));
  return pairs
    .map(([name, value]) => `${paintName(name)}${" ".repeat(width - widthOf(name))}  ${printable(value)}\n`)
    .join("");
}
