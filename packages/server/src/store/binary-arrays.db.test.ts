import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase } from "../testing/fresh-database.ts";
import {
  boolArray,
  byteaArray,
  float8Array,
  int2Array,
  int4Array,
  textArray,
  timestampArray,
  uuidArray,
} from "./binary-arrays.ts";
import { uuidBytes } from "../ids.ts";

let database: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

async function elements(type: string, array: Buffer): Promise<unknown[]> {
  const { rows } = await database.db.query<{ element: unknown }>(`select unnest($1::${type}[]) as element`, [
    array,
  ]);
  return rows.map((row) => row.element);
}

const UUID = "0197f3a2-1b2c-7d3e-8f40-516273849fff";

test("PostgreSQL reads back every kind of element, nulls among them", async () => {
  expect(await elements("uuid", uuidArray([uuidBytes(UUID), null]))).toEqual([UUID, null]);
  expect(await elements("int4", int4Array([0, null, -2147483648]))).toEqual([0, null, -2147483648]);
  expect(await elements("int2", int2Array([503, null]))).toEqual([503, null]);
  expect(await elements("float8", float8Array([0, null, -1.5]))).toEqual([0, null, -1.5]);
  expect(await elements("bool", boolArray([true, null, false]))).toEqual([true, null, false]);
  expect(await elements("text", textArray(["", "grüße 📯", null]))).toEqual(["", "grüße 📯", null]);
  expect(
    await elements("timestamptz", timestampArray([Date.parse("2026-11-15T01:02:03.456Z"), null])),
  ).toEqual(["2026-11-15T01:02:03.456Z", null]);
  expect(
    await elements("bytea", byteaArray([Buffer.from([0, 255, 92, 120]), null, Buffer.alloc(0)])),
  ).toEqual([Buffer.from([0, 255, 92, 120]), null, Buffer.alloc(0)]);
});

test.each(["a".repeat(32), "a".repeat(33), `${"a".repeat(31)}é`, "é".repeat(40), "\ud83d", "📯📯"])(
  "PostgreSQL reads the text %j among others as it was written",
  async (text) => {
    const read = text.toWellFormed(); // half a character cannot be written

    expect(await elements("text", textArray(["before", text, null, text, "after"]))).toEqual([
      "before",
      read,
      null,
      read,
      "after",
    ]);
  },
);

test.each([
  "1969-07-20T20:17:40.123Z",
  "1999-12-31T23:59:59.999Z",
  "2000-01-01T00:00:00.000Z",
  "2000-01-01T00:35:47.999Z",
  "9999-12-31T23:59:59.999Z",
])("PostgreSQL reads the time %s as it was written", async (time) => {
  expect(await elements("timestamptz", timestampArray([Date.parse(time)]))).toEqual([time]);
});

test("an array without elements is an empty array", async () => {
  expect(await elements("uuid", uuidArray([]))).toEqual([]);
  expect(await elements("text", textArray([]))).toEqual([]);
  expect(await elements("bytea", byteaArray([]))).toEqual([]);
});
