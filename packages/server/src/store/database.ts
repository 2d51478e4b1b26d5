/**
 * How do we talk to PostgreSQL?
 *
 * Opens a pool of connections; pools.ts says which pools there are. Batches (lane.ts), announcements (listener.ts) and
 * the identity library (identity-pool.ts) have connections of their own. A dropped, killed or silent server never ends
 * the process: queries fail, the pool dials again, and the caller decides whether to wait or to refuse. Every statement
 * has a deadline, so a hanging server looks like a failing one.
 */
import { DatabaseError, Pool, type PoolClient, types } from "pg";
import type { StatementTimes } from "./statement-times.ts";

const CONNECT_TIMEOUT_MS = 3_000;
const STATEMENT_TIMEOUT_MS = 15_000;
/** Waiting for a lock longer than this means that another session holds it over a network call or a migration. */
const LOCK_TIMEOUT_MS = 5_000;

/** Timestamps leave the database as RFC 3339 in UTC with milliseconds, the form the API speaks. */
types.setTypeParser(types.builtins.TIMESTAMPTZ, timestamp);
/** Counts fit a double until 9 × 10^15. */
types.setTypeParser(types.builtins.INT8, Number);

/** The last moment that RFC 3339 can express. */
const LAST_MOMENT = "9999-12-31T23:59:59.999Z";

/** PostgreSQL knows years that RFC 3339 and JavaScript do not. A later moment is shown as the last one. */
function timestamp(text: string): string {
  const hasFourDigits = text[4] === "-";
  return hasFourDigits ? new Date(text).toISOString() : LAST_MOMENT;
}

export interface Queryable {
  /** Rows are typed by the caller: the SQL beside the call names the columns. */
  query: <Row>(text: string, values?: readonly unknown[]) => Promise<{ rows: Row[]; rowCount: number }>;
}

/** For code that writes, and only within a transaction. */
export interface Transactions {
  transaction: <Result>(work: (tx: Queryable) => Promise<Result>) => Promise<Result>;
}

export interface Database extends Queryable, Transactions {
  /** One connection outside a transaction, with its own lock timeout: for statements that begin transactions. */
  session: <Result>(
    options: { lockTimeoutMs: number },
    work: (session: Queryable) => Promise<Result>,
  ) => Promise<Result>;
  close: () => Promise<void>;
}

/** How many connections a pool has open, and how many callers wait for one. */
export interface PoolUsage {
  open: number;
  idle: number;
  waiting: number;
}

export interface PooledDatabase extends Database {
  usage: () => PoolUsage;
}

export interface DatabaseOptions {
  /** PostgreSQL shows it as the application's name. */
  name?: string;
  maxConnections?: number;
  statementTimeoutMs?: number;
  onConnectionLost?: (error: Error) => void;
  /** How much a statement may keep in memory for each sort or sum, as PostgreSQL writes it: `8MB`. */
  workMemory?: string;
  /** Adds the times of statements under the pool's name; a whole transaction counts as one, under a kind of its own. */
  times?: StatementTimes | undefined;
}

/** If the work fails, the transaction can go on as if the work had not begun. */
export async function inSavepoint<Result>(tx: Queryable, work: () => Promise<Result>): Promise<Result> {
  await tx.query("savepoint before_work");
  try {
    const result = await work();
    await tx.query("release savepoint before_work");
    return result;
  } catch (error) {
    await tx.query("rollback to savepoint before_work");
    throw error;
  }
}

function queryOn(client: Pool | PoolClient): Queryable["query"] {
  return async <Row>(text: string, values: readonly unknown[] = []) => {
    // pg types a row as a record of `any`; the generic narrows it to what the SQL selects.
    const result = await client.query(text, values as unknown[]);
    return { rows: result.rows as Row[], rowCount: result.rowCount ?? 0 };
  };
}

export function openDatabase(url: string, options: DatabaseOptions = {}): PooledDatabase {
  const statementTimeoutMs = options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS;
  const pool = new Pool({
    connectionString: url,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 60_000,
    statement_timeout: statementTimeoutMs,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + 1_000,
    keepAlive: true,
    ...(options.workMemory !== undefined && { options: `-c work_mem=${options.workMemory}` }),
    application_name: options.name === undefined ? "posthorn" : `posthorn ${options.name}`,
  });
  // A connection that breaks while in use fails its query, or the next. Without a listener it would end the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  // The pool replaces an idle connection that breaks. Without a listener it would end the process.
  let isClosed = false;
  pool.on("error", (error) => {
    if (!isClosed) options.onConnectionLost?.(error);
  });

  const { name = "other", times } = options;
  const timed = <Result>(kind: string, run: () => Promise<Result>) =>
    times ? times.timed(kind, run) : run();
  const query = queryOn(pool);

  async function transaction<Result>(work: (tx: Queryable) => Promise<Result>): Promise<Result> {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      await client.query("begin");
      const result = await work({ query: queryOn(client) });
      await client.query("commit");
      return result;
    } catch (error) {
      await client.query("rollback").catch((rollbackError: Error) => {
        broken = rollbackError; // the connection itself is gone: the pool must not lend it again
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  return {
    query: (text, values) => timed(name, () => query(text, values)),
    transaction: (work) => timed(`${name} transaction`, () => transaction(work)),
    async session({ lockTimeoutMs }, work) {
      const client = await pool.connect();
      try {
        await client.query(`set lock_timeout = ${lockTimeoutMs}`);
        return await work({ query: queryOn(client) });
      } finally {
        client.release(true); // its settings end with it
      }
    },
    usage: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close() {
      isClosed = true;
      return pool.end();
    },
  };
}

/** 23505: the database refused a second row with the same key. The only way we decide uniqueness. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === "23505";
}

/** 55P03: another session held the lock for longer than the statement may wait. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === "55P03";
}

/** 57014: the statement ran into its deadline. With less to do it may succeed. */
export function isTooSlow(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "57014";
}

/**
 * PostgreSQL: connection trouble, out of something, shutting down or cancelled by a deadline, lock not free,
 * deadlock, failed over to a server that only reads, idle for too long within a transaction.
 */
const OUT_OF_SERVICE = /^(?:08...|53...|57...|55P03|40...|25006|25P03)$/;
const SOCKET_TROUBLE = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ENOENT", "ETIMEDOUT"]);
/** The driver's own deadlines carry no code, only these sentences. */
const DRIVER_TROUBLE = /timeout|terminated|not queryable/i;

/**
 * Returns whether the database is away, full or too slow now. The caller did nothing wrong, and may try again later.
 */
export function isUnavailable(error: Error): boolean {
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return (
    OUT_OF_SERVICE.test(code) ||
    SOCKET_TROUBLE.has(code) ||
    (code === "" && DRIVER_TROUBLE.test(error.message))
  );
}
