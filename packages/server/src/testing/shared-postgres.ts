/**
 * How do several products share one PostgreSQL that none of them runs itself?
 *
 * A real server in a temporary directory, reached by POSTHORN_DATABASE_URL; no product starts or stops it.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLog, toStandardOutput } from "../log.ts";
import { startEmbeddedPostgres } from "../store/embedded/start-embedded-postgres.ts";

export interface SharedPostgres {
  url: string;
  stop: () => Promise<void>;
}

export async function startSharedPostgres(): Promise<SharedPostgres> {
  const directory = await mkdtemp(join(tmpdir(), "posthorn-fault-"));
  const log = createLog(toStandardOutput, "error");
  const postgres = await startEmbeddedPostgres({ dataDir: join(directory, "data"), log });
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** The environment of a product that uses it. */
export function databaseAt(url: string): Record<string, string> {
  return {
    POSTHORN_DATABASE_URL: url,
    POSTHORN_MASTER_KEY: "the master key of those who share it, long enough",
  };
}
