/**
 * Where do database tests get their PostgreSQL?
 *
 * Once per run, before the first test: one real, embedded server in a temporary directory, with one
 * fully migrated database that `freshDatabase` copies for each test file. Vitest's `globalSetup`.
 *
 * It differs from the product's server in two ways: it allows the connections of many tests at once, and it forces
 * nothing to the disk, because every database is thrown away. The fault tests check what must survive a kill, with the
 * product's own settings.
 */
import { appendFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import type { TestProject } from "vitest/node";
import { createLog, toStandardOutput } from "../log.ts";
import { filesIn } from "../store/embedded/files.ts";
import { startEmbeddedPostgres } from "../store/embedded/start-embedded-postgres.ts";
import { migrate } from "../store/migrate.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** A database on the test server that tests may create others from, but never write to. */
    databaseServerUrl: string;
  }
}

export const TEMPLATE_DATABASE = "migrated_template";

const TEST_SETTINGS = `max_connections = 300
fsync = off
full_page_writes = off
`;

const troubles = createLog(toStandardOutput, "warn");

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), "posthorn-test-"));
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
    await createTemplate(postgres.url);
  } catch (error) {
    await stop();
    throw error;
  }
  project.provide("databaseServerUrl", postgres.url);
  return stop;
}

async function createTemplate(serverUrl: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`create database ${TEMPLATE_DATABASE}`);
  await client.end();
  const template = new URL(serverUrl);
  template.pathname = `/${TEMPLATE_DATABASE}`;
  await migrate({ url: template.href, log: troubles });
}
