import { TRANSFORMATION_ENV_MAX_VARIABLES } from "@posthorn/contract/limits";
import { expect, test } from "vitest";
import { canAddRow, canDeleteRow, envOf, rowProblems, rowsOf, withoutRow, withRow } from "./variable-rows.ts";

const row = (name: string, value = "") => ({ name, value });

test("variables become rows and rows the same variables", () => {
  const env = { SHOP: "north", _empty: "" };

  expect(envOf(rowsOf(env))).toEqual(env);
  expect(rowsOf(null)).toEqual([row("")]);
  expect(envOf([row(""), row("A", "1"), row("")])).toEqual({ A: "1" });
});

test("a row that is alone cannot be deleted", () => {
  expect(canDeleteRow([row("A")])).toBe(false);
  expect(withoutRow([row("A")], 0)).toEqual([row("A")]);
  expect(withoutRow([row("A"), row("B")], 0)).toEqual([row("B")]);
});

test("names are valid and unique, and empty rows are no problem", () => {
  const rows = [row("A"), row("1a"), row("a b"), row("A"), row("", "x"), row(""), row("__proto__")];
  const invalid = "Use letters, digits and underscores, and no digit first";

  expect(rowProblems(rows)).toEqual([
    undefined,
    invalid,
    invalid,
    "Name is already used.",
    "Required",
    undefined,
    invalid,
  ]);
  expect(rowProblems([row("A".repeat(156))])).toEqual(["At most 155 characters"]);
  expect(rowProblems([row("A", "x".repeat(16_385))])).toEqual([
    "The value may have at most 16,384 characters",
  ]);
});

test("there is an end to rows", () => {
  const full = Array.from({ length: TRANSFORMATION_ENV_MAX_VARIABLES }, (_, at) => row(`A${at}`));

  expect(canAddRow(full)).toBe(false);
  expect(withRow(full)).toHaveLength(TRANSFORMATION_ENV_MAX_VARIABLES);
});
