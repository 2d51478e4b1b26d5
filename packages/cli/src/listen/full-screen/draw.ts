/**
 * Which bytes bring a frame to the terminal?
 *
 * Pure. Only rows that differ from the last frame are written, in one piece that terminals show at once. Each part of a row
 * begins at a column of its own: if a terminal draws a character wider than we count, it cannot push what stands beside it.
 * What does not fit a row is cut by the terminal, which else would write it over the next row.
 *
 * The colours are those of the terminal's theme, so they can be read on light and dark ground. Not its yellow: on white, many
 * themes have one that cannot be read. Where a ground is set, the letters on it are set too.
 */
import type { Line, Look, Piece } from "./pieces.ts";

interface Part {
  /** From 0. */
  column: number;
  line: Line;
  isSelected?: boolean;
}

export interface Row {
  parts: readonly Part[];
  /** The text goes on from the row before, so that a terminal copies both as one line. Both have one part. */
  isContinued?: boolean;
}
export type Frame = readonly Row[];

/** `none` leaves bold, dim and underlined: they are no colours. */
export type Colours = "none" | "few" | "many";

const ESC = "\u001b[";
const RESET = `${ESC}0m`;
/** Terminals that know it show everything between both at once; others ignore it. */
const BEGIN = `${ESC}?2026h`;
const END = `${ESC}?2026l`;
/** A text of several rows goes on in the next one by itself. All other rows are cut: so the terminal has been taken. */
const BREAK_ROWS = `${ESC}?7h`;
const CUT_ROWS = `${ESC}?7l`;

/** Among 256 colours, an orange that stands out against white (3.8 : 1) and black (5.5 : 1). */
const ORANGE = "1;38;5;166";

const COLOURED: Readonly<Record<Look, string>> = {
  plain: "",
  bold: "1",
  dim: "2",
  underlined: "4",
  brand: "1",
  good: "32",
  bad: "1;31",
  busy: "36",
  warning: "1",
  name: "35",
  text: "32",
  number: "36",
  keycap: "", // the ground
};
const COLOURLESS: Readonly<Partial<Record<Look, string>>> = {
  bold: "1",
  dim: "2",
  underlined: "4",
  brand: "1",
  warning: "1",
  bad: "1",
  keycap: "1",
};
const GREY_GROUND = "48;5;238;38;5;255";
/** On the grey ground. */
const SELECTED: Readonly<Partial<Record<Look, string>>> = {
  good: "38;5;114",
  bad: "38;5;210",
  busy: "38;5;117",
  dim: "38;5;250",
};

const STYLES: Readonly<Record<Colours, Readonly<Partial<Record<Look, string>>>>> = {
  none: COLOURLESS,
  few: COLOURED,
  many: { ...COLOURED, brand: ORANGE, warning: ORANGE },
};

function textOf({ text, look }: Piece, colours: Colours, isSelected: boolean): string {
  const ground = colours === "many" ? GREY_GROUND : "7";
  const style = isSelected
    ? [ground, ...(colours === "many" ? [SELECTED[look] ?? ""] : [])].filter(Boolean).join(";")
    : look === "keycap" && colours !== "none"
      ? ground
      : (STYLES[colours][look] ?? "");
  return style === "" ? text : `${ESC}${style}m${text}${RESET}`;
}

function rowText({ parts }: Row, colours: Colours): string {
  const texts = parts.map(({ column, line, isSelected = false }) => {
    const place = column === 0 ? "" : `${ESC}${column + 1}G`;
    return place + line.map((one) => textOf(one, colours, isSelected)).join("");
  });
  return texts.join("");
}

const clearRow = (at: number) => `${ESC}${at + 1};1H${ESC}2K`;

/** What is on the terminal after a frame: the rows, as they were written. */
export type Drawn = readonly string[];

/** `before` is empty after the terminal was cleared. */
export function draw(frame: Frame, before: Drawn, colours: Colours): { bytes: string; drawn: Drawn } {
  const drawn = frame.map((row) => `${row.isContinued ? "\u0000" : ""}${rowText(row, colours)}`);
  const hasChanged = drawn.map((text, at) => text !== before[at]);
  // Rows of one text are written together, or the terminal would break it.
  for (let at = frame.length - 1; at > 0; at--)
    if (frame[at]?.isContinued && hasChanged[at]) hasChanged[at - 1] = true;
  let bytes = "";
  frame.forEach((row, at) => {
    const isContinued = row.isContinued === true;
    if (isContinued && hasChanged[at - 1]) hasChanged[at] = true;
    if (!hasChanged[at]) return;
    const text = rowText(row, colours);
    const goesOn = frame[at + 1]?.isContinued === true;
    if (!isContinued) {
      for (let next = at + 1; frame[next]?.isContinued; next++) bytes += clearRow(next);
      bytes += clearRow(at) + (goesOn ? BREAK_ROWS : "");
    }
    bytes += text + (isContinued && !goesOn ? CUT_ROWS : "");
  });
  return { bytes: bytes === "" ? "" : `${BEGIN}${bytes}${END}`, drawn };
}
