/**
 * How many calls may an API key still make in this minute?
 *
 * Asked once per call, after the key is known. A key's minute begins with its first call; calls
 * beyond the limit are refused until that minute is over. Each process counts in its own memory. Processes
 * of one machine tell each other what they have counted, several times a second (processes/calls-of-all.ts);
 * on several machines a key has the full limit at each of them. Apart from the counts, everything is pure:
 * the clock comes in as an argument.
 */

const MINUTE_MS = 60_000;
/** More keys than this call within one minute only if someone creates keys on purpose. */
const MOST_KEYS = 10_000;

/** The largest number that every client can parse; callers without a limit always have this many calls left. */
export const NOT_LIMITED = 2_147_483_647;

export interface CallingKey {
  id: string;
  /** Calls per minute; null means the installation's default. */
  rate_limit: number | null;
  /** The most that the organization's plan allows; null or absent if it does not limit. */
  plan_rate_limit?: number | null;
}

/** The caller's allowance, as the headers of a reply show it. */
export interface Allowance {
  limit: number;
  remaining: number;
  /** Milliseconds until the full limit is available again. */
  resetMs: number;
  /** This call exceeds the limit. */
  isExceeded: boolean;
}

/** How many, by the key's id. */
export type CountedCalls = ReadonlyMap<string, number>;

export interface RateLimit {
  /** Counts a call. */
  take: (key: CallingKey) => Allowance;
  /** For a call whose key is not known yet: a full allowance. */
  untouched: () => Allowance;
  /** For people: calls of the dashboard are not counted. */
  unlimited: () => Allowance;
  /** What this process has counted since the last time it was asked. */
  countedHere: () => CountedCalls;
  /** What another process has counted. */
  countedElsewhere: (calls: CountedCalls) => void;
}

interface Minute {
  beganAt: number;
  used: number;
}

function allOf(limit: number): Allowance {
  return { limit, remaining: limit, resetMs: limit === NOT_LIMITED ? 0 : MINUTE_MS, isExceeded: false };
}

/** `perMinute` applies to keys without their own limit; null means unlimited. `now` is monotonic, in milliseconds. */
export function createRateLimit(
  perMinute: number | null,
  now: () => number = () => performance.now(),
  mostKeys: number = MOST_KEYS,
): RateLimit {
  /** Ordered by the start of the minute: a key whose minute starts anew moves to the end. */
  const minutes = new Map<string, Minute>();
  /** Bounded like the minutes: nobody may ask for it. */
  let untold = new Map<string, number>();

  function minuteOf(id: string): Minute {
    const known = minutes.get(id);
    if (known && now() - known.beganAt < MINUTE_MS) return known;
    minutes.delete(id);
    const [oldest] = minutes.keys();
    if (oldest !== undefined && minutes.size >= mostKeys) minutes.delete(oldest);
    const minute = { beganAt: now(), used: 0 };
    minutes.set(id, minute);
    return minute;
  }

  return {
    take({ id, rate_limit, plan_rate_limit }) {
      const limit = Math.min(rate_limit ?? perMinute ?? NOT_LIMITED, plan_rate_limit ?? NOT_LIMITED);
      if (limit === NOT_LIMITED) return allOf(NOT_LIMITED);
      const minute = minuteOf(id);
      const isExceeded = minute.used >= limit;
      if (!isExceeded) {
        minute.used += 1;
        if (untold.size < mostKeys || untold.has(id)) untold.set(id, (untold.get(id) ?? 0) + 1);
      }
      return {
        limit,
        remaining: Math.max(0, limit - minute.used),
        resetMs: Math.max(0, minute.beganAt + MINUTE_MS - now()),
        isExceeded,
      };
    },
    untouched: () => allOf(perMinute ?? NOT_LIMITED),
    unlimited: () => allOf(NOT_LIMITED),
    countedHere() {
      const told = untold;
      untold = new Map();
      return told;
    },
    countedElsewhere(calls) {
      for (const [id, count] of calls) minuteOf(id).used += count;
    },
  };
}
