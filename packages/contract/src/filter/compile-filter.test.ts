import { expect, test } from "vitest";
import { compileFilter } from "./compile-filter.ts";
import { filterFault } from "./filter-fault.ts";

test("one compiled filter answers for many payloads, and what one cost is not counted to the next", () => {
  const matches = compileFilter({ items: [{ sku: "X" }] });
  const items = Array.from({ length: 100_000 }, (_item, at) => ({ sku: `s${at}` }));

  for (let run = 0; run < 5; run += 1) expect(matches({ items })).toBe(false);
  expect(matches({ items: [...items, { sku: "X" }] })).toBe(true);
});

const times = <T>(length: number, one: (at: number) => T): T[] => Array.from({ length }, (_, at) => one(at));
const anyOf = (length: number, condition: (at: number) => unknown) => ({ $or: times(length, condition) });
const digits = "9".repeat(5_000_000);
const names = (last: number) => Object.fromEntries(times(1000, (at) => [`n${at}`, at === 999 ? last : 0]));

/** None of these matches. So `$not` around one would be a yes, unless the budget runs out. */
test.each<[what: string, data: unknown, schema: unknown]>([
  ["many elements", { a: times(1000, () => times(1000, () => 1)) }, { a: [[2], [3]] }],
  ["long texts read as numbers", { a: digits }, anyOf(2000, (at) => ({ a: at }))],
  ["long texts searched", { a: digits }, anyOf(2000, (at) => ({ a: { $in: `x${at}` } }))],
  [
    "long words that nearly fit",
    { a: digits },
    anyOf(4, (at) => ({ a: { $in: `${"9".repeat(5000)}${at}` } })),
  ],
  [
    "large values compared",
    { a: times(1000, () => ({ b: names(1) })), c: names(2) },
    { a: [{ b: { $eq: { $ref: "c" } } }] },
  ],
  [
    "a reference for each element",
    { a: times(200_000, () => ({ b: 1 })) },
    { a: [{ b: { $eq: { $ref: "a[$index].c" } } }] },
  ],
  [
    "a reference that cannot be read for each element",
    { a: times(200_000, () => ({ b: 1 })) },
    { a: [{ b: { $ref: "a[" } }] },
  ],
  [
    "a schema out of the payload for each element",
    { a: times(2000, () => ({ b: [1] })), c: times(1000, () => 2) },
    { a: [{ b: { $ref: "c" } }] },
  ],
  [
    "a long reference out of the payload for each element",
    { a: times(2000, () => ({ b: { d: 1 } })), c: { d: { $ref: `x${"[0]".repeat(1000)}` } } },
    { a: [{ b: { $ref: "c" } }] },
  ],
  [
    "a list out of the payload for each element",
    { a: times(2000, () => ({ b: 1 })), c: times(1000, () => 2) },
    { a: [{ b: { $in: { $ref: "c" } } }] },
  ],
])("a costly match ends, and is a no: %s", (_what, data, schema) => {
  const negated = { $not: schema };

  expect(filterFault(negated)).toBeNull();
  expect(compileFilter(schema)(data)).toBe(false);
  expect(compileFilter(negated)(data)).toBe(false);
});

test("matches can share a budget, and say by what is left of it whether it was enough", () => {
  const matches = compileFilter({ $not: { items: 7 } });
  const items = times(50, () => 1);
  const [enough, tooSmall] = [{ left: 1_000 }, { left: 80 }];

  expect([matches({ items }, enough), matches({ items }, enough)]).toEqual([true, true]);
  const cost = (1_000 - enough.left) / 2;
  expect(cost).toBeGreaterThan(50);
  expect([matches({ items }, tooSmall), matches({ items }, tooSmall), tooSmall.left]).toEqual([
    true,
    false,
    -1,
  ]);
});

test("a payload whose branches all refer to themselves ends too", () => {
  const data = { b: { $or: [{ b: { $ref: "b" } }, { b: { $ref: "b" } }], b: 1 } };

  expect(compileFilter({ b: { $ref: "b" } })(data)).toBe(false);
});

test("nothing that a filter or a payload names reaches a prototype", () => {
  const hostile = JSON.parse(
    '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"$ref":"__proto__"}',
  );

  expect(compileFilter(hostile)(hostile)).toBe(true);
  expect(compileFilter({ a: { $ref: "constructor.prototype" } })({ a: null })).toBe(false);
  expect(compileFilter({ toString: {} })({})).toBe(false);
  expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
});
