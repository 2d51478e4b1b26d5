import { expect, test } from "vitest";
import { randomFrom } from "../testing/random.ts";
import { createLeastFirst } from "./least-first.ts";

interface Item {
  key: number;
  number: number;
}

test("whatever comes, grows and goes, the first is the one with the least key", () => {
  const random = randomFrom(20_261_116);
  const isBefore = (one: Item, other: Item) =>
    one.key < other.key || (one.key === other.key && one.number < other.number);
  const waiting = createLeastFirst(isBefore);
  const all = new Set<Item>();
  const anyOf = () => [...all][random(all.size)];

  for (let step = 0; step < 5_000; step++) {
    const item = all.size > 0 && random(3) > 0 ? anyOf() : undefined;
    if (item === undefined) {
      const added = { key: random(20), number: step };
      all.add(added);
      waiting.add(added);
    } else if (random(2) === 0) {
      item.key += random(20);
      waiting.grew(item);
    } else {
      all.delete(item);
      waiting.remove(item);
    }
    const least = [...all].reduce<Item | undefined>(
      (first, one) => (first === undefined || isBefore(one, first) ? one : first),
      undefined,
    );
    expect(waiting.first()).toBe(least);
  }
});

test("of ten thousand items, each step looks at a few dozen", () => {
  let compared = 0;
  const waiting = createLeastFirst<Item>((one, other) => {
    compared += 1;
    return one.key < other.key;
  });
  const items = Array.from({ length: 10_000 }, (_item, number) => ({ key: number, number }));
  for (const item of items) waiting.add(item);

  let most = 0;
  for (let step = 0; step < 1_000; step++) {
    compared = 0;
    const item = waiting.first();
    if (!item) throw new Error("ten thousand wait, and none is first");
    item.key += 5_000;
    waiting.grew(item);
    waiting.remove(item);
    waiting.add(item);
    most = Math.max(most, compared);
  }

  expect(most).toBeLessThan(100);
});

test("what is not there can grow and go, and after a clearing nothing is there", () => {
  const waiting = createLeastFirst<Item>((one, other) => one.key < other.key);
  const item = { key: 1, number: 1 };

  waiting.grew(item);
  waiting.remove(item);
  expect(waiting.first()).toBeUndefined();
  waiting.add(item);
  waiting.clear();
  expect(waiting.first()).toBeUndefined();
});
