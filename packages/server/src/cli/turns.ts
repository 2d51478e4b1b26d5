/** How do changes to one thing run one after the other? Each waits until the one before has ended, failed or not. */

export interface Turns {
  run: <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;
  /** Resolves when everything requested so far is done. */
  drained: () => Promise<void>;
}

export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return {
    run(key, work) {
      const turn = (last.get(key) ?? Promise.resolve()).then(work);
      const over = turn.catch(() => undefined); // the caller gets the error
      last.set(key, over);
      void over.then(() => last.get(key) === over && last.delete(key));
      return turn;
    },
    async drained() {
      await Promise.all(last.values());
    },
  };
}
