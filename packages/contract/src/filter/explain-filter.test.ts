import { expect, test } from "vitest";
import { compileFilter } from "./compile-filter.ts";
import { explainFilter, explainPart } from "./explain-filter.ts";
import { randomCases } from "./testing/random-cases.ts";

test("20,000 random cases: the answer is the matcher's, and the conditions agree with it", () => {
  const next = randomCases(20_261_116);
  const differences: string[] = [];
  let takenApart = 0;

  for (let run = 0; run < 20_000; run += 1) {
    const { data, schema } = next();
    const { matches, conditions, failures } = explainPart(schema, data);
    const isMatch = compileFilter(schema)(data);
    const agrees =
      matches === isMatch &&
      conditions.every(({ holds }) => holds) === isMatch &&
      (failures.length === 0) === isMatch &&
      failures.every(({ holds }) => !holds);
    if (!agrees) differences.push(`${JSON.stringify(data)} ~ ${JSON.stringify(schema)}`);
    if (conditions.length > 1) takenApart += 1;
  }

  expect(differences).toEqual([]);
  // If nearly all filters were one condition, the test would prove little.
  expect(takenApart).toBeGreaterThan(4_000);
});

const order = {
  financial_status: "paid",
  total_price: "129.00",
  customer: { default_address: { country_code: "DE" } },
  line_items: [{ sku: "A-37" }, { sku: "B-04", tags: ["new"] }],
};

type Failure = [path: (string | null)[], operator: string | null, expected: unknown, found: unknown];

/** Each filter fails at exactly one place. */
test.each<[what: string, schema: unknown, data: unknown, failure: Failure]>([
  ["a plain value", { financial_status: "open" }, order, [["financial_status"], null, "open", "paid"]],
  [
    "an operator below objects",
    {
      financial_status: "paid",
      total_price: { $gte: 50 },
      customer: { default_address: { country_code: { $in: ["CH", "LI"] } } },
    },
    order,
    [["customer", "default_address", "country_code"], "$in", ["CH", "LI"], "DE"],
  ],
  ["one of two operators", { n: { $gt: 1, $lt: 5 } }, { n: 7 }, [["n"], "$lt", 5, 7]],
  ["a missing key", { customer: { name: "x" } }, order, [["customer", "name"], null, "x", undefined]],
  ["a missing branch", { a: { b: { c: 1 } } }, {}, [["a"], null, { b: { c: 1 } }, undefined]],
  ["a key that must be absent", { n: { $exist: false } }, { n: 1 }, [["n"], "$exist", false, 1]],
  [
    "a field that no element has",
    { line_items: [{ sku: { $startsWith: "C-" } }] },
    order,
    [["line_items", null, "sku"], "$startsWith", "C-", ["A-37", "B-04"]],
  ],
  [
    "elements that hold only together",
    { line_items: { sku: "A-37", tags: "new" } },
    order,
    [["line_items"], null, { sku: "A-37", tags: "new" }, order.line_items],
  ],
  ["a value that no element is", { tags: "x" }, { tags: ["a", "b"] }, [["tags"], null, "x", ["a", "b"]]],
  ["one member of a list", { tags: ["a", "x"] }, { tags: ["a", "b"] }, [["tags"], null, "x", ["a", "b"]]],
  ["a $not", { a: 1, $not: { b: 2 } }, { a: 1, b: 2 }, [[], "$not", { b: 2 }, { a: 1, b: 2 }]],
  ["a $or", { $or: [{ a: 2 }, { a: 3 }] }, { a: 1 }, [[], "$or", [{ a: 2 }, { a: 3 }], { a: 1 }]],
  ["a member of $and", { $and: [{ a: 1 }, { b: 3 }] }, { a: 1, b: 2 }, [["b"], null, 3, 2]],
  ["a $or under a key", { a: { $or: [2, 3] } }, { a: 1 }, [["a"], "$or", [2, 3], 1]],
  ["a reference", { a: { $ref: "b" } }, { a: 1, b: 2 }, [["a"], "$ref", "b", 1]],
  [
    "an operator with a reference",
    { a: { $eq: { $ref: "b" } } },
    { a: 1, b: 2 },
    [["a"], "$eq", { $ref: "b" }, 1],
  ],
  ["a path", { $startsWith: "/orders" }, "/users/7", [[], "$startsWith", "/orders", "/users/7"]],
  ["an operator's name as a field", { $eq: { $gt: 1 } }, { $eq: 0 }, [["$eq"], "$gt", 1, 0]],
])("a failure names path, operator, expected and found: %s", (_what, schema, data, failure) => {
  const { matches, failures } = explainPart(schema, data);

  expect(matches).toBe(false);
  expect(failures.map(({ path, operator, expected, found }) => [path, operator, expected, found])).toEqual([
    failure,
  ]);
});

test("conditions are counted one by one and know their place in the filter", () => {
  const { conditions } = explainPart(
    { financial_status: "paid", total_price: { $gte: 50, $lt: 100 }, line_items: [{ sku: "A-37" }] },
    order,
  );

  expect(conditions.map(({ place, holds }) => [place.join("."), holds])).toEqual([
    ["financial_status", true],
    ["total_price.$gte", true],
    ["total_price.$lt", false],
    ["line_items", true],
  ]);
});

test("each part is explained by itself, and a part without a filter is not", () => {
  const explained = explainFilter(
    { body: { a: 1 }, path: "/x", query: null },
    { body: { a: 1 }, headers: {}, query: {}, path: "/y" },
  );

  expect(explained.body?.matches).toBe(true);
  expect(explained.path?.matches).toBe(false);
  expect([explained.headers, explained.query]).toEqual([null, null]);
});

test("a costly match and a filter that cannot be saved are told apart from a plain no", () => {
  const items = Array.from({ length: 1000 }, () => Array.from({ length: 1000 }, () => 1));

  expect(explainPart({ a: [[2], [3]] }, { a: items })).toMatchObject({ matches: false, isTooCostly: true });
  expect(explainPart({ a: { $ref: "b[*]" } }, { a: 1 })).toMatchObject({
    matches: false,
    isTooCostly: false,
    fault: "Filter is too complex",
  });
});

test("a payload with hostile names is explained like any other", () => {
  const hostile: unknown = JSON.parse('{"__proto__":{"polluted":1},"constructor":2}');

  const { matches, conditions } = explainPart(hostile, hostile);

  expect(matches).toBe(true);
  expect(conditions.map(({ path }) => path)).toEqual([["__proto__", "polluted"], ["constructor"]]);
});
