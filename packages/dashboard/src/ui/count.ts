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
