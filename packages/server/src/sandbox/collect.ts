/**
 * How is memory given back that V8 does not know to be held?
 *
 * A long text that crosses from one isolate into another lies outside both heaps and weighs next to nothing in
 * V8's eyes: thousands pile up before it collects. So the child collects by itself, after so many characters.
 * V8 lends the function for it only to contexts that are made while a flag is set, which is never the case
 * for one that a user's code is in.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type ivm from "isolated-vm";

const COLLECT_EVERY_CHARACTERS = 16_000_000;

export interface Collector {
  /** Say how much has crossed; now and then this collects. */
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

/** For what came out of isolates. */
export function collectorOfProcess(): Collector {
  return createCollector(withCollection(() => runInNewContext("gc") as () => void));
}

/** For what went into this one. */
export function collectorOf(isolate: ivm.Isolate): Collector {
  let collect: ivm.Reference<() => void> | null = null;
  return createCollector(() => {
    collect ??= withCollection(() => isolate.createContextSync()).global.getSync("gc", { reference: true });
    collect?.applySync(undefined, []);
  });
}
