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

test.each(VERIFIED)("%s names the page of its scheme, its fields and its usual mistakes", (type, entry) => {
  expect(entry.docs).toMatch(/^https:\/\/[\w.-]+\//);
  // Their keys are everybody's, and there is no other secret.
  if (type !== "AWS_SNS" && type !== "SHIPSTATION") expect(Object.keys(entry.auth ?? {})).not.toEqual([]);
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

/** Every pattern within an entry that says which addresses Posthorn fetches. */
function allowedIn(value: unknown): RegExp[] {
  if (value instanceof RegExp || typeof value !== "object" || value === null) return [];
  const own = "allowed" in value && value.allowed instanceof RegExp ? [value.allowed] : [];
  return [...own, ...Object.values(value).flatMap(allowedIn)];
}

test("an address that a request names is fetched only over https, from one whole host of the provider", () => {
  const patterns = VERIFIED.flatMap(([, entry]) => allowedIn([entry.recipes, entry.challenges]));

  expect(patterns.length).toBeGreaterThan(2);
  for (const { source, flags } of patterns) {
    expect(source).toMatch(/^\^https:\\\/\\\/[^.]*(?:\\\.[^/]+)+\\\/.*\$$/);
    expect(source.split("\\/")[2]).not.toMatch(/[^\\]\.|\[\^|\||\\[SWD]/);
    expect(flags).toBe("");
  }
});

test("fixed addresses of keys are https, and the sender chooses nothing but an id", () => {
  const keys = VERIFIED.flatMap(([, { recipes = [] }]) => recipes).flatMap((recipe) =>
    "key" in recipe && typeof recipe.key === "object" ? [recipe.key] : [],
  );
  const urls = keys.flatMap(({ url, oauth }) => [url ?? [], oauth?.url ?? []].flat());

  expect(urls.length).toBeGreaterThan(4);
  for (const url of urls) expect(url.replace("{key-id}", "x")).toMatch(/^https:\/\/[a-z0-9.-]+\/[\w/.-]+$/);
});

test("popular types have places of their own", () => {
  const places = ENTRIES.flatMap(([, { popular }]) => popular ?? []).toSorted((a, b) => a - b);

  expect(places).toEqual(places.map((_, at) => at + 1));
});
