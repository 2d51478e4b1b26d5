/**
 * How does a journey get a Posthorn of its own?
 *
 * The whole product as one process on free ports, with its embedded database in a temporary directory. It is told
 * to stop as an operator would, and leaves nothing behind.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { API_VERSION } from "@posthorn/contract/endpoint";

const MAIN = join(import.meta.dirname, "../packages/server/src/main.mjs");
const READY_WITHIN_MS = 60_000;

export const OWNER = { email: "ada@example.com", password: "correct horse battery" } as const;
const API_KEY = "phk_the_api_key_of_the_journeys_0123456789";

export interface Product {
  url: string;
  /** Calls the REST API with the bootstrap key; the caller names the contract's type of the reply. */
  api<Reply>(method: string, path: string, body?: unknown): Promise<Reply>;
  /** Everything the product has written so far. */
  output(): string;
  stop(): Promise<void>;
}

export interface StartOptions {
  /** False: nobody has signed up yet, and there is no API key. */
  isOwned?: boolean;
}

export async function startProduct({ isOwned = true }: StartOptions = {}): Promise<Product> {
  const directory = await mkdtemp(join(tmpdir(), "posthorn-e2e-"));
  const [port, ingestPort] = await freePorts();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env["PATH"],
      POSTHORN_DATA_DIR: join(directory, "data"),
      POSTHORN_PORT: String(port),
      POSTHORN_INGEST_PORT: String(ingestPort),
      ...(isOwned && {
        POSTHORN_BOOTSTRAP_EMAIL: OWNER.email,
        POSTHORN_BOOTSTRAP_PASSWORD: OWNER.password,
        POSTHORN_BOOTSTRAP_API_KEY: API_KEY,
      }),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, "close"); // with all it had to say

  async function stop(): Promise<void> {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
    await ended;
    await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  const startedAtMs = performance.now();
  while (!(await isReady(`${url}/readyz`)) || !(await isReady(`http://127.0.0.1:${ingestPort}/readyz`))) {
    if (child.exitCode !== null || performance.now() - startedAtMs > READY_WITHIN_MS) {
      await stop();
      throw new Error(`The product did not become ready:\n${output.slice(-4000)}`);
    }
  }
  return {
    url,
    stop,
    output: () => output,
    async api<Reply>(method: string, path: string, body?: unknown) {
      const response = await fetch(`${url}/${API_VERSION}${path}`, {
        method,
        headers: { authorization: `Bearer ${API_KEY}`, "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as Reply; // the caller names the contract's type of this reply
    },
  };
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false; // not listening yet
  }
}

/** Both are held until both are known, so that they differ. */
async function freePorts(): Promise<[number, number]> {
  const servers = [createServer(), createServer()];
  const ports = await Promise.all(
    servers.map(async (server) => {
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
      const address = server.address();
      if (address === null || typeof address === "string") throw new Error("a TCP server has a port");
      return address.port;
    }),
  );
  await Promise.all(servers.map((server) => once(server.close(), "close")));
  const [first, second] = ports;
  if (first === undefined || second === undefined) throw new Error("two servers have two ports");
  return [first, second];
}
