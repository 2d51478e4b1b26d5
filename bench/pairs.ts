/**
 * Did a figure change between two versions, on a machine whose speed changes?
 *
 * Both versions are measured one right after the other, so the ratio within a pair does not depend on the machine's speed
 * at that moment. Every other pair begins with the other version, so being second is no advantage.
 */
import { median, percentile } from "./statistics.ts";

/** What one measurement found, by the figure's name. */
export type Measured = Record<string, number>;

export interface Pair {
  before: Measured;
  after: Measured;
}

export interface Change {
  figure: string;
  before: number;
  after: number;
  /** After ÷ before: the median of the pairs. */
  ratio: number;
  /** The middle half of the pairs' ratios. */
  from: number;
  to: number;
}

/** Measures both versions: the old one first in even rounds, the new one first in odd rounds. */
export async function measurePair<Side>(
  round: number,
  sides: { before: Side; after: Side },
  measure: (side: Side) => Promise<Measured>,
): Promise<Pair> {
  if (round % 2 === 0) {
    const before = await measure(sides.before);
    return { before, after: await measure(sides.after) };
  }
  const after = await measure(sides.after);
  return { before: await measure(sides.before), after };
}

export function changesOf(pairs: readonly Pair[]): Change[] {
  const figures = new Set(pairs.flatMap(({ before }) => Object.keys(before)));
  return [...figures].map((figure) => {
    const both = pairs.flatMap(({ before, after }) => {
      const [old, now] = [before[figure], after[figure]];
      return old === undefined || now === undefined ? [] : [{ old, now, ratio: now / old }];
    });
    const ratios = both.map(({ ratio }) => ratio);
    return {
      figure,
      before: median(both.map(({ old }) => old)),
      after: median(both.map(({ now }) => now)),
      ratio: median(ratios),
      from: percentile(ratios, 25),
      to: percentile(ratios, 75),
    };
  });
}
