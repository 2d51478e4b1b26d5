/**
 * Which database is backed up, and how is it reached?
 *
 * The operator's own, the embedded one of a running Posthorn, or the embedded one of a stopped Posthorn: that is started
 * for the time of the backup. Then this command holds the data directory's lock, and a start of Posthorn is refused.
 */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import type { Config } from "../config.ts";
import { StartRefused } from "../start-refused.ts";
import { type Snapshot, openSnapshot } from "../store/backup/snapshot.ts";
import { isUnavailable } from "../store/database.ts";
import { filesIn } from "../store/embedded/files.ts";
import { DataDirectoryInUse } from "../store/embedded/instance-lock.ts";
import { startEmbeddedPostgres } from "../store/embedded/start-embedded-postgres.ts";
import { quietLog } from "./quiet-log.ts";

/** A Posthorn that is just starting, or whose database comes back from a crash. */
const READY_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 500;

export interface BackupSource {
  snapshot: Snapshot;
  /** The embedded database was started for this. */
  wasStopped: boolean;
  close: () => Promise<void>;
}

export async function openSource(
  { databaseUrl, dataDir }: Pick<Config, "databaseUrl" | "dataDir">,
  signal: AbortSignal,
): Promise<BackupSource> {
  if (databaseUrl !== null) return running(await openSnapshot(databaseUrl));
  const files = filesIn(dataDir);
  if (!existsSync(files.cluster))
    throw new StartRefused(
      `There is no database in ${dataDir}. Set POSTHORN_DATA_DIR to the data directory of Posthorn, or POSTHORN_DATABASE_URL to its database.`,
    );
  try {
    const embedded = await startEmbeddedPostgres({ dataDir, log: quietLog });
    try {
      const snapshot = await openSnapshot(embedded.url);
      const close = async () => {
        await snapshot.close();
        await embedded.stop();
      };
      return { snapshot, wasStopped: true, close };
    } catch (error) {
      await embedded.stop();
      throw error;
    }
  } catch (error) {
    if (!(error instanceof DataDirectoryInUse)) throw error;
  }
  return running(await openPatiently(files.url, signal));
}

function running(snapshot: Snapshot): BackupSource {
  return { snapshot, wasStopped: false, close: () => snapshot.close() };
}

async function openPatiently(urlFile: string, signal: AbortSignal): Promise<Snapshot> {
  const deadline = performance.now() + READY_WITHIN_MS;
  for (;;) {
    try {
      return await openSnapshot((await readFile(urlFile, "utf8")).trim());
    } catch (error) {
      const mayCome = error instanceof Error && isUnavailable(error) && performance.now() < deadline;
      if (!mayCome) throw error;
    }
    await delay(LOOK_EVERY_MS, undefined, { signal });
  }
}
