/**
 * How are rows of text lined up?
 *
 * Two spaces between columns, no lines: it can be read, and cut by other programs.
 */
import { printable } from "./printable.ts";
import { widthOf } from "./width.ts";

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
