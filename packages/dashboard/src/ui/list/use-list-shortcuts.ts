/**
 * Which keys work on every list? `j`, `k` and the arrows move along the rows, `[` and `]` turn the page, `/` goes to the
 * search box and `f` to the first filter. Enter opens a row, because the focus is on the row's link.
 *
 * A screen adds keys of its own: `useListShortcuts("Events", { one: "event", … }, { r: … })`.
 */
import type { RefObject } from "react";
import type { Shortcuts } from "../shortcuts/shortcut-scopes.ts";
import { useShortcuts } from "../shortcuts/use-shortcuts.ts";
import { FILTER } from "./chip.tsx";
import { moveRowFocus } from "./row-focus.ts";

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
}

const NONE: Shortcuts = {};

export function useListShortcuts(scope: string, keys: ListKeys, more: Shortcuts = NONE): void {
  const { one, boxRef, searchRef, hasFilters = false } = keys;
  const move = keys.onMove ?? ((step) => void moveRowFocus(boxRef.current, step));
  const next = { label: `Next ${one}`, run: () => move(1) };
  const previous = { label: `Previous ${one}`, run: () => move(-1) };
  useShortcuts(scope, {
    j: next,
    k: previous,
    ArrowDown: next,
    ArrowUp: previous,
    ...(searchRef && { "/": { label: `Filter ${one}s`, run: () => searchRef.current?.focus() } }),
    ...(hasFilters && {
      f: { label: "Filter", run: () => document.querySelector<HTMLElement>(`[${FILTER}]`)?.focus() },
    }),
    "[": { label: "Previous page", run: () => keys.onPrevious?.() },
    "]": { label: "Next page", run: () => keys.onNext?.() },
    ...more,
  });
}
