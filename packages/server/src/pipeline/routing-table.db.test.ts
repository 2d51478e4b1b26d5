import { sourceToken } from "@posthorn/contract/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../ids.ts";
import type { Queryable } from "../store/database.ts";
import { type FreshDatabase, freshDatabase } from "../testing/fresh-database.ts";
import { givenConnection, sealer } from "../testing/gateway.ts";
import { createRoutingTable } from "./routing-table.ts";

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

/** A routing table that has read everything; counts its statements and how often pacing is rebuilt since then. */
async function givenTable() {
  const count = { statements: 0, rebuilds: 0 };
  const counting: Queryable = {
    query(text, values) {
      count.statements++;
      return database.db.query(text, values);
    },
  };
  const routing = createRoutingTable(counting, sealer.open, "http://ingest.test", () => count.rebuilds++);
  await routing.reload();
  count.statements = count.rebuilds = 0;
  return { routing, count };
}

const guesses = (count: number) => Array.from({ length: count }, () => sourceToken(newId()));

test("five hundred guessed tokens cost one statement and rebuild nothing", async () => {
  await givenConnection(database.db, { url: "http://127.0.0.1:9" });
  const { routing, count } = await givenTable();

  const found = await Promise.all(guesses(500).map(routing.fresh));

  expect(found.filter((route) => route !== undefined)).toEqual([]);
  expect(count).toEqual({ statements: 1, rebuilds: 0 });
});

test("a token that no source can have costs no statement", async () => {
  const { routing, count } = await givenTable();
  const otherVersion = sourceToken("9f2b6c4e-1d3a-4b5c-8d7e-0f1a2b3c4d5e");

  const found = await Promise.all(["nonsense", otherVersion, "z".repeat(25)].map(routing.fresh));

  expect(found).toEqual([undefined, undefined, undefined]);
  expect(count.statements).toBe(0);
});

test("a source that was created after the table was read is found among guesses", async () => {
  const { routing } = await givenTable();
  const { source } = await givenConnection(database.db, { url: "http://127.0.0.1:9" });

  const found = await Promise.all([...guesses(50), sourceToken(source)].map(routing.fresh));

  expect(found.at(-1)).toMatchObject({ key: source });
  expect(found.filter((route) => route !== undefined)).toHaveLength(1);
});
