import { expect, test } from "vitest";
import { compileFilter } from "./compile-filter.ts";
import { DEEPEST, filterFault, filterFaultPlace, MOST_CHARACTERS, MOST_VALUES } from "./filter-fault.ts";

const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });

test.each<[what: string, schema: unknown]>([
  ["a primitive", "/a"],
  ["null, which never matches", null],
  ["as many values as are allowed", { a: { $in: Array.from({ length: MOST_VALUES - 3 }, (_, at) => at) } }],
  ["as deep as is allowed", nested(DEEPEST)],
  ["as long as is allowed", "x".repeat(MOST_CHARACTERS)],
  ["plain references", { a: { $ref: "$.a[$index]['b,*'].c" }, b: { $gt: { $ref: "a[0]" } } }],
  ["a long reference that never ends its name", { a: { $ref: `['${"x".repeat(MOST_CHARACTERS - 10)}` } }],
  ["a reference that is only a slip", { a: { $ref: "content-type" } }],
])("can be saved: %s", (_what, schema) => {
  expect(filterFault(schema)).toBeNull();
});

const circle: { a?: unknown } = {};
circle.a = circle;

test.each<[what: string, schema: unknown]>([
  ["one value too many", { a: { $in: Array.from({ length: MOST_VALUES - 2 }, (_, at) => at) } }],
  ["one level too deep", nested(DEEPEST + 1)],
  ["one letter too long", "x".repeat(MOST_CHARACTERS + 1)],
  ["too long by its names", { ["x".repeat(MOST_CHARACTERS + 1)]: {} }],
  ["a circle", circle],
  ...["a[*]", "*", "$..a", "a[0:1]", "a['b','c']", "a[?(@.b)]", "a[(@.length-1)]", "a[$index].*"].map(
    (path): [string, unknown] => [`the reference ${path}`, { a: [{ b: { $eq: { $ref: path } } }] }],
  ),
])("too complex, and matches nothing: %s", (_what, schema) => {
  expect(filterFault(schema)).toBe("Filter is too complex");
  expect(compileFilter(schema)(schema)).toBe(false);
});

test.each<[what: string, schema: unknown, place: (string | number)[]]>([
  ["a refused reference", { a: [{ b: { $eq: { $ref: "a[*]" } } }] }, ["a", 0, "b", "$eq", "$ref"]],
  [
    "the first value too many",
    { a: 1, b: Array.from({ length: MOST_VALUES }, () => 1) },
    ["b", MOST_VALUES - 3],
  ],
  ["the first level too deep", nested(DEEPEST + 1), Array.from({ length: DEEPEST + 1 }, () => "a")],
])("the place of a fault: %s", (_what, schema, place) => {
  expect(filterFaultPlace(schema)).toEqual(place);
});
