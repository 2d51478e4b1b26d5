/**
 * How does better-auth reach our PostgreSQL?
 *
 * Through its own small pool, because it expects timestamps as `Date` while all our own SQL reads RFC
 * 3339 text. Only sign-in, sign-out and password resets use it. The check of every API call is one query
 * of ours (sessions.ts), so the pool is empty most of the time.
 */
import { Pool, TypeOverrides, types } from "pg";
import { OF_ONE_ALONE } from "./connections-of-each.ts";

const CONNECT_TIMEOUT_MS = 3_000;
const STATEMENT_TIMEOUT_MS = 5_000;
const IDLE_TIMEOUT_MS = 10_000;

export type IdentityPool = Pool;

export function openIdentityPool(
  url: string,
  onConnectionLost: (error: Error) => void,
  maxConnections = OF_ONE_ALONE.identity,
): IdentityPool {
  const withDates = new TypeOverrides();
  withDates.setTypeParser(types.builtins.TIMESTAMPTZ, (text) => new Date(text));
  const pool = new Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS + 1_000,
    keepAlive: true,
    application_name: "posthorn-identity",
    types: withDates,
  });
  // The pool replaces an idle connection that breaks; without a listener the error would end the process.
  pool.on("error", onConnectionLost);
  return pool;
}
