/**
 * Where do database tests get their PostgreSQL?
 *
 * Once per run, before the first test: one real, embedded server with two databases that `fresh-database.ts` copies for
 * tests. Vitest's `globalSetup`.
 *
 * It differs from the product's server in two ways: it allows the connections of many tests at once, and it forces
 * nothing to the disk, because every database is thrown away. The fault tests check what must survive a kill, with the
 * product's own settings.
 *
 * Each copy is a thousand files. ext4 gives out no inode that was freed within the last minutes, and for every new file
 * it looks at each of them: after some copies have come and gone, most of a copy's time is this search. So the server's
 * files are in memory where there is enough of it.
 */
import { appendFile, mkdtemp, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import type { TestProject } from "vitest/node";
import { createLog, toStandardOutput } from "../log.ts";
import { filesIn } from "../store/embedded/files.ts";
import { startEmbeddedPostgres } from "../store/embedded/start-embedded-postgres.ts";
import { openDatabase } from "../store/database.ts";
import { migrate } from "../store/migrate.ts";
import { ensurePartitions } from "../store/partitions.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** A database on the test server that tests may create others from, but never write to. */
    databaseServerUrl: string;
  }
}

/** As the migrations leave a database: it has no days. */
export const MIGRATED_TEMPLATE = "migrated_template";
/** As a gateway finds its database: it also has the days around today. */
export const READY_TEMPLATE = "ready_template";

const TEST_SETTINGS = `max_connections = 300
fsync = off
full_page_writes = off
max_wal_size = 512MB
`;

const IN_MEMORY = "/dev/shm";
/** Several times what a run of all database tests occupies at once. */
const ENOUGH_BYTES = 4 * 1024 ** 3;

const troubles = createLog(toStandardOutput, "warn");

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join((await isRoomInMemory()) ? IN_MEMORY : tmpdir(), "posthorn-test-"));
  const dataDir = join(directory, "data");
  const start = () => startEmbeddedPostgres({ dataDir, log: troubles });
  await (await start()).stop();
  await appendFile(join(filesIn(dataDir).cluster, "postgresql.conf"), TEST_SETTINGS);
  const postgres = await start();
  const stop = async () => {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  };
  try {
    await createTemplates(postgres.url);
  } catch (error) {
    await stop();
    throw error;
  }
  project.provide("databaseServerUrl", postgres.url);
  return stop;
}

async function isRoomInMemory(): Promise<boolean> {
  const freeBytes = await statfs(IN_MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0, // not on this system
  );
  return Math.min(freeBytes, process.availableMemory()) >= ENOUGH_BYTES;
}

async function createTemplates(serverUrl: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(`create database ${MIGRATED_TEMPLATE}`);
    await migrate({ url: urlOf(serverUrl, MIGRATED_TEMPLATE), log: troubles });
    await client.query(`create database ${READY_TEMPLATE} template ${MIGRATED_TEMPLATE}`);
  } finally {
    await client.end();
  }
  const ready = openDatabase(urlOf(serverUrl, READY_TEMPLATE));
  await ensurePartitions(ready, Date.now());
  await ready.close();
}

function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}
