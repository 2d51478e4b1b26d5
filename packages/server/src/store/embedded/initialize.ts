/**
 * How does an empty data directory become a database?
 *
 * The cluster is created under a temporary name, synced once as a whole, and only then renamed. So a first start
 * that is killed half-way leaves nothing that a second start could mistake for a database. The gateway gets its own
 * role, which is not a superuser, so that no statement of ours can reach the machine.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, chown, lchown, mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { StartRefused } from "../../start-refused.ts";
import { commandFor, type Command, type Runner } from "./run-as.ts";
import { embeddedConnections } from "../connections-of-each.ts";
import { BUFFER_BYTES, PG_HBA_CONF, POSTGRESQL_CONF, posthornConf } from "./settings.ts";

export async function createCluster(
  runner: Runner,
  cluster: string,
  password: string,
  onWaiting: () => void,
): Promise<void> {
  const draft = `${cluster}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  await chown(draft, runner.owner.uid, runner.owner.gid);
  const making = run(commandFor(runner, "initdb", draft, INITDB_OPTIONS));
  onWaiting();
  await making;
  await writeConfiguration(runner, draft);
  await runStatements(runner, draft, [
    `create role posthorn login createdb password '${password}'`, // we generate it as base64url: it has no quotes
    `create database posthorn owner posthorn`,
  ]);
  await run(commandFor(runner, "initdb", draft, ["--sync-only", ...SYNC_METHOD]));
  await rename(draft, cluster);
  await syncDirectory(dirname(cluster));
}

/** Sets a new password when postgres.url was lost; the cluster must not be running. */
export async function setPassword(runner: Runner, cluster: string, password: string): Promise<void> {
  await runStatements(runner, cluster, [`alter role posthorn password '${password}'`]);
}

/** PostgreSQL's own C.UTF-8 sorts by code point, the same on every machine and after every upgrade. */
const INITDB_OPTIONS = [
  "--username=postgres",
  "--auth=reject",
  "--encoding=UTF8",
  "--locale-provider=builtin",
  "--builtin-locale=C.UTF-8",
  "--locale=C",
  "--no-sync",
  "--no-instructions",
];

/** Syncs the whole file system with one call instead of each of a thousand files; Linux only. */
const SYNC_METHOD = process.platform === "linux" ? ["--sync-method=syncfs"] : [];

/**
 * Posthorn rewrites its own settings at every start; after the first start, postgresql.conf
 * belongs to the operator.
 */
export async function writeConfiguration(
  runner: Runner,
  cluster: string,
  bufferBytes = BUFFER_BYTES,
  connections = embeddedConnections(1),
): Promise<void> {
  const isNew = !existsSync(join(cluster, "posthorn.conf"));
  const texts = { "posthorn.conf": posthornConf(bufferBytes, connections), "pg_hba.conf": PG_HBA_CONF };
  for (const [name, text] of Object.entries(
    isNew ? { ...texts, "postgresql.conf": POSTGRESQL_CONF } : texts,
  )) {
    const file = join(cluster, name);
    await writeFile(file, text);
    await chmod(file, 0o600);
    await chown(file, runner.owner.uid, runner.owner.gid);
  }
}

/**
 * The user that PostgreSQL runs as may change between starts (permissions of a directory
 * changed); its files follow.
 */
export async function takeOwnership(runner: Runner, cluster: string): Promise<void> {
  const { uid, gid } = runner.owner;
  const { uid: owner } = await stat(cluster);
  if (owner === uid) return;
  if (process.getuid?.() !== 0) {
    throw new StartRefused(
      `${cluster} belongs to user ${owner}, and this is user ${uid}: an earlier start ran as somebody else (root?). ` +
        `Start Posthorn as before, or hand the directory over with chown -R.`,
    );
  }
  for (const entry of await readdir(cluster, { recursive: true }))
    await lchown(join(cluster, entry), uid, gid);
  await chown(cluster, uid, gid);
}

/** Runs as the superuser, before clients can connect. Single-user mode takes one statement per line. */
function runStatements(runner: Runner, cluster: string, statements: string[]): Promise<void> {
  return run(commandFor(runner, "postgres", cluster, ["--single", "postgres"]), `${statements.join("\n")}\n`);
}

function run({ file, args, options }: Command, input = ""): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(file, args, { ...options, stdio: ["pipe", "pipe", "pipe"] });
    let output = "";
    const keep = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4000);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.on("error", fail);
    child.on("close", (code) => {
      if (code === 0) done();
      else fail(new Error(`${[file, ...args].join(" ")} failed (${code}):\n${output}`));
    });
    child.stdin.on("error", () => {}); // the exit code reports a child that ends early
    child.stdin.end(input);
  });
}

export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
