import { expect, test } from "vitest";
import { filterOf, textsOf } from "./filter-texts.ts";

test("a filter becomes texts and comes back as it was, without the parts that are empty", () => {
  const filter = { body: { a: { $gte: 5 } }, path: "/orders", headers: null };

  const texts = textsOf(filter);

  expect(texts).toEqual({
    body: '{\n  "a": { "$gte": 5 }\n}',
    headers: "",
    query: "",
    path: '"/orders"',
  });
  expect(filterOf(texts)).toEqual({ filter: { body: { a: { $gte: 5 } }, path: "/orders" } });
});

test.each([
  ["invalid JSON", "{"],
  ["what the server refuses", '{"a": {"$ref": "b[*]"}}'],
])("the part that cannot be saved is named: %s", (_what, query) => {
  expect(filterOf({ body: "{}", headers: " ", query, path: "" })).toEqual({ faultyPart: "query" });
});
