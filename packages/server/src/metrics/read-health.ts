/**
 * Who gathers the numbers of a scrape?
 *
 * Called for each scrape. The database has a second to answer: while it is away, the operator needs the other numbers
 * most of all.
 */
import type { Log } from "../log.ts";
import type { Queryable } from "../store/database.ts";
import { watchEventLoop } from "./event-loop.ts";
import type { MetricFamily } from "./families.ts";
import { type HealthReadings, productHealth } from "./product-health.ts";
import { type WaitingWork, readWaitingWork } from "./waiting-work.sql.ts";

const DATABASE_WITHIN_MS = 1_000;

export interface HealthDeps {
  /** What a scraper must present. */
  token: string;
  db: Queryable;
  log: Log;
  version: string;
  node: () => HealthReadings["node"];
  pools: () => HealthReadings["pools"];
  statements: HealthReadings["statements"];
  sockets: () => HealthReadings["sockets"];
  sandbox: () => HealthReadings["sandbox"];
  /** Null: no request is traced. */
  traces: { counts: { exported: number; dropped: number }; waiting: () => number } | null;
  /** Null: product events go nowhere. */
  productEvents: { counts: { delivered: number; dropped: number }; waiting: () => number } | null;
}

export interface HealthReader extends Pick<HealthDeps, "token"> {
  read: () => Promise<readonly MetricFamily[]>;
  stop: () => void;
}

export function createHealthReader(deps: HealthDeps): HealthReader {
  const { token, db, log, version, node, pools, statements, sockets, sandbox, traces, productEvents } = deps;
  const startedAtMs = Date.now() - process.uptime() * 1000;
  const eventLoop = watchEventLoop();

  async function waitingWork(): Promise<WaitingWork | null> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), DATABASE_WITHIN_MS);
    });
    const read = readWaitingWork(db).catch((error: unknown) => {
      log.warn("metrics.database_failed", { error });
      return null;
    });
    return Promise.race([read, late]).finally(() => clearTimeout(timer));
  }

  return {
    token,
    async read() {
      const work = await waitingWork();
      const { rss, heapUsed } = process.memoryUsage();
      const { user, system } = process.cpuUsage();
      return productHealth({
        process: {
          version,
          startedAtMs,
          cpuSeconds: (user + system) / 1e6,
          residentBytes: rss,
          heapBytes: heapUsed,
        },
        eventLoop: eventLoop.read(),
        node: node(),
        pools: pools(),
        statements,
        sockets: sockets(),
        sandbox: sandbox(),
        traces: traces && { ...traces.counts, waiting: traces.waiting() },
        productEvents: productEvents && { ...productEvents.counts, waiting: productEvents.waiting() },
        waitingWork: work,
      });
    },
    stop: eventLoop.stop,
  };
}
