/**
 * How does a test get a database of its own?
 *
 * `freshDatabase()` copies a template that is ready for use, in a few dozen milliseconds; `databaseOfTest()` also drops
 * the copy when the test has ended. `databaseWithoutDays()` is for tests that make or count days, and `emptyDatabase()`
 * for tests of the migrations themselves. All are real, on the server that `database-server.ts` started.
 */
import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { Client, DatabaseError } from "pg";
import { inject, onTestFinished } from "vitest";
import { openDatabase, type Database } from "../store/database.ts";
import { MIGRATED_TEMPLATE, READY_TEMPLATE } from "./database-server.ts";

export interface FreshDatabase {
  url: string;
  db: Database;
  /** Closes `db` and removes the database. The next file of the worker must not find open connections. */
  drop: () => Promise<void>;
}

/** It has the days around today, so a test that needs no others makes none. */
export async function freshDatabase(): Promise<FreshDatabase> {
  return createDatabase(READY_TEMPLATE);
}

export async function databaseOfTest(): Promise<FreshDatabase> {
  const database = await freshDatabase();
  onTestFinished(database.drop);
  return database;
}

export async function databaseWithoutDays(): Promise<FreshDatabase> {
  return createDatabase(MIGRATED_TEMPLATE);
}

export async function emptyDatabase(): Promise<FreshDatabase> {
  return createDatabase("template1");
}

async function createDatabase(template: string): Promise<FreshDatabase> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  await onServer(`create database ${name} template ${template} strategy file_copy`);
  const url = new URL(inject("databaseServerUrl"));
  url.pathname = `/${name}`;
  const db = openDatabase(url.href);
  return {
    url: url.href,
    db,
    drop: async () => {
      await db.close();
      await dropDatabase(name);
    },
  };
}

/**
 * A backend that was just terminated may need a moment longer than PostgreSQL waits for it. An autovacuum worker cannot
 * be terminated by us, but ends by itself.
 */
const MOMENTARY = new Set(["55006", "42501"]);
const TRY_AGAIN_AFTER_MS = 100;

async function dropDatabase(name: string, tries = 50): Promise<void> {
  try {
    await onServer(`drop database ${name} with (force)`);
  } catch (error) {
    const isMomentary = error instanceof DatabaseError && MOMENTARY.has(error.code ?? "");
    if (!isMomentary || tries === 1) throw error;
    await delay(TRY_AGAIN_AFTER_MS);
    await dropDatabase(name, tries - 1);
  }
}

async function onServer(statement: string): Promise<void> {
  const client = new Client({ connectionString: inject("databaseServerUrl") });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
