/**
 * Which keys work on a live list? Those of every list, Enter and Esc for the panel, and what a screen adds to act on rows.
 *
 * Moving starts at the focused row, or else at the selected one. While the panel is open, the selection moves too. A key
 * that acts on rows acts on the row in the panel; without a panel it acts on the ticked rows, and without ticks on the
 * focused row.
 */
import type { RefObject } from "react";
import type { LiveRow } from "../../ui/list/held-list.ts";
import { useListShortcuts } from "../../ui/list/use-list-shortcuts.ts";
import type { Shortcuts } from "../../ui/shortcuts/shortcut-scopes.ts";
import { useRefusal } from "../session/use-refusal.ts";
import type { LiveListSearch } from "./live-list-kind.ts";
import type { LiveList } from "./use-live-list.ts";

export interface RowKey<Row> {
  /** What it does to one row, as the shortcut sheet names it: "Retry event". */
  label: string;
  can?: (row: Row) => boolean;
  act: (row: Row) => void;
  /** What it does to the ticked rows instead. A list without such a key has no keys that tick rows. */
  ticked?: { label: string; act: () => void };
}

export interface LiveListKeys<Row> {
  /** Keys that act on rows. A viewer's do nothing. */
  rowKeys?: Readonly<Record<string, RowKey<Row>>>;
  /** If the list has a search box. */
  searchRef?: RefObject<HTMLElement | null>;
  /** Other keys of this list. */
  more?: Shortcuts;
}

export function useLiveListKeys<Row extends LiveRow, Search extends LiveListSearch, Filters extends object>(
  list: LiveList<Row, Search, Filters>,
  { rowKeys = {}, searchRef, more = {} }: LiveListKeys<Row>,
): void {
  const { kind, rows, live, selectedRow, isPanelOpen, ticks } = list;
  const isRefused = useRefusal("send") !== undefined;
  const isOnTicked = !isPanelOpen && ticks.ids.size > 0;
  const open = () => {
    const opened = selectedRow.current() ?? rows[0];
    if (opened !== undefined) selectedRow.open(opened, true);
  };
  const actOn = ({ can = () => true, act }: RowKey<Row>) => {
    const id = (isPanelOpen ? selectedRow.choice : selectedRow.current())?.id;
    const row = rows.find((one) => one.id === id) ?? (isPanelOpen ? live.selected : undefined);
    if (row && can(row) && !isRefused) act(row);
  };
  const shortcutOf = (key: RowKey<Row>) => {
    const { ticked } = key;
    if (!isOnTicked || !ticked) return { label: key.label, run: () => actOn(key) };
    return { label: ticked.label, run: () => (isRefused ? undefined : ticked.act()) };
  };
  const ticking = {
    ticks,
    idOf: (row: HTMLElement | null) => (row === null ? selectedRow.choice : kind.rows.choiceOf(row))?.id,
  };
  useListShortcuts(
    kind.label,
    {
      one: kind.one,
      boxRef: list.boxRef,
      hasFilters: true,
      ...(searchRef && { searchRef }),
      onMove: selectedRow.move,
      ...(Object.values(rowKeys).some(({ ticked }) => ticked !== undefined) && { ticking }),
      ...list.pages,
    },
    {
      // On a row, Enter presses the link itself. Elsewhere it opens the selected (or first) row and focuses its panel.
      Enter: { label: `Open ${kind.one}`, run: open },
      Escape: isOnTicked
        ? { label: "Clear selection", run: ticks.clear }
        : { label: `Close ${kind.one}`, run: selectedRow.close },
      ...more,
      ...Object.fromEntries(Object.entries(rowKeys).map(([key, rowKey]) => [key, shortcutOf(rowKey)])),
    },
  );
}
