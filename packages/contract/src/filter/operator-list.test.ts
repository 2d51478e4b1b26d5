import { expect, test } from "vitest";
import { compileFilter } from "./compile-filter.ts";
import { FILTER_OPERATORS } from "./operator-list.ts";
import { OPERATOR_NAMES } from "./operators.ts";

const LOGICAL = ["$or", "$and", "$not", "$ref"];

test("every operator is explained once, in a sentence", () => {
  const names = FILTER_OPERATORS.map(({ name }) => name);

  expect(names.toSorted()).toEqual([...OPERATOR_NAMES, ...LOGICAL].toSorted());
  for (const { sentence } of FILTER_OPERATORS) expect(sentence).toMatch(/^[A-Z].*\.$/);
});

test.each(FILTER_OPERATORS)("the example of $name is JSON that can be saved", ({ name, example }) => {
  const schema = { a: { [name]: JSON.parse(example) as unknown } };

  expect(() => compileFilter(schema)({ a: 1 })).not.toThrow();
});
