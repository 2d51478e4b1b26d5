/**
 * How does a live list stay up to date without moving the rows that a person reads?
 *
 * The screen loads the pages and hands them in. The hook asks whether the list is held only when a page arrives, so
 * that pointer and scrolling cause no rendering.
 */
import { useCallback, useEffectEvent, useLayoutEffect, useReducer } from "react";
import { receivePage, refreshRows, release, type HeldList, type LiveRow, type RowPage } from "./held-list.ts";

export interface HeldListInput<Row extends LiveRow> {
  /** Filters and page. */
  key: string;
  /** The newest answer for this key. Undefined until it is there. */
  page: RowPage<Row> | undefined;
  /** When the answer came, in milliseconds. It also changes if the same page comes once more. */
  answeredAt: number;
  isHeld: () => boolean;
}

/** What can change the list: a page arrived, single rows changed, or the person wants to see the waiting rows. */
type News<Row> =
  | { arrived: RowPage<Row>; key: string; isHeld: boolean }
  | { changed: readonly Row[] }
  | "release";

function nextList<Row extends LiveRow>(list: HeldList<Row> | null, news: News<Row>): HeldList<Row> | null {
  if (news === "release") return list && release(list);
  if ("changed" in news) return list && refreshRows(list, news.changed);
  return receivePage(list, news.key, news.arrived, news.isHeld);
}

export interface HeldRows<Row extends LiveRow> {
  /** Null until the first answer. */
  list: HeldList<Row> | null;
  /** The rows on screen belong to other filters or another page, while the right ones load. */
  isStale: boolean;
  showWaiting: () => void;
  /** Never changes, so that effects can call it. */
  refresh: (changed: readonly Row[]) => void;
}

export function useHeldList<Row extends LiveRow>(input: HeldListInput<Row>): HeldRows<Row> {
  const { key, page, answeredAt, isHeld } = input;
  const [list, tell] = useReducer(nextList<Row>, null, () =>
    page ? receivePage(null, key, page, false) : null,
  );
  // Another list replaces this one in the same frame, whether it is held or not.
  if (page && answeredAt > 0 && list?.key !== key) tell({ arrived: page, key, isHeld: false });
  const receive = useEffectEvent((arrived: RowPage<Row>) => {
    // Asking whether the list is held makes the browser lay out the page, so nobody asks for what is on screen already.
    const isShown = list?.key === key && list.latest === arrived && list.waiting + list.fresh.size === 0;
    if (!isShown) tell({ arrived, key, isHeld: isHeld() });
  });
  // Also runs if the answer did not change: the list may be free by now.
  useLayoutEffect(() => {
    if (page && answeredAt > 0) receive(page);
  }, [page, answeredAt]);
  const refresh = useCallback((changed: readonly Row[]) => tell({ changed }), []);
  return {
    list,
    isStale: list !== null && list.key !== key,
    showWaiting: () => tell("release"),
    refresh,
  };
}
