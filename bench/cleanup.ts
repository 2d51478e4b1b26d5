/**
 * What must be undone, however the bench ends?
 *
 * Each thing started or made is followed by a line that says how to undo it; at the end, at an error and
 * at Ctrl-C all of it is undone, last first.
 */

export interface Cleanup {
  later: (undo: () => Promise<void>) => void;
  /** Every undo is tried; what went wrong is told together at the end. */
  run: () => Promise<void>;
}

export function createCleanup(): Cleanup {
  const undos: (() => Promise<void>)[] = [];
  let running: Promise<void> | null = null;
  const undoAll = async () => {
    const errors: unknown[] = [];
    for (let undo = undos.pop(); undo !== undefined; undo = undos.pop()) {
      await undo().catch((error: unknown) => errors.push(error));
    }
    if (errors.length > 0) throw new AggregateError(errors, "The bench could not clean up");
  };
  return {
    later(undo) {
      undos.push(undo);
      if (running !== null) running = running.then(undoAll); // started while Ctrl-C was being answered
    },
    async run() {
      running ??= undoAll();
      for (let seen = null; seen !== running;) {
        seen = running;
        await seen;
      }
    },
  };
}
