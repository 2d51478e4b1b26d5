import { expect, test } from "vitest";
import { migrationsOf, planMigrations, type Migration, serverFault } from "./migration-plan.ts";

const migration = (number: number, name: string, sql = name): Migration => ({
  number,
  name,
  checksum: `sum of ${sql}`,
  sql,
});
const first = migration(1, "0001-gateway");
const second = migration(2, "0002-access");

test("an empty database gets every migration, in order", () => {
  expect(planMigrations([first, second], [])).toEqual({ pending: [first, second], newer: [] });
});

test("what has run is not run again", () => {
  expect(planMigrations([first, second], [first])).toEqual({ pending: [second], newer: [] });
});

test("a database that a newer version has migrated is accepted, and said to be newer", () => {
  expect(planMigrations([first], [first, second])).toEqual({ pending: [], newer: ["0002-access"] });
});

test("a migration edited after it ran is refused", () => {
  const edited = migration(1, "0001-gateway", "other statements");

  expect(() => planMigrations([edited], [first])).toThrow(
    "0001-gateway was edited after this database ran it",
  );
});

test("another migration under a number that has run is refused", () => {
  const other = migration(1, "0001-other");

  expect(() => planMigrations([other], [first])).toThrow("has run 0001-gateway as migration 1");
});

test("the schema of a backup is made by exactly the migrations that its database had run", () => {
  const edited = migration(1, "0001-gateway", "other statements");

  expect(migrationsOf([first, second], [first])).toEqual({ migrations: [first] });
  expect(migrationsOf([first, second], [first, second])).toEqual({ migrations: [first, second] });
  expect(migrationsOf([first], [first, second])).toEqual({ refusal: "newer" });
  expect(migrationsOf([edited, second], [first])).toEqual({ refusal: "unknown" });
  expect(migrationsOf([edited], [first, second])).toEqual({ refusal: "unknown" });
});

test("a server older than PostgreSQL 16 is refused by name, 16 and newer are not", () => {
  expect(serverFault(150_018)).toBe("This database is PostgreSQL 15; Posthorn needs PostgreSQL 16 or newer.");
  expect(serverFault(160_000)).toBeNull();
  expect(serverFault(180_004)).toBeNull();
});
