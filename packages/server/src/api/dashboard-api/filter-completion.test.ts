import { MOST_CHARACTERS } from "@posthorn/contract/filter/filter-fault";
import { expect, test } from "vitest";
import { completionMessages, readCompletion } from "./filter-completion.ts";

const PAID = { body: { type: "order.paid", total: { $gte: 20 } } };

test.each([
  ["plain JSON", JSON.stringify(PAID)],
  ["a block of Markdown", `\n\`\`\`json\n${JSON.stringify(PAID, null, 2)}\n\`\`\`\n`],
  ["an object that names it", JSON.stringify({ filter: PAID })],
])("a filter is read from %s", (_what, text) => {
  expect(readCompletion(text)).toEqual(PAID);
});

test("operators and combinators may be anywhere, and a part may be one of them", () => {
  const filter = {
    headers: { $or: [{ "x-topic": { $startsWith: ["orders/"] } }, { "x-topic": { $exist: false } }] },
    body: { $not: { items: { sku: { $in: ["a"] } } }, total: { $lt: { $ref: "limit" } } },
    path: { $endsWith: "/paid" },
  };

  expect(readCompletion(JSON.stringify(filter))).toEqual(filter);
});

test.each([
  ["words", "Here is your filter!"],
  ["the model's refusal", '{"error":"impossible"}'],
  ["a part that requests do not have", '{"cookies":{"a":1}}'],
  ["an operator that filters do not have", '{"body":{"type":{"$regex":"^a"}}}'],
  ["such an operator deep inside", '{"body":{"$or":[{"a":[{"$matches":1}]}]}}'],
  ["a reference that no filter can follow", '{"body":{"a":{"$ref":"b..c"}}}'],
  ["something deeper than filters are", `{"body":${"[".repeat(5_000)}${"]".repeat(5_000)}}`],
  ["a list", "[1]"],
  ["nothing", ""],
  ["null", "null"],
])("%s is no filter", (_what, text) => {
  expect(readCompletion(text)).toBeNull();
});

const told = (...[prompt, filter, input]: Parameters<typeof completionMessages>) =>
  completionMessages(prompt, filter, input)?.[1]?.content ?? "";

test("the model learns the task, the present filter and the chosen request", () => {
  const input = { body: { total: 20 }, headers: { "x-topic": "orders" }, path: "/a" };

  const content = told("only paid", PAID, input);

  expect(content).toContain("Task: only paid");
  expect(content).toContain(JSON.stringify(PAID));
  expect(content).toContain('"body":{"total":20}');
  expect(told("only paid", {}, undefined)).not.toContain("Example request");
});

test("values whose names say that they are secrets are not shared", () => {
  const headers = {
    Authorization: "hunter2",
    "x-hub-signature-256": "hunter2",
    cookie: "hunter2",
    "x-a": "b",
  };
  const content = told("only paid", {}, { headers, parsed_query: { access_token: "hunter2", page: "2" } });

  expect(content).not.toContain("hunter2");
  expect(content).toContain('"x-a":"b"');
  expect(content).toContain('"page":"2"');
});

test("a long request is cut, and a filter that is too long is not shared at all", () => {
  expect(told("only paid", {}, { body: "x".repeat(1_000_000) }).length).toBeLessThan(40_000);
  expect(
    completionMessages("only paid", { body: { a: "x".repeat(MOST_CHARACTERS - 1) } }, undefined),
  ).toBeNull();
});
