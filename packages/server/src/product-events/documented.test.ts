/** Does the guide name exactly the product events that there are, with their properties and the words of these? */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SCREEN_EVENTS, SERVER_EVENTS } from "@posthorn/contract/product-events";
import { expect, test } from "vitest";
import * as z from "zod/mini";

const page = readFileSync(join(import.meta.dirname, "../../../../docs/guides/product-events.md"), "utf8");
const EVENTS = Object.entries({ ...SCREEN_EVENTS, ...SERVER_EVENTS });

/** All words that the schema of an event has: its properties and what they may be. Free text would have none. */
function wordsOf(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { properties = {}, enum: words = [], items, anyOf = [], type } = schema as JsonSchema;
  expect(type === "string" && words.length === 0, "a text that is no word of a list").toBe(false);
  return [
    ...Object.keys(properties),
    ...Object.values(properties).flatMap(wordsOf),
    ...words,
    ...wordsOf(items),
    ...anyOf.flatMap(wordsOf),
  ];
}

/** What zod writes. */
interface JsonSchema {
  type?: string;
  properties?: Record<string, unknown>;
  enum?: string[];
  items?: unknown;
  anyOf?: unknown[];
}

test("every event is in the table", () => {
  const listed = [...page.matchAll(/^\| `([^`]+)` \|/gm)].map((match) => match[1] ?? "");

  expect(listed.toSorted()).toEqual(EVENTS.map(([name]) => name).toSorted());
});

test.each(EVENTS)(
  "%s has exactly the properties and words that its row names, and no free text",
  (name, schema) => {
    const row = page.split("\n").find((line) => line.startsWith(`| \`${name}\` |`)) ?? "";
    const listed = [...(row.split("|")[3] ?? "").matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? "");

    expect(listed.toSorted()).toEqual(wordsOf(z.toJSONSchema(schema)).toSorted());
  },
);
