import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { appendFile, chmod, cp, mkdir, mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createLog } from "../../log.ts";
import { openDatabase, type Database } from "../database.ts";
import { boundLog } from "./bound-log.ts";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "./start-embedded-postgres.ts";

const silent = createLog(() => {});

/** All tests that can share one data directory do: creating a database takes a second of CPU. */
let directory: string;
let dataDir: string;
const running: EmbeddedPostgres[] = [];
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "posthorn-embedded-"));
  await chmod(directory, 0o755);
  dataDir = join(directory, "data");
});
afterEach(() => Promise.all(running.splice(0).map((postgres) => postgres.stop())));
afterAll(() => rm(directory, { recursive: true, force: true }));

async function start(where = dataDir): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir: where, log: silent });
  running.push(postgres);
  return postgres;
}

async function stop(postgres: EmbeddedPostgres): Promise<void> {
  running.splice(running.indexOf(postgres), 1);
  await postgres.stop();
}

async function using<Result>(url: string, work: (db: Database) => Promise<Result>): Promise<Result> {
  const db = openDatabase(url);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

const settings = (db: Database, names: string[]) =>
  Promise.all(
    names.map(
      async (name) =>
        (await db.query<{ value: string }>("select current_setting($1) as value", [name])).rows[0]?.value,
    ),
  );

async function postmasterPid(): Promise<number> {
  return Number((await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8")).split("\n")[0]);
}

/** A gateway that starts the database and is then killed with SIGKILL. */
async function startAndCrash(): Promise<void> {
  const module = new URL("./start-embedded-postgres.ts", import.meta.url).href;
  const program = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(module)});
    const silent = { info() {}, warn() {}, error() {} };
    await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: silent });
    console.log("up");
    setInterval(() => {}, 1000);`;
  const gateway = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(gateway.stdout, "data");
  gateway.kill("SIGKILL");
  await once(gateway, "exit");
}

async function untilItAnswers(url: string): Promise<void> {
  for (;;) {
    const answer = await using(url, (db) => db.query("select 1")).catch(() => null);
    if (answer !== null) return;
    await delay(5);
  }
}

test("a first start that was killed half-way is begun anew", async () => {
  await mkdir(join(dataDir, "postgres.new", "half"), { recursive: true });

  const { url } = await start();

  await using(url, (db) => db.query("select 1"));
});

test("the database is durable, reachable by socket only, and its user no superuser", async () => {
  const { url } = await start();

  await using(url, async (db) => {
    expect(await settings(db, ["fsync", "full_page_writes", "synchronous_commit"])).toEqual([
      "on",
      "on",
      "on",
    ]);
    expect(await settings(db, ["listen_addresses", "is_superuser"])).toEqual(["", "off"]);
  });
  expect((await stat(join(dataDir, "postgres"))).mode & 0o777).toBe(0o700);
  expect((await stat(join(dataDir, "postgres.url"))).mode & 0o777).toBe(0o600);
});

test("rows are there after a stop and a start", async () => {
  const first = await start();
  await using(first.url, (db) => db.query("create table kept_by_stop as select 7 as number"));
  await stop(first);

  const second = await start();

  expect(second.url).toBe(first.url);
  const { rows } = await using(second.url, (db) => db.query("select number from kept_by_stop"));
  expect(rows).toEqual([{ number: 7 }]);
});

test("a second instance on the same directory is refused, and does not disturb the first", async () => {
  const { url } = await start();

  await expect(start()).rejects.toThrow(`Another Posthorn (process ${process.pid}) is already running`);

  await using(url, (db) => db.query("select 1"));
});

test("a database left running by a crash is found and kept", async () => {
  await startAndCrash();
  const pid = await postmasterPid();

  const { url } = await start();

  expect(await postmasterPid()).toBe(pid);
  await using(url, (db) => db.query("select 1"));
});

test("a found database is restarted when it dies, like one we started", async () => {
  await startAndCrash();
  const { url } = await start();

  process.kill(await postmasterPid(), "SIGKILL");

  await untilItAnswers(url);
});

test("a database killed while it works is started again, and committed rows are there", async () => {
  const { url } = await start();
  await using(url, (db) => db.query("create table kept_by_kill as select 7 as number"));
  const busy = openDatabase(url);
  const working = busy
    .query("select count(*) from generate_series(1, 1000000000)")
    .catch((error: unknown) => error);
  await using(url, async (db) => {
    for (;;) {
      const { rowCount } = await db.query(
        "select from pg_stat_activity where state = 'active' and query like '%series(1,%'",
      );
      if (rowCount > 1) return; // the busy one and this query itself
    }
  });
  const pid = await postmasterPid();

  process.kill(pid, "SIGKILL");
  await untilItAnswers(url);

  expect(await working).toBeInstanceOf(Error);
  expect(await postmasterPid()).not.toBe(pid);
  const { rows } = await using(url, (db) => db.query("select number from kept_by_kill"));
  expect(rows).toEqual([{ number: 7 }]);
  await busy.close();
});

test("Ctrl-C in the gateway's terminal does not reach the database", async () => {
  await start();

  const pid = await postmasterPid();
  const group = spawnSync("ps", ["-o", "pgid=", "-p", String(pid)], { encoding: "utf8" }).stdout;

  expect(Number(group)).toBe(pid);
});

test("a database whose connection file was lost gets a new password", async () => {
  const first = await start();
  await stop(first);
  await rm(join(dataDir, "postgres.url"));

  const second = await start();

  expect(second.url).not.toBe(first.url);
  await using(second.url, (db) => db.query("select 1"));
});

test("a data directory whose path is too long for a socket works", async () => {
  const deep = join(directory, "a-very-long-name-".repeat(6), "data");
  await cp(dataDir, deep, { recursive: true });

  const first = await start(deep);
  await using(first.url, (db) => db.query("select 1"));
  await stop(first);
  const second = await start(deep);

  expect(second.url).toBe(first.url); // the link in the temporary directory is used again
  await rm(dirname(new URL(first.url).searchParams.get("host") ?? ""), { recursive: true });
});

test("a data directory inside one that only we may enter works", async () => {
  const closed = join(directory, "closed");
  await mkdir(closed, { mode: 0o700 });

  const { url } = await start(join(closed, "data"));

  await using(url, (db) => db.query("select 1"));
});

test("a setting of the operator wins over ours and survives a restart", async () => {
  await stop(await start());
  await appendFile(join(dataDir, "postgres", "postgresql.conf"), "max_connections = 61\n");

  const { url } = await start();

  await using(url, async (db) => expect(await settings(db, ["max_connections"])).toEqual(["61"]));
});

test("the database takes only as much memory for pages as it is given", async () => {
  const postgres = await startEmbeddedPostgres({ dataDir, log: silent, bufferBytes: 48 * 1024 * 1024 });
  running.push(postgres);

  await using(postgres.url, async (db) => expect(await settings(db, ["shared_buffers"])).toEqual(["48MB"]));
});

test("the log stays within its bound while PostgreSQL goes on writing it", async () => {
  const { url } = await start();
  const log = join(dataDir, "postgres.log");
  const before = await readFile(log, "utf8");

  await boundLog(log, 10);
  await using(url, (db) => db.query("select 1 / 0").catch(() => {}));

  expect(await readFile(`${log}.old`, "utf8")).toBe(before);
  expect(await readFile(log, "utf8")).toMatch(/^[^\0]*division by zero\n$/);
});
