/**
 * How do backup and restore talk to PostgreSQL?
 *
 * Over one connection that may work for hours: the limits of time that protect the product's own connections would end
 * it. Only a wait for a lock has a limit, because the product may wait behind it.
 */
import { Client, DatabaseError } from "pg";
import { StartRefused } from "../../start-refused.ts";
import type { Queryable } from "../database.ts";

const CONNECT_WITHIN_MS = 5_000;
const LOCK_WITHIN_MS = 30_000;

const SQLSTATE_OUT_OF_MEMORY = "53200";
const SQLSTATE_DISK_FULL = "53100";

export interface Session extends Queryable {
  client: Client;
  close: () => Promise<void>;
}

/** With `answerWithinMs`, a server that stands still makes a query fail instead of wait. */
export async function openSession(
  url: string,
  name: string,
  { answerWithinMs }: { answerWithinMs?: number } = {},
): Promise<Session> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    keepAlive: true,
    application_name: `posthorn ${name}`,
    ...(answerWithinMs !== undefined && { query_timeout: answerWithinMs }),
  });
  client.on("error", () => undefined); // the query that waits on a lost connection fails too, and reports it
  await client.connect();
  // The last one is new in PostgreSQL 17.
  await client.query(
    `select set_config(name, '0', false) from pg_settings
     where name in ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`,
  );
  await client.query(`set lock_timeout = ${LOCK_WITHIN_MS}`);
  return {
    client,
    query: async <Row>(text: string, values: readonly unknown[] = []) => {
      const { rows, rowCount } = await client.query(text, values as unknown[]); // pg does not change them
      return { rows: rows as Row[], rowCount: rowCount ?? 0 }; // the SQL beside the call names the columns
    },
    close: () => client.end(),
  };
}

/** What PostgreSQL lacks, in words for the operator; other errors stay as they are. */
export function explained(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error;
  if (error.code === SQLSTATE_OUT_OF_MEMORY)
    return new StartRefused(
      `PostgreSQL has no room for the locks of all days: ${error.message}. Raise max_locks_per_transaction, for example to 512, and restart it.`,
    );
  if (error.code === SQLSTATE_DISK_FULL)
    return new StartRefused(`The database's disk is full: ${error.message}. Make room and try again.`);
  return error;
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
