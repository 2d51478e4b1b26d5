/**
 * What must the bench undo when it ends?
 *
 * After each thing that it starts or creates, the bench registers how to undo it. At the end, after an error and on
 * Ctrl-C, it undoes everything, the last one first.
 */

export interface Cleanup {
  later: (undo: () => Promise<void>) => void;
  /** Tries every undo, and reports all errors together at the end. */
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
      if (running !== null) running = running.then(undoAll); // registered while the cleanup after Ctrl-C was running
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
