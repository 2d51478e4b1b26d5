/** What does a process do that may open only a few descriptors? */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { lowDescriptors, parseDescriptors, socketsWithin } from "./descriptors.ts";

const run = promisify(execFile);
const DIAL_MANY = join(import.meta.dirname, "../testing/dial-many.ts");
const MAIN = join(import.meta.dirname, "../main.mjs");

const underLimit = (limit: string, ...program: string[]): [string, string[]] => [
  "sh",
  ["-c", `${limit} && exec "$0" "$@"`, process.execPath, ...program],
];

async function dialMany(limit: string, destinations: number, ...spare: string[]) {
  const farEnd = createServer((_, response) => response.end("ok"));
  await once(farEnd.listen(0, "127.0.0.1"), "listening");
  const folder = mkdtempSync(join(tmpdir(), "descriptors-"));
  const hosts = join(folder, "hosts");
  writeFileSync(
    hosts,
    Array.from({ length: destinations }, (_, index) => `127.0.0.1 shop-${index}.test\n`).join(""),
  );
  const { port } = farEnd.address() as AddressInfo; // a TCP server has an AddressInfo
  try {
    const program = underLimit(limit, DIAL_MANY, hosts, String(port), String(destinations), ...spare);
    const { stdout } = await run(...program);
    return JSON.parse(stdout) as { descriptors: number; outcomes: object }; // as dial-many.ts writes it
  } finally {
    farEnd.close();
    rmSync(folder, { recursive: true });
  }
}

test("with 256 descriptors, exchanges with 600 destinations wait for sockets, and all are answered", async () => {
  const { outcomes } = await dialMany("ulimit -n 256", 600);

  expect(outcomes).toEqual({ 200: 600 });
});

test("if something else has taken all descriptors but five, exchanges wait for those", async () => {
  const { outcomes } = await dialMany("ulimit -n 256", 40, "5");

  expect(outcomes).toEqual({ 200: 40 });
});

test("a soft limit below the hard one is raised to it", async () => {
  const { descriptors } = await dialMany("ulimit -Sn 256 && ulimit -Hn 900", 1);

  expect(descriptors).toBe(900);
});

test("half of the descriptors are for deliveries, within bounds", () => {
  expect([8, 256, 1_024, 20_000, null].map((descriptors) => socketsWithin(descriptors))).toEqual([
    16, 128, 512, 4_096, 4_096,
  ]);
  // Four processes have together what one has, and each can deliver.
  expect([8, 256, 1_024, 20_000, null].map((descriptors) => socketsWithin(descriptors, 4))).toEqual([
    16, 32, 128, 1_024, 1_024,
  ]);
  expect(parseDescriptors("Max processes  5  6  processes\nMax open files   1024    4096   files\n")).toBe(
    1_024,
  );
  expect(
    parseDescriptors("Max open files            unlimited            unlimited            files\n"),
  ).toBeNull();
});

test("a low limit is reported at start, with what to do", async () => {
  expect([lowDescriptors(8_192), lowDescriptors(null)]).toEqual([null, null]);
  const product = spawn(...underLimit("ulimit -n 1024", MAIN), {
    env: {
      POSTHORN_DATABASE_URL: "postgres://nobody@127.0.0.1:1/none",
      POSTHORN_MASTER_KEY: "k".repeat(32),
      POSTHORN_PORT: "0",
      POSTHORN_INGEST_PORT: "0",
    },
    stdio: ["ignore", "pipe", "ignore"],
  });

  const lines: Record<string, unknown>[] = [];
  for await (const line of createInterface(product.stdout)) {
    lines.push(JSON.parse(line));
    if (lines.some(({ event }) => event === "descriptors.low")) break;
  }
  product.kill("SIGKILL");

  expect(lines.find(({ event }) => event === "descriptors.low")).toMatchObject({
    level: "warn",
    limit: 1_024,
    outgoing_sockets: 512,
    advised: 8_192,
  });
});
// Four processes have together what one has, and each can deliver.
expect([8, 256, 1_024, 20_000, null].map((descriptors) => socketsWithin(descriptors, 4))).toEqual([
  16, 32, 128, 1_024, 1_024,
]);
