/**
 * In which order are groups shown?
 *
 * In the order of time; within one bucket, the highest value of the first measure comes first, and groups without a value
 * come last. The database cannot do it: it does not know percentiles, and it answers a series at a time. A chart has ten
 * thousand groups, so they are numbers in arrays and not objects.
 */
import type { Series } from "./read-cube.sql.ts";

/** The group in the n-th place belongs to the series `series[n]`, where it has the position `at[n]`. */
export interface GroupsInOrder {
  count: number;
  series: Int32Array;
  at: Int32Array;
}

const NONE = -1;

export function inOrder(all: readonly Series[]): GroupsInOrder {
  const count = all.reduce((sum, { bucketsMs }) => sum + bucketsMs.length, 0);
  const numbered: GroupsInOrder = { count, series: new Int32Array(count), at: new Int32Array(count) };
  const values = new Float64Array(count);
  const buckets = new Buckets(count);
  let group = 0;
  // From the last series to the first, because the last that enters a bucket comes out first.
  for (let series = all.length - 1; series >= 0; series--) {
    const { bucketsMs, measures } = all[series] ?? { bucketsMs: new Float64Array(), measures: [] };
    const first = measures[0];
    buckets.enter(bucketsMs, group);
    for (let at = 0; at < bucketsMs.length; at++) {
      const value = first?.[at] ?? Number.NaN;
      values[group] = value >= 0 ? value : -1; // rates, counts and times are never negative
      numbered.series[group] = series;
      numbered.at[group++] = at;
    }
  }
  const order = buckets.inOrder((groups) => sortDown(groups, values));
  return {
    count,
    series: order.map((one) => numbered.series[one] ?? 0),
    at: order.map((one) => numbered.at[one] ?? 0),
  };
}

/** The groups of each bucket, as a chain: each knows the one that entered before it. */
class Buckets {
  readonly #places = new Map<number, number>();
  readonly #beginningsMs: number[] = [];
  readonly #lastIn: number[] = [];
  readonly #before: Int32Array;

  constructor(groups: number) {
    this.#before = new Int32Array(groups);
  }

  /** Most series have the same buckets, one after the other. */
  enter(bucketsMs: Float64Array, firstGroup: number): void {
    let place = NONE;
    for (let at = 0; at < bucketsMs.length; at++) {
      const bucketMs = bucketsMs[at] ?? 0;
      if (this.#beginningsMs[++place] !== bucketMs) place = this.#placeOf(bucketMs);
      this.#before[firstGroup + at] = this.#lastIn[place] ?? NONE;
      this.#lastIn[place] = firstGroup + at;
    }
  }

  #placeOf(bucketMs: number): number {
    const known = this.#places.get(bucketMs);
    if (known !== undefined) return known;
    this.#places.set(bucketMs, this.#beginningsMs.length);
    return this.#beginningsMs.push(bucketMs) - 1;
  }

  /** In the order of time, and those of one bucket as `sort` puts them. */
  inOrder(sort: (groups: Int32Array) => void): Int32Array {
    const order = new Int32Array(this.#before.length);
    const beginningsMs = this.#beginningsMs;
    const places = Array.from(beginningsMs.keys()).toSorted(
      (a, b) => (beginningsMs[a] ?? 0) - (beginningsMs[b] ?? 0),
    );
    let end = 0;
    for (const place of places) {
      const from = end;
      for (let group = this.#lastIn[place] ?? NONE; group !== NONE; group = this.#before[group] ?? NONE)
        order[end++] = group;
      sort(order.subarray(from, end));
    }
    return order;
  }
}

/** Up to so many, inserting one after the other is quicker than a general way to sort. */
const FEW = 32;

/** The highest value first. Those with the same value keep their order. */
function sortDown(groups: Int32Array, values: Float64Array): void {
  if (groups.length > FEW) {
    groups.sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0));
    return;
  }
  for (let next = 1; next < groups.length; next++) {
    const group = groups[next] ?? 0;
    const value = values[group] ?? 0;
    let at = next;
    for (; at > 0 && (values[groups[at - 1] ?? 0] ?? 0) < value; at--) groups[at] = groups[at - 1] ?? 0;
    groups[at] = group;
  }
}
