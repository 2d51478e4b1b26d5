import { expect, test } from "vitest";
import { newId } from "../../ids.ts";
import { cursorOf, isCursor, positionOf } from "./cursor.ts";
import { orderOf, type SortKeys } from "./sort.ts";

const SORT: SortKeys = {
  identity: [{ sql: "id", kind: "uuid" }],
  keys: {
    created_at: [],
    name: [{ sql: "name", kind: "text" }],
    updated_at: [{ sql: "updated_at", kind: "time" }],
  },
  defaultKey: "created_at",
};
const byName = orderOf(SORT, { order_by: "name" });

test("a cursor belongs to both keys of its order, up to the one after which nothing is left to decide", () => {
  const pair = orderOf(SORT, { order_by: ["updated_at", "name"] });
  const cursor = cursorOf(pair, [1, "orders", newId()]);

  expect(positionOf(pair, cursor)).not.toBeNull();
  expect(positionOf(orderOf(SORT, { order_by: "updated_at" }), cursor)).toBeNull();
  const byAge = cursorOf(orderOf(SORT, {}), [newId()]);
  expect(positionOf(orderOf(SORT, { order_by: ["created_at", "name"] }), byAge)).not.toBeNull();
});

test("a cursor leads back to its position", () => {
  const position = ["orders", newId()];
  const cursor = cursorOf(byName, position);

  expect(isCursor(cursor)).toBe(true);
  expect(positionOf(byName, cursor)).toEqual(position);
});

test("a cursor of another order is refused", () => {
  const cursor = cursorOf(byName, ["orders", newId()]);

  expect(positionOf(orderOf(SORT, {}), cursor)).toBeNull();
  expect(positionOf(orderOf(SORT, { order_by: "updated_at" }), cursor)).toBeNull();
});

test("values that do not fit their column are refused before they reach the database", () => {
  for (const position of [
    ["orders", "not-a-uuid"],
    ["orders", 5],
    [null, newId()],
    ["x\u0000y", newId()],
    ["x".repeat(401), newId()],
    [{}, newId()],
  ]) {
    // Deliberately not a position.
    expect(positionOf(byName, cursorOf(byName, position as string[]))).toBeNull();
  }
  const byTime = orderOf(SORT, { order_by: "updated_at" });
  for (const time of [1.5, 1e300, "2026-01-01", null]) {
    // Deliberately not a position.
    expect(positionOf(byTime, cursorOf(byTime, [time as number, newId()]))).toBeNull();
  }
});

test("text that is no cursor at all is refused", () => {
  for (const text of ["cur_", "cur_%%%", "cur_bnVsbA", `cur_${"A".repeat(10_000)}`]) {
    expect(positionOf(byName, text)).toBeNull();
  }
});
