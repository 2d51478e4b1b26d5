/** A connection that breaks fails a query, and never ends the process. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FreshDatabase, freshDatabase } from "../testing/fresh-database.ts";
import { eventually } from "../testing/gateway.ts";

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

test("a connection that breaks in the middle of a transaction fails the transaction and ends no process", async () => {
  const lost = database.db
    .transaction(async (tx) => {
      const { rows } = await tx.query<{ pid: number }>("select pg_backend_pid() as pid");
      await database.db.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
      await eventually(
        () => database.db.query("select from pg_stat_activity where pid = $1", [rows[0]?.pid]),
        ({ rowCount }) => rowCount === 0,
      );
      await tx.query("select 1");
    })
    .catch((error: unknown) => error);

  expect(await lost).toBeInstanceOf(Error);
});

test("a session waits for locks as long as it says, and the next query as long as ever", async () => {
  const lockTimeout = "select current_setting('lock_timeout') as wait";

  const inside = await database.db.session({ lockTimeoutMs: 123 }, (session) => session.query(lockTimeout));
  const outside = await database.db.query(lockTimeout);

  expect([inside.rows, outside.rows]).toEqual([[{ wait: "123ms" }], [{ wait: "5s" }]]);
});
