import { expect, test } from "vitest";
import { lastWords, reasonIn } from "./last-words.ts";

test("the last line that a person must act on is the reason", () => {
  const log = [
    '2026-11-19 10:00:00 UTC [7] FATAL:  could not write lock file "postmaster.pid": No space left on device',
    "2026-11-19 10:00:01 UTC [9] LOG:  starting PostgreSQL",
    '2026-11-19 10:00:01 UTC [9] PANIC:  could not write to file "pg_wal/xlogtemp.9": No space left on device',
    "2026-11-19 10:00:01 UTC [9] LOG:  database system is shut down",
  ].join("\n");

  expect(reasonIn(log)).toBe('could not write to file "pg_wal/xlogtemp.9": No space left on device');
  expect(reasonIn("LOG:  all is well")).toBeNull();
});

test("without a log there is still a place to look", async () => {
  expect(await lastWords("/nowhere/postgres.log")).toBe("it says why in /nowhere/postgres.log");
});
