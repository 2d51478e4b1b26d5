/** How do changes to one thing happen one after the other? Each waits for the one before it, failed or not. */

export interface Turns {
  run: <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;
  /** Resolves when everything that was asked for until now is over. */
  drained: () => Promise<void>;
}

export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return {
    run(key, work) {
      const turn = (last.get(key) ?? Promise.resolve()).then(work);
      const over = turn.catch(() => undefined); // told to whoever asked
      last.set(key, over);
      void over.then(() => last.get(key) === over && last.delete(key));
      return turn;
    },
    async drained() {
      await Promise.all(last.values());
    },
  };
}
