/**
 * How much may a list read, and when may a search go on?
 *
 * Filters on columns get a little time and are answered at once. A search in payloads reads a lot, in short
 * steps. Only a few steps run at a time in a process, however many people search, so that lists and everything
 * else always find a free connection; the searches take turns. Past a number that wait, and past a time,
 * callers are told to come back.
 */
export interface ScanBudget {
  /** How many rows one statement goes through at most. */
  rows: number;
  /** When it has taken this long it ends early, but never before a few rows. */
  stepMs: number;
  /** No statement begins after so much time was spent. */
  totalMs: number;
}

export interface ScanBudgets {
  columns: ScanBudget;
  payloads: ScanBudget;
}

/**
 * On columns: less than half of the 25 ms that a list may take, so that the rest of the answer fits in the other half.
 * In payloads: the first page of a search comes within 1.5 s, and somebody is waiting for it.
 */
const BUDGETS: ScanBudgets = {
  columns: { rows: 20_000, stepMs: 10, totalMs: 8 },
  payloads: { rows: 100_000, stepMs: 250, totalMs: 900 },
};

const AT_ONCE = 2;
const WAITING_AT_MOST = 50;
const WAIT_AT_MOST_MS = 5_000;

export class TooManySearchesError extends Error {}

export interface Searches {
  budgets: ScanBudgets;
  /** Waits for its turn. */
  run: <Result>(step: () => Promise<Result>) => Promise<Result>;
}

export function createSearches(
  budgets: ScanBudgets = BUDGETS,
  waitAtMostMs: number = WAIT_AT_MOST_MS,
): Searches {
  const waiting = new Set<() => void>();
  let running = 0;

  async function begin(): Promise<void> {
    if (running < AT_ONCE) {
      running++;
      return;
    }
    if (waiting.size >= WAITING_AT_MOST) throw new TooManySearchesError();
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(go);
        reject(new TooManySearchesError());
      }, waitAtMostMs);
      const go = () => {
        clearTimeout(timer);
        resolve();
      };
      waiting.add(go);
    });
  }

  function end(): void {
    const [next] = waiting;
    if (!next) {
      running--;
      return;
    }
    waiting.delete(next);
    next(); // takes over this one's place
  }

  return {
    budgets,
    async run(step) {
      await begin();
      try {
        return await step();
      } finally {
        end();
      }
    },
  };
}
