/**
 * Which round values and times does an axis show?
 *
 * Pure: the time zone comes in as an argument; the default is the browser's. A time is round in the zone of the person,
 * so a day begins at their midnight, also on the day on which the clocks change.
 */
import { partsOf } from "../time.ts";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** More labels than this are hard to read, and collide on a narrow screen. */
const MOST_TIMES = 7;

const STEPS_MS = [
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * SECOND_MS),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 2, 7, 14, 30, 90, 365].map((days) => days * DAY_MS),
];

export interface TimeTick {
  atMs: number;
  label: string;
}

/** How far the clocks of the zone are ahead of UTC at this moment. */
function aheadMs(atMs: number, zone: string | undefined): number {
  const part = partsOf(new Date(atMs), zone, {
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  const of = (name: string) => Number(part.get(name));
  const shown = Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"), of("second"));
  return shown - Math.floor(atMs / SECOND_MS) * SECOND_MS;
}

/** The round times from `fromMs` to before `toMs`, at most `most` of them. */
export function timeTicks(fromMs: number, toMs: number, zone?: string, most = MOST_TIMES): TimeTick[] {
  const lengthMs = toMs - fromMs;
  const stepMs = STEPS_MS.find((step) => lengthMs / step <= most);
  if (lengthMs <= 0 || stepMs === undefined) return [];
  const ticks: TimeTick[] = [];
  const startMs = fromMs + aheadMs(fromMs, zone);
  for (let shownMs = Math.ceil(startMs / stepMs) * stepMs; ; shownMs += stepMs) {
    // The shown time is in the zone's clock; its distance to UTC may have changed since the last tick.
    const guessMs = shownMs - aheadMs(fromMs, zone);
    const atMs = shownMs - aheadMs(guessMs, zone);
    if (atMs >= toMs || ticks.length === most) return ticks;
    if (atMs >= fromMs) ticks.push({ atMs, label: tickLabel(atMs, stepMs, zone) });
  }
}

/** `14:30`; seconds only if the axis has steps of seconds; the day at midnight and on axes of days. */
function tickLabel(atMs: number, stepMs: number, zone: string | undefined): string {
  const part = partsOf(new Date(atMs), zone, {
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  const clock = `${part.get("hour")}:${part.get("minute")}`;
  if (stepMs < MINUTE_MS) return `${clock}:${part.get("second")}`;
  return stepMs >= DAY_MS || clock === "00:00" ? `${part.get("month")} ${part.get("day")}` : clock;
}

/** An axis of values has three steps of one of these sizes, so that its labels are easy to read. */
const NICE_STEPS = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];
const VALUE_STEPS = 3;

/**
 * The values at the lines of an axis from 0 to at least `most`. They are round in units of `base`: 60,000 for an axis
 * in minutes whose values are milliseconds. `isWhole`: a part of a unit means nothing, as of events. No value is above
 * `whole`, so the axis ends there.
 */
export function valueTicks(
  most: number,
  { base = 1, isWhole = false, whole = Number.POSITIVE_INFINITY } = {},
): number[] {
  const least = Math.max(most, 0) / base / VALUE_STEPS;
  const step = least === 0 ? 1 : niceStep(isWhole ? Math.max(1, least) : least, isWhole);
  if (VALUE_STEPS * step * base > whole) return [0, whole / 2, whole];
  return Array.from({ length: VALUE_STEPS + 1 }, (_tick, at) => rounded(at * step) * base);
}

function niceStep(least: number, isWhole: boolean): number {
  const power = 10 ** Math.floor(Math.log10(least) + ROUNDING);
  const factor = NICE_STEPS.find(
    (one) => one * power >= least * (1 - ROUNDING) && (!isWhole || Number.isInteger(rounded(one * power))),
  );
  return rounded((factor ?? 10) * power);
}

/** 0.1 + 0.2 is not 0.3, and a label must not show that. */
const ROUNDING = 1e-9;

function rounded(value: number): number {
  return Number(value.toPrecision(12));
}
