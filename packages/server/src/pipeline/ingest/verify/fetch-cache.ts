/**
 * What has been fetched already, and how many fetches may be under way?
 *
 * One fetch at a time for each name, however many requests wait for it. What was fetched counts for an hour; in the
 * second half of that time, a request that needs it starts a new fetch and does not wait for it. A fetch that failed is not
 * tried again for ten seconds. Everything is bounded, because senders choose some of the names: values, failures (apart from the
 * values, so that made-up names drive no good value out), fetches under way, and requests that wait for one. A request
 * over a bound gets null at once.
 */
const KEPT_MS = 60 * 60 * 1000;
const FAILED_MS = 10_000;
const VALUES_MOST = 1_000;
const FAILURES_MOST = 1_000;
const UNDER_WAY_MOST = 64;
const UNDER_WAY_MOST_OF_ONE = 4;
const WAITING_MOST = 1_000;

/** The fetches that one source has under way. Each source has a few, so that none takes those of all others. */
export interface Room {
  used: number;
}

/** `keptMs`: how long it counts, if not as long as usual. */
export type Fetched<Value> = { value: Value; keptMs?: number } | null;

export interface Wanted<Value> {
  name: string;
  room: Room;
  load: () => Promise<Fetched<Value>>;
  /** What is older than this is fetched again. */
  maxAgeMs?: number;
}

export interface FetchCache<Value> {
  /** At once if it is known. Null: it cannot be had now. Never throws or rejects. */
  get: (wanted: Wanted<Value>) => Value | null | Promise<Value | null>;
}

export function createFetchCache<Value>(now: () => number): FetchCache<Value> {
  const values = new Map<string, { value: Value; fetchedAtMs: number; keptMs: number }>();
  const failedUntilMs = new Map<string, number>();
  const underWay = new Map<string, { waiting: number; answer: Promise<Value | null> }>();

  async function loaded({ name, room, load }: Wanted<Value>): Promise<Value | null> {
    room.used++;
    // A fetch that throws is one that failed.
    const found = await load().catch(() => null);
    room.used--;
    underWay.delete(name);
    if (found === null) {
      put(failedUntilMs, name, now() + FAILED_MS, FAILURES_MOST);
      return null;
    }
    const { value, keptMs = KEPT_MS } = found;
    failedUntilMs.delete(name);
    put(values, name, { value, fetchedAtMs: now(), keptMs }, VALUES_MOST);
    return value;
  }

  function start(wanted: Wanted<Value>): Promise<Value | null> | null {
    const isTried = (failedUntilMs.get(wanted.name) ?? 0) > now();
    if (isTried || underWay.size >= UNDER_WAY_MOST || wanted.room.used >= UNDER_WAY_MOST_OF_ONE) return null;
    const answer = loaded(wanted);
    underWay.set(wanted.name, { waiting: 1, answer });
    return answer;
  }

  return {
    get(wanted) {
      const { name, maxAgeMs = Number.POSITIVE_INFINITY } = wanted;
      const known = values.get(name);
      const ageMs = known ? now() - known.fetchedAtMs : 0;
      const running = underWay.get(name);
      if (known && ageMs < Math.min(known.keptMs, maxAgeMs)) {
        if (ageMs > known.keptMs / 2 && !running) void start(wanted);
        return known.value;
      }
      if (!running) return start(wanted);
      if (running.waiting >= WAITING_MOST) return null;
      running.waiting++;
      return running.answer;
    },
  };
}

/** The oldest goes if there are too many. */
function put<Value>(map: Map<string, Value>, name: string, value: Value, most: number): void {
  map.delete(name);
  map.set(name, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}
