/** How long does it take in the page from an act until its result is painted? And what is typical of several runs? */
import { createPace } from "../bench/pace.ts";
import { percentile } from "./figure.ts";

export const RUNS = 5;
/** How long the pointer of a person stays on something before it presses. */
export const RESTS_MS = 300;

/** Runs in the page. `timeUntil` runs `act` and measures how long it takes until `isDone` is true and painted. */
export function installStopwatch(): void {
  window.timeUntil = async (act, isDone) => {
    const startedAt = performance.now();
    act();
    // A timer that is set in a frame runs after the paint of that frame.
    do {
      await new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done, 0)));
      if (performance.now() - startedAt > 10_000) throw new Error("it did not happen within ten seconds");
    } while (!isDone());
    return performance.now() - startedAt;
  };
}

declare global {
  interface Window {
    timeUntil: (act: () => void, isDone: () => boolean) => Promise<number>;
  }
}

/** Of this machine, for all timings of a report. */
export const pace = createPace();

export async function median(measure: (run: number) => Promise<number>): Promise<number> {
  return percentile(await pace.samples(RUNS, measure), 0.5);
}
