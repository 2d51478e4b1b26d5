/**
 * How is memory freed that V8 does not count?
 *
 * A long text that crosses from one isolate into another lies outside both heaps, and V8 counts next to nothing for it:
 * thousands pile up before V8 collects. So the child starts a collection itself after a number of characters. V8 gives
 * the function for it only to contexts that are created while a flag is set. That is never a context of user code.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type ivm from "isolated-vm";

const COLLECT_EVERY_CHARACTERS = 16_000_000;

export interface Collector {
  /** Call it with the number of characters that have crossed; now and then it collects. */
  crossed: (characters: number) => void;
}

function createCollector(collect: () => void): Collector {
  let held = 0;
  return {
    crossed(characters) {
      held += characters;
      if (held < COLLECT_EVERY_CHARACTERS) return;
      held = 0;
      collect();
    },
  };
}

function withCollection<Result>(make: () => Result): Result {
  setFlagsFromString("--expose-gc");
  try {
    return make();
  } finally {
    setFlagsFromString("--no-expose-gc");
  }
}

/** For texts that came out of isolates. */
export function collectorOfProcess(): Collector {
  return createCollector(withCollection(() => runInNewContext("gc") as () => void));
}

/** For texts that went into this isolate. */
export function collectorOf(isolate: ivm.Isolate): Collector {
  let collect: ivm.Reference<() => void> | null = null;
  return createCollector(() => {
    collect ??= withCollection(() => isolate.createContextSync()).global.getSync("gc", { reference: true });
    collect?.applySync(undefined, []);
  });
}
