/**
 * Of what are the lines of the full-screen view made?
 *
 * Pure. A line is a list of pieces of text, each with one look, and is cut, filled and wrapped by the columns that a terminal
 * draws. Every text is made printable here, so no frame can contain what others wrote for the terminal.
 */
import { printable } from "../../output/printable.ts";
import { widthOf } from "../../output/width.ts";

export type Look =
  | "plain"
  | "bold"
  | "dim"
  | "underlined"
  | "brand"
  | "good"
  | "bad"
  | "busy"
  | "warning"
  | "name"
  | "text"
  | "number"
  | "keycap";

export interface Piece {
  text: string;
  look: Look;
}
export type Line = readonly Piece[];

const segments = new Intl.Segmenter();
const PLAIN = /^[\u0020-\u007e]*$/;

export function piece(text: string, look: Look = "plain"): Piece {
  return { text: printable(text), look };
}

export function lineWidth(line: Line): number {
  return line.reduce((sum, { text }) => sum + widthOf(text), 0);
}

export function spaces(count: number): Piece {
  return { text: " ".repeat(Math.max(0, count)), look: "plain" };
}

export function indented(line: Line, columns: number): Line {
  return [spaces(columns), ...line];
}

/** The longest beginning that takes at most `width` columns. */
function beginningOf(text: string, width: number): string {
  if (PLAIN.test(text)) return text.slice(0, width);
  let kept = "";
  let columns = 0;
  for (const { segment } of segments.segment(text)) {
    columns += widthOf(segment);
    if (columns > width) return kept;
    kept += segment;
  }
  return kept;
}

/** At most `width` columns; a line that is longer ends with `…`. */
export function cut(line: Line, width: number): Line {
  if (width <= 0) return [];
  if (lineWidth(line) <= width) return line;
  const kept: Piece[] = [];
  let left = width - 1;
  for (const { text, look } of line) {
    const part = beginningOf(text, left);
    if (part !== "") kept.push({ text: part, look });
    left -= widthOf(part);
    if (part !== text) return [...kept, { text: "…", look }];
  }
  return kept;
}

/** Exactly `width` columns. */
export function fill(line: Line, width: number): Line {
  const fitting = cut(line, width);
  return [...fitting, spaces(width - lineWidth(fitting))];
}

/** `right` ends at the last column; `left` gives way. */
export function spread(left: Line, right: Line, width: number): Line {
  const end = cut(right, width);
  const endWidth = lineWidth(end);
  return endWidth === 0 ? cut(left, width) : [...fill(left, width - endWidth - 1), spaces(1), ...end];
}

/** As many lines as it takes, each with at most `width` columns; broken anywhere, as bodies and links must be. */
export function wrap(line: Line, width: number): Line[] {
  const most = Math.max(2, width); // a wide character must fit
  const lines: Piece[][] = [[]];
  let left = most;
  const add = (text: string, columns: number, look: Look) => {
    if (text !== "") lines.at(-1)?.push({ text, look });
    left -= columns;
  };
  const breakLine = () => {
    lines.push([]);
    left = most;
  };
  for (const { text, look } of line) {
    if (PLAIN.test(text)) {
      for (let from = 0; from < text.length;) {
        if (left === 0) breakLine();
        const part = text.slice(from, from + left);
        add(part, part.length, look);
        from += part.length;
      }
      continue;
    }
    let part = "";
    let columns = 0;
    for (const { segment } of segments.segment(text)) {
      const taken = widthOf(segment);
      if (columns + taken > left) {
        add(part, columns, look);
        breakLine();
        part = "";
        columns = 0;
      }
      part += segment;
      columns += taken;
    }
    add(part, columns, look);
  }
  return lines;
}

/** As `wrap`, but between words where that is possible. */
export function wrapWords(text: string, look: Look, width: number): Line[] {
  const lines: string[] = [];
  for (const word of printable(text).split(" ")) {
    const last = lines.at(-1);
    const joined = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && widthOf(joined) <= width) lines[lines.length - 1] = joined;
    else lines.push(word);
  }
  return lines.flatMap((line) => wrap([{ text: line, look }], width));
}
