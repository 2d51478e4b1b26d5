/**
 * How does a test run the release before?
 *
 * `scripts/keep-release.mjs` has kept its sources. They are unpacked inside the repository, where Node finds the packages that
 * they import, but not below node_modules, where it would not strip their types. Their contract is their own.
 */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const REPOSITORY = join(import.meta.dirname, "../../../..");
const RELEASES = join(import.meta.dirname, "releases");
/** Ignored by git and by all checks. */
const CACHE = join(REPOSITORY, ".cache");

export interface KeptRelease {
  version: string;
  /** Its program, for `createProduct`. */
  main: string;
  remove: () => Promise<void>;
}

export async function unpackRelease(): Promise<KeptRelease> {
  const [file = "none"] = await readdir(RELEASES);
  await mkdir(CACHE, { recursive: true });
  const directory = await mkdtemp(join(CACHE, "release-"));
  await promisify(execFile)("tar", ["-xzf", join(RELEASES, file), "-C", directory]);
  await mkdir(join(directory, "node_modules", "@posthorn"), { recursive: true });
  await symlink(
    join(directory, "packages", "contract"),
    join(directory, "node_modules", "@posthorn", "contract"),
  );
  // What npm has put beside the server, because another package needs another version of it.
  const own = join(REPOSITORY, "packages", "server", "node_modules");
  if (existsSync(own)) await symlink(own, join(directory, "packages", "server", "node_modules"));
  return {
    version: file.replace(/\.tar\.gz$/, ""),
    main: join(directory, "packages", "server", "src", "main.mjs"),
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}
