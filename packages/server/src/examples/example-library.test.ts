/** Are the examples what providers could send, and is each request another one? */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { pickableSourceTypes } from "@posthorn/contract/source-catalogue";
import { SOURCE_TYPES } from "@posthorn/contract/source-types";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { type Example, filled, momentAt } from "./example.ts";
import { exampleFile, examplesOf } from "./example-library.ts";

const Fields = z.record(z.string().check(z.minLength(1)), z.string());
const Named = { name: z.string().check(z.minLength(1), z.maxLength(60)), headers: Fields };
const File = z.array(
  z.union([z.strictObject({ ...Named, json: z.json() }), z.strictObject({ ...Named, form: Fields })]),
);

const FILES = await readdir(join(import.meta.dirname, "providers"));
const WITH_FILE = SOURCE_TYPES.filter((type) => FILES.includes(exampleFile(type)));

test("every file belongs to a type", () => {
  expect(FILES.toSorted()).toEqual(WITH_FILE.map(exampleFile).toSorted());
});

test.each(WITH_FILE)("%s has examples with names of their own", async (type) => {
  const examples = await examplesOf(type);
  expect(File.safeParse(examples).error).toBeUndefined();
  expect(new Set(examples.map(({ name }) => name)).size).toBe(examples.length);
});

test("every popular type has at least three", async () => {
  for (const { type } of pickableSourceTypes().filter(({ popular }) => popular))
    expect([type, WITH_FILE.includes(type), (await examplesOf(type)).length >= 3]).toEqual([
      type,
      true,
      true,
    ]);
});

test("a type without examples, or none of its own, has those of a plain webhook; a named provider has its own", async () => {
  const plain = await examplesOf("WEBHOOK");
  expect(await examplesOf("MANAGED")).toBe(plain);
  expect(await examplesOf("WEBHOOK", "HMAC")).toBe(plain);
  expect((await examplesOf("WEBHOOK", "STRIPE"))[0]).toMatchObject({ name: "invoice.paid" });
});

const NOW_MS = 1_767_225_600_123;

test("placeholders become ids, times and numbers, everywhere", () => {
  const example: Example = {
    name: "x",
    headers: { "X-Id": "a-<<id>>", "X-Time": "<<seconds>>" },
    json: ["<<seconds>>", { at: "<<iso>>", ms: "<<milliseconds>>", text: "<<text:seconds>>", plain: null }],
  };
  const moment = momentAt(NOW_MS);

  expect(filled(example, ["PUT", "POST"], moment)).toEqual({
    method: "POST",
    headers: [
      ["Content-Type", "application/json"],
      ["X-Id", `a-${moment.id}`],
      ["X-Time", "1767225600"],
    ],
    content: {
      json: [1_767_225_600, { at: "2026-01-01T00:00:00.123Z", ms: NOW_MS, text: "1767225600", plain: null }],
    },
  });
});

test("no placeholder is left over, and two requests are never the same", async () => {
  for (const type of WITH_FILE)
    for (const example of await examplesOf(type)) {
      const [first, second] = [momentAt(NOW_MS), momentAt(NOW_MS + 1)].map((moment) =>
        JSON.stringify(filled(example, ["POST"], moment).content),
      );
      expect([type, example.name, first]).toEqual([type, example.name, expect.not.stringContaining("<<")]);
      expect([type, example.name, first]).not.toEqual([type, example.name, second]);
    }
});

test("the method is one that the source allows; GET has no body", () => {
  const example: Example = { name: "x", headers: {}, form: { a: "1" } };
  const moment = momentAt(NOW_MS);
  expect(filled(example, ["PUT"], moment)).toMatchObject({ method: "PUT", content: { form: { a: "1" } } });
  expect(filled(example, ["GET"], moment)).toEqual({ method: "GET", headers: [], content: null });
});
