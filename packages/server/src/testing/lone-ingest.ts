/**
 * How does a test get an ingest server with settings of its own?
 *
 * The real server, routing table and intake on the test's database, over real sockets. Only the stages behind them are left
 * out: what it stores is routed nowhere.
 */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createLog } from "../log.ts";
import { type IngestServerDeps, createIngestServer } from "../pipeline/ingest/ingest-server.ts";
import { createIntake } from "../pipeline/ingest/intake.ts";
import { createRoutingTable } from "../pipeline/routing-table.ts";
import type { Database } from "../store/database.ts";
import { openLane } from "../store/lane.ts";

type Parts = Pick<IngestServerDeps, "routing" | "intake">;

export interface LoneIngestSettings {
  /** By default one with the verifiers of the product, in which every secret is "secret". */
  routing?: IngestServerDeps["routing"];
  /** How much memory the intake has. */
  maxBytes?: number;
  /** Time limits, if not the usual ones. */
  patience?: Parameters<typeof createIngestServer>[1];
  /** What the server gets instead of its own parts. */
  change?: (parts: Parts) => Partial<IngestServerDeps>;
}

export async function startLoneIngest(
  { db, url }: { db: Database; url: string },
  {
    routing = createRoutingTable({
      db,
      open: () => "secret",
      ingestUrl: "http://ingest.test",
      log: createLog(() => undefined),
    }),
    maxBytes,
    patience,
    change = () => ({}),
  }: LoneIngestSettings = {},
) {
  const lane = openLane(url);
  const intake = createIntake({
    lanes: [lane],
    owner: () => 1,
    router: {
      routeAtOnce: () => null,
      route: () => {},
      written: () => {},
      dropped: () => {},
      backlog: { requests: () => 0, requestsOf: () => 0, bytes: () => 0 },
    },
    uncertain: () => {},
    maxBytes,
  });
  const lines: string[] = [];
  const server = createIngestServer(
    {
      routing,
      intake,
      log: createLog((line) => lines.push(line), "debug"),
      requestUrl: "http://posthorn.test/requests/",
      clientIp: () => null,
      publisherOf: () => Promise.resolve(null),
      isReady: () => Promise.resolve(true),
      learnSecret: () => Promise.resolve(),
      ...change({ routing, intake }),
    },
    patience,
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    server,
    routing,
    intake,
    /** The lines of its log. */
    lines,
    port: (server.address() as AddressInfo).port, // a TCP server has an AddressInfo
    close: async () => {
      server.close();
      server.closeAllConnections();
      intake.stop();
      await lane.close();
    },
  };
}
