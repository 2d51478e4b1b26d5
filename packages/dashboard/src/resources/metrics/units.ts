/**
 * How is a measured value written? `1,660`, `111 / min`, `623 ms`, `8.8 %`; on an axis shorter.
 *
 * Times choose their unit by the highest value of the chart, so that all labels of an axis have the same one.
 */
import { shortCount, countText } from "../../ui/count.ts";
import type { ValueUnit } from "../../ui/charts/time-series.tsx";

export const UNIT_KINDS = ["count", "average", "rate", "time", "share"] as const;
export type UnitKind = (typeof UNIT_KINDS)[number];

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const TIME_UNITS = [
  { name: "d", ms: DAY_MS },
  { name: "h", ms: HOUR_MS },
  { name: "min", ms: MINUTE_MS },
  { name: "s", ms: SECOND_MS },
  { name: "ms", ms: 1 },
];

/** A unit is used from this many of it on: ten minutes are 600 s, two minutes are 120 s. */
const WORTH_IT = 5;

const FEW_DIGITS = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 3 });

/** `0.42`, `4.2`, `42`, `4,200`: three digits, but never fewer than the whole number has. */
function digits(value: number): string {
  return Math.abs(value) >= 100 ? countText(Math.round(value)) : FEW_DIGITS.format(value);
}

/** Below this, the digits of a rate say nothing that a person could use. */
const LEAST_RATE = 0.01;

function rateText(value: number): string {
  return value > 0 && value < LEAST_RATE ? `< ${LEAST_RATE}` : digits(value);
}

/** `most` is the highest value that is written. */
export function unitOf(kind: UnitKind, most: number): ValueUnit {
  switch (kind) {
    case "count":
      return { inUnit: (value) => countText(Math.round(value)), onAxis: shortCount, isWhole: true };
    case "average":
      return { inUnit: digits };
    case "rate":
      return { inUnit: (value) => `${rateText(value)} / min`, onAxis: shortCount };
    case "share":
      return { inUnit: (value) => `${digits(value * 100)} %`, base: 0.01, whole: 1 };
    case "time": {
      const { name, ms } = TIME_UNITS.find((unit) => most >= unit.ms * WORTH_IT) ?? { name: "ms", ms: 1 };
      return { inUnit: (value) => `${digits(value / ms)} ${name}`, base: ms };
    }
  }
}
