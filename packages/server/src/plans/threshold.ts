/**
 * Which threshold of its limit has an organization met?
 *
 * At 80 % people can still act, at 100 % the plan does what it says beyond the limit. A plan that accepts more goes on to
 * cost, so each further 100 % is a threshold, too. The last one keeps the mails of a period few, whatever a sender does.
 */
import type { OverLimit } from "@posthorn/contract/plans";

const NEAR_PERCENT = 80;
const FULL_PERCENT = 100;
const LAST_PERCENT = 1_000;

export interface EventLimit {
  max_requests: number;
  over_limit: OverLimit;
}

/** In percent of the limit; 0: none. */
export function thresholdMet(events: number, { max_requests, over_limit }: EventLimit): number {
  const isMet = (percent: number) => events * 100 >= max_requests * percent;
  if (!isMet(FULL_PERCENT)) return isMet(NEAR_PERCENT) ? NEAR_PERCENT : 0;
  if (over_limit === "reject") return FULL_PERCENT;
  return Math.min(LAST_PERCENT, Math.floor(events / max_requests) * FULL_PERCENT);
}
