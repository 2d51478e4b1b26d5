/**
 * How is the screen divided?
 *
 * Pure. A wide terminal shows the list and the selected event side by side; a narrow one shows one of them. What explains most
 * stays longest when there is less room: the connection, the list, the keys.
 */
import type { View } from "./view.ts";

export const LEAST = { columns: 40, rows: 12 };
const SIDE_BY_SIDE_COLUMNS = 100;
const FACTS_ROWS = 20;
const MOST_LISTED = 3;
const MOST_LIST_COLUMNS = 80;
/** Title, two rules, counts and keys. */
const FRAME_ROWS = 5;

export interface Layout {
  isTooSmall: boolean;
  /** Lines about sources, target and dashboard. */
  facts: number;
  /** Between the rules. */
  mainRows: number;
  listColumns: number;
  /** 0 if the event is not shown beside the list. */
  detailColumns: number;
}

export function layoutOf({ columns, rows, page, place }: View, alertRows: number): Layout {
  const isTooSmall = columns < LEAST.columns || rows < LEAST.rows;
  const sources = new Set(place.connections.map(({ source }) => source.id)).size;
  const facts = rows < FACTS_ROWS ? 0 : Math.min(sources, MOST_LISTED) + 3; // an empty line, target and dashboard
  const isSideBySide = columns >= SIDE_BY_SIDE_COLUMNS && page === "list";
  const listColumns = isSideBySide ? Math.min(Math.floor(columns * 0.52), MOST_LIST_COLUMNS) : columns;
  return {
    isTooSmall,
    facts,
    mainRows: Math.max(1, rows - FRAME_ROWS - facts - alertRows),
    listColumns,
    detailColumns: isSideBySide ? columns - listColumns - 3 : 0,
  };
}
