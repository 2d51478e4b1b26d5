/**
 * With port 0 the system chooses both ports, and all URLs made from them are right.
 *
 * The product says which ports it got in the line `started`; links and the check of a browser's origin use them.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { OWNER } from "../testing/product.ts";

const MAIN = join(import.meta.dirname, "../main.mjs");
const KEY = "phk_the_api_key_of_the_port_tests_0123456789";

let directory: string;
let product: ChildProcess;
let started: { dashboard: string; ingest: string };

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "posthorn-ports-"));
  product = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env["PATH"],
      POSTHORN_DATA_DIR: join(directory, "data"),
      POSTHORN_PORT: "0",
      POSTHORN_INGEST_PORT: "0",
      POSTHORN_BOOTSTRAP_EMAIL: OWNER.email,
      POSTHORN_BOOTSTRAP_PASSWORD: OWNER.password,
      POSTHORN_BOOTSTRAP_API_KEY: KEY,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (!product.stdout) throw new Error("stdout is a pipe");
  for await (const line of createInterface({ input: product.stdout })) {
    const entry: { event?: string; dashboard: string; ingest: string } = JSON.parse(line);
    if (entry.event === "started") {
      started = entry;
      break;
    }
  }
  product.stdout.resume();
});

afterAll(async () => {
  const ended = once(product, "exit");
  product.kill("SIGTERM");
  await ended;
  await rm(directory, { recursive: true, force: true });
});

test("both URLs of the line `started` answer, and no port is 0", async () => {
  for (const url of [started.dashboard, started.ingest]) {
    expect(new URL(url).port).toMatch(/^[1-9]/);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  }
  expect(new URL(started.dashboard).port).not.toBe(new URL(started.ingest).port);
});

test("the URL of a source can be sent to as it is shown", async () => {
  const made = await fetch(`${started.dashboard}/2025-07-01/sources`, {
    method: "POST",
    headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "shop" }),
  });
  const { url } = (await made.json()) as { url: string }; // a source of the contract

  expect(url).toMatch(started.ingest);
  expect((await fetch(url, { method: "POST", body: "{}" })).status).toBe(200);
});

test("a browser on the dashboard's real port may sign in; one on another port may not", async () => {
  const signIn = (origin: string) =>
    fetch(`${started.dashboard}/auth/sign-in/email`, {
      method: "POST",
      headers: { origin, "content-type": "application/json" },
      body: JSON.stringify(OWNER),
    }).then((response) => response.status);

  expect(await signIn(started.dashboard)).toBe(200);
  expect(await signIn(started.dashboard.replace("127.0.0.1", "localhost"))).toBe(200);
  expect(await signIn(started.ingest)).toBe(403);
});
