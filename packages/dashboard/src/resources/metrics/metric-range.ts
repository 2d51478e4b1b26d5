/**
 * From when to when does a metrics query ask, and in steps of which length?
 *
 * The range is the chosen one, as exactly as counters know it: to the minute, and long ago to the hour or day. Steps are
 * aligned to the clock, so the first and the last one are mostly cut. `now` comes in as an argument.
 */
import { COUNTERS_KEPT_DAYS } from "@posthorn/contract/limits";
import { startOfRange, type DateChoice } from "../list-filters/date-ranges.ts";
import { DEFAULT_RANGE } from "./chart-dates.ts";
import { DEFAULT_TIME_UNIT, TIME_UNITS, type TimeUnit } from "./time-units.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** More points than this do not make a chart of the grid say more. */
const MOST_POINTS = 120;
/** Where only the highest of several short steps is shown, or a person wants short steps, there may be more of them. */
const MOST_SHORT_STEPS = 1500;
/** Fewer points than this do not show a course. */
const LEAST_POINTS = 12;

interface Step {
  granularity: string;
  stepMs: number;
}

const STEPS: readonly Step[] = [
  ...[1, 2, 5, 10, 15, 30].map((amount) => ({ granularity: `${amount}m`, stepMs: amount * MINUTE_MS })),
  ...[1, 2, 3, 6, 12].map((amount) => ({ granularity: `${amount}h`, stepMs: amount * HOUR_MS })),
  ...[1, 2, 4].map((amount) => ({ granularity: `${amount}d`, stepMs: amount * DAY_MS })),
];

export interface MetricRange extends Step {
  startMs: number;
  /** Not included. */
  endMs: number;
}

export interface StepChoice {
  /** As short as possible, where only the highest of several steps is shown. */
  isShort?: boolean | undefined;
  /** The step that a person has chosen. It is longer where the range has too many of them, or no counters so short. */
  timeUnit?: TimeUnit | undefined;
}

export function metricRange(
  choice: DateChoice | undefined,
  now: Date,
  { isShort = false, timeUnit }: StepChoice = {},
): MetricRange {
  const { minMs, maxMs } = momentsOf(choice, now);
  const most = isShort || timeUnit !== undefined ? MOST_SHORT_STEPS : MOST_POINTS;
  const finestMs = finestKeptMs(minMs, now);
  const leastMs = Math.max(finestMs, isShort ? 0 : stepMsOf(timeUnit));
  const step =
    STEPS.find(({ stepMs }) => stepMs >= leastMs && (maxMs - minMs) / stepMs <= most) ?? STEPS.at(-1);
  const { stepMs, granularity } = step ?? { stepMs: DAY_MS, granularity: "1d" };
  const endMs = Math.ceil(maxMs / finestKeptMs(maxMs, now)) * finestKeptMs(maxMs, now);
  return {
    startMs: Math.floor(minMs / finestMs) * finestMs,
    endMs: Math.min(endMs, now.getTime()),
    stepMs,
    granularity,
  };
}

function stepMsOf(timeUnit: TimeUnit | undefined): number {
  return STEPS.find(({ granularity }) => granularity === timeUnit)?.stepMs ?? 0;
}

/** The steps in which this range can be shown. */
export function possibleTimeUnits(choice: DateChoice | undefined, now: Date): readonly TimeUnit[] {
  return TIME_UNITS.filter((timeUnit) => metricRange(choice, now, { timeUnit }).granularity === timeUnit);
}

/**
 * The steps in which a range is shown: the chosen ones if they are possible. Without a choice they are hours, or shorter
 * where a range has too few hours to show a course.
 */
export function shownTimeUnit(
  choice: DateChoice | undefined,
  now: Date,
  chosen: TimeUnit | undefined,
): TimeUnit {
  const possible = possibleTimeUnits(choice, now);
  const { minMs, maxMs } = momentsOf(choice, now);
  const showsCourse = (unit: TimeUnit) => (maxMs - minMs) / stepMsOf(unit) >= LEAST_POINTS;
  const wanted =
    chosen ??
    possible.findLast((unit) => stepMsOf(unit) <= stepMsOf(DEFAULT_TIME_UNIT) && showsCourse(unit)) ??
    possible[0] ??
    DEFAULT_TIME_UNIT;
  return possible.find((unit) => stepMsOf(unit) >= stepMsOf(wanted)) ?? wanted;
}

/** The shortest counters that the server still has of this moment. It deletes them by whole days. */
function finestKeptMs(ms: number, now: Date): number {
  const isKept = (days: number) => ms >= Math.ceil((now.getTime() - days * DAY_MS) / DAY_MS) * DAY_MS;
  if (isKept(COUNTERS_KEPT_DAYS.minute)) return MINUTE_MS;
  return isKept(COUNTERS_KEPT_DAYS.hour) ? HOUR_MS : DAY_MS;
}

function momentsOf(choice: DateChoice | undefined, now: Date): { minMs: number; maxMs: number } {
  const nowMs = now.getTime();
  const earliestMs = nowMs - COUNTERS_KEPT_DAYS.day * DAY_MS;
  const isRelative = choice?.relative !== undefined || (!choice?.min && !choice?.max);
  if (isRelative)
    return { minMs: startOfRange(choice?.relative ?? DEFAULT_RANGE, now).getTime(), maxMs: nowMs };
  const maxMs = Math.min(choice.max ? Date.parse(choice.max) : nowMs, nowMs);
  const minMs = choice.min ? Date.parse(choice.min) : maxMs - DAY_MS;
  // An address can have any two dates. The server answers for at least a minute, in order.
  return { minMs: Math.max(earliestMs, Math.min(minMs, maxMs - MINUTE_MS)), maxMs };
}

/** A range that a person drags has whole minutes. */
export function draggedRange({ min, max }: { min: Date; max: Date }): { min: string; max: string } {
  const startMs = Math.floor(min.getTime() / MINUTE_MS) * MINUTE_MS;
  const endMs = Math.max(Math.ceil(max.getTime() / MINUTE_MS) * MINUTE_MS, startMs + MINUTE_MS);
  return { min: new Date(startMs).toISOString(), max: new Date(endMs).toISOString() };
}
