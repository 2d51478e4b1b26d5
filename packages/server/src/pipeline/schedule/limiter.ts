/**
 * When may the next delivery go to a limited destination?
 *
 * Slots lie evenly spaced: 4 a minute is one every 15 s, and what was not used is gone. Timers are late, so
 * a slot may be used a little after its time without moving the ones behind it; how much later is the
 * tolerance, small enough that no window of one period ever sees more than the limit + 5 %, or + 1. Time is
 * the monotonic clock of the process, in milliseconds, and comes in as an argument.
 */

export const LIMIT_PERIODS_MS = { second: 1_000, minute: 60_000, hour: 3_600_000 } as const;

/** What a limiter is made of: the distance of two slots, and how late one may be used. */
export interface Pace {
  intervalMs: number;
  toleranceMs: number;
}

/**
 * Requests draw nearer to each other on their way: a new connection takes its time, a busy far end looks up late.
 * So a period has this much more room than it says; per minute nobody can tell, per second it costs 1.5 %.
 */
const WIRE_JITTER_MS = 15;
/**
 * Up to here a late timer is caught up with. Of the 5 % that a window may have too many, the half is used; the
 * rest is for the wire too. Below some 40 slots a period only "+ 1" is left, and half a slot is as far from
 * one too many as from one too late.
 */
const LATE_SHARE = 0.025;
/** A later timer is a process that stood still; catching up with that would be a burst. */
const LATE_AT_MOST_MS = 100;

export function paceOf(limit: number, periodMs: number): Pace {
  const intervalMs = (periodMs + WIRE_JITTER_MS) / limit;
  const lateSlots = Math.max(LATE_SHARE * limit - 0.5, 0.5);
  return { intervalMs, toleranceMs: Math.min(lateSlots * intervalMs, LATE_AT_MOST_MS) };
}

/**
 * `lastSlotMs` is the time of the last slot that was used, not when it was used. The next one is an interval
 * later, whatever the interval is by then, so a changed limit counts from the last delivery on.
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

/** 0: now. */
export function waitForSlotMs(slots: Slots, pace: Pace, nowMs: number): number {
  return Math.max(0, nextSlotMs(slots, pace) - nowMs);
}

/**
 * Uses the slot that `waitForSlotMs` said was free. Only who has waited for it is late; a delivery that
 * comes long after the slot uses it now, and the next one is a whole interval away.
 */
export function useSlot(slots: Slots, pace: Pace, nowMs: number, hasWaited: boolean): void {
  const earliestMs = hasWaited ? nowMs - pace.toleranceMs : nowMs;
  slots.lastSlotMs = Math.max(nextSlotMs(slots, pace), earliestMs);
}
