import { expect, test } from "vitest";
import { changesBuiltIns } from "./changes-built-ins.ts";

test.each([
  "String.prototype.shout = function () {}",
  "Array.prototype['last'] = 1",
  "JSON.stringify = () => 1",
  "Date.now ??= 1",
  "Math.count++",
  "Object.defineProperty(Array.prototype, 'x', {})",
  "Object.assign(String.prototype, {})",
  "delete Array.prototype.map",
  "({}).__proto__.x = 1",
  "new Function('list', 'list.last = 1')(Array.prototype)",
  "/(a)/.test(b); RegExp.$1",
  "RegExp['$&']",
])("%s changes what the language brings, or reads its traces", (code) => {
  expect(changesBuiltIns(code)).toBe(true);
});

test.each([
  "request.body.total = Math.round(1.5)",
  "Object.prototype.hasOwnProperty.call(a, b)",
  "if (Array.prototype.map === b) {}",
  "const f = JSON.stringify; a = Number.MAX_VALUE <= b",
  "Object.assign({}, request.body)",
  "Object.defineProperty(own, 'x', {})",
  "class Own extends Error { constructor() { super(); this.name = 'Own' } }",
  "new RegExp('a').test(b)",
])("%s leaves it as it is", (code) => {
  expect(changesBuiltIns(code)).toBe(false);
});

test.each(["Object[", "delete ", "Object.a ", "aError.", "set( ", " ".repeat(5)])(
  "five megabytes of %j are looked through once",
  (text) => {
    expect(changesBuiltIns(text.repeat(5_000_000 / text.length))).toBe(false);
  },
);
