import { explainPart } from "@posthorn/contract/filter/explain-filter";
import { expect, test } from "vitest";
import { quickFixOf } from "./quick-fix.ts";

function fixFor(filter: unknown, input: unknown) {
  const [failure] = explainPart(filter, input).failures;
  const fix = failure ? quickFixOf(filter, failure) : null;
  return fix && { label: fix.label, filter: JSON.parse(fix.text) as unknown };
}

test.each([
  [
    { z: 1, a: { c: { $in: ["CH"] } } },
    { z: 1, a: { c: "DE" } },
    'Add "DE"',
    { z: 1, a: { c: { $in: ["CH", "DE"] } } },
  ],
  [{ a: { $in: [1], $exist: true } }, { a: 2 }, "Add 2", { a: { $in: [1, 2], $exist: true } }],
  [{ type: "paid" }, { type: "open" }, 'Also accept "open"', { type: { $in: ["paid", "open"] } }],
  [{ $and: [{ n: 1 }] }, { n: 2 }, "Also accept 2", { $and: [{ n: { $in: [1, 2] } }] }],
])("%j does not let %j pass: %s", (filter, input, label, fixed) => {
  expect(fixFor(filter, input)).toEqual({ label, filter: fixed });
  expect(explainPart(fixed, input).matches).toBe(true);
});

test("the filter keeps the order of its keys", () => {
  const filter = { z: 1, a: "x" };
  const [failure] = explainPart(filter, { z: 1, a: "y" }).failures;

  const text = failure && quickFixOf(filter, failure)?.text;

  expect(Object.keys(JSON.parse(text ?? "{}"))).toEqual(["z", "a"]);
});

test.each([
  [{ type: "paid" }, {}],
  [{ total: { $gte: 50 } }, { total: 7 }],
  [{ items: { sku: "A" } }, { items: [{ sku: "B" }] }],
  [{ text: "a" }, { text: "b".repeat(60) }],
])("%j has no quick fix for %j", (filter, input) => {
  expect(fixFor(filter, input)).toBeNull();
});
