/** How is a number of things written? `7,529`; `…` until it is known. */
const NUMBER = new Intl.NumberFormat("en-US");

export function countText(count: number | undefined): string {
  return count === undefined ? "…" : NUMBER.format(count);
}

const UNITS = [
  { name: "G", size: 1e9 },
  { name: "M", size: 1e6 },
  { name: "k", size: 1e3 },
];

/** `1.6k`, `24M`: for the labels of an axis, where the exact number has no room. */
export function shortCount(count: number): string {
  const { name, size } = UNITS.find((unit) => count >= unit.size) ?? { name: "", size: 1 };
  return `${Number((count / size).toPrecision(3))}${name}`;
}

/** Up to a bound: `10,000+` if there are more. */
export interface BoundedCount {
  /** Null: nobody knows. */
  count: number | null;
  is_more: boolean;
}

/** `215`, `10,000+`; undefined if nobody knows. */
export function boundedText(counted: BoundedCount | undefined): string | undefined {
  if (counted === undefined || counted.count === null) return undefined;
  return `${countText(counted.count)}${counted.is_more ? "+" : ""}`;
}

/**
 * What a page of a list shows: `1 to 100 of 215`, and `100 of 215` on later pages. Only the first page knows where it
 * is: lists have cursors. Undefined if nobody knows how many there are.
 */
export function pageText(rows: number, all: string | undefined, isFirst: boolean): string | undefined {
  if (all === undefined) return undefined;
  return `${isFirst ? "1 to " : ""}${countText(rows)} of ${all}`;
}
