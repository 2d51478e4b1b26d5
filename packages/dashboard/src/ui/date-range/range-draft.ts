/**
 * Which range has a person chosen in the calendar so far, and is it one?
 *
 * The first click begins a range of one day, the second one ends it. The minute of the end belongs to the range.
 */
import { dayOf, momentOf, timeOf, type Day } from "./days.ts";

export const START_IS_LATE = "Start time must be before end time";
export const END_IS_EARLY = "End time must be after start time";

const MINUTE_MS = 60_000;

export interface RangeDraft {
  from: Day;
  to: Day;
  /** `HH:MM` */
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

/** Only times of the same day can contradict each other: the calendar keeps the days in order. */
export function isTurnedAround({ from, to, fromTime, toTime }: RangeDraft): boolean {
  return from === to && fromTime >= toTime;
}

export function rangeOf({ from, to, fromTime, toTime }: RangeDraft): { min: Date; max: Date } {
  return {
    min: momentOf(from, fromTime),
    max: new Date(momentOf(to, toTime).getTime() + MINUTE_MS - 1),
  };
}
