/**
 * How does an empty data directory become a database?
 *
 * The cluster is made under another name, synced once as a whole, and only then renamed: a first start
 * that is killed half-way leaves nothing that a second one could mistake for a database. The gateway
 * gets its own role, which is no superuser, so that no statement of ours can ever reach the machine.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, chown, lchown, mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { commandFor, type Command, type Runner } from "./run-as.ts";
import { PG_HBA_CONF, POSTGRESQL_CONF, POSTHORN_CONF } from "./settings.ts";

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
    `create role posthorn login createdb password '${password}'`, // ours: base64url, no quote in it
    `create database posthorn owner posthorn`,
  ]);
  await run(commandFor(runner, "initdb", draft, ["--sync-only", ...SYNC_METHOD]));
  await rename(draft, cluster);
  await syncDirectory(dirname(cluster));
}

/** For a cluster whose postgres.url was lost; it must not be running. */
export async function setPassword(runner: Runner, cluster: string, password: string): Promise<void> {
  await runStatements(runner, cluster, [`alter role posthorn password '${password}'`]);
}

/** C.UTF-8 from PostgreSQL itself: order by code point, the same on every machine and after every upgrade. */
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

/** One call for the whole file system instead of one for each of a thousand files; Linux only. */
const SYNC_METHOD = process.platform === "linux" ? ["--sync-method=syncfs"] : [];

/** What Posthorn decides is written anew at every start; postgresql.conf is the operator's after the first. */
export async function writeConfiguration(runner: Runner, cluster: string): Promise<void> {
  const isNew = !existsSync(join(cluster, "posthorn.conf"));
  const texts = { "posthorn.conf": POSTHORN_CONF, "pg_hba.conf": PG_HBA_CONF };
  for (const [name, text] of Object.entries(
    isNew ? { ...texts, "postgresql.conf": POSTGRESQL_CONF } : texts,
  )) {
    const file = join(cluster, name);
    await writeFile(file, text);
    await chmod(file, 0o600);
    await chown(file, runner.owner.uid, runner.owner.gid);
  }
}

/** The way PostgreSQL runs may change between starts (a directory was opened or closed); its files follow. */
export async function takeOwnership(runner: Runner, cluster: string): Promise<void> {
  const { uid, gid } = runner.owner;
  const { uid: owner } = await stat(cluster);
  if (owner === uid) return;
  if (process.getuid?.() !== 0) {
    throw new Error(
      `${cluster} belongs to user ${owner}, and this is user ${uid}: an earlier start ran as somebody else (root?). ` +
        `Start Posthorn as before, or hand the directory over with chown -R.`,
    );
  }
  for (const entry of await readdir(cluster, { recursive: true }))
    await lchown(join(cluster, entry), uid, gid);
  await chown(cluster, uid, gid);
}

/** As the superuser, before anybody can connect. Single-user mode takes one statement per line. */
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
    child.stdin.on("error", () => {}); // a child that ends early is reported by its exit code
    child.stdin.end(input);
  });
}

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
