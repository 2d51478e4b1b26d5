import { expect, test } from "vitest";
import { OVERLAP_MS, type Row, WIDE_OVERLAP_MS, createLedger } from "./ledger.ts";

const START_MS = 1_000_000;
const row = (id: string, atMs: number, state = "a"): Row => ({ id, atMs, state });
const ledger = () => createLedger((one: Row) => one, START_MS);
const ids = (rows: readonly Row[]) => rows.map(({ id }) => id);

test("a row is shown once in each state", () => {
  const { news } = ledger();

  expect(ids(news([row("x", START_MS), row("y", START_MS)]))).toEqual(["x", "y"]);
  expect(ids(news([row("x", START_MS), row("y", START_MS, "b")]))).toEqual(["y"]);
  expect(ids(news([row("x", START_MS), row("y", START_MS, "b")]))).toEqual([]);
});

test("a row that becomes visible after newer ones is still read and shown", () => {
  const { news, sinceMs } = ledger();
  news([row("newer", START_MS + 60_000)]);

  expect(sinceMs(false)).toBe(START_MS + 60_000 - OVERLAP_MS);
  expect(sinceMs(true)).toBe(START_MS + 60_000 - WIDE_OVERLAP_MS);
  expect(ids(news([row("late", START_MS)]))).toEqual(["late"]);
  expect(sinceMs(false)).toBe(START_MS + 60_000 - OVERLAP_MS);
});

test("what can be read again is never forgotten; what is followed is kept longer", () => {
  const { news, follow, letGo, followed, sinceMs } = ledger();
  news([row("old", START_MS), row("followed", START_MS), row("kept", START_MS + 1)]);
  follow("followed");
  news([row("newest", START_MS + 1 + WIDE_OVERLAP_MS)]);

  expect(sinceMs(true)).toBe(START_MS + 1);
  expect(ids(news([row("kept", START_MS + 1), row("followed", START_MS)]))).toEqual([]);
  expect(followed()).toEqual(["followed"]);
  letGo("followed");
  expect(followed()).toEqual([]);
});
