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

export interface CardMarkProps {
  brand: string;
  /** `sm` inside an input. */
  size?: "sm" | "md";
}

const SIZES = { sm: "h-5 px-1.5", md: "h-7 px-2" };

export function CardMark({ brand, size = "md" }: CardMarkProps) {
  return (
    <span
      aria-hidden
      className={`mono inline-flex items-center rounded-sm border border-line-strong bg-surface font-semibold text-ink ${SIZES[size]}`}
    >
      {MARKS.get(brand) ?? "CARD"}
    </span>
  );
}
