/**
 * How long do our statements take?
 *
 * Every statement adds to the sum of its kind: a batch to that of its prepared statement, any other to that of its pool.
 * So there are as many kinds as the code has names. The time includes waiting for a connection of the pool.
 */
export interface StatementTime {
  count: number;
  failed: number;
  seconds: number;
}

export interface StatementTimes {
  /** Runs the statement and adds its time, whether it fails or not. */
  timed: <Result>(kind: string, run: () => Promise<Result>) => Promise<Result>;
  byKind: ReadonlyMap<string, StatementTime>;
}

export function createStatementTimes(now = () => performance.now()): StatementTimes {
  const byKind = new Map<string, StatementTime>();

  function timeOf(kind: string): StatementTime {
    let time = byKind.get(kind);
    if (!time) byKind.set(kind, (time = { count: 0, failed: 0, seconds: 0 }));
    return time;
  }

  return {
    byKind,
    async timed(kind, run) {
      const time = timeOf(kind);
      const begunMs = now();
      try {
        return await run();
      } catch (error) {
        time.failed++;
        throw error;
      } finally {
        time.count++;
        time.seconds += (now() - begunMs) / 1000;
      }
    },
  };
}
