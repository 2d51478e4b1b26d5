/**
 * A destination is down while many events are made for it, and comes back.
 *
 * It refuses connections until all requests are accepted, like a server whose process has ended. Beside it a second
 * connection has normal traffic, which must arrive while the first destination is still down.
 */
import { once } from "node:events";
import { type Server, createServer } from "node:http";
import type { Connection } from "@posthorn/contract/connections";
import { type FaultOutcome, outcomeOf } from "./fault-run.ts";
import { type Received, eventually, startFarEnd } from "./gateway.ts";
import { watchMemory } from "./memory.ts";
import { type Product, type Protection, createProduct } from "./product.ts";
import { reservePort } from "./reserved-port.ts";
import { createTraffic, numberOf } from "./traffic.ts";

const NORMAL_PER_SECOND = 20;
/** The outage lasts until the neighbour has its deliveries. This limit matters only if they never come. */
const NORMAL_MISSING_AFTER_MS = 120_000;

export interface Outage {
  events: number;
  retryEveryMs: number;
  /** The longest time without a delivery of the backlog once the destination is back. */
  backWithinMs: number;
  without?: readonly Protection[];
}

export interface OutageOutcome extends FaultOutcome {
  /** How many requests to the other connection came in during the outage and did not arrive during it. */
  normalMissing: number;
  peakMebibytes: number;
  takenInMs: number;
  deliveredMs: number;
}

export async function runOutage({
  events,
  retryEveryMs,
  backWithinMs,
  without,
}: Outage): Promise<OutageOutcome> {
  const product = await createProduct({ ...(without && { without }) });
  const down = await destinationThatIsDown();
  const other = await startFarEnd();
  const [traffic, normal] = [createTraffic(), createTraffic()];
  try {
    await product.start();
    const memory = watchMemory(product.pid() ?? 0);
    const retried = await connected(product, "retried", down.url, retryEveryMs);
    const neighbour = await connected(product, "neighbour", other.url, retryEveryMs);
    normal.start(neighbour.source.url, NORMAL_PER_SECOND);

    const takenInFromMs = performance.now();
    await traffic.sendAll(retried.source.url, events);
    const takenInMs = performance.now() - takenInFromMs;
    await normal.stop();
    const normalMissing = await missing(normal.acked, other.received);

    await down.comeBack();
    const backAtMs = performance.now();
    const outcome = await outcomeOf({
      product,
      traffic,
      received: down.received,
      maxRepeatShare: 0, // nothing is sent twice: an attempt that was refused never arrived
      settleWithinMs: backWithinMs,
    });
    memory.stop();
    const deliveredMs = (down.lastAtMs() || performance.now()) - backAtMs;
    return { ...outcome, normalMissing, peakMebibytes: memory.peakMebibytes(), takenInMs, deliveredMs };
  } finally {
    await Promise.all([traffic.stop(), normal.stop()]);
    down.close();
    other.close();
    await product.remove();
  }
}

function connected(product: Product, name: string, url: string, interval: number): Promise<Connection> {
  return product.api<Connection>("PUT", "/connections", {
    name,
    source: { name },
    destination: { name, config: { url } },
    rules: [{ type: "retry", strategy: "linear", interval, count: 50, response_status_codes: null }],
  });
}

async function missing(acked: ReadonlyMap<number, string>, received: readonly Received[]): Promise<number> {
  const startedAtMs = performance.now();
  // What arrives of a request whose answer was lost counts for no other one.
  const left = () => {
    const arrived = new Set(received.map(numberOf));
    return [...acked.keys()].filter((number) => !arrived.has(number)).length;
  };
  return eventually(
    () => Promise.resolve(left()),
    (count) => count === 0 || performance.now() - startedAtMs > NORMAL_MISSING_AFTER_MS,
  );
}

/** A port that refuses connections. Of a hundred thousand requests it keeps only what the test checks. */
async function destinationThatIsDown() {
  const received: Received[] = [];
  let lastAtMs = 0;
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { "x-posthorn-eventid": id, "x-posthorn-attempt-count": count } = request.headers;
      const headers = { "x-posthorn-eventid": id, "x-posthorn-attempt-count": count };
      received.push({ method: "POST", url: "", headers, body: Buffer.concat(chunks) });
      lastAtMs = performance.now();
      response.end("ok");
    });
  });
  const { port, release } = await reservePort();
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    lastAtMs: () => lastAtMs,
    comeBack: () => once(server.listen(port, "127.0.0.1"), "listening"),
    close() {
      server.closeAllConnections();
      server.close();
      release();
    },
  };
}
