/**
 * Which range has a person chosen in the calendar so far, and is it one?
 *
 * The first click begins a range of one day, the second one ends it. The minute of the end belongs to the range. Times
 * have 24 hours, as everywhere in the dashboard: the browser's own field for times has 12 in some languages.
 */
import { dayOf, momentOf, timeOf, type Day } from "./days.ts";

const START_IS_LATE = "Start time must be before end time";
const END_IS_EARLY = "End time must be after start time";
const NO_TIME = "Use 24 hours: 09:30";

const MINUTE_MS = 60_000;

export interface RangeDraft {
  from: Day;
  to: Day;
  /** As typed. `timeFrom` reads it. */
  fromTime: string;
  toTime: string;
  /** One end is chosen; the next click chooses the other. */
  isHalf: boolean;
}

export function draftOf(range: { min?: Date | undefined; max?: Date | undefined }, now: Date): RangeDraft {
  const min = range.min ?? new Date(now.getFullYear(), now.getMonth(), now.getDate());
  const max = range.max ?? now;
  return { from: dayOf(min), to: dayOf(max), fromTime: timeOf(min), toTime: timeOf(max), isHalf: false };
}

export function withPick(draft: RangeDraft, day: Day): RangeDraft {
  if (!draft.isHalf) return { from: day, to: day, fromTime: "00:00", toTime: "23:59", isHalf: true };
  const [from, to] = day < draft.from ? [day, draft.from] : [draft.from, day];
  return { ...draft, from, to, isHalf: false };
}

/** `HH:MM`. `9`, `930` and `9:30` are times too. Null if a day has no such time. */
export function timeFrom(typed: string): string | null {
  const [, hours = "", minutes = "00"] = /^(\d{1,2}):?(\d\d)?$/.exec(typed.trim()) ?? [];
  if (hours === "" || Number(hours) > 23 || Number(minutes) > 59) return null;
  return `${hours.padStart(2, "0")}:${minutes}`;
}

export interface TimeMistakes {
  start?: string;
  end?: string;
}

/**
 * Only times of the same day can contradict each other: the calendar keeps the days in order. The time that was changed
 * last has the message: the other one was right before.
 */
export function mistakesIn(
  { from, to, fromTime, toTime }: RangeDraft,
  changed: keyof TimeMistakes,
): TimeMistakes {
  const [start, end] = [timeFrom(fromTime), timeFrom(toTime)];
  if (start === null || end === null)
    return { ...(start === null && { start: NO_TIME }), ...(end === null && { end: NO_TIME }) };
  if (from !== to || start < end) return {};
  return changed === "start" ? { start: START_IS_LATE } : { end: END_IS_EARLY };
}

/** Of a draft without mistakes. */
export function rangeOf({ from, to, fromTime, toTime }: RangeDraft): { min: Date; max: Date } {
  return {
    min: momentOf(from, timeFrom(fromTime) ?? "00:00"),
    max: new Date(momentOf(to, timeFrom(toTime) ?? "23:59").getTime() + MINUTE_MS - 1),
  };
}
