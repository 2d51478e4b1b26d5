/**
 * Which of the waiting items comes first?
 *
 * A binary heap that knows the place of each item, so that an item whose key grows moves without a search. `isBefore`
 * compares the items as they are now. After the key of an item has grown, the caller says so with `grew`. Keys never
 * get smaller, unless all of them do so in the same proportion.
 */
export interface LeastFirst<Item> {
  first: () => Item | undefined;
  /** Each item is there once. */
  add: (item: Item) => void;
  /** Does nothing for an item that is not there. */
  grew: (item: Item) => void;
  /** Does nothing for an item that is not there. */
  remove: (item: Item) => void;
  clear: () => void;
}

export function createLeastFirst<Item>(isBefore: (one: Item, other: Item) => boolean): LeastFirst<Item> {
  /** The children of the item at `n` are at `2n + 1` and `2n + 2`, and none of them is before it. */
  const heap: Item[] = [];
  const places = new Map<Item, number>();

  function put(item: Item, at: number): void {
    heap[at] = item;
    places.set(item, at);
  }

  function rise(item: Item, from: number): void {
    let at = from;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = heap[above];
      if (parent === undefined || !isBefore(item, parent)) break;
      put(parent, at);
      at = above;
    }
    put(item, at);
  }

  function sink(item: Item, from: number): void {
    let at = from;
    for (;;) {
      let below = 2 * at + 1;
      let child = heap[below];
      const right = heap[below + 1];
      if (child === undefined) break;
      if (right !== undefined && isBefore(right, child)) {
        child = right;
        below += 1;
      }
      if (!isBefore(child, item)) break;
      put(child, at);
      at = below;
    }
    put(item, at);
  }

  return {
    first: () => heap[0],
    add: (item) => rise(item, heap.length),
    grew(item) {
      const at = places.get(item);
      if (at !== undefined) sink(item, at);
    },
    remove(item) {
      const at = places.get(item);
      if (at === undefined) return;
      places.delete(item);
      const last = heap.pop();
      if (last === undefined || at === heap.length) return;
      sink(last, at);
      rise(last, places.get(last) ?? at);
    },
    clear() {
      heap.length = 0;
      places.clear();
    },
  };
}
