import { expect, test } from "vitest";
import { suggestFor } from "./filter-suggestions.ts";

const order = { status: "paid", total: 5, items: [{ sku: "A" }, { sku: "B", size: "L" }] };

/** The bar is the cursor. */
function labelsAt(marked: string, sample: unknown = order) {
  const position = marked.indexOf("|");
  const request = { text: marked.replace("|", ""), position, isExplicit: true };
  return suggestFor(sample, request)?.options.map(({ label }) => label) ?? [];
}

test("fields of the input come first, then the operators that work around whole filters", () => {
  expect(labelsAt("{|}")).toEqual(["status", "total", "items", "$or", "$and", "$not"]);
  expect(labelsAt('{"|"}').slice(0, 2)).toEqual(['"status"', '"total"']);
});

test("under a key there are all operators, and in arrays the fields of the elements", () => {
  expect(labelsAt('{"total": {|}}')).toEqual(expect.arrayContaining(["$gte", "$in", "$exist", "$or"]));
  expect(labelsAt('{"items": [{|}]}').slice(0, 2)).toEqual(["sku", "size"]);
  expect(labelsAt('{"$or": [{|}]}').slice(0, 1)).toEqual(["status"]);
});

test("values are those of the input, also as operands", () => {
  expect(labelsAt('{"status": |}')).toEqual(expect.arrayContaining(['"paid"', "$gte"]));
  expect(labelsAt('{"items": [{"sku": {"$in": [|]}}]}')).toEqual(['"A"', '"B"']);
});

test("a path is a text, so its operators stand at the top", () => {
  expect(labelsAt("{|}", "/orders")).toEqual(expect.arrayContaining(["$startsWith", "$or"]));
});

test("a suggestion brings its colon only where there is none, and replaces the quotes", () => {
  expect(firstAt('{"st"}', 4)).toEqual([1, 5, '"status": ${}']);
  expect(firstAt('{"st": 1}', 4)).toEqual([1, 5, '"status"']);
});

function firstAt(text: string, position: number) {
  const answer = suggestFor(order, { text, position, isExplicit: false });
  return [answer?.from, answer?.to, answer?.options[0]?.template];
}
