/**
 * Does the machine run at its usual pace?
 *
 * A virtual machine shares its processors with others. For a second or a minute it may be half as fast, and no counter of
 * its own shows it. What is measured then says more about its neighbours than about the product. So a short computation,
 * always the same, is timed before and after each measurement. If it took much longer than at best, the measurement is
 * repeated.
 */

/** More than chance makes of it, and less than a neighbour does. */
const SLOWER_BY = 1.35;
/** How often a sample is tried on average. After that, what was measured at another pace counts too. */
const TRIES_PER_SAMPLE = 4;
/** Enough for the compiler to have done its best, and to meet a moment at the usual pace. */
const WARM_UPS = 100;

export interface Pace {
  /** The results of so many measurements. `measure` gets the number of the try. */
  samples: <Value>(count: number, measure: (attempt: number) => Promise<Value>) => Promise<Value[]>;
  /** For the report. */
  said: () => string;
}

export function createPace(compute: () => number = timeOfComputation): Pace {
  let bestMs = Infinity;
  const counts = { all: 0, repeated: 0, unsteady: 0 };

  function look(): number {
    const tookMs = compute();
    bestMs = Math.min(bestMs, tookMs);
    return tookMs;
  }

  for (let warmUp = 0; warmUp < WARM_UPS; warmUp++) look();
  return {
    async samples<Value>(count: number, measure: (attempt: number) => Promise<Value>) {
      const steady: Value[] = [];
      const unsteady: Value[] = [];
      for (let attempt = 0; steady.length < count && attempt < count * TRIES_PER_SAMPLE; attempt++) {
        const beforeMs = look();
        const value = await measure(attempt);
        const afterMs = look();
        (Math.max(beforeMs, afterMs) <= SLOWER_BY * bestMs ? steady : unsteady).push(value);
      }
      const missing = count - steady.length;
      counts.all += steady.length + unsteady.length;
      counts.unsteady += missing;
      counts.repeated += unsteady.length - missing;
      return [...steady, ...unsteady.slice(unsteady.length - missing)];
    },
    said: () =>
      `Of ${counts.all} timings, ${counts.repeated} were repeated because the machine was slower than its usual pace` +
      (counts.unsteady === 0 ? "." : `, and ${counts.unsteady} count although it was.`),
  };
}

/** In milliseconds. Texts and numbers, as in most programs. */
function timeOfComputation(): number {
  const beganAtMs = performance.now();
  let characters = 0;
  for (let at = 0; at < 500_000; at++) characters += String((at * 7) % 1000).length;
  if (characters === 0) throw new Error("Nothing was computed");
  return performance.now() - beganAtMs;
}
