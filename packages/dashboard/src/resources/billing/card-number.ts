/**
 * What has a person typed of a card, is it complete, and what is wrong with it?
 *
 * For the form of the provider `test`. Other providers have forms of their own, and no number of theirs comes here.
 */

/** How many digits each brand has, and after which of them a space is read. */
interface Brand {
  id: string;
  begins: RegExp;
  digits: number;
  groups: readonly number[];
}

const FOURS = [4, 8, 12];

const BRANDS: readonly Brand[] = [
  { id: "visa", begins: /^4/, digits: 16, groups: FOURS },
  {
    id: "mastercard",
    begins: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    digits: 16,
    groups: FOURS,
  },
  { id: "amex", begins: /^3[47]/, digits: 15, groups: [4, 10] },
  { id: "diners", begins: /^3(?:0[0-5]|[689])/, digits: 14, groups: [4, 10] },
  { id: "jcb", begins: /^35/, digits: 16, groups: FOURS },
  { id: "discover", begins: /^6(?:011|4[4-9]|5)/, digits: 16, groups: FOURS },
  { id: "unionpay", begins: /^62/, digits: 16, groups: FOURS },
];

const UNKNOWN = { digits: 16, groups: FOURS };

function brandOf(digits: string): Brand | undefined {
  return BRANDS.find(({ begins }) => begins.test(digits));
}

export function digitsOf(text: string): string {
  return text.replace(/\D/g, "");
}

/** The brand as providers name it: `visa`. Null: too little is typed, or no brand begins so. */
export function cardBrand(number: string): string | null {
  return brandOf(digitsOf(number))?.id ?? null;
}

/** `4242 4242 42`; digits beyond the length of the brand are left out. */
export function groupedNumber(text: string): string {
  const all = digitsOf(text);
  const { digits, groups } = brandOf(all) ?? UNKNOWN;
  return Array.from(all.slice(0, digits), (digit, at) => (groups.includes(at) ? ` ${digit}` : digit)).join(
    "",
  );
}

/** Where the caret stands right after so many digits. */
export function caretAfter(text: string, digits: number): number {
  let seen = 0;
  for (let at = 0; at < text.length; at++) {
    if (seen === digits) return at;
    if (/\d/.test(text.charAt(at))) seen++;
  }
  return text.length;
}

/** `MM / YY`: what is typed, what is pasted as `12/2030`, and a month of one digit that can only be whole. */
export function expiryText(text: string): string {
  const [, month, year = ""] = /^\s*(\d{1,2})\s*\/\s*(\d*)$/.exec(text) ?? [];
  const typed = digitsOf(text);
  const digits =
    month === undefined
      ? /^[2-9]$/.test(typed)
        ? `0${typed}`
        : typed
      : month.padStart(2, "0") + (year.length === 4 ? year.slice(2) : year);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2, 4)}` : digits;
}

export interface Expiry {
  exp_month: number;
  exp_year: number;
}

/** Null: not both are typed. */
export function readExpiry(text: string): Expiry | null {
  const [, month, year] = /^(\d\d) \/ (\d\d)$/.exec(text) ?? [];
  if (month === undefined || year === undefined) return null;
  return { exp_month: Number(month), exp_year: 2000 + Number(year) };
}

export interface CardText {
  number: string;
  expiry: string;
  cvc: string;
}

/** A sentence for each field that cannot be right. Undefined: it is right. */
export function cardMistakes(card: CardText, now: Date): { [Name in keyof CardText]: string | undefined } {
  return {
    number: numberMistake(digitsOf(card.number)),
    expiry: expiryMistake(readExpiry(card.expiry), now),
    cvc: cvcMistake(card),
  };
}

function numberMistake(digits: string): string | undefined {
  if (digits.length < (brandOf(digits) ?? UNKNOWN).digits) return "The card number is incomplete";
  return hasCheckDigit(digits) ? undefined : "The card number is not valid";
}

/** By Luhn: from the right, every second digit counts twice. */
function hasCheckDigit(digits: string): boolean {
  const sum = Array.from(digits, Number)
    .toReversed()
    .reduce((total, digit, at) => {
      const doubled = at % 2 === 0 ? digit : digit * 2;
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return sum % 10 === 0;
}

function expiryMistake(expiry: Expiry | null, now: Date): string | undefined {
  if (expiry === null) return "The expiry date is incomplete";
  if (expiry.exp_month < 1 || expiry.exp_month > 12) return "The month must be 01 to 12";
  return monthsLeft(expiry, now) < 0 ? "The card has expired" : undefined;
}

/** 0 in the last month in which the card can be used, below 0 when it has expired. */
export function monthsLeft({ exp_month, exp_year }: Expiry, now: Date): number {
  return (exp_year - now.getFullYear()) * 12 + exp_month - 1 - now.getMonth();
}

function cvcMistake({ number, cvc }: CardText): string | undefined {
  const digits = cardBrand(number) === "amex" ? 4 : 3;
  return cvc.length === digits ? undefined : `The security code has ${digits} digits`;
}
