/**
 * Do senders and people behind the balancer notice that nodes stop, one after the other, or that one is killed?
 *
 * Three real nodes on one PostgreSQL behind a real HAProxy, with the configuration of compose.cluster.yaml: only its addresses
 * are replaced. The control leaves out that a refused connection goes to another node.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { control } from "../../packages/server/src/testing/control.ts";
import { outcomeOf, moreAcked } from "../../packages/server/src/testing/fault-run.ts";
import { eventually } from "../../packages/server/src/testing/gateway.ts";
import { type Product, createProduct } from "../../packages/server/src/testing/product.ts";
import { type ReservedPort, reservePort } from "../../packages/server/src/testing/reserved-port.ts";
import { databaseAt, startSharedPostgres } from "../../packages/server/src/testing/shared-postgres.ts";
import { createTraffic, startSlowFarEnd } from "../../packages/server/src/testing/traffic.ts";
import { installProgram } from "../installed-program.ts";
import { DEPLOY } from "../product-facts.ts";

const NODES = 3;
const PER_SECOND = 100;
/** A take-over begins after ten seconds of silence. */
const TAKEN_OVER_WITHIN_MS = 45_000;

interface Balancer {
  hasEnded: () => boolean;
  dashboardUrl: string;
  ingestUrl: string;
  stop: () => Promise<void>;
}

async function startBalancer(
  nodes: readonly Product[],
  { isHelping }: { isHelping: boolean },
): Promise<Balancer> {
  const [dashboard, ingest] = [await reservePort(), await reservePort()];
  const folder = await mkdtemp(join(tmpdir(), "posthorn-balancer-"));
  let text = await readFile(join(DEPLOY, "compose", "haproxy.cfg"), "utf8");
  for (const [port, reserved] of [
    [4400, dashboard],
    [4401, ingest],
  ] as const) {
    text = text.replace(`bind :${port}`, `bind ${addressOf(reserved)}`);
    for (const [at, node] of nodes.entries()) {
      const url = new URL(port === 4400 ? node.publicUrl : node.ingestUrl);
      text = text.replace(`node-${at + 1}:${port}`, url.host);
    }
  }
  text = text.replace("maxconn 20000", "maxconn 2000"); // the machine may allow fewer files
  if (!isHelping) text = text.replaceAll(/^ +(?:retry-on|retries|option redispatch) .*$/gm, "  retries 0");
  await writeFile(join(folder, "haproxy.cfg"), text);
  const child: ChildProcess = spawn(installProgram("haproxy"), ["-db", "-f", join(folder, "haproxy.cfg")], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    hasEnded,
    dashboardUrl: `http://${addressOf(dashboard)}`,
    ingestUrl: `http://${addressOf(ingest)}`,
    async stop() {
      if (!hasEnded()) {
        const ended = once(child, "exit");
        child.kill("SIGTERM");
        await ended;
      }
      dashboard.release();
      ingest.release();
      await rm(folder, { recursive: true });
    },
  };
}

function addressOf({ port }: ReservedPort): string {
  return `127.0.0.1:${port}`;
}

/** Reads through the balancer without a pause, and keeps what was not answered with 200. */
function startReading(url: string, apiKey: string) {
  const bad: string[] = [];
  let answered = 0;
  const over = new AbortController();
  const reading = (async () => {
    while (!over.signal.aborted) {
      const answer = await fetch(`${url}/2025-07-01/sources`, {
        headers: { authorization: `Bearer ${apiKey}` },
      }).catch((error: unknown) => String(error));
      if (typeof answer === "string") bad.push(answer);
      else {
        await answer.arrayBuffer();
        if (answer.status === 200) answered += 1;
        else bad.push(String(answer.status));
      }
    }
  })();
  return {
    bad,
    answered: () => answered,
    async stop() {
      over.abort();
      await reading;
    },
  };
}

interface Outcome {
  broken: string[];
  refused: [number, number][];
  unanswered: number;
  badReads: string[];
}

async function run(
  strike: (node: Product) => Promise<unknown>,
  { strikes, isHelping = true }: { strikes: number; isHelping?: boolean },
): Promise<Outcome> {
  const postgres = await startSharedPostgres();
  const environment = { ...databaseAt(postgres.url), POSTHORN_TRUSTED_PROXIES: "127.0.0.1" };
  const nodes: Product[] = [];
  for (let at = 0; at < NODES; at++) nodes.push(await createProduct({ environment }));
  const [first] = nodes;
  if (!first) throw new Error("there are nodes");
  const balancer = await startBalancer(nodes, { isHelping });
  const farEnd = await startSlowFarEnd(25);
  const traffic = createTraffic();
  let reading: ReturnType<typeof startReading> | null = null;
  try {
    for (const node of nodes) await node.start();
    const { source } = await first.connect(farEnd.url);
    for (const url of [balancer.dashboardUrl, balancer.ingestUrl]) {
      await eventually(
        async () => {
          if (balancer.hasEnded()) throw new Error("HAProxy has ended; what it said is above");
          return (await fetch(`${url}/readyz`).catch(() => null))?.status;
        },
        (status) => status === 200,
      );
    }
    const reads = startReading(balancer.dashboardUrl, first.apiKey);
    reading = reads;
    traffic.start(balancer.ingestUrl + new URL(source.url).pathname, PER_SECOND);
    await moreAcked(traffic, 300);
    for (const node of nodes.slice(0, strikes)) {
      await strike(node);
      await moreAcked(traffic, 300);
      await node.start();
      const readsBefore = reads.answered();
      await moreAcked(traffic, 300);
      await eventually(
        () => Promise.resolve(reads.answered()),
        (answered) => answered > readsBefore,
      );
    }
    await traffic.stop();
    await reads.stop();
    const { broken, unanswered } = await outcomeOf({
      product: first,
      traffic,
      received: farEnd.received,
      maxRepeatShare: 0.02,
      settleWithinMs: TAKEN_OVER_WITHIN_MS,
    });
    return { broken, unanswered, refused: [...traffic.refused], badReads: reads.bad };
  } finally {
    await traffic.stop();
    await reading?.stop();
    farEnd.close();
    await balancer.stop();
    for (const node of nodes) await node.remove();
    await postgres.stop();
  }
}

const NOTHING_NOTICED = { broken: [], unanswered: 0, refused: [], badReads: [] };

test("each node stops and starts again under load: every request and every read is answered with 200", async () => {
  expect(await run((node) => node.stop(), { strikes: NODES })).toEqual(NOTHING_NOTICED);
});

test("a node is killed under load: senders get 200 or, where they must send again, no lie", async () => {
  const { broken } = await run((node) => node.kill(), { strikes: 1 });

  expect(broken).toEqual([]);
});

control("without another try, senders notice a stop", async () => {
  const { refused, unanswered, badReads } = await run((node) => node.stop(), {
    strikes: NODES,
    isHelping: false,
  });

  expect(refused.length + unanswered + badReads.length).toBeGreaterThan(0);
});
