/**
 * Who talks to PostgreSQL over which connections?
 *
 * Three kinds of work that must not wait for each other. The heartbeat has one connection to itself: a process whose
 * heartbeat queues behind somebody's count is taken for dead. The pipeline's loops, its reads of payloads and routes
 * and `/readyz` have a few; so do the API's callers, and however many of those hang, events go on being delivered. All
 * of them dial when they are first needed. Batches have lanes of their own beside these (lane.ts).
 */
import { type Database, type DatabaseOptions, openDatabase } from "./database.ts";

/**
 * With ten lanes, the listener and three connections of the identity library a process uses 31 connections at most: the
 * embedded server has 60, and three processes fit into the 100 that PostgreSQL has by default.
 */
const PIPELINE_CONNECTIONS = 6;
export const API_CONNECTIONS = 10;
/** Less than the eight seconds for which a process counts as heard, so that a heartbeat that hangs is followed by another. */
const HEARTBEAT_WITHIN_MS = 5_000;

export interface Pools {
  heartbeat: Database;
  pipeline: Database;
  api: Database;
  close: () => Promise<void>;
}

export function openPools(url: string, options: Pick<DatabaseOptions, "onConnectionLost"> = {}): Pools {
  const heartbeat = openDatabase(url, {
    ...options,
    name: "heartbeat",
    maxConnections: 1,
    statementTimeoutMs: HEARTBEAT_WITHIN_MS,
  });
  const pipeline = openDatabase(url, { ...options, name: "pipeline", maxConnections: PIPELINE_CONNECTIONS });
  const api = openDatabase(url, { ...options, name: "api", maxConnections: API_CONNECTIONS });
  return {
    heartbeat,
    pipeline,
    api,
    async close() {
      await Promise.all([heartbeat.close(), pipeline.close(), api.close()]);
    },
  };
}
