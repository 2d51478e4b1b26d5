/**
 * ingest → route: how a request gets from its sender to its events.
 *
 * Every process has the line, because each can send requests of its own: replays, test requests, examples. Only with the
 * ingest role does it listen. A process that takes over routes the dead process's requests here too. A request that is
 * accepted and not yet routed counts as unfinished until its events or ignored events are stored.
 */
import type { Server } from "node:http";
import type { Access } from "../access/access.ts";
import { type ConnectionLimits, limitConnections, limitsOfEach } from "../inbound/connection-limits.ts";
import { closed, watchConnections } from "../inbound/orderly-stop.ts";
import type { PlainRequests } from "../inbound/plain-requests.ts";
import { type TlsFront, createTlsFront } from "../inbound/tls-front.ts";
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
import type { ServedCertificates } from "../pipeline/served-certificates.ts";
import type { Tracing } from "../pipeline/trace.ts";
import { readChallengeAnswer } from "../store/certificates.ts";
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
  /** How many processes share this port. */
  processes: number;
  /** These requests may or may not be stored. */
  doubt: (requests: readonly Arriving[]) => void;
  /** Null: no request is traced. */
  tracing: Tracing | null;
  /** Those of custom domains. Null: the operator's proxy has them. */
  certificates: ServedCertificates | null;
  /** The installation's own names, for which TLS ends here, too. Null: the operator's proxy does that. */
  ownTls: OwnTls | null;
}

export interface OwnTls {
  names: ReadonlySet<string>;
  /** From the operator's files. Null: Posthorn orders the certificates of these names, too. */
  files: { now: () => { cert: string; key: string } } | null;
  plain: PlainRequests;
}

export interface ArrivalLine {
  /** Takes requests in, whether it listens or not. */
  server: Server;
  /** Ends TLS for custom domains, and hands their requests to `server`. Null: nothing does, here. */
  front: TlsFront | null;
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
  /** Before a stop: each answer says that its connection ends. */
  sayGoodbye: () => void;
  /** Answers the requests that have arrived, and waits until all of them are stored. */
  stopListening: () => Promise<void>;
}

export function createArrivalLine(deps: ArrivalLineDeps): ArrivalLine {
  const { db, lanesFor, log, listens, routing, evaluate, ready, owner, isOurs, overflowed, bringBack } = deps;
  const {
    sealer,
    publicUrl,
    clientIp,
    isReady,
    access,
    memory,
    processes,
    doubt,
    tracing,
    certificates,
    ownTls,
  } = deps;
  const limits = limitsOfEach(SENDERS, processes);

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
    ...(certificates && { challengeAnswer: (challenge) => readChallengeAnswer(db, challenge) }),
    ...(ownTls && { ownNames: ownTls.names, plain: ownTls.plain }),
    counts,
    tracing,
  });
  const senders = listens ? watchConnections(server) : null;
  if (senders)
    limitConnections({
      name: "ingest",
      server,
      connections: senders.connections,
      limits,
      ownerOf: access.connectionOwner,
      log,
    });

  const front =
    senders && (certificates || ownTls)
      ? createTlsFront({
          server,
          identityOf: (hostname) =>
            (ownTls?.names.has(hostname) && ownTls.files?.now()) || (certificates?.of(hostname) ?? null),
          limits,
          ownerOf: access.connectionOwner,
        })
      : null;

  return {
    server,
    front,
    counts,
    intake,
    parking,
    router,
    routed,
    dial() {
      for (const lane of intakeLanes)
        void lane.dial().catch((error: unknown) => log.warn("lane.not_dialled", { error }));
    },
    sayGoodbye: () => senders?.sayGoodbye(),
    async stopListening() {
      await senders?.closeInOrder(() => Promise.all([closed(server), front?.close()]));
      await intake.drained();
    },
  };
}
