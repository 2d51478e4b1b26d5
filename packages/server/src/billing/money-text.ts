/** How are amounts and numbers written on an invoice? In one way for all readers, because an invoice is made once. */
const CENTS = 100;
const MILLION = 1_000_000;

/** `3,840,211` */
export function numberText(count: number): string {
  return count.toLocaleString("en-US");
}

/** `$1,499.00` */
export function moneyText(cents: number): string {
  return `$${numberText(Math.trunc(cents / CENTS))}.${String(cents % CENTS).padStart(2, "0")}`;
}

/** `1 million`, `2.5 million`, `10,000` */
export function packageText(events: number): string {
  const isRound = events >= MILLION && events % (MILLION / 10) === 0;
  return isRound ? `${numberText(events / MILLION)} million` : numberText(events);
}
