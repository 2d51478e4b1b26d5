/**
 * When is a card that could not be charged charged again?
 *
 * Pure. The days are counted from the first failure with this card, not from the last one: so the date of the last try is
 * known from the beginning, and a try that a person starts in between moves nothing.
 */
const DAY_MS = 24 * 60 * 60 * 1000;
const AGAIN_AFTER_DAYS = [1, 3, 5] as const;

/** Null: no time is left, and an admin has to pay. */
export function nextTryAt(failedSince: Date, failedAt: Date): Date | null {
  const times = AGAIN_AFTER_DAYS.map((days) => new Date(failedSince.getTime() + days * DAY_MS));
  return times.find((time) => time > failedAt) ?? null;
}

export function lastTryAt(failedSince: Date): Date {
  return new Date(failedSince.getTime() + Math.max(...AGAIN_AFTER_DAYS) * DAY_MS);
}
