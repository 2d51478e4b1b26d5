/**
 * Which key seals the secrets, and is it the right one for this database?
 *
 * Checked once, at start, after the migrations. With the embedded database, the first start generates a key and
 * stores it beside the database; otherwise the operator provides one. A sealed known text in the database proves
 * the key. A process with a wrong key would write secrets that cannot be opened later, so it must not start.
 */
import { randomBytes } from "node:crypto";
import { link, mkdir, open, readFile, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config.ts";
import type { Queryable } from "./database.ts";
import { UNBOUND_VERSION, createSealer, openUnbound } from "./seal.ts";

const KNOWN_TEXT = "posthorn";
const KEY_MIN_CHARACTERS = 32;
/** The check belongs to no project, and its table has one row. */
export const MASTER_KEY_ROW = { team_id: "none", id: "only" };

export class MasterKeyRefused extends Error {}

export interface MasterKeyDeps {
  config: Pick<Config, "dataDir" | "masterKey">;
  db: Queryable;
}

export async function loadMasterKey({ config, db }: MasterKeyDeps): Promise<string> {
  const sealed = await readMasterKeyCheck(db);
  const masterKey = config.masterKey ?? (await keyBesideDatabase(config.dataDir, sealed !== null));
  const check = sealed ?? (await writeCheck(db, masterKey));
  if (!opensCheck(masterKey, check)) {
    const origin = config.masterKey ? "POSTHORN_MASTER_KEY" : keyFile(config.dataDir);
    throw new MasterKeyRefused(
      `The master key from ${origin} is not the one that this database was sealed with. ` +
        "Set POSTHORN_MASTER_KEY to the right key, or restore the master.key file that belongs to this database.",
    );
  }
  return masterKey;
}

/** A check that is not bound yet says that other seals may not be either: see bind-seals.ts. */
export function opensCheck(masterKey: string, check: Buffer): boolean {
  try {
    const text =
      check[0] === UNBOUND_VERSION
        ? openUnbound(masterKey, check)
        : createSealer(masterKey).open(check, "master_key_check.sealed", MASTER_KEY_ROW);
    return text === KNOWN_TEXT;
  } catch {
    return false; // `open` throws here only because the key is another one
  }
}

export async function readMasterKeyCheck(db: Queryable): Promise<Buffer | null> {
  const { rows } = await db.query<{ sealed: Buffer }>("select sealed from master_key_check");
  return rows[0]?.sealed ?? null;
}

/** Two nodes may start at once on an empty database: the check of the first one is kept and returned. */
async function writeCheck(db: Queryable, masterKey: string): Promise<Buffer> {
  const sealed = createSealer(masterKey).seal(KNOWN_TEXT, "master_key_check.sealed", MASTER_KEY_ROW);
  await db.query("insert into master_key_check (sealed) values ($1) on conflict do nothing", [sealed]);
  return (await readMasterKeyCheck(db)) ?? sealed;
}

export async function replaceMasterKeyCheck(
  db: Queryable,
  { from, to }: { from: Buffer; to: Buffer },
): Promise<void> {
  await db.query("update master_key_check set sealed = $2 where sealed = $1", [from, to]);
}

export function keyFile(dataDir: string): string {
  return join(dataDir, "master.key");
}

async function keyBesideDatabase(dataDir: string, isSealed: boolean): Promise<string> {
  const found = await readKeyFile(dataDir);
  if (found !== null) return found;
  if (isSealed) {
    throw new MasterKeyRefused(
      `The master key is missing: ${keyFile(dataDir)} does not exist, but this database was sealed with it. ` +
        "Put the file back from a backup, or set POSTHORN_MASTER_KEY to the key that was in it.",
    );
  }
  await writeKeyFile(dataDir, randomBytes(32).toString("base64"));
  const written = await readKeyFile(dataDir);
  if (written === null) throw new Error(`${keyFile(dataDir)} vanished right after it was written`);
  return written;
}

export async function readKeyFile(dataDir: string): Promise<string | null> {
  const text = await readFile(keyFile(dataDir), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw new MasterKeyRefused(
      `The master key in ${keyFile(dataDir)} cannot be read (${error.code}). Check the owner and mode of the file.`,
      { cause: error },
    );
  });
  if (text !== null && text.trim().length < KEY_MIN_CHARACTERS) {
    throw new MasterKeyRefused(
      `${keyFile(dataDir)} does not hold a master key. Put the file back from a backup; ` +
        "if this installation is new and holds nothing yet, remove the file and start again.",
    );
  }
  return text?.trim() ?? null;
}

/** Written completely or not at all, and on disk before anything is sealed with it; never replaces an existing file. */
export async function writeKeyFile(dataDir: string, masterKey: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const draft = join(dataDir, `.master.key.${randomBytes(8).toString("hex")}`);
  const file = await open(draft, "w", 0o600);
  try {
    await file.writeFile(`${masterKey}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await link(draft, keyFile(dataDir)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await unlink(draft);
  const directory = await open(dataDir, "r");
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
