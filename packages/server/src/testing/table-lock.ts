/**
 * How does a test make statements wait inside the database?
 *
 * A transaction locks a table, so that every statement that reads or writes it waits until the test releases it.
 */
import { Client } from "pg";
import { eventually } from "./gateway.ts";

export interface TableLock {
  /** Resolves once that many statements wait for the table. */
  waitedFor: (count: number) => Promise<void>;
  /** Ends the connections of the statements that wait for the table. */
  endWaiting: () => Promise<void>;
  release: () => Promise<void>;
}

export async function lockTable(url: string, table: string): Promise<TableLock> {
  // Own connections, because those under test may all be waiting.
  const [holder, watcher] = [new Client({ connectionString: url }), new Client({ connectionString: url })];
  await Promise.all([holder.connect(), watcher.connect()]);
  await holder.query("begin");
  await holder.query(`lock table ${holder.escapeIdentifier(table)} in access exclusive mode`);

  async function waiting(): Promise<number> {
    const { rows } = await watcher.query<{ count: number }>(
      "select count(*)::int as count from pg_locks where relation = $1::regclass and not granted",
      [table],
    );
    return rows[0]?.count ?? 0;
  }

  return {
    waitedFor: async (count) => void (await eventually(waiting, (now) => now >= count)),
    async endWaiting() {
      await watcher.query(
        "select pg_terminate_backend(pid) from pg_locks where relation = $1::regclass and not granted",
        [table],
      );
    },
    async release() {
      await holder.query("commit");
      await Promise.all([holder.end(), watcher.end()]);
    },
  };
}
