/** The mark of a card's brand: its name in capitals, as on the card. It is decoration; the card's name stands beside it. */
const MARKS = new Map([
  ["visa", "VISA"],
  ["mastercard", "MC"],
  ["amex", "AMEX"],
  ["diners", "DINERS"],
  ["jcb", "JCB"],
  ["discover", "DISC"],
  ["unionpay", "UPAY"],
]);

export function CardMark({ brand }: { brand: string }) {
  return (
    <span
      aria-hidden
      className="mono inline-flex h-7 items-center rounded-sm border border-line-strong bg-surface px-2 font-semibold text-ink"
    >
      {MARKS.get(brand) ?? "CARD"}
    </span>
  );
}
