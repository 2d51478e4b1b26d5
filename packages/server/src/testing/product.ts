/**
 * How does a test run the whole product, as a user would?
 *
 * A real process with an embedded database in a temporary directory, which fault tests then kill. Its two ports are
 * reserved before its first start, so that it comes back at the same address after each kill. `without` switches a
 * protection off by rewriting one source file as it is loaded: the product itself has no such switch, and a fault
 * test must be seen to fail without the protection it tests.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Connection } from "@posthorn/contract/connections";
import type { Rules } from "@posthorn/contract/rules";
import { copyReadyData } from "./ready-data.ts";
import { reservePort } from "./reserved-port.ts";

const MAIN = join(import.meta.dirname, "../main.mjs");
const REWRITE = join(import.meta.dirname, "rewrite-on-load.ts");
const CLOCK = join(import.meta.dirname, "movable-clock.ts");
/** The owner that the bootstrap settings create. */
export const OWNER = { email: "owner@fault.test", password: "a long enough password" };
const API_KEY = "phk_the_api_key_of_the_fault_tests_0123456789";
/** With these the database of another product is not the one that a first start would make. */
const OWN_FIRST_START = [
  "POSTHORN_DATA_DIR",
  "POSTHORN_DATABASE_URL",
  "POSTHORN_MASTER_KEY",
  "POSTHORN_PLANS",
];
/** Far more than a start takes on a busy machine: it bounds only a start that hangs. */
const READY_WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 20;

/** One protection: the source text that makes it, and the text that replaces it. */
export interface Protection {
  file: string;
  from: string;
  to: string;
}

export interface Product {
  publicUrl: string;
  ingestUrl: string;
  /** The key of the first project. */
  apiKey: string;
  /**
   * Starts it, or starts it again on the same data; resolves when both ports are ready. `changed` rewrites further source
   * texts, for this start only: for example, to kill the process at a certain line.
   */
  start(changed?: readonly Protection[]): Promise<void>;
  /** Resolves when the process has ended, whatever ended it. */
  ended(): Promise<void>;
  /** kill -9 of the gateway; its database is left as it is. */
  kill(): Promise<void>;
  /** Sends SIGTERM, as an operator or an orchestrator would. Returns the exit code or signal. */
  stop(): Promise<number | NodeJS.Signals | null>;
  /** kill -9 of the database under the running gateway. */
  killDatabase(): Promise<void>;
  /** Its embedded database's process. */
  databasePid(): Promise<number>;
  /** The URL of its database, embedded or not. */
  databaseUrl(): Promise<string>;
  pid(): number | undefined;
  /** The pids of the gateway's processes, if there are several: `pid` is then the supervisor. */
  processes(): Promise<number[]>;
  /** Moves the gateway's wall clock; the database keeps the true time. */
  setClock(aheadMs: number): Promise<void>;
  api<Reply>(method: string, path: string, body?: unknown): Promise<Reply>;
  connect(destinationUrl: string, rules?: Rules): Promise<Connection>;
  output(): string;
  remove(): Promise<void>;
}

export interface ProductOptions {
  /** Protections that the product runs without; each rewrites one source file as it is loaded. */
  without?: readonly Protection[];
  /** More settings, for example a database that it shares with others. */
  environment?: Record<string, string>;
  /** Where its data goes; a temporary directory otherwise. */
  directory?: string;
  /** The first file of another release (kept-release.ts). */
  main?: string;
}

