/**
 * The product outlives the program that reads its output, such as `head -1` or a log shipper that crashes.
 *
 * Its lines are lost from then on. It goes on to serve, and a stop is still an orderly one.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { OWNER } from "../testing/product.ts";

const MAIN = join(import.meta.dirname, "../main.mjs");
const KEY = "phk_the_api_key_of_the_lost_reader_0123456789";

test("without a reader of its output, the product serves on and stops in order", async () => {
  const directory = await mkdtemp(join(tmpdir(), "posthorn-reader-"));
  const product = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env["PATH"],
      POSTHORN_DATA_DIR: join(directory, "data"),
      POSTHORN_PORT: "0",
      POSTHORN_INGEST_PORT: "0",
      POSTHORN_BOOTSTRAP_EMAIL: OWNER.email,
      POSTHORN_BOOTSTRAP_PASSWORD: OWNER.password,
      POSTHORN_BOOTSTRAP_API_KEY: KEY,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(product, "exit");
  onTestFinished(async () => {
    product.kill("SIGKILL");
    await ended;
    await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });
  let dashboard = "";
  for await (const line of createInterface({ input: product.stdout })) {
    const entry: { event: string; dashboard: string } = JSON.parse(line);
    if (entry.event !== "started") continue;
    ({ dashboard } = entry);
    break;
  }

  product.stdout.destroy();
  product.stderr.destroy();
  // Each of these calls writes a line.
  for (const name of ["first", "second", "third"]) {
    const made = await fetch(`${dashboard}/2025-07-01/sources`, {
      method: "POST",
      headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
      body: JSON.stringify({ name }),
    });
    expect(made.status).toBe(200);
  }
  product.kill("SIGTERM");

  expect(await ended).toEqual([0, null]);
});
