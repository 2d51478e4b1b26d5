/**
 * Do our filters give the same answers as the library that they come from?
 *
 * The library is the judge. The only allowed differences are in a list of named cases, with the answers of both
 * sides.
 */
import library from "simple-json-match";
import { expect, test } from "vitest";
import { compileFilter } from "./compile-filter.ts";
import { randomCases } from "./testing/random-cases.ts";

/** Vitest returns the default export of a CommonJS module itself. The cast also widens the library's narrow types. */
const judge = library as unknown as (data: unknown, schema: unknown) => boolean;

test("40,000 random cases: no difference", () => {
  const next = randomCases(20_261_115);
  const differences: string[] = [];
  let matches = 0;

  for (let run = 0; run < 40_000; run += 1) {
    const { data, schema } = next();
    const expected = judge(data, schema);
    if (expected) matches += 1;
    if (compileFilter(schema)(data) !== expected) {
      differences.push(`${JSON.stringify(data)} ~ ${JSON.stringify(schema)} should be ${expected}`);
    }
  }

  expect(differences).toEqual([]);
  // If nearly all cases were a no, the test would prove little.
  expect(matches).toBeGreaterThan(12_000);
  expect(matches).toBeLessThan(28_000);
});

/** The only cases in which we differ from the library, and why. */
const DECIDED_BY_US: { why: string; data: unknown; schema: unknown; library: boolean; ours: boolean }[] = [
  {
    why: "only own properties exist: what every JavaScript object inherits is not in the payload",
    data: { a: 1 },
    schema: { constructor: { $exist: true } },
    library: true,
    ours: false,
  },
  {
    why: "own properties only, so absence is true as well",
    data: { a: 1 },
    schema: { toString: { $exist: false } },
    library: false,
    ours: true,
  },
  {
    why: "a payload's prototype cannot be looked into",
    data: { a: 1 },
    schema: { ["__proto__"]: {} },
    library: true,
    ours: false,
  },
  {
    why: "a reference finds own properties only, else null",
    data: { a: [1], b: null },
    schema: { b: { $ref: "a.map" } },
    library: false,
    ours: true,
  },
  {
    why: "a reference with a wildcard is not followed (and refused when saved)",
    data: { a: [1], b: 1 },
    schema: { b: { $ref: "a[*]" } },
    library: true,
    ours: false,
  },
  {
    why: "a reference that descends is not followed (and refused when saved)",
    data: { a: { c: 1 }, b: 1 },
    schema: { b: { $ref: "$..c" } },
    library: true,
    ours: false,
  },
  {
    why: "a reference with a slice is not followed (and refused when saved)",
    data: { a: [1], b: 1 },
    schema: { b: { $ref: "a[0:1]" } },
    library: true,
    ours: false,
  },
  {
    why: "a reference with a choice of names is not followed (and refused when saved)",
    data: { a: { c: 1 }, b: 1 },
    schema: { b: { $ref: "a['c','d']" } },
    library: true,
    ours: false,
  },
  {
    why: "a reference with a script is not run (and refused when saved)",
    data: { a: [2, 1], b: 1 },
    schema: { b: { $ref: "a[(@.length-1)]" } },
    library: true,
    ours: false,
  },
  {
    why: "a payload that refers on and on is followed 32 times",
    data: {
      ...Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`a${at}`, { $ref: `a${at + 1}` }])),
      a40: 1,
      b: 1,
    },
    schema: { b: { $ref: "a0" } },
    library: true,
    ours: false,
  },
  {
    why: "the number -0 at the start of a longer reference is 0, as everywhere else in it",
    data: { 0: { a: 1 }, b: 1 },
    schema: { b: { $ref: "-0.a" } },
    library: false,
    ours: true,
  },
  {
    why: "a filter deeper than can be saved matches nothing",
    data: nested(40, 1),
    schema: nested(40, 1),
    library: true,
    ours: false,
  },
  {
    why: "a match out of steps is a no, also inside a $not",
    data: { a: Array.from({ length: 2000 }, () => Array.from({ length: 1000 }, () => 1)) },
    schema: { $not: { a: 2 } },
    library: true,
    ours: false,
  },
];

function nested(levels: number, value: unknown): unknown {
  return levels === 0 ? value : { a: nested(levels - 1, value) };
}

test.each(DECIDED_BY_US)("decided by us: $why", ({ data, schema, library: theirs, ours }) => {
  expect(judge(data, schema)).toBe(theirs);
  expect(compileFilter(schema)(data)).toBe(ours);
});
