/**
 * Which rows has a person ticked, to act on them together? Pure; `use-ticks.ts` keeps the answer.
 *
 * Ticks belong to one list: with other filters or on another page none is left. Shift stretches a range from the row
 * that was ticked last. A second stretch from the same row replaces the first, so a range can also become shorter.
 */

export interface Ticks {
  /** Filters and page of the list. */
  key: string;
  ids: ReadonlySet<string>;
  /** The row that was ticked or unticked last. A range begins here. Null: none yet. */
  anchorId: string | null;
  /** Where the range ends now. */
  endId: string | null;
}

const NONE: ReadonlySet<string> = new Set();

export function noTicks(key: string): Ticks {
  return { key, ids: NONE, anchorId: null, endId: null };
}

/** Ticks of another list count as none. */
export function ticksOf(ticks: Ticks, key: string): Ticks {
  return ticks.key === key ? ticks : noTicks(key);
}

export function toggled(ticks: Ticks, id: string): Ticks {
  const ids = new Set(ticks.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ...ticks, ids, anchorId: id, endId: id };
}

/** `order` has the ids of all rows on screen. `fromId` begins the range if no row was ticked before. */
export function stretchedTo(ticks: Ticks, id: string, order: readonly string[], fromId = id): Ticks {
  const known = ticks.anchorId !== null && order.includes(ticks.anchorId) ? ticks : null;
  const anchorId = known?.anchorId ?? fromId;
  const ids = new Set(ticks.ids);
  for (const one of between(order, anchorId, known?.endId ?? anchorId)) ids.delete(one);
  for (const one of between(order, anchorId, id)) ids.add(one);
  return { ...ticks, ids, anchorId, endId: id };
}

export function allTicked(key: string, order: readonly string[]): Ticks {
  return { ...noTicks(key), ids: new Set(order) };
}

/** The ids from one to the other, both included, whichever comes first. */
function between(order: readonly string[], one: string, other: string): readonly string[] {
  const [first = -1, last = -1] = [order.indexOf(one), order.indexOf(other)].toSorted((a, b) => a - b);
  return first < 0 ? [] : order.slice(first, last + 1);
}
