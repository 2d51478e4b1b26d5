/**
 * Which files does the embedded database keep in the data directory, and how do clients connect to it?
 *
 *     postgres/        PostgreSQL's own data, its configuration and its socket
 *     postgres.log     PostgreSQL's log; postgres.log.old is the part before
 *     postgres.url     how to connect, with the generated password: psql "$(cat data/postgres.url)"
 *     instance.lock    which process runs on this directory
 *     running.json     the same process, once it runs, and where its dashboard is
 *
 * The path of a socket is limited to about a hundred bytes. If the data directory's path is too long, clients
 * connect through a link in a private directory below the system's temporary one.
 */
import { randomBytes } from "node:crypto";
import { lstat, mkdtemp, readFile, readlink, rename, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { StartRefused } from "../../start-refused.ts";
import { SOCKET_PORT } from "./settings.ts";

export interface DataFiles {
  dataDir: string;
  cluster: string;
  log: string;
  url: string;
  lock: string;
  running: string;
}

export function filesIn(dataDir: string): DataFiles {
  const at = (name: string) => resolve(dataDir, name);
  return {
    dataDir: at("."),
    cluster: at("postgres"),
    log: at("postgres.log"),
    url: at("postgres.url"),
    lock: at("instance.lock"),
    running: at("running.json"),
  };
}

/** Linux has 108 bytes for a socket's path, macOS 104, including the terminating zero. */
const LONGEST_SOCKET_PATH = 103;

export interface ConnectionUrl {
  url: string;
  password: string;
  /** There was no postgres.url, so an existing cluster does not know this password yet. */
  isNewPassword: boolean;
}

/** Reads postgres.url, or creates one with a new password; updates its path when the data directory has moved. */
export async function connectionUrl(files: DataFiles): Promise<ConnectionUrl> {
  const known = await readUrl(files.url);
  const password = known?.password ?? randomBytes(24).toString("base64url");
  const host = await socketDirectory(files.cluster, known?.host ?? null);
  const url = `postgres://posthorn:${password}@localhost:${SOCKET_PORT}/posthorn?host=${encodeURIComponent(host)}`;
  if (url !== known?.url) {
    await writeFile(`${files.url}.new`, `${url}\n`, { mode: 0o600, flush: true });
    await rename(`${files.url}.new`, files.url);
  }
  return { url, password, isNewPassword: known === null };
}

interface KnownUrl {
  url: string;
  password: string;
  host: string | null;
}

async function readUrl(file: string): Promise<KnownUrl | null> {
  let url: string;
  try {
    url = (await readFile(file, "utf8")).trim();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
  const parsed = URL.parse(url);
  if (!parsed?.password)
    throw new StartRefused(
      `${file} is damaged: it holds no URL with a password. Move it away; Posthorn then makes a new one.`,
    );
  return { url, password: parsed.password, host: parsed.searchParams.get("host") };
}

async function socketDirectory(cluster: string, last: string | null): Promise<string> {
  if (Buffer.byteLength(join(cluster, `.s.PGSQL.${SOCKET_PORT}`)) <= LONGEST_SOCKET_PATH) return cluster;
  if (last !== null && (await isOwnLinkTo(last, cluster))) return last;
  const link = join(await mkdtemp(join(tmpdir(), "posthorn-")), "postgres");
  await symlink(cluster, link);
  return link;
}

/** A link from an earlier start is trusted only inside a directory that no other user can enter. */
async function isOwnLinkTo(link: string, cluster: string): Promise<boolean> {
  try {
    const { uid, mode } = await lstat(dirname(link));
    return uid === process.getuid?.() && (mode & 0o077) === 0 && (await readlink(link)) === cluster;
  } catch {
    return false; // the system cleans temporary directories; a new link is created
  }
}
