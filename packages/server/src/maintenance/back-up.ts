/**
 * `posthorn backup`: writes the database into one file.
 *
 * The file is written as FILE.partial, forced to the disk, and only then gets its name. So a file without that ending is
 * whole. Only its owner may read it: it holds what senders sent, and hashes of passwords.
 */
import { createWriteStream, existsSync, statSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Config } from "../config.ts";
import { StartRefused } from "../start-refused.ts";
import type { Snapshot } from "../store/backup/snapshot.ts";
import { syncDirectory } from "../store/embedded/initialize.ts";
import { keyFile, opensCheck, readKeyFile } from "../store/master-key.ts";
import { type Totals, type WrittenPart, writeBackup } from "./backup-file.ts";
import { openSource } from "./open-source.ts";
import { productVersion } from "./product-version.ts";
import { sizeText } from "./size-text.ts";

export interface CommandDeps {
  config: Config;
  /** Tells the person at the terminal. */
  say: (text: string) => void;
  signal: AbortSignal;
}

export async function backUp(
  { file, withMasterKey }: { file: string; withMasterKey: boolean },
  { config, say, signal }: CommandDeps,
): Promise<void> {
  const target = file === "-" ? null : targetOf(file, new Date());
  if (target === null && process.stdout.isTTY)
    throw new StartRefused("A backup is not for a terminal: lead standard output into a file or a program.");
  if (target !== null && existsSync(target))
    throw new StartRefused(`${target} exists already, and is not replaced. Choose another name.`);
  const source = await openSource(config, signal);
  try {
    const { contents } = source.snapshot;
    const key = config.masterKey ?? (await readKeyFile(config.dataDir));
    const check = contents.master_key_check;
    if (check !== null && (key === null || !opensCheck(key, Buffer.from(check, "base64"))))
      throw new StartRefused(
        `The master key from ${config.masterKey === null ? keyFile(config.dataDir) : "POSTHORN_MASTER_KEY"} is not the one of this database, so nothing could be restored with it. Set POSTHORN_MASTER_KEY to the right key, or put the right master.key back.`,
      );
    if (source.wasStopped) say("Posthorn is stopped here, so its database runs for the time of the backup.");
    const { bytes, totals } = writeBackup(
      { posthorn: productVersion(), contents, master_key: withMasterKey ? key : null },
      partsOf(source.snapshot),
    );
    if (target === null) await pipeline(bytes, process.stdout, { signal, end: false });
    else await writeFileWhole(target, bytes, signal);
    say(summary(target ?? "standard output", contents.taken_at, totals));
    say(aboutKey(config, { withMasterKey, isSealed: check !== null }));
  } finally {
    await source.close();
  }
}

/** A folder gets a file that is named after the time. */
function targetOf(file: string, at: Date): string {
  const path = resolve(file);
  const isFolder = file.endsWith("/") || statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder
    ? join(path, `posthorn-${at.toISOString().slice(0, 19).replaceAll(":", "-")}Z.backup`)
    : path;
}

async function* partsOf({ contents, copy }: Snapshot): AsyncGenerator<WrittenPart> {
  for (const table of contents.tables) yield { table, ...copy(table) };
}

async function writeFileWhole(
  target: string,
  bytes: NodeJS.ReadableStream,
  signal: AbortSignal,
): Promise<void> {
  const partial = `${target}.partial`;
  await rm(partial, { force: true }); // of a backup that was killed
  try {
    await pipeline(bytes, createWriteStream(partial, { flags: "wx", mode: 0o600 }), { signal });
    const written = await open(partial, "r");
    try {
      await written.sync();
    } finally {
      await written.close();
    }
    await rename(partial, target);
    await syncDirectory(dirname(target));
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

function summary(where: string, takenAt: string, { tables, rows, bytes }: Totals): string {
  const size = existsSync(where) ? `, ${sizeText(statSync(where).size)} in the file` : "";
  return `Backup of ${takenAt} written to ${where}: ${rows} rows of ${tables} tables, ${sizeText(bytes)}${size}.`;
}

function aboutKey(
  { masterKey, dataDir }: Config,
  { withMasterKey, isSealed }: { withMasterKey: boolean; isSealed: boolean },
): string {
  if (!isSealed) return "The database was never used, so it needs no master key.";
  if (withMasterKey)
    return "The master key is in the file. Whoever can read the file can read every secret in it: encrypt it, or lock it away.";
  const place = masterKey === null ? keyFile(dataDir) : "POSTHORN_MASTER_KEY";
  return `The master key is not in the file. It is in ${place}: keep a copy of it in another place than the backup. Without it nothing can be restored.`;
}
