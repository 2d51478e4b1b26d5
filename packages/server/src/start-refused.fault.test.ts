/** Does a start that fails say what to do, in one paragraph? The real program, in front of the real obstacle. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createProduct, type Product } from "./testing/product.ts";

const MAIN = join(import.meta.dirname, "main.mjs");
const TRACE = /^ +at /m;

let directory: string;
let product: Product;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "posthorn-refused-"));
  product = await createProduct({ directory });
  await product.start();
});
afterAll(async () => {
  await product.stop();
  await product.remove();
});

/** As at a terminal. It gets ports that nobody has, unless the test says otherwise. */
async function start(environment: Record<string, string>) {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env["PATH"],
      POSTHORN_LOG: "text",
      POSTHORN_DATA_DIR: join(directory, "other"),
      POSTHORN_PORT: "0",
      POSTHORN_INGEST_PORT: "0",
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const [code] = await once(child, "close");
  return { code, output };
}

async function databaseUrl(change: (url: URL) => void): Promise<Record<string, string>> {
  const url = new URL(await product.databaseUrl());
  change(url);
  return { POSTHORN_DATABASE_URL: url.href, POSTHORN_MASTER_KEY: "a master key of at least 32 characters" };
}

test("a port in use: the program that has it, and the setting; the trace only at level debug", async () => {
  const holder = createServer().listen(0, "127.0.0.1");
  await once(holder, "listening");
  const address = holder.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  try {
    const told = await start({ POSTHORN_INGEST_PORT: String(port) });

    expect(told.code).toBe(1);
    expect(told.output).toMatch(
      new RegExp(
        `^Port ${port} of 127\\.0\\.0\\.1 is in use by .+ \\(process ${process.pid}\\)\\. Stop it, or choose another port for ` +
          `this one: POSTHORN_INGEST_PORT=${port + 10}\\.$`,
        "m",
      ),
    );
    expect(told.output).not.toMatch(TRACE);
    const full = await start({ POSTHORN_INGEST_PORT: String(port), POSTHORN_LOG_LEVEL: "debug" });
    expect(full.output).toMatch(TRACE);
  } finally {
    holder.close();
  }
});

test("the port of another Posthorn is known as such", async () => {
  const { port } = new URL(product.publicUrl);

  expect((await start({ POSTHORN_PORT: port })).output).toContain(
    `is in use by another Posthorn (process ${product.pid()})`,
  );
});

test("the data directory of another Posthorn, and one where a file is", async () => {
  const taken = await start({ POSTHORN_DATA_DIR: join(directory, "data") });
  expect([taken.code, taken.output]).toEqual([
    1,
    expect.stringContaining(`Another Posthorn (process ${product.pid()}) is already running`),
  ]);
  expect(taken.output).not.toMatch(TRACE);

  const file = join(directory, "notes.txt");
  await writeFile(file, "not a folder");
  for (const dataDir of [file, join(file, "data")]) {
    const blocked = await start({ POSTHORN_DATA_DIR: dataDir });
    expect([blocked.code, blocked.output]).toEqual([
      1,
      expect.stringContaining(`there is a file at ${file}.`),
    ]);
  }
  await rm(file);
});

test.each([
  ["nothing listens there", (url: URL) => (url.search = "?host=127.0.0.1&port=1"), "Start PostgreSQL"],
  ["a wrong password", (url: URL) => (url.password = "wrong"), "refuses the password of posthorn"],
  ["no such database", (url: URL) => (url.pathname = "/nothing"), "has no database nothing. Create it"],
])("a database with %s", async (_, change, words) => {
  const told = await start(await databaseUrl(change));

  expect([told.code, told.output]).toEqual([1, expect.stringContaining(words)]);
  expect(told.output).toContain("or correct POSTHORN_DATABASE_URL");
  expect(told.output).not.toMatch(TRACE);
});
