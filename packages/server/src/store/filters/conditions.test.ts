import { expect, test } from "vitest";
import { createdAt } from "../../ids.ts";
import { Conditions, dateBounds, whereCreatedAt, whereEnabled, whereName } from "./conditions.ts";

const MOMENT = Date.parse("2026-01-14T13:36:06.415Z");

test("a date without an operator means its whole millisecond", () => {
  expect(dateBounds(MOMENT)).toEqual({ fromMs: MOMENT, beforeMs: MOMENT + 1, hasValue: null });
});

test("several operators on one date must all hold", () => {
  expect(dateBounds({ gt: MOMENT, gte: MOMENT - 10, lte: MOMENT + 20, le: MOMENT + 50 })).toEqual({
    fromMs: MOMENT + 1,
    beforeMs: MOMENT + 21,
    hasValue: null,
  });
});

test("no date, and any date, are questions of their own", () => {
  expect(dateBounds(null).hasValue).toBe(false);
  expect(dateBounds({ any: true }).hasValue).toBe(true);
});

test("creation times become bounds on ids", () => {
  const conditions = new Conditions();

  whereCreatedAt(conditions, "id", { gte: MOMENT });

  expect(conditions.sql).toBe("(id >= $1::uuid)");
  expect(createdAt(String(conditions.values[0]))).toBe("2026-01-14T13:36:06.415Z");
});

test("nothing was created at no time", () => {
  const conditions = new Conditions();

  whereCreatedAt(conditions, "id", null);

  expect(conditions.sql).toBe("(false)");
});

test("a name is searched for as it is typed", () => {
  const conditions = new Conditions();

  whereName(conditions, "name", { contains: String.raw`50%_\off` });

  expect(conditions.values).toEqual([String.raw`%50\%\_\\off%`]);
});

const textOf = (filters: Parameters<typeof whereEnabled>[2]) => {
  const conditions = new Conditions();
  whereEnabled(conditions, "disabled_at", filters);
  return conditions.sql;
};

test("what is disabled is left out until it is asked for", () => {
  expect(textOf({})).toBe("(disabled_at is null)");
  expect(textOf({ disabled: false })).toBe("(disabled_at is null)");
  expect(textOf({ disabled: true })).toBe("");
  expect(textOf({ disabled_at: { any: true } })).toBe("(disabled_at is not null)");
});
