/**
 * Which job is next?
 *
 * Keys take turns, one job each, so that a flood of jobs of one key does not delay another. If a key's last run was
 * slow, its jobs travel in batches of their own, and all slow keys together leave a child free for the others. A
 * suspect is a job whose last batch ended with the death of its child: it travels alone.
 */
import { BATCH_MAX_CHARACTERS, BATCH_MAX_JOBS } from "./limits.ts";

export interface Turn {
  fairnessKey: string;
  characters: number;
  isSuspect: boolean;
}

export interface Batch<Job extends Turn> {
  jobs: Job[];
  isSlow: boolean;
}

/** The most keys that are remembered as slow; beyond it, the oldest is forgotten. */
const SLOW_KEYS_MAX_COUNT = 1000;

export interface Turns<Job extends Turn> {
  readonly waiting: number;
  add: (job: Job) => void;
  /** Puts back a job that had its turn but did not run. It is the next of its key. */
  putBack: (job: Job) => void;
  /** Returns null when no waiting job may run now. */
  take: (limit: { jobs: number; mayBeSlow: boolean }) => Batch<Job> | null;
  noteSpeed: (fairnessKey: string, isSlow: boolean) => void;
  clear: () => Job[];
}

export function createTurns<Job extends Turn>(): Turns<Job> {
  /** In the order of their next turn; each list is in the reverse order of its jobs. */
  const incoming = new Map<string, { ready: Job[]; behind: Job[] }>();
  const slowKeys = new Set<string>();
  let waiting = 0;

  function queueOf(key: string) {
    let queue = incoming.get(key);
    if (queue === undefined) incoming.set(key, (queue = { ready: [], behind: [] }));
    return queue;
  }

  function peek(queue: { ready: Job[]; behind: Job[] }): Job | undefined {
    if (queue.ready.length === 0) {
      queue.ready = queue.behind.toReversed();
      queue.behind = [];
    }
    return queue.ready.at(-1);
  }

  /** Takes a key's next job and puts the key behind all others. */
  function takeTurn(key: string): void {
    const queue = queueOf(key);
    queue.ready.pop();
    waiting -= 1;
    incoming.delete(key);
    if (peek(queue) !== undefined) incoming.set(key, queue);
  }

  function take({ jobs: maxJobs, mayBeSlow }: { jobs: number; mayBeSlow: boolean }): Batch<Job> | null {
    const jobs: Job[] = [];
    let characters = 0;
    let slowKey: string | null = null;
    // Map iteration comes back to a key that was moved to the end, so one key can fill a batch if there is room.
    for (const [key, queue] of incoming) {
      if (jobs.length >= Math.min(maxJobs, BATCH_MAX_JOBS)) break;
      const job = peek(queue);
      const isSlow = slowKeys.has(key);
      if (job === undefined) continue;
      if (jobs.length === 0 ? isSlow && !mayBeSlow : key !== (slowKey ?? key) || (isSlow && slowKey === null))
        continue;
      if (jobs.length > 0 && (job.isSuspect || characters + job.characters > BATCH_MAX_CHARACTERS)) continue;
      if (isSlow) slowKey = key;
      takeTurn(key);
      jobs.push(job);
      characters += job.characters;
      if (job.isSuspect) break;
    }
    return jobs.length === 0 ? null : { jobs, isSlow: slowKey !== null };
  }

  return {
    get waiting() {
      return waiting;
    },
    add(job) {
      queueOf(job.fairnessKey).behind.push(job);
      waiting += 1;
    },
    putBack(job) {
      queueOf(job.fairnessKey).ready.push(job);
      waiting += 1;
    },
    take,
    noteSpeed(fairnessKey, isSlow) {
      slowKeys.delete(fairnessKey);
      if (isSlow) slowKeys.add(fairnessKey);
      const [oldest] = slowKeys;
      if (slowKeys.size > SLOW_KEYS_MAX_COUNT && oldest !== undefined) slowKeys.delete(oldest);
    },
    clear() {
      const left = [...incoming.values()].flatMap(({ ready, behind }) => ready.toReversed().concat(behind));
      incoming.clear();
      waiting = 0;
      return left;
    },
  };
}
