/**
 * Which keys work on every list? `j`, `k` and the arrows move along the rows, `[` and `]` turn the page, `/` goes to the
 * search box and `f` to the first filter. Enter opens a row, because the focus is on the row's link. Where rows can be
 * ticked, `x` ticks one, and Shift stretches the ticks along with the keys that move.
 *
 * A screen adds keys of its own: `useListShortcuts("Events", { one: "event", … }, { r: … })`.
 */
import type { RefObject } from "react";
import type { Shortcuts } from "../shortcuts/shortcut-scopes.ts";
import { useShortcuts } from "../shortcuts/use-shortcuts.ts";
import { FILTER } from "./chip.tsx";
import { focusedRow, moveRowFocus } from "./row-focus.ts";
import type { RowTicks } from "./use-ticks.ts";

export interface ListKeys {
  /** One row, as the shortcut sheet names it: "event". */
  one: string;
  /** The element that contains the rows. */
  boxRef: RefObject<HTMLElement | null>;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  /** If the list has a search box. */
  searchRef?: RefObject<HTMLElement | null>;
  /** If the list has filters. */
  hasFilters?: boolean;
  /** Instead of moving the focus only. */
  onMove?: (step: 1 | -1) => void;
  /** If rows can be ticked. `idOf` says which one a row on screen stands for. */
  ticking?: { ticks: RowTicks; idOf: (row: HTMLElement | null) => string | undefined };
}

const NONE: Shortcuts = {};

export function useListShortcuts(scope: string, keys: ListKeys, more: Shortcuts = NONE): void {
  const { one, boxRef, searchRef, hasFilters = false, ticking } = keys;
  const move = keys.onMove ?? ((step) => void moveRowFocus(boxRef.current, step));
  const next = { label: `Next ${one}`, run: () => move(1) };
  const previous = { label: `Previous ${one}`, run: () => move(-1) };
  const tick = () => {
    const id = ticking?.idOf(focusedRow(boxRef.current));
    if (id !== undefined) ticking?.ticks.tick(id, false);
  };
  const stretch = (step: 1 | -1) => {
    const fromId = ticking?.idOf(focusedRow(boxRef.current));
    const toId = ticking?.idOf(moveRowFocus(boxRef.current, step));
    if (toId !== undefined) ticking?.ticks.stretch(fromId ?? toId, toId);
  };
  const stretchDown = { label: `Select up to the next ${one}`, run: () => stretch(1) };
  const stretchUp = { label: `Select up to the previous ${one}`, run: () => stretch(-1) };
  useShortcuts(scope, {
    j: next,
    k: previous,
    ArrowDown: next,
    ArrowUp: previous,
    ...(searchRef && { "/": { label: `Filter ${one}s`, run: () => searchRef.current?.focus() } }),
    ...(hasFilters && {
      f: { label: "Filter", run: () => document.querySelector<HTMLElement>(`[${FILTER}]`)?.focus() },
    }),
    ...(ticking && {
      x: { label: `Select ${one}`, run: tick },
      "Shift+j": stretchDown,
      "Shift+k": stretchUp,
      "Shift+ArrowDown": stretchDown,
      "Shift+ArrowUp": stretchUp,
    }),
    "[": { label: "Previous page", run: () => keys.onPrevious?.() },
    "]": { label: "Next page", run: () => keys.onNext?.() },
    ...more,
  });
}
