/**
 * How does a box draw a list of a million rows? Only the rows in view exist as elements, at their place in the whole list.
 *
 * The heights are known beforehand. A row that carries `data-measured` is measured once it is drawn, because its text may
 * wrap at other places than expected. `data-index` is its number in the list.
 */
import { useCallback, useLayoutEffect, useMemo, useRef, useState, type RefObject } from "react";
import { flushSync } from "react-dom";
import { heightAt, rowsInView, rowTops, scrollTopFor, topAt, totalPx, withHeights } from "./row-window.ts";
import type { Align, View } from "./row-window.ts";

/** The window moves in steps of this height, so that most scrolls draw nothing new. */
const STEP_PX = 100;
/** A smaller difference is not seen, and may come from rounding. */
const SAME_PX = 0.5;

export type RowWindowOptions = {
  box: RefObject<HTMLElement | null>;
  count: number;
  /** The expected height of a row. Both functions change only with the rows: then all heights are computed again. */
  heightOf: (row: number) => number;
  /** What a measured height belongs to. Without it, nothing is measured. */
  keyOf?: (row: number) => number;
  /** A row that is drawn even out of view; -1 for none. */
  kept?: number;
};

export type RowWindow = {
  rows: readonly { index: number; topPx: number }[];
  totalPx: number;
  scrollTo: (row: number, align: Align) => void;
};

export function useRowWindow({ box, count, heightOf, keyOf, kept = -1 }: RowWindowOptions): RowWindow {
  const [view, setView] = useState<View>({ topPx: 0, heightPx: 0 });
  const [measured] = useState(() => new Map<number, number>());
  const [corrected, setCorrected] = useState<{ expected: Float64Array; tops: Float64Array } | null>(null);
  const expected = useMemo(() => {
    if (!keyOf || measured.size === 0) return rowTops(count, heightOf);
    return rowTops(count, (row) => measured.get(keyOf(row)) ?? heightOf(row));
  }, [count, heightOf, keyOf, measured]);
  const tops = corrected?.expected === expected ? corrected.tops : expected;
  const total = totalPx(tops);

  const look = useCallback(() => {
    const element = box.current;
    if (!element) return;
    const topPx = Math.floor(element.scrollTop / STEP_PX) * STEP_PX;
    const heightPx = element.clientHeight + STEP_PX;
    setView((last) => (last.topPx === topPx && last.heightPx === heightPx ? last : { topPx, heightPx }));
  }, [box]);
  // The box grows with the list, and a shorter list may scroll it back.
  useLayoutEffect(look, [look, total]);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    // In the frame of the scroll, or the box would show an empty part of the list for a moment.
    const onScroll = () => flushSync(look);
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", onScroll);
    };
  }, [box, look]);

  const aim = useRef<{ row: number; align: Align } | null>(null);
  const takeAim = () => {
    const element = box.current;
    if (!element || !aim.current) return;
    const { row, align } = aim.current;
    const now = { topPx: element.scrollTop, heightPx: element.clientHeight };
    element.scrollTop = scrollTopFor(tops, row, align, now);
    look();
  };
  const scrollTo = (row: number, align: Align) => {
    const taken = { row, align };
    aim.current = taken;
    takeAim();
    // Rows that are drawn now may be measured before this frame ends, and move the row that was asked for.
    requestAnimationFrame(() => {
      if (aim.current === taken) aim.current = null;
    });
  };

  const shiftPx = useRef(0);
  useLayoutEffect(() => {
    if (box.current && shiftPx.current !== 0) {
      box.current.scrollTop += shiftPx.current;
      look();
    }
    shiftPx.current = 0;
    takeAim();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only new places of rows move the box
  }, [tops]);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element || !keyOf) return;
    const heights = new Map<number, number>();
    for (const drawn of element.querySelectorAll<HTMLElement>("[data-measured]")) {
      const row = Number(drawn.dataset["index"]);
      const heightPx = drawn.getBoundingClientRect().height;
      const differencePx = heightPx - heightAt(tops, row);
      if (heightPx === 0 || Math.abs(differencePx) < SAME_PX) continue; // a hidden box has no heights
      heights.set(row, heightPx);
      measured.set(keyOf(row), heightPx);
      // What a person looks at stays where it is.
      if (topAt(tops, row) < element.scrollTop && !aim.current) shiftPx.current += differencePx;
    }
    if (heights.size > 0) setCorrected({ expected, tops: withHeights(tops, heights) });
  }, [box, keyOf, measured, expected, tops, view, kept]);

  const rows = rowsInView(tops, view, kept).map((index) => ({ index, topPx: topAt(tops, index) }));
  return { rows, totalPx: total, scrollTo };
}
