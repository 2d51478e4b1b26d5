/**
 * Which rows does a comparison show, and which stretches fold?
 *
 * One list of rows for a unified comparison. Side by side, each column is a list of its own, with gaps, so that row n of
 * the left stands beside row n of the right.
 */
import { lineDiff, linesOf } from "./line-diff.ts";

export interface DiffRow {
  kind: "same" | "removed" | "added" | "gap";
  text: string;
  /** Line numbers from 1, null where the text has no such line. */
  before: number | null;
  after: number | null;
}

/** Rows from `first` to `last`, counted from 0, fold to one line. */
export interface Fold {
  first: number;
  last: number;
}

/** Alike lines that stay visible beside a change. */
const MARGIN = 3;
/** Fewer than this are not worth a click. */
const SHORTEST_FOLD = 4;

export interface Comparison {
  rows: readonly DiffRow[];
  added: number;
  removed: number;
}

export function compareTexts(before: string, after: string): Comparison {
  const [beforeLines, afterLines] = [linesOf(before), linesOf(after)];
  const rows: DiffRow[] = [];
  const counts = { added: 0, removed: 0 };
  let [beforeAt, afterAt] = [0, 0];
  for (const { kind, count } of lineDiff(beforeLines, afterLines)) {
    if (kind !== "same") counts[kind] += count;
    for (let line = 0; line < count; line += 1) {
      const isInBefore = kind !== "added";
      const isInAfter = kind !== "removed";
      rows.push({
        kind,
        text: (isInBefore ? beforeLines[beforeAt] : afterLines[afterAt]) ?? "",
        before: isInBefore ? beforeAt + 1 : null,
        after: isInAfter ? afterAt + 1 : null,
      });
      if (isInBefore) beforeAt += 1;
      if (isInAfter) afterAt += 1;
    }
  }
  return { rows, ...counts };
}

export function sideBySide(rows: readonly DiffRow[]): { left: DiffRow[]; right: DiffRow[] } {
  const left: DiffRow[] = [];
  const right: DiffRow[] = [];
  const fill = () => {
    while (left.length < right.length) left.push(GAP);
    while (right.length < left.length) right.push(GAP);
  };
  for (const row of rows) {
    if (row.kind === "same") fill();
    if (row.kind !== "added") left.push(row);
    if (row.kind !== "removed") right.push(row);
  }
  fill();
  return { left, right };
}

const GAP: DiffRow = { kind: "gap", text: "", before: null, after: null };

/** The stretches of alike rows that fold. */
export function foldsOf(rows: readonly DiffRow[]): Fold[] {
  const folds: Fold[] = [];
  let first = 0;
  const close = (end: number) => {
    const from = first === 0 ? 0 : first + MARGIN;
    const to = end === rows.length ? end - 1 : end - 1 - MARGIN;
    if (to - from + 1 >= SHORTEST_FOLD && to - from + 1 < rows.length) folds.push({ first: from, last: to });
  };
  for (const [at, { kind }] of rows.entries()) {
    if (kind === "same") continue;
    close(at);
    first = at + 1;
  }
  if (first > 0 || rows.length === 0) close(rows.length);
  return folds;
}

export function foldText({ first, last }: Fold): string {
  return `… ${last - first + 1} lines alike`;
}
