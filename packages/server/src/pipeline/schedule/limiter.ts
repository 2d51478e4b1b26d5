/**
 * When may the next delivery go to a limited destination?
 *
 * Slots are evenly spaced: 4 a minute is one every 15 s, and unused slots are lost. Timers fire late, so a slot
 * may be used a little after its time without moving the later ones. The tolerance says how much later; it is
 * so small that no window of one period ever sees more than the limit + 5 %, or + 1. Time is the monotonic
 * clock of the process, in milliseconds, and comes in as an argument.
 */

export const LIMIT_PERIODS_MS = { second: 1_000, minute: 60_000, hour: 3_600_000 } as const;

/** The distance between two slots, and how late one may be used. */
export interface Pace {
  intervalMs: number;
  toleranceMs: number;
}

/**
 * Requests move closer together on their way: a new connection takes time, a busy receiver accepts late. So we
 * stretch every period by this much. Per minute that is not noticeable; per second it costs 1.5 %.
 */
const WIRE_JITTER_MS = 15;
/**
 * Up to this part of the limit, slots that a late timer missed are made up for. That is half of the 5 % that a
 * window may exceed the limit by; the rest is for delays on the wire. Below about 40 slots per period only the one
 * extra delivery is allowed; half a slot is then equally far from one too many and from one too late.
 */
const LATE_SHARE = 0.025;
/** If a timer is later than this, the process stood still; making up for that would be a burst. */
const LATE_AT_MOST_MS = 100;

/** A limit may be any fraction. One that would let nothing through for longer than this counts as one slot in this time. */
const LONGEST_INTERVAL_MS = 7 * 24 * 60 * 60 * 1000;

export function paceOf(limit: number, periodMs: number): Pace {
  const intervalMs = Math.min((periodMs + WIRE_JITTER_MS) / limit, LONGEST_INTERVAL_MS);
  const lateSlots = Math.max(LATE_SHARE * limit - 0.5, 0.5);
  return { intervalMs, toleranceMs: Math.min(lateSlots * intervalMs, LATE_AT_MOST_MS) };
}

/**
 * `lastSlotMs` is the planned time of the last used slot, not when it was used. The next slot is one interval
 * later, with the interval of that moment, so a changed limit counts from the last delivery on.
 */
export interface Slots {
  lastSlotMs: number;
}

/** Slots of which the first is free at `fromMs`. */
export function slotsFrom(fromMs: number, pace: Pace): Slots {
  return { lastSlotMs: fromMs - pace.intervalMs };
}

export function nextSlotMs(slots: Slots, pace: Pace): number {
  return slots.lastSlotMs + pace.intervalMs;
}

/** 0 means now. */
export function waitForSlotMs(slots: Slots, pace: Pace, nowMs: number): number {
  return Math.max(0, nextSlotMs(slots, pace) - nowMs);
}

/**
 * Uses the slot that `waitForSlotMs` reported as free. The tolerance applies only to a delivery that waited for the
 * slot. A delivery that comes long after the slot uses it now, and the next slot is a whole interval away.
 */
export function useSlot(slots: Slots, pace: Pace, nowMs: number, hasWaited: boolean): void {
  const earliestMs = hasWaited ? nowMs - pace.toleranceMs : nowMs;
  slots.lastSlotMs = Math.max(nextSlotMs(slots, pace), earliestMs);
}
