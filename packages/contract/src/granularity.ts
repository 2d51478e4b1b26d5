/**
 * How wide are the time buckets of a metrics query?
 *
 * The wire writes a number and a unit: `30s`, `5m`, `1h`, `1d`, `2w`, `3M`. Each unit has its own highest number.
 */
import * as z from "zod/mini";

export const GRANULARITY_UNITS = ["s", "m", "h", "d", "w", "M"] as const;
export type GranularityUnit = (typeof GRANULARITY_UNITS)[number];

/** The highest number in front of each unit; the lowest is 1. */
export const GRANULARITY_MOST: Readonly<Record<GranularityUnit, number>> = {
  s: 60,
  m: 60,
  h: 24,
  d: 31,
  w: 4,
  M: 12,
};

const GRANULARITY = /^(\d+)(s|m|h|d|w|M)$/;

export interface GranularityValue {
  amount: number;
  unit: GranularityUnit;
}

/** Null if the text is no granularity. */
export function granularityOf(text: string): GranularityValue | null {
  const [, digits, letter] = GRANULARITY.exec(text) ?? [];
  const unit = GRANULARITY_UNITS.find((one) => one === letter);
  const amount = Number(digits);
  return unit !== undefined && amount >= 1 && amount <= GRANULARITY_MOST[unit] ? { amount, unit } : null;
}

export function granularityText({ amount, unit }: GranularityValue): string {
  return `${amount}${unit}`;
}

const COMPLAINT = `must be a number and a unit: ${GRANULARITY_UNITS.map(
  (unit) => `1–${GRANULARITY_MOST[unit]}${unit}`,
).join(", ")}`;

/** One bucket for the whole range, which clients write as an empty text or as null. */
const NoBuckets = z.pipe(
  z.nullable(z.enum(["", "null"])),
  z.transform(() => null),
);

export const Granularity = z.union([
  z.pipe(
    z.string().check(
      z.regex(GRANULARITY, COMPLAINT),
      z.refine((text) => granularityOf(text) !== null, COMPLAINT),
    ),
    z.transform((text: string) => granularityOf(text)),
  ),
  NoBuckets,
]);
