/** What is left out comes after everything that is kept, and no more is kept than whole buckets need. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { firstGroups } from "./first-groups.ts";
import type { FoldedGroups } from "./packed-facts.ts";

const someSeries = fc
  .uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 30 })
  .map((hours): FoldedGroups => {
    const bucketsMs = Float64Array.from(hours, (hour) => hour * 3_600_000).toSorted();
    return { bucketsMs, measures: [bucketsMs.map((ms) => ms + 1)] };
  });

const bucketsIn = (all: readonly FoldedGroups[]) =>
  all.flatMap(({ bucketsMs }) => [...bucketsMs]).toSorted((a, b) => a - b);

test("the first groups, in whole buckets", () => {
  fc.assert(
    fc.property(fc.array(someSeries, { maxLength: 8 }), fc.integer({ min: 1, max: 100 }), (all, limit) => {
      const before = bucketsIn(all);

      const kept = firstGroups(all, limit);

      const lastMs = before[limit - 1] ?? Infinity;
      expect(bucketsIn(kept)).toEqual(before.length > limit ? before.filter((ms) => ms <= lastMs) : before);
      for (const { bucketsMs, measures } of kept) expect(measures).toEqual([bucketsMs.map((ms) => ms + 1)]);
    }),
  );
});
