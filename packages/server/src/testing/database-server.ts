/**
 * Where do database tests get their PostgreSQL?
 *
 * Once per run, before the first test: one real, embedded server in a temporary directory, with one
 * fully migrated database that `freshDatabase` copies for each test file. Vitest's `globalSetup`.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "../store/embedded/start-embedded-postgres.ts";
import { migrate } from "../store/migrate.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** A database on the test server that tests may create others from, but never write to. */
    databaseServerUrl: string;
  }
}

export const TEMPLATE_DATABASE = "migrated_template";

export default async function startDatabaseServer(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), "posthorn-test-"));
  const troubles = { warn: console.warn, error: console.error };
  const postgres = await startEmbeddedPostgres({
    dataDir: join(directory, "data"),
    log: { info: () => {}, ...troubles },
  });
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
  await migrate({ url: template.href, log: { info: () => {}, warn: console.warn } });
}
