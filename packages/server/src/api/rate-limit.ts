/**
 * How many calls may an API key still make in this minute?
 *
 * Asked once per call, after we know whose key it is. A key's minute begins with its first call; what comes
 * past its limit is refused until that minute is over. Counted in the memory of each process, so a gateway
 * of several API processes lets a key make as many calls at each. Pure but for the counts themselves: the
 * clocks come in as arguments.
 */

const MINUTE_MS = 60_000;
/** More keys than this call within a minute only where somebody makes keys for the sake of it. */
const MOST_KEYS = 10_000;

/** The largest number that every client can read; what is not limited has all of it, always. */
export const NOT_LIMITED = 2_147_483_647;

export interface CallingKey {
  id: string;
  /** Calls per minute; null: what the installation gives to every key. */
  rate_limit: number | null;
}

/** What a caller has, as the headers of a reply tell it. */
export interface Allowance {
  limit: number;
  remaining: number;
  /** Milliseconds until all of it is there again. */
  resetMs: number;
  /** The call is one too many. */
  isExceeded: boolean;
}

export interface RateLimit {
  /** Counts a call. */
  take: (key: CallingKey) => Allowance;
  /** Of those whose key we do not know yet: what a key has, none of it used. */
  untouched: () => Allowance;
  /** Of people: a dashboard is not counted. */
  unlimited: () => Allowance;
}

interface Minute {
  beganAt: number;
  used: number;
}

function allOf(limit: number): Allowance {
  return { limit, remaining: limit, resetMs: limit === NOT_LIMITED ? 0 : MINUTE_MS, isExceeded: false };
}

/** `perMinute` is what a key has that has no limit of its own; null: none. `now` is monotonic, in milliseconds. */
export function createRateLimit(
  perMinute: number | null,
  now: () => number = () => performance.now(),
  mostKeys: number = MOST_KEYS,
): RateLimit {
  /** In the order in which the minutes began: a minute that begins anew goes to the end. */
  const minutes = new Map<string, Minute>();

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
    take({ id, rate_limit }) {
      const limit = rate_limit ?? perMinute;
      if (limit === null) return allOf(NOT_LIMITED);
      const minute = minuteOf(id);
      const isExceeded = minute.used >= limit;
      if (!isExceeded) minute.used += 1;
      return {
        limit,
        remaining: Math.max(0, limit - minute.used),
        resetMs: Math.max(0, minute.beganAt + MINUTE_MS - now()),
        isExceeded,
      };
    },
    untouched: () => allOf(perMinute ?? NOT_LIMITED),
    unlimited: () => allOf(NOT_LIMITED),
  };
}
