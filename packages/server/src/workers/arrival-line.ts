/**
 * ingest → route: how a request gets from its sender to its events.
 *
 * Every process has the line, because each can send requests of its own: replays, test requests, examples. Only with the
 * ingest role does it listen. A process that takes over routes the dead process's requests here too. A request that is
 * accepted and not yet routed counts as unfinished until its events or ignored events are stored.
 */
import type { Server } from "node:http";
import type { Access } from "../access/access.ts";
import { type ConnectionLimits, limitConnections } from "../inbound/connection-limits.ts";
import { closed, watchConnections } from "../inbound/orderly-stop.ts";
import type { Log } from "../log.ts";
import type { MemorySizes } from "../memory.ts";
import { type IngestCounts, newIngestCounts } from "../pipeline/ingest/ingest-counts.ts";
import { type IngestServerDeps, createIngestServer } from "../pipeline/ingest/ingest-server.ts";
import { type Arriving, type Intake, createIntake } from "../pipeline/ingest/intake.ts";
import { createLearnSecret } from "../pipeline/ingest/learn-secret.ts";
import { type Parking, type ParkingDeps, createParking } from "../pipeline/route/parking.ts";
import { logRouted } from "../pipeline/route/request-log.ts";
import { type RoutedCounts, countRouted } from "../pipeline/route/routed-counts.ts";
import { type Router, type RouterDeps, createRouter } from "../pipeline/route/router.ts";
import { routingSpans } from "../pipeline/route/routing-spans.ts";
import type { RoutingTable } from "../pipeline/routing-table.ts";
import type { Tracing } from "../pipeline/trace.ts";
import type { Queryable } from "../store/database.ts";
import { type Lane, NotConnectedError, isShutOut } from "../store/lane.ts";
import type { Sealer } from "../store/seal.ts";

/** One address may be a provider that sends for thousands of its customers, or a proxy that is not listed. */
const SENDERS: ConnectionLimits = { most: 8_000, perAddress: 4_000, firstByteWithinMs: 10_000 };

export interface ArrivalLineDeps
  extends
    Pick<RouterDeps, "evaluate" | "ready" | "owner" | "isOurs" | "overflowed">,
    Pick<ParkingDeps, "bringBack">,
    Pick<IngestServerDeps, "clientIp" | "isReady"> {
  db: Queryable;
  lanesFor: (count: number) => Lane[];
  log: Log;
  /** False: only this process itself sends to the server. */
  listens: boolean;
  routing: RoutingTable;
  sealer: Pick<Sealer, "seal">;
  publicUrl: string;
  access: Pick<IngestServerDeps, "publisherOf"> & Pick<Access, "connectionOwner">;
  memory: MemorySizes;
  /** These requests may or may not be stored. */
  doubt: (requests: readonly Arriving[]) => void;
  /** Null: no request is traced. */
  tracing: Tracing | null;
}

export interface ArrivalLine {
  /** Takes requests in, whether it listens or not. */
  server: Server;
  counts: IngestCounts;
  intake: Intake;
  parking: Parking;
  router: Router;
  routed: RoutedCounts;
  /**
   * Only the lanes of intake have senders waiting for them; eleven at once would delay the first answer. Nothing waits
   * for the dialling: a lane that cannot dial now dials again for its first batch.
   */
  dial: () => void;
  /** Answers the requests that have arrived, and waits until all of them are stored. */
  stopListening: () => Promise<void>;
}

export function createArrivalLine(deps: ArrivalLineDeps): ArrivalLine {
  const { db, lanesFor, log, listens, routing, evaluate, ready, owner, isOurs, overflowed, bringBack } = deps;
  const { sealer, publicUrl, clientIp, isReady, access, memory, doubt, tracing } = deps;

  const parking = createParking({
    bringBack,
    waitingOf: (sourceKey) => router.waitingOf(sourceKey),
    log,
  });
  const routed: RoutedCounts = { events: 0, ignored: 0 };
  const router = createRouter({
    lanes: lanesFor(2),
    evaluate,
    parking,
    ready,
    log,
    owner,
    isOurs,
    overflowed,
    routed(rows) {
      countRouted(routed, rows);
      for (const { request, written } of rows) request.route.quota?.add(written.events.length);
      logRouted(log, rows);
      if (tracing) for (const row of rows) if (row.times) tracing.record(routingSpans(row));
    },
    maxWaitingBytes: memory.unroutedBytes,
  });
  const intakeLanes = lanesFor(2);
  const intake = createIntake({
    lanes: intakeLanes,
    owner,
    router,
    maxBytes: memory.inFlightBytes,
    uncertain(requests, error) {
      log.warn("ingest.not_stored", { error, requests: requests.length });
      if (!(error instanceof NotConnectedError || isShutOut(error))) doubt(requests);
    },
  });
  const counts = newIngestCounts();
  const server = createIngestServer({
    routing,
    intake,
    log,
    requestUrl: `${publicUrl}/requests/`,
    clientIp,
    isReady,
    learnSecret: createLearnSecret({ db, seal: sealer.seal, routing, log }),
    publisherOf: access.publisherOf,
    counts,
    tracing,
  });
  const senders = listens ? watchConnections(server) : null;
  if (senders)
    limitConnections({
      name: "ingest",
      server,
      connections: senders.connections,
      limits: SENDERS,
      ownerOf: access.connectionOwner,
      log,
    });

  return {
    server,
    counts,
    intake,
    parking,
    router,
    routed,
    dial() {
      for (const lane of intakeLanes)
        void lane.dial().catch((error: unknown) => log.warn("lane.not_dialled", { error }));
    },
    async stopListening() {
      await senders?.closeInOrder(() => closed(server));
      await intake.drained();
    },
  };
}
