/**
 * `posthorn restore`: makes a new database from a backup.
 *
 * Everything that can be refused is refused before anything is written: a backup of a newer version, a master key that
 * does not fit, a place that is not empty. Then the rows go into a database of the operator in one transaction, or into an
 * embedded one that gets its place in the data directory when it is whole. Whatever ends a restore, no half of it is left.
 */
import { existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config.ts";
import { StartRefused } from "../start-refused.ts";
import { type Loaded, loadBackup, whyNotEmpty } from "../store/backup/load.ts";
import { filesIn } from "../store/embedded/files.ts";
import { syncDirectory } from "../store/embedded/initialize.ts";
import { acquireInstanceLock } from "../store/embedded/instance-lock.ts";
import { findPostmaster, shutDown } from "../store/embedded/postmaster.ts";
import { makeDataDir, startEmbeddedPostgres } from "../store/embedded/start-embedded-postgres.ts";
import { keyFile, opensCheck, readKeyFile, writeKeyFile } from "../store/master-key.ts";
import { MIGRATIONS_DIRECTORY, migrate, readMigrations } from "../store/migrate.ts";
import { type Migration, migrationsOf } from "../store/migration-plan.ts";
import type { CommandDeps } from "./back-up.ts";
import { type BackupManifest, type BackupReader, readBackup } from "./backup-file.ts";
import { productVersion } from "./product-version.ts";
import { quietLog } from "./quiet-log.ts";
import { sizeText } from "./size-text.ts";

/** Below the data directory, until the restored database is whole. */
const DRAFT = "restore.partial";

export async function restore(file: string, { config, say, signal }: CommandDeps): Promise<void> {
  const backup = await readBackup(await openFile(file), nameOf(file));
  try {
    const { manifest } = backup;
    const migrations = migrationsFor(manifest, await readMigrations(MIGRATIONS_DIRECTORY));
    const keyToWrite = await fittingKey(config, manifest);
    say(describe(manifest));
    const load = async (url: string): Promise<Loaded> => {
      const loaded = await loadBackup(url, {
        contents: manifest.contents,
        migrations,
        parts: backup.parts(),
        signal,
      });
      await migrate({ url, log: quietLog });
      return loaded;
    };
    const loaded =
      config.databaseUrl === null
        ? await restoreEmbedded(config.dataDir, keyToWrite, load)
        : await restoreInto(config.databaseUrl, load);
    for (const name of loaded.foreign)
      say(`The table ${name} is not one of Posthorn's, so it was left out. It is still in the backup.`);
    const where = config.databaseUrl === null ? config.dataDir : "the database of POSTHORN_DATABASE_URL";
    say(`Restored ${loaded.rows} rows into ${where}.`);
    say(
      "Before you start Posthorn here, stop the one that the backup is from, if it still runs: otherwise both deliver the events that were waiting.",
    );
  } finally {
    backup.close();
  }
}

/** `posthorn restore --check` */
export async function checkBackup(
  file: string,
  { say, signal }: Pick<CommandDeps, "say" | "signal">,
): Promise<void> {
  const backup = await readBackup(await openFile(file), nameOf(file));
  try {
    say(describe(backup.manifest));
    await readAll(backup, signal);
    const { tables, rows, bytes } = backup.totals;
    say(`It is whole: ${rows} rows of ${tables} tables, ${sizeText(bytes)}.`);
  } finally {
    backup.close();
  }
}

async function readAll(backup: BackupReader, signal: AbortSignal): Promise<void> {
  for await (const { chunks } of backup.parts()) for await (const _ of chunks) signal.throwIfAborted();
}

/** `posthorn restore --print-master-key` */
export async function printMasterKey(file: string): Promise<void> {
  const backup = await readBackup(await openFile(file), nameOf(file));
  backup.close();
  if (backup.manifest.master_key === null)
    throw new StartRefused(
      `The master key is not in ${nameOf(file)}: it was made without --with-master-key.`,
    );
  process.stdout.write(`${backup.manifest.master_key}\n`);
}

function migrationsFor({ contents, posthorn }: BackupManifest, known: readonly Migration[]): Migration[] {
  const made = migrationsOf(known, contents.schema);
  if ("migrations" in made) return made.migrations;
  throw new StartRefused(
    made.refusal === "newer"
      ? `This backup is from Posthorn ${posthorn}, whose database has tables that this version (${productVersion()}) does not know yet. Restore it with Posthorn ${posthorn} or newer.`
      : `This backup is from Posthorn ${posthorn}, whose database was made by other migrations than those of this version (${productVersion()}). Restore it with Posthorn ${posthorn}, and then upgrade.`,
  );
}

/** Returns the key that must be written beside the restored database; null if the settings have it, or it is there. */
async function fittingKey(config: Config, { contents, master_key }: BackupManifest): Promise<string | null> {
  if (contents.master_key_check === null) return null;
  const check = Buffer.from(contents.master_key_check, "base64");
  const given = config.masterKey ?? (await readKeyFile(config.dataDir));
  if (given !== null && opensCheck(given, check)) return null;
  const isInBackup = master_key !== null && opensCheck(master_key, check);
  if (given !== null) {
    const origin = config.masterKey === null ? keyFile(config.dataDir) : "POSTHORN_MASTER_KEY";
    throw new StartRefused(
      `The master key from ${origin} is not the one that this backup was sealed with. ` +
        (isInBackup
          ? "The right one is in the backup: posthorn restore --print-master-key FILE shows it."
          : "Set POSTHORN_MASTER_KEY to the key of the Posthorn that the backup is from, or put its master.key there."),
    );
  }
  if (isInBackup) return master_key;
  throw new StartRefused(
    `The master key is missing: this backup was made without it, and its secrets are sealed. ` +
      `Put the file master.key of the Posthorn that the backup is from into ${config.dataDir}, or set POSTHORN_MASTER_KEY.`,
  );
}

async function restoreInto(url: string, load: (url: string) => Promise<Loaded>): Promise<Loaded> {
  const reason = await whyNotEmpty(url);
  if (reason !== null) throw new StartRefused(reason);
  return load(url);
}

async function restoreEmbedded(
  dataDir: string,
  keyToWrite: string | null,
  load: (url: string) => Promise<Loaded>,
): Promise<Loaded> {
  await makeDataDir(dataDir);
  const files = filesIn(dataDir);
  const lock = await acquireInstanceLock(files.lock);
  try {
    if (existsSync(files.cluster))
      throw new StartRefused(
        `${dataDir} already holds a database, and a restore never replaces any. Move it away, or set POSTHORN_DATA_DIR to an empty directory.`,
      );
    const draft = filesIn(join(dataDir, DRAFT));
    await removeDraft(draft.dataDir, draft.cluster);
    const embedded = await startEmbeddedPostgres({ dataDir: draft.dataDir, log: quietLog });
    let loaded: Loaded;
    try {
      loaded = await load(embedded.url);
    } catch (error) {
      await embedded.stop();
      await removeDraft(draft.dataDir, draft.cluster);
      throw error;
    }
    await embedded.stop();
    if (keyToWrite !== null) await writeKeyFile(dataDir, keyToWrite);
    await rename(draft.url, files.url);
    await rename(draft.cluster, files.cluster);
    await syncDirectory(dataDir);
    await removeDraft(draft.dataDir, draft.cluster);
    return loaded;
  } finally {
    await lock.release();
  }
}

/** A restore that was killed leaves its database running. */
async function removeDraft(directory: string, cluster: string): Promise<void> {
  const leftOver = existsSync(cluster) ? findPostmaster(cluster) : null;
  if (leftOver !== null) await shutDown(leftOver);
  await rm(directory, { recursive: true, force: true });
}

function describe({ posthorn, contents }: BackupManifest): string {
  return `This is a backup of ${contents.taken_at}, by Posthorn ${posthorn} from PostgreSQL ${contents.postgres}.`;
}

/** Fails here, in words, for a file that cannot be read: a stream would fail later, in Node's. */
async function openFile(file: string): Promise<NodeJS.ReadableStream> {
  if (file === "-") return process.stdin;
  try {
    const handle = await open(file);
    if (!(await handle.stat()).isDirectory()) return handle.createReadStream(); // a pipe of the shell is a file, too
    await handle.close();
  } catch (error) {
    throw new StartRefused(whyUnreadable(file, error));
  }
  throw new StartRefused(`${file} is a folder. Name the file of a backup in it.`);
}

function whyUnreadable(file: string, error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code === "ENOENT" || code === "ENOTDIR")
    return `There is no file ${file}. Name the file of a backup, or - for standard input.`;
  if (code === "EACCES" || code === "EPERM")
    return `${file} may not be read by this user. A backup belongs to the user who made it: run this as that user, or give the file to yours.`;
  return `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`;
}

function nameOf(file: string): string {
  return file === "-" ? "Standard input" : file;
}
