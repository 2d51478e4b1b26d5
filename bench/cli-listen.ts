/**
 * How much memory does `posthorn listen` need while it forwards 500 events a second?
 *
 * The built client in a terminal of the size that people have, with the view that fills it: what it does when nobody asks for
 * less. Every request must arrive at the local server once, and be stored as successful.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { spawn } from "@lydell/node-pty";
import type { Cleanup } from "./cleanup.ts";
import { type Stage, deliverAll } from "./measurements.ts";
import { API_KEY, type Product } from "./product.ts";
import { usageOf } from "./process-usage.ts";
import { createSourceForCli } from "./routes-under-load.ts";

const EVENTS_PER_SECOND = 500;
/** Much longer than it takes until the client has as many events as it keeps. */
const LOAD_SECONDS = 30;
const SIZE = { cols: 110, rows: 32 };
const CONNECTED_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 50;
const LOOK_AT_MEMORY_EVERY_MS = 500;
const BUILD = fileURLToPath(new URL("../packages/cli/build.mjs", import.meta.url));
const US_PER_S = 1_000_000;

interface CliListenBench {
  product: Product;
  sinkUrl: string;
  directory: string;
  cleanup: Cleanup;
}

/** Returns the most memory it had, as for the gateway: what processes share counts once. */
export async function measureCliListen(
  stage: Stage,
  { product, sinkUrl, directory, cleanup }: CliListenBench,
): Promise<number> {
  const built = join(directory, "cli");
  execFileSync(process.execPath, [BUILD, built], { stdio: ["ignore", "ignore", "inherit"] });
  const name = "cli-listen";
  const url = await createSourceForCli(product.apiUrl, name);
  const cli = spawn(process.execPath, [join(built, "posthorn.mjs"), "listen", sinkUrl, name], {
    name: "xterm-256color",
    ...SIZE,
    cwd: directory,
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: directory,
      TERM: "xterm-256color",
      POSTHORN_URL: new URL(product.apiUrl).origin,
      POSTHORN_API_KEY: API_KEY,
    },
  });
  let printed = "";
  let hasExited = false;
  cli.onData((text) => (printed = (printed + text).slice(-100_000)));
  const exited = new Promise<void>((resolve) => {
    cli.onExit(() => {
      hasExited = true;
      resolve();
    });
  });
  cleanup.later(async () => {
    if (!hasExited) cli.kill("SIGKILL");
    await exited;
  });
  const deadline = performance.now() + CONNECTED_WITHIN_MS;
  while (!printed.includes("● Connected")) {
    if (hasExited || performance.now() > deadline) throw new Error(`The client does not listen: ${printed}`);
    await delay(LOOK_EVERY_MS);
  }
  const { samples } = stage;
  const before = usageOf(cli.pid);
  let mostOwnBytes = 0;
  const look = () => (mostOwnBytes = Math.max(mostOwnBytes, usageOf(cli.pid)?.residentBytes ?? 0));
  const looks = setInterval(look, LOOK_AT_MEMORY_EVERY_MS);
  const load = deliverAll(stage, url, product, EVENTS_PER_SECOND, LOAD_SECONDS);
  const { acked, startedAtUs, settledAtUs } = await load.finally(() => clearInterval(looks));
  const after = usageOf(cli.pid);
  samples.cliListenPerSecond.push((acked * US_PER_S) / (settledAtUs - startedAtUs));
  if (before && after) samples.cliListenCpuUs.push(((after.cpuMs - before.cpuMs) * 1000) / acked);
  const residentMiB = look() / 2 ** 20;
  if (residentMiB > 0) samples.cliListenResidentMiB.push(residentMiB);
  const mostMiB = mostResidentMiB(cli.pid);
  if (mostMiB !== null) samples.cliListenMostMiB.push(mostMiB);
  cli.write("q");
  await exited;
  return residentMiB;
}

/** As the system has counted it since the process began, with the pages of the program that it shares with others. */
function mostResidentMiB(pid: number): number | null {
  if (process.platform !== "linux") return null;
  const [, kB] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return kB === undefined ? null : Number(kB) / 1024;
}
