/**
 * Does the machine run at its usual pace?
 *
 * A virtual machine shares its processors with others. For a second or a minute it may be half as fast, or stand still for
 * half a second. What is measured then says more about its neighbours than about the product. So a measurement is repeated
 * if others got a share of the processors meanwhile, as far as the machine knows. It shows only a part, so a short
 * computation, always the same, is timed before and after; it must not take much longer than it usually does. At best it may
 * take half as long as usual, so its best time is no measure.
 */
import { median } from "./statistics.ts";
import { watchStolen } from "./stolen-time.ts";

/** More than chance makes of it, and less than a neighbour does. */
const SLOWER_BY = 1.35;
/** Of 125 clicks, those beside at most 2 % all took less than 100 ms; beside more, up to 304 ms. */
const MOST_STOLEN_PERCENT = 3;
/** How often a sample is tried on average. After that, what was measured at another pace counts too. */
const TRIES_PER_SAMPLE = 4;
/** Enough for the compiler to have done its best, and for a first median. */
const WARM_UPS = 100;

export interface Pace {
  /** The results of so many measurements. `measure` gets the number of the try. */
  samples: <Value>(count: number, measure: (attempt: number) => Promise<Value>) => Promise<Value[]>;
  /** For the report. */
  said: () => string;
}

/** `watch` begins to watch which share of the processors' time others get; null if nobody knows. */
export function createPace(
  compute: () => number = timeOfComputation,
  watch: () => () => number | null = watchStolen,
): Pace {
  const stolenPercent = watch();
  const looksMs: number[] = [];
  const counts = { all: 0, repeated: 0, unsteady: 0 };

  function look(): number {
    const tookMs = compute();
    looksMs.push(tookMs);
    return tookMs;
  }

  const isSteady = (tookMs: number) => tookMs <= SLOWER_BY * median(looksMs);

  for (let warmUp = 0; warmUp < WARM_UPS; warmUp++) look();
  return {
    async samples<Value>(count: number, measure: (attempt: number) => Promise<Value>) {
      const steady: Value[] = [];
      const unsteady: Value[] = [];
      for (let attempt = 0; steady.length < count && attempt < count * TRIES_PER_SAMPLE; attempt++) {
        const beforeMs = look();
        const stolenMeanwhile = watch();
        const value = await measure(attempt);
        const isOwn = (stolenMeanwhile() ?? 0) <= MOST_STOLEN_PERCENT;
        const afterMs = look();
        (isOwn && isSteady(Math.max(beforeMs, afterMs)) ? steady : unsteady).push(value);
      }
      const missing = count - steady.length;
      counts.all += steady.length + unsteady.length;
      counts.unsteady += missing;
      counts.repeated += unsteady.length - missing;
      return [...steady, ...unsteady.slice(unsteady.length - missing)];
    },
    said: () =>
      `Of ${counts.all} timings, ${counts.repeated} were repeated because the machine was slower than its usual pace` +
      (counts.unsteady === 0 ? "." : `, and ${counts.unsteady} count although it was.`) +
      stolenText(stolenPercent()),
  };
}

function stolenText(percent: number | null): string {
  return percent === null ? "" : ` Others got ${percent.toFixed(1)} % of its processors' time meanwhile.`;
}

/** In milliseconds. Texts and numbers, as in most programs. */
function timeOfComputation(): number {
  const beganAtMs = performance.now();
  let characters = 0;
  for (let at = 0; at < 500_000; at++) characters += String((at * 7) % 1000).length;
  if (characters === 0) throw new Error("Nothing was computed");
  return performance.now() - beganAtMs;
}
