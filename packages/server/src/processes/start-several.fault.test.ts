/** Does a start with several processes say once what is in the way, and never share a port with a stranger? */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createProduct, type Product } from "../testing/product.ts";

const MAIN = join(import.meta.dirname, "../main.mjs");
const METRICS_TOKEN = "the token of scrapers 0123456789".replaceAll(" ", "-");
const KEY = "a master key of at least 32 characters";

let directory: string;
let product: Product;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "posthorn-several-"));
  product = await createProduct({
    directory,
    environment: { POSTHORN_PROCESSES: "3", POSTHORN_METRICS_TOKEN: METRICS_TOKEN },
  });
  await product.start();
});
afterAll(async () => {
  await product.stop();
  await product.remove();
});

function launch(environment: Record<string, string>): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env["PATH"],
      POSTHORN_LOG: "text",
      POSTHORN_DATA_DIR: join(directory, "other"),
      POSTHORN_PORT: "0",
      POSTHORN_INGEST_PORT: "0",
      POSTHORN_PROCESSES: "3",
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return { child, output: () => output };
}

/** For a start that fails. Its output ends when all its processes have ended. */
async function refused(environment: Record<string, string>) {
  const { child, output } = launch(environment);
  const [code] = await once(child, "close");
  return { code, output: output() };
}

const timesIn = (text: string, words: string) => text.split(words).length - 1;

test("the port of another program is refused in one sentence, told once", async () => {
  const holder = createServer().listen(0, "127.0.0.1");
  await once(holder, "listening");
  const address = holder.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  try {
    const told = await refused({ POSTHORN_INGEST_PORT: String(port) });

    expect(told.code).toBe(1);
    expect(timesIn(told.output, `Port ${port} of 127.0.0.1 is in use by`)).toBe(1);
    expect(told.output).toContain(`POSTHORN_INGEST_PORT=${port + 10}.`);
  } finally {
    holder.close();
  }
});

test.each(["1", "3"])(
  "a second Posthorn with %s processes does not share the ports of the first",
  async (processes) => {
    const { port } = new URL(product.publicUrl);

    const told = await refused({ POSTHORN_PORT: port, POSTHORN_PROCESSES: processes });

    expect(told.code).toBe(1);
    expect(
      timesIn(
        told.output,
        `Port ${port} of 127.0.0.1 is in use by another Posthorn (process ${product.pid()})`,
      ),
    ).toBe(1);
  },
);

test("what the first process meets is told once, and ends all", async () => {
  const environment = {
    POSTHORN_DATABASE_URL: await product.databaseUrl(),
    POSTHORN_MASTER_KEY: KEY,
    POSTHORN_PROCESSES: "2",
  };

  const asText = await refused(environment);
  const asJson = await refused({ ...environment, POSTHORN_LOG: "json" });

  expect([asText.code, asJson.code]).toEqual([1, 1]);
  expect(
    timesIn(asText.output, "Posthorn could not start: The master key from POSTHORN_MASTER_KEY is not"),
  ).toBe(1);
  expect(timesIn(asJson.output, '"start.failed"')).toBe(1);
});

test("a database without connections for so many processes is refused, with the number that fits", async () => {
  const told = await refused({
    POSTHORN_DATABASE_URL: await product.databaseUrl(),
    POSTHORN_MASTER_KEY: KEY,
    POSTHORN_PROCESSES: "40",
  });

  expect(told.code).toBe(1);
  expect(told.output).toMatch(
    /POSTHORN_PROCESSES=40 needs a database that allows 1520: .+ set POSTHORN_PROCESSES=2\.$/m,
  );
});

test("a scrape that reaches any of the processes has the numbers of all", async () => {
  for (let time = 0; time < 6; time++) {
    const scraped = await fetch(`${product.publicUrl}/metrics`, {
      headers: { authorization: `Bearer ${METRICS_TOKEN}`, connection: "close" },
    }).then((response) => response.text());

    for (const number of [1, 2, 3])
      expect(scraped).toMatch(
        new RegExp(`^posthorn_event_loop_busy_seconds_total\\{process="${number}"\\} `, "m"),
      );
    expect(timesIn(scraped, "# TYPE posthorn_event_loop_busy_seconds_total")).toBe(1);
  }
});

test("with port 0 all processes have the port that the system chose, and the log says how many there are", async () => {
  const { child, output } = launch({ POSTHORN_LOG: "json" });
  try {
    while (!output().includes('"started"')) await once(child.stdout ?? child, "data");
    const line = output()
      .split("\n")
      .find((text) => text.includes('"started"'));
    const started: { dashboard: string; ingest: string; processes: number } = JSON.parse(line ?? "");

    expect(started.processes).toBe(3);
    for (const url of [started.dashboard, started.ingest]) {
      expect(new URL(url).port).toMatch(/^[1-9]/);
      const replies = await Promise.all(Array.from({ length: 12 }, () => fetch(`${url}/readyz`)));
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    }
  } finally {
    child.kill("SIGTERM");
    await once(child, "close");
  }
  expect(child.exitCode).toBe(0);
  await rm(join(directory, "other"), { recursive: true, force: true });
});
