/**
 * Which work uses which connections to PostgreSQL?
 *
 * Three kinds of work must not wait for each other, so each has a pool. The heartbeat has one connection to itself: if
 * it waited behind a caller's slow count, other processes would declare this one dead. The pipeline's loops, its reads
 * of payloads and routes, and `/readyz` have a few. The API's callers have their own: however many of their queries
 * hang, events are still delivered. All pools dial when first needed. Batches have their own lanes (lane.ts).
 */
import { type ConnectionCounts, OF_ONE_ALONE } from "./connections-of-each.ts";
import { type Database, type DatabaseOptions, type PoolUsage, openDatabase } from "./database.ts";

/** Twice what PostgreSQL allows by default: the percentiles of a large chart need it, and would go through files. */
const API_WORK_MEMORY = "8MB";
/** Less than the eight seconds for which a heartbeat counts, so that after one that hangs there is time for another. */
const HEARTBEAT_WITHIN_MS = 5_000;

export interface Pools {
  heartbeat: Database;
  pipeline: Database;
  api: Database;
  /** By the pool's name. */
  usage: () => Readonly<Record<string, PoolUsage>>;
  close: () => Promise<void>;
}

export function openPools(
  url: string,
  options: Pick<DatabaseOptions, "onConnectionLost" | "times"> = {},
  counts: ConnectionCounts = OF_ONE_ALONE,
): Pools {
  const heartbeat = openDatabase(url, {
    ...options,
    name: "heartbeat",
    maxConnections: 1,
    statementTimeoutMs: HEARTBEAT_WITHIN_MS,
  });
  const pipeline = openDatabase(url, { ...options, name: "pipeline", maxConnections: counts.pipeline });
  const api = openDatabase(url, {
    ...options,
    name: "api",
    maxConnections: counts.api,
    workMemory: API_WORK_MEMORY,
  });
  return {
    heartbeat,
    pipeline,
    api,
    usage: () => ({ heartbeat: heartbeat.usage(), pipeline: pipeline.usage(), api: api.usage() }),
    async close() {
      await Promise.all([heartbeat.close(), pipeline.close(), api.close()]);
    },
  };
}
