/** When is the data of an event archived, and is that near enough for a warning? */

const DAY_MS = 24 * 60 * 60 * 1000;
const WARNED_BEFORE_MS = DAY_MS;

/** The time of archival if it is within 24 hours, otherwise null. */
export function archivedSoon(createdAt: string, retentionDays: number, now: Date): Date | null {
  const at = Date.parse(createdAt) + retentionDays * DAY_MS;
  const leftMs = at - now.getTime();
  return leftMs > 0 && leftMs <= WARNED_BEFORE_MS ? new Date(at) : null;
}
