/**
 * Which sources get costly requests, and when is their next one judged?
 *
 * A source is costly if the event loop could not decide the filters of its last request. Its next ones go to the filter
 * thread at once: trying on the event loop first would cost all projects time, for each request of a flood. They are
 * judged one after the other, so that memory never holds the matches of all of them. A request that turns out not to be
 * costly ends this.
 */

/** Beyond it, the oldest is forgotten: the event loop tries its next request. */
const MOST_SOURCES = 1_000;

export interface CostlySources {
  has: (sourceKey: string) => boolean;
  note: (sourceKey: string, isCostly: boolean) => void;
  /** Calls `judge` when all earlier ones of this source are done. What it returns must not reject. */
  inTurn: (sourceKey: string, judge: () => Promise<void> | null) => void;
}

export function createCostlySources(): CostlySources {
  const sources = new Set<string>();
  /** The end of each source's line. */
  const lines = new Map<string, Promise<void>>();

  return {
    has: (sourceKey) => sources.has(sourceKey),
    note(sourceKey, isCostly) {
      sources.delete(sourceKey);
      if (!isCostly) return;
      sources.add(sourceKey);
      const [oldest] = sources;
      if (sources.size > MOST_SOURCES && oldest !== undefined) sources.delete(oldest);
    },
    inTurn(sourceKey, judge) {
      const turn = (lines.get(sourceKey) ?? Promise.resolve())
        .then(nextTurnOfTheLoop)
        .then(async () => void (await judge()));
      lines.set(sourceKey, turn);
      void turn.then(() => lines.get(sourceKey) === turn && lines.delete(sourceKey));
    },
  };
}

/** A long line of requests that are quick after all must not hold up the event loop. */
function nextTurnOfTheLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