export async function createProduct({
  without = [],
  environment = {},
  directory: given,
  main = MAIN,
}: ProductOptions = {}): Promise<Product> {
  const directory = given ?? (await mkdtemp(join(tmpdir(), "posthorn-fault-")));
  const isOrdinary = given === undefined && !OWN_FIRST_START.some((name) => name in environment);
  if (isOrdinary) await copyReadyData(join(directory, "data"));
  const clockFile = join(directory, "clock");
  const ports = { api: await reservePort(), ingest: await reservePort() };
  const publicUrl = `http://127.0.0.1:${ports.api.port}`;
  const ingestUrl = `http://127.0.0.1:${ports.ingest.port}`;
  let child: ChildProcess | null = null;
  let output = "";

  async function start(changed: readonly Protection[] = []): Promise<void> {
    const rewrites = [...without, ...changed];
    const imports = [CLOCK, ...(rewrites.length > 0 ? [REWRITE] : [])].flatMap((file) => ["--import", file]);
    child = spawn(process.execPath, [...imports, main], {
      env: {
        PATH: process.env["PATH"],
        CLOCK_FILE: clockFile,
        POSTHORN_DATA_DIR: join(directory, "data"),
        POSTHORN_PORT: String(ports.api.port),
        POSTHORN_INGEST_PORT: String(ports.ingest.port),
        POSTHORN_BOOTSTRAP_EMAIL: OWNER.email,
        POSTHORN_BOOTSTRAP_PASSWORD: OWNER.password,
        POSTHORN_BOOTSTRAP_API_KEY: API_KEY,
        POSTHORN_PROCESSES: "1", // on every machine, unless the test is about several
        ...environment,
        REWRITE_ON_LOAD: JSON.stringify(rewrites),
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr?.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const startedAtMs = performance.now();
    for (const url of [publicUrl, ingestUrl]) {
      while (!(await isUp(`${url}/readyz`))) {
        const hasEnded = child.exitCode !== null || child.signalCode !== null;
        if (hasEnded || performance.now() - startedAtMs > READY_WITHIN_MS) {
          throw new Error(`The product did not become ready:\n${output.slice(-4_000)}`);
        }
        await delay(LOOK_EVERY_MS); // leaves the processor to the start
      }
    }
  }

  async function api<Reply>(method: string, path: string, body?: unknown): Promise<Reply> {
    const response = await fetch(`${publicUrl}/2025-07-01${path}`, {
      method,
      headers: { authorization: `Bearer ${API_KEY}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (response.status !== 200)
      throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as Reply; // the caller names the contract's type of this reply
  }

  async function end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals | null> {
    if (!child) return null;
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, "exit");
      child.kill(signal);
      await ended;
    }
    return child.exitCode ?? child.signalCode;
  }

  async function databasePid(): Promise<number> {
    const file = await readFile(join(directory, "data", "postgres", "postmaster.pid"), "utf8");
    return Number(file.split("\n", 1)[0]);
  }

  return {
    publicUrl,
    ingestUrl,
    apiKey: API_KEY,
    start,
    async ended() {
      if (child && child.exitCode === null && child.signalCode === null) await once(child, "exit");
    },
    kill: async () => void (await end("SIGKILL")),
    stop: () => end("SIGTERM"),
    api,
    databasePid,
    databaseUrl: async () =>
      environment["POSTHORN_DATABASE_URL"] ??
      (await readFile(join(directory, "data", "postgres.url"), "utf8")).trim(),
    setClock: (aheadMs) => writeFile(clockFile, String(aheadMs)),
    pid: () => child?.pid,
    processes: () => processesOf(child?.pid),
    output: () => output,
    killDatabase: async () => void process.kill(await databasePid(), "SIGKILL"),
    connect: (destinationUrl, rules = []) =>
      api<Connection>("PUT", "/connections", {
        name: "fault",
        source: { name: "fault" },
        destination: { name: "far-end", config: { url: destinationUrl } },
        rules,
      }),
    async remove() {
      await end("SIGKILL");
      await killProcessesIn(directory);
      for (const { release } of [ports.api, ports.ingest]) release();
      await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

async function processesOf(supervisor: number | undefined): Promise<number[]> {
  const listed = await readFile(`/proc/${supervisor}/task/${supervisor}/children`, "utf8");
  const pids = listed.split(" ").filter(Boolean).map(Number);
  const commands = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")), // it may end meanwhile
  );
  return pids.filter((_, at) => commands[at]?.includes("main.mjs\0process\0"));
}

async function isUp(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(10_000) });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false; // not listening yet
  }
}

/** The database outlives a killed gateway on purpose; at the end of a test it must end. */
async function killProcessesIn(directory: string): Promise<void> {
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    if (command.includes(directory)) process.kill(Number(pid), "SIGKILL");
  }
}
