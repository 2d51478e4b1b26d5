/** How is a number of things written? `7,529`; `…` until it is known. */
const NUMBER = new Intl.NumberFormat("en-US");

export function countText(count: number | undefined): string {
  return count === undefined ? "…" : NUMBER.format(count);
}
