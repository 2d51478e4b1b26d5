import type { Rule } from "@posthorn/contract/rules";
import { expect, test } from "vitest";
import { inActingOrder, ruleWords } from "./rule-words.ts";

const retry: Rule = {
  type: "retry",
  strategy: "exponential",
  interval: 30_000,
  count: 5,
  response_status_codes: null,
};
const delay: Rule = { type: "delay", delay: 60_000 };
const filter: Rule = { type: "filter", body: { total: { $gt: 1 } }, headers: null, path: "/a" };
const deduplicate: Rule = { type: "deduplicate", window: 3_600_000 };

test("delay and retry act last, and the others in the person's order", () => {
  const order = inActingOrder([retry, filter, delay, deduplicate]).map(({ type }) => type);

  expect(order).toEqual(["filter", "deduplicate", "delay", "retry"]);
});

test("each rule says what it does in a few words", () => {
  expect([retry, delay, filter, deduplicate].map(ruleWords)).toEqual([
    "exponential, 30 s × 5",
    "1 min",
    'body.total is more than 1 and path is "/a"',
    "all fields, within 1 h",
  ]);
  expect(ruleWords({ ...retry, count: null, response_status_codes: [">=500", "!503"] })).toBe(
    "exponential, 30 s × 5, on >=500, !503",
  );
  expect(ruleWords({ ...deduplicate, include_fields: ["body.id"] })).toBe("same body.id, within 1 h");
  expect(ruleWords({ ...deduplicate, exclude_fields: ["headers"] })).toBe("same except headers, within 1 h");
  expect(ruleWords({ type: "filter" })).toBe("lets everything pass");
});
