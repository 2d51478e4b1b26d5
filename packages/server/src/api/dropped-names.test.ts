import { expect, test } from "vitest";
import { droppedNames } from "./dropped-names.ts";

test("names that the schema dropped are told with their path, at any depth", () => {
  const sent = { status: "FAILED", colour: "red", count: { min: "1", near: "2" } };
  const read = { status: ["FAILED"], count: { min: 1 } };

  expect(droppedNames(sent, read, ["filters"])).toEqual(["filters.colour", "filters.count.near"]);
});

test("what a schema makes of texts and lists is no loss", () => {
  expect(droppedNames({ id: "a,b", methods: ["GET"] }, { id: ["a", "b"], methods: [] }, [])).toEqual([]);
  expect(droppedNames(undefined, undefined, [])).toEqual([]);
  expect(droppedNames(null, {}, ["config"])).toEqual([]);
});

test("a name that every object inherits is dropped like any other", () => {
  const sent: unknown = JSON.parse('{"__proto__":{"a":1},"constructor":1}');

  expect(droppedNames(sent, {}, ["config"])).toEqual(["config.__proto__", "config.constructor"]);
});
