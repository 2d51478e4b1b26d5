import { expect, test } from "vitest";
import { stateText } from "./state-text.ts";

const text = (rule: object) =>
  stateText({ connection: { source_id: "src_1", rules: [rule], name: "orders" } });

test("the order of keys makes no difference, names come first, and ids of the ends are left out", () => {
  const written = text({ retry: 1, type: "x", count: { b: 1, a: null } });

  expect(written).toBe(text({ count: { a: null, b: 1 }, type: "x", retry: 1 }));
  expect(JSON.parse(written)).toEqual({
    connection: { name: "orders", rules: [{ type: "x", count: { a: null, b: 1 }, retry: 1 }] },
  });
  expect(written.indexOf('"name"')).toBeLessThan(written.indexOf('"rules"'));
  expect(written).toContain('"type": "x",\n        "count"');
});

test("lists keep their order", () => {
  expect(stateText({ source: { list: ["b", "a"] } })).not.toBe(stateText({ source: { list: ["a", "b"] } }));
});
