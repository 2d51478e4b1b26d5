import { expect, test } from "vitest";
import { SOURCE_TYPES, type SourceType } from "../source-types.ts";
import type { SourceTypeEntry } from "./entry.ts";
import type { Spot } from "./recipe.ts";
import { FAMILIES, SOURCE_TYPE_ENTRIES } from "./source-type-entries.ts";

const ENTRIES = SOURCE_TYPES.map((type): [SourceType, SourceTypeEntry] => [type, SOURCE_TYPE_ENTRIES[type]]);
const VERIFIED = ENTRIES.filter(([, { recipes }]) => recipes !== undefined);

test("every type is in one file of the catalogue, and in no other", () => {
  const types = FAMILIES.flatMap((family) => Object.keys(family));

  expect(types.toSorted()).toEqual([...SOURCE_TYPES].toSorted());
});

test.each(VERIFIED)("%s names the page of its scheme, its fields and its usual mistakes", (_, entry) => {
  expect(entry.docs).toMatch(/^https:\/\/[\w.-]+\//);
  expect(Object.keys(entry.auth ?? {})).not.toEqual([]);
  expect(entry.mistakes).not.toEqual([]);
  for (const text of [...(entry.mistakes ?? []), entry.alert ?? "."])
    expect(text).toMatch(/^[A-Z.].*\.$|^\.$/);
  for (const { hint, label } of Object.values(entry.auth ?? {})) {
    expect(label).toMatch(/^[A-Z]/);
    expect(hint).toMatch(/\.$/);
  }
});

/** Every object within an entry that says where a value stands. */
function spotsIn(value: unknown): Spot[] {
  if (typeof value !== "object" || value === null) return [];
  const isSpot = "header" in value || "query" in value || "body" in value;
  // Safe enough for a test: only spots and conditions have these keys.
  return [...(isSpot ? [value as Spot] : []), ...Object.values(value).flatMap(spotsIn)];
}

test("headers are in lower case, as verifiers look for them", () => {
  const names = ENTRIES.flatMap(([, entry]) => spotsIn(entry)).flatMap(({ header }) => header ?? []);
  const inTemplates = JSON.stringify(ENTRIES).match(/\{header:[^}]+\}/g) ?? [];

  expect(names.length).toBeGreaterThan(50);
  for (const name of [...names, ...inTemplates]) expect(name).toBe(name.toLowerCase());
});

test("a scheme that shows its secret in the clear never shows it in the query", () => {
  const tokens = VERIFIED.flatMap(([, { recipes = [] }]) => recipes).filter(
    ({ scheme }) => scheme === "token",
  );

  expect(spotsIn(tokens).filter(({ query }) => query !== undefined)).toEqual([]);
});

test("popular types have places of their own", () => {
  const places = ENTRIES.flatMap(([, { popular }]) => popular ?? []).toSorted((a, b) => a - b);

  expect(places).toEqual(places.map((_, at) => at + 1));
});
