import * as fc from "fast-check";
import { expect, test } from "vitest";
import { formFields } from "./form-body.ts";

test("names and values are decoded, repeated names become lists", () => {
  expect(formFields("a=1+2&b=%C3%A9&c&d=&a=3&a=%26")).toEqual({
    a: ["1 2", "3", "&"],
    b: "é",
    c: "",
    d: "",
  });
  expect(formFields("user[name]=ada&user[tags][]=x")).toEqual({ "user[name]": "ada", "user[tags][]": "x" });
  expect(formFields("?a=1")).toEqual({ "?a": "1" });
});

test("names that mean something to JavaScript are plain properties", () => {
  const fields = formFields("__proto__=1&constructor=2&toString=3&__proto__=4");

  expect(Object.entries(fields)).toEqual([
    ["__proto__", ["1", "4"]],
    ["constructor", "2"],
    ["toString", "3"],
  ]);
  expect(JSON.stringify(fields)).toContain('"__proto__":["1","4"]');
  expect(Reflect.get({}, "1")).toBeUndefined();
});

test("what comes after a thousand fields is not shown", () => {
  const text = Array.from({ length: 1_500 }, (_, at) => `f${at}=${at}`).join("&");

  expect(Object.keys(formFields(text))).toHaveLength(1_000);
  expect(formFields(text)).toHaveProperty("f999", "999");
});

test("any text at all is some form", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(JSON.parse(JSON.stringify(formFields(text)))).toEqual(formFields(text));
    }),
    { numRuns: 1_000 },
  );
});
