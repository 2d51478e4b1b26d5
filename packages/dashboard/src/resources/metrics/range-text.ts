/** How does a page say from when to when its charts are counted, in which steps, and which step it means? */
import { minuteClock, minuteTime } from "../../ui/time.ts";
import type { DateChoice } from "../list-filters/date-ranges.ts";
import { isMoving } from "./chart-dates.ts";
import type { MetricRange } from "./metric-range.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** `Nov 14 14:32 – now, steps of 15 min`: what is counted, which may be a little more than what was chosen. */
export function rangeText({ startMs, endMs, stepMs }: MetricRange, choice: DateChoice | undefined): string {
  const end = isMoving(choice) ? "now" : minuteTime(new Date(endMs));
  return `${minuteTime(new Date(startMs))} – ${end}, steps of ${stepText(stepMs)}`;
}

/** When a step begins: `09:20`, or `Nov 14 09:20` if the range has that time more than once. */
export function stepTime(ms: number, { startMs, endMs }: MetricRange): string {
  const isInOneDay = endMs - startMs <= DAY_MS + MINUTE_MS && endMs - ms <= DAY_MS;
  return (isInOneDay ? minuteClock : minuteTime)(new Date(ms));
}

function stepText(stepMs: number): string {
  if (stepMs < HOUR_MS) return `${stepMs / MINUTE_MS} min`;
  return stepMs < DAY_MS ? `${stepMs / HOUR_MS} h` : `${stepMs / DAY_MS} d`;
}
