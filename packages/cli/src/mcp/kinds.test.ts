import { expect, test } from "vitest";
import { checkedFilters, KIND_NAMES, kindOf, rowOf } from "./kinds.ts";

test("a filter that the API would ignore is refused, with those that there are", () => {
  const { list } = kindOf("event");

  for (const wrong of ["stats", "include", "limit", "constructor"])
    expect(() => checkedFilters(list, "event", { [wrong]: "x" })).toThrow(
      `"${wrong}" is no filter of events.`,
    );
});

test("filters go to the API as it reads them", () => {
  const { list } = kindOf("event");

  expect(
    checkedFilters(list, "event", {
      connection_id: "web_1",
      status: ["FAILED"],
      created_at: { gte: "2026-11-01" },
      body: { order: { id: 7 } },
      headers: '{"x":"y"}',
    }),
  ).toEqual({
    webhook_id: "web_1",
    status: ["FAILED"],
    created_at: { gte: "2026-11-01" },
    body: '{"order":{"id":7}}',
    headers: '{"x":"y"}',
  });
});

test("a row has the members with a value, by their path", () => {
  const thing = {
    id: "web_1",
    paused_at: null,
    source: { id: "src_1" },
    rules: [{ type: "filter" }, { type: "delay" }],
  };

  expect(rowOf(["id", "paused_at", "source.id", "rules[].type", "nothing.at.all"], thing)).toEqual({
    id: "web_1",
    "source.id": "src_1",
    "rules.type": ["filter", "delay"],
  });
});

test("what belongs to a thing has it in the path of its list", () => {
  for (const kind of KIND_NAMES) {
    const { list, of } = kindOf(kind);
    expect([kind, list.path.includes("{id}")]).toEqual([kind, of !== null]);
  }
});
