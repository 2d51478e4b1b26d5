/**
 * How is a duration in milliseconds written for people, and in which unit does a form edit it? Pure.
 */

export const DURATION_UNITS = [
  { value: "seconds", ms: 1000, short: "s" },
  { value: "minutes", ms: 60_000, short: "min" },
  { value: "hours", ms: 3_600_000, short: "h" },
  { value: "days", ms: 86_400_000, short: "d" },
] as const;
export type DurationUnit = (typeof DURATION_UNITS)[number]["value"];

export function unitMs(unit: DurationUnit): number {
  return DURATION_UNITS.find(({ value }) => value === unit)?.ms ?? 1000;
}

/** The largest unit in which the duration is a whole number. Seconds for nothing and for parts of a second. */
export function naturalUnit(ms: number | null): DurationUnit {
  if (ms === null || ms === 0) return "seconds";
  return DURATION_UNITS.findLast((unit) => ms % unit.ms === 0)?.value ?? "seconds";
}

/** `90_000` → `1 min 30 s`, `1500` → `1.5 s`. From a minute on, parts of a second are left out. */
export function durationText(ms: number): string {
  if (ms < 1000) return `${ms} ms`;
  if (ms < 60_000) return `${ms / 1000} s`;
  let rest = ms;
  const parts = DURATION_UNITS.toReversed().flatMap((unit) => {
    const count = Math.floor(rest / unit.ms);
    rest -= count * unit.ms;
    return count === 0 ? [] : [`${count} ${unit.short}`];
  });
  return parts.join(" ");
}
