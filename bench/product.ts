/**
 * How is the product started, made ready for load and stopped?
 *
 * As a user would: its own program on a data directory, set up through its REST API. The bench switches nothing off.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type ReservedPort, reservePort } from "../packages/server/src/testing/reserved-port.ts";
import { usageOf, type Usage } from "./process-usage.ts";

export interface Product {
  apiUrl: string;
  databaseUrl: string;
  usage: () => { gateway: Usage | null; database: Usage | null };
  stop: () => Promise<void>;
}

export interface ProductPlace {
  /** The checkout whose program is started. */
  checkout: string;
  dataDir: string;
  logFile: string;
  /** The same at every start: the bench measures a start by sending requests there from its beginning. */
  ports: { api: ReservedPort; ingest: ReservedPort };
  /** How many processes the gateway has. The bench measures one, unless a part is about several. */
  processes: number;
  /** Where the gateway writes a CPU profile when it stops; null for none. */
  profileDir: string | null;
}

export const API_KEY = "bench-key-0123456789abcdef";
export const OWNER = { email: "bench@example.com", password: "bench-password" } as const;

export const THIS_CHECKOUT = fileURLToPath(new URL("..", import.meta.url));
const MAIN = join("packages", "server", "src", "main.mjs");
/** Far longer than a first start takes, even on a busy machine: only a start that hangs reaches it. */
const READY_WITHIN_MS = 120_000;
const STOPPED_WITHIN_MS = 15_000;
const LOOK_EVERY_MS = 5;

export async function reservePorts(): Promise<ProductPlace["ports"]> {
  return { api: await reservePort(), ingest: await reservePort() };
}

/** Returns at once; `waitUntilAccepted` waits until it is up. */
export function launchProduct({
  checkout,
  dataDir,
  logFile,
  ports,
  processes,
  profileDir,
}: ProductPlace): ChildProcess {
  const log = openSync(logFile, "a");
  try {
    const profiling = profileDir === null ? [] : ["--cpu-prof", `--cpu-prof-dir=${profileDir}`];
    return spawn(process.execPath, [...profiling, join(checkout, MAIN)], {
      stdio: ["ignore", log, log],
      detached: true, // Ctrl-C must reach only the bench, which then stops the product in order
      env: {
        ...inheritedEnvironment(),
        POSTHORN_DATA_DIR: dataDir,
        POSTHORN_PORT: String(ports.api.port),
        POSTHORN_INGEST_PORT: String(ports.ingest.port),
        POSTHORN_BOOTSTRAP_EMAIL: OWNER.email,
        POSTHORN_BOOTSTRAP_PASSWORD: OWNER.password,
        POSTHORN_BOOTSTRAP_API_KEY: API_KEY,
        POSTHORN_PROCESSES: String(processes),
      },
    });
  } finally {
    closeSync(log);
  }
}

/** Leaves out the operator's own settings: the bench measures the defaults. */
function inheritedEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("POSTHORN_")));
}

/** Repeats a request until it gets a 2xx, like a sender that waits for a start. */
export async function waitUntilAccepted(
  child: ChildProcess,
  logFile: string,
  method: "GET" | "POST",
  url: string,
): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  let last = "no answer";
  while (performance.now() < deadline && child.exitCode === null && child.signalCode === null) {
    const body = method === "POST" ? { body: "{}", headers: { "content-type": "application/json" } } : {};
    try {
      const answer = await fetch(url, { method, ...body });
      await answer.arrayBuffer();
      if (answer.ok) return;
      last = `status ${answer.status}`;
    } catch (error) {
      last = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    }
    await delay(LOOK_EVERY_MS);
  }
  throw new Error(`The product did not accept ${method} ${url} (${last}). Its last words:\n${tail(logFile)}`);
}

export function productOf(child: ChildProcess, { dataDir, logFile, ports }: ProductPlace): Product {
  const { pid } = child;
  if (pid === undefined) throw new Error("The product could not be started");
  const postmaster = postmasterPid(dataDir);
  return {
    apiUrl: `http://127.0.0.1:${ports.api.port}/2025-07-01`,
    databaseUrl: readFileSync(join(dataDir, "postgres.url"), "utf8").trim(),
    usage: () => ({ gateway: usageOf(pid, { except: postmaster }), database: usageOf(postmaster) }),
    stop: async () => {
      const code = await stopProduct(child, dataDir);
      if (code !== 0) throw new Error(`The product ended with ${code}. Its last words:\n${tail(logFile)}`);
    },
  };
}

/**
 * Returns the exit code, or the signal that ended it. Ends every process that the product started, whatever happened.
 */
export async function stopProduct(child: ChildProcess, dataDir: string): Promise<number | string | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, "exit");
    child.kill("SIGTERM");
    const killer = setTimeout(() => child.kill("SIGKILL"), STOPPED_WITHIN_MS);
    await exited;
    clearTimeout(killer);
  }
  // Nothing is left after an orderly stop. A gateway that crashed leaves its database running, on purpose. A gateway
  // that was interrupted in its first start leaves the programs that were creating the database, in its process group.
  if (existsSync(pidFileIn(dataDir))) await endProcess(postmasterPid(dataDir), "SIGQUIT");
  if (child.pid !== undefined) await endProcess(-child.pid, "SIGKILL");
  return child.exitCode ?? child.signalCode;
}

/** A negative number means a process group, as for the kernel. */
async function endProcess(pid: number, signal: NodeJS.Signals): Promise<void> {
  try {
    process.kill(pid, signal);
    for (;;) {
      process.kill(pid, 0);
      await delay(LOOK_EVERY_MS);
    }
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error; // ESRCH: it has ended
  }
}

function pidFileIn(dataDir: string): string {
  return join(dataDir, "postgres", "postmaster.pid");
}

function postmasterPid(dataDir: string): number {
  return Number(readFileSync(pidFileIn(dataDir), "utf8").split("\n")[0]);
}

function tail(logFile: string): string {
  return readFileSync(logFile, "utf8").split("\n").slice(-20).join("\n");
}
