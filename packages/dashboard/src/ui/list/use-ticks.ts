/**
 * Keeps the ticks of a list while its screen is open. `ticks.ts` says what they are.
 *
 * `tick` and `stretch` never change, so that memoised rows can have them. Rows that left the screen are no longer in
 * `ids`: nobody acts on what nobody sees.
 */
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { allTicked, noTicks, stretchedTo, ticksOf, toggled } from "./ticks.ts";

export interface RowTicks {
  ids: ReadonlySet<string>;
  /** `isStretching`: Shift is pressed. */
  tick: (id: string, isStretching: boolean) => void;
  /** The keyboard goes from one row to the next with Shift. */
  stretch: (fromId: string, toId: string) => void;
  /** All rows, or none if all are ticked. */
  tickAll: () => void;
  clear: () => void;
}

/** `key`: filters and page. `order`: the ids of the rows on screen; the same array as long as they are the same. */
export function useTicks(key: string, order: readonly string[]): RowTicks {
  const [kept, setKept] = useState(() => noTicks(key));
  const list = useRef({ key, order });
  useLayoutEffect(() => {
    list.current = { key, order };
  }, [key, order]);
  const ticks = ticksOf(kept, key);
  // They are gone for good: a person who comes back to these filters does not expect them.
  if (ticks !== kept) setKept(ticks);
  const ids = useMemo(() => new Set(order.filter((id) => ticks.ids.has(id))), [order, ticks.ids]);

  const tick = useCallback((id: string, isStretching: boolean) => {
    const { key: now, order: rows } = list.current;
    setKept((before) => {
      const mine = ticksOf(before, now);
      return isStretching ? stretchedTo(mine, id, rows) : toggled(mine, id);
    });
  }, []);
  const stretch = useCallback((fromId: string, toId: string) => {
    const { key: now, order: rows } = list.current;
    setKept((before) => stretchedTo(ticksOf(before, now), toId, rows, fromId));
  }, []);
  const clear = useCallback(() => setKept(noTicks(list.current.key)), []);
  const tickAll = () => setKept(ids.size === order.length ? noTicks(key) : allTicked(key, order));
  return { ids, tick, stretch, tickAll, clear };
}
