/**
 * `npm start` never leaves a product behind, however it is ended.
 *
 * A real tree of processes: npm, the script that it runs, the product, its database. All of them write to one pipe, so
 * the pipe ends when the last one has ended. npm passes SIGTERM on and waits; SIGKILL it cannot pass on, so the script
 * and the product notice by themselves that the process above them is gone.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../../..");

let directory: string;
let npm: ChildProcess | null = null;
beforeAll(async () => void (directory = await mkdtemp(join(tmpdir(), "posthorn-launcher-"))));
afterAll(async () => {
  npm?.kill("SIGKILL");
  await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

interface Tree {
  npm: ChildProcess;
  /** The process that npm started. */
  script: number;
  dashboard: string;
  /** Resolves when no process of the tree is left, with the events of the log. */
  ended: Promise<string[]>;
}

async function startWithNpm(): Promise<Tree> {
  const started = Promise.withResolvers<string>();
  const events: string[] = [];
  const child = spawn("npm", ["start"], {
    cwd: ROOT,
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      POSTHORN_DATA_DIR: join(directory, "data"),
      POSTHORN_PORT: "0",
      POSTHORN_INGEST_PORT: "0",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  npm = child;
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (!line.startsWith("{")) return; // npm and the build say what they do
    const { event, dashboard }: { event: string; dashboard?: string } = JSON.parse(line);
    events.push(event);
    if (event === "started") started.resolve(dashboard ?? "");
  });
  const closed = once(child, "close");
  void closed.then(() => started.reject(new Error(`npm start ended: ${events.join()}`)));
  const dashboard = await started.promise;
  const children = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, "utf8");
  return { npm: child, script: Number(children), dashboard, ended: closed.then(() => events) };
}

const isServed = (url: string) =>
  fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );

test("SIGTERM to npm stops the product in order, and npm waits for it", async () => {
  const tree = await startWithNpm();
  expect(await isServed(tree.dashboard)).toBe(true);
  const exited = once(tree.npm, "exit").then(() => isServed(tree.dashboard));

  tree.npm.kill("SIGTERM");

  expect((await tree.ended).slice(-1)).toEqual(["stopped"]);
  expect(await exited).toBe(false);
});

test.each([
  ["npm", ({ npm: { pid = 0 } }: Tree) => pid],
  ["the script", ({ script }: Tree) => script],
])("SIGKILL to %s leaves nothing running, and the product still stops in order", async (_who, pidOf) => {
  const tree = await startWithNpm();

  process.kill(pidOf(tree), "SIGKILL");

  expect((await tree.ended).slice(-1)).toEqual(["stopped"]);
  expect(await isServed(tree.dashboard)).toBe(false);
});
