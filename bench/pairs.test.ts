import { expect, test } from "vitest";
import { changesOf, measurePair } from "./pairs.ts";

function pair(before: number, after: number) {
  return { before: { rate: before }, after: { rate: after } };
}

test("a change is the median of the pairs' ratios, whatever the machine's speed was", () => {
  const changes = changesOf([pair(100, 110), pair(200, 220), pair(50, 55), pair(100, 300), pair(100, 100)]);

  expect(changes).toEqual([{ figure: "rate", before: 100, after: 110, ratio: 1.1, from: 1.1, to: 1.1 }]);
});

test("every other pair begins with the other version", async () => {
  const order: string[] = [];
  const measure = async (side: string) => ({ place: order.push(side) });

  const even = await measurePair(0, { before: "old", after: "new" }, measure);
  const odd = await measurePair(1, { before: "old", after: "new" }, measure);

  expect(order).toEqual(["old", "new", "new", "old"]);
  expect(even).toEqual({ before: { place: 1 }, after: { place: 2 } });
  expect(odd).toEqual({ before: { place: 4 }, after: { place: 3 } });
});
