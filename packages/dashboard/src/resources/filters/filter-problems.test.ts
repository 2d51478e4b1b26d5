import { expect, test } from "vitest";
import { filterProblems } from "./filter-problems.ts";

function marked(text: string) {
  return filterProblems(text).map(({ from, to, severity, message }) => [
    severity,
    text.slice(from, to),
    message,
  ]);
}

test("the server's fault stands at its place", () => {
  expect(marked('{"a": 1, "b": {"$ref": "c[*]"}}')).toEqual([
    ["error", '"$ref": "c[*]"', "Filter is too complex"],
  ]);
});

test("a name that looks like an operator is pointed out", () => {
  expect(marked('{"a": {"$exists": true}}')).toEqual([
    ["warning", '"$exists"', "$exists is no operator: the filter looks for a key of this name"],
  ]);
});

test("a good filter, an empty one and broken JSON have no problems of their own", () => {
  for (const text of ['{"a": {"$or": [{"$gte": 1}, 2]}}', "", "{", '"/orders"', "5"])
    expect(marked(text)).toEqual([]);
});
