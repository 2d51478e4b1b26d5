/**
 * In which order does a round measure its parts?
 *
 * Each round begins with another part, so that other work of the machine affects all of them.
 */
import { noSamples } from "./figures.ts";
import type { Stage } from "./measurements.ts";
import type { Part } from "./options.ts";
import { rounded } from "./report.ts";

/** One measurement of a round. It adds its samples and returns the figure to show while the bench runs. */
export type Turn = { part: Part; unit: string; measure: (stage: Stage) => Promise<number> };

/** An uncounted first round warms up compilers and caches. After that, each round begins with another turn. */
export async function takeTurns(
  stage: Stage,
  turns: readonly Turn[],
  interrupted: AbortSignal,
): Promise<void> {
  const warmUp: Stage = { ...stage, samples: noSamples(), options: { ...stage.options, seconds: 2 } };
  for (let round = 0; round <= stage.options.rounds; round++) {
    const first = round % Math.max(turns.length, 1);
    for (const { part, unit, measure } of [...turns.slice(first), ...turns.slice(0, first)]) {
      interrupted.throwIfAborted();
      const value = await measure(round === 0 ? warmUp : stage);
      tell(round === 0 ? `${part}, warm-up` : `${part}, round ${round}`, value, unit);
    }
  }
}

/** Shows a figure while the bench runs. */
export function tell(what: string, value: number, unit: string): void {
  console.log(`${what.padEnd(20)} ${rounded(value).padStart(8)} ${unit}`);
}
