import { describe, expect, test } from "vitest";
import { Conditions } from "../../store/filters/conditions.ts";
import { backwards, orderBySql, orderOf, positionSql, whereAfter, type SortKeys } from "./sort.ts";

const SORT: SortKeys = {
  identity: [{ sql: "id", kind: "uuid" }],
  keys: {
    created_at: [],
    name: [{ sql: "name", kind: "text" }],
    updated_at: [{ sql: "updated_at", kind: "time" }],
  },
  defaultKey: "created_at",
};

describe("the order", () => {
  test("is newest first when nothing is asked", () => {
    expect(orderBySql(orderOf(SORT, {}))).toBe("id desc");
  });

  test("ends with the id, so that equal rows have a place too", () => {
    expect(orderBySql(orderOf(SORT, { order_by: "name", dir: "ASC" }))).toBe("name asc, id asc");
  });

  test("takes two keys, each with its direction", () => {
    const order = orderOf(SORT, { order_by: ["name", "updated_at"], dir: ["asc", "desc"] });

    expect(orderBySql(order)).toBe("name asc, updated_at desc, id desc");
    expect(orderBySql(backwards(order))).toBe("name desc, updated_at asc, id asc");
  });

  test("knows that nothing is left to decide after the creation time", () => {
    expect(orderBySql(orderOf(SORT, { order_by: ["created_at", "name"], dir: ["asc", "desc"] }))).toBe(
      "id asc",
    );
  });
});

test("times are positions in whole microseconds", () => {
  expect(positionSql(orderOf(SORT, { order_by: "updated_at" }))).toBe(
    "json_build_array((extract(epoch from updated_at) * 1000000)::bigint, id)",
  );
});

test("what comes after a position is one range where all directions agree", () => {
  const conditions = new Conditions();

  whereAfter(conditions, orderOf(SORT, { order_by: "name", dir: "asc" }), ["orders", "uuid"]);

  expect(conditions.sql).toBe("((name, id) > ($1::text, $2::uuid))");
  expect(conditions.values).toEqual(["orders", "uuid"]);
});

test("what comes after a position is spelled out where they do not", () => {
  const conditions = new Conditions();
  const order = orderOf(SORT, { order_by: ["name", "created_at"], dir: ["asc", "desc"] });

  whereAfter(conditions, order, ["orders", "uuid"]);

  expect(conditions.sql).toBe("((name > $1::text) or (name = $1::text and id < $2::uuid))");
});
