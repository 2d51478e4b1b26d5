/**
 * One process of the gateway: wires its stages and loops together.
 *
 * ingest → route → schedule → send → settle run in memory, with a batch lane or two each. Beside them run the loops
 * that bring back work from the database. `stop` ends the stages in the order of the flow: requests that were accepted
 * get routed, attempts on the wire get recorded, and all other leases are given back.
 */
import type { IncomingMessage, Server } from "node:http";
import { createAlarms } from "../alarms.ts";
import type { Log } from "../log.ts";
import type { ProcessRole } from "../config.ts";
import { type MemorySizes, memorySizes } from "../memory.ts";
import { within } from "../inbound/orderly-stop.ts";
import { type PlainRequests, createPlainRequests } from "../inbound/plain-requests.ts";
import type { TlsFront } from "../inbound/tls-front.ts";
import { type CliSessionTable, createCliSessionTable } from "../cli/session-table.ts";
import { type CliSockets, type CliSocketsDeps, createCliSockets, REVIEW_EVERY_MS } from "../cli/sockets.ts";
import { type SendOwn, createOwnSender } from "../pipeline/ingest/own-sender.ts";
import {
  NO_FETCHES,
  type ProviderFetchesDeps,
  createProviderFetches,
} from "../pipeline/ingest/verify/provider-fetches.ts";
import { createVerifiers } from "../pipeline/ingest/verify/verifiers.ts";
import { createDuplicates } from "../pipeline/route/duplicates.ts";
import { createEvaluate } from "../pipeline/route/evaluate.ts";
import { createFilterThread } from "../pipeline/route/filter-thread.ts";
import { type FilterTrial, createFilterTrial } from "../pipeline/route/filter-trial.ts";
import { withoutThrows } from "../pipeline/route/not-applied.ts";
import { createPatientTransform } from "../pipeline/route/patient-sandbox.ts";
import { type TryRules, createTryRules } from "../pipeline/route/rules-trial.ts";
import { createQuotas } from "../pipeline/quotas.ts";
import { type RoutingTable, createRoutingTable } from "../pipeline/routing-table.ts";
import { lineOf, lineText } from "../pipeline/schedule/claim-turns.ts";
import { createPacing } from "../pipeline/schedule/pacing.ts";
import type { SenderDeps } from "../pipeline/send/sender.ts";
import { createServedCertificates } from "../pipeline/served-certificates.ts";
import type { Tracing } from "../pipeline/trace.ts";
import type { NodeReadings } from "../metrics/product-health.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { Database, Queryable } from "../store/database.ts";
import { canStore } from "../store/health.ts";
import { type Lane, openLane } from "../store/lane.ts";
import type { Sealer } from "../store/seal.ts";
import type { StatementTimes } from "../store/statement-times.ts";
import { createAnnouncements } from "./announcements.ts";
import { type ArrivalLineDeps, type OwnTls, createArrivalLine } from "./arrival-line.ts";
import { createBulkEvaluation } from "./bulk-evaluation.ts";
import { createBulkReplay } from "./bulk-replay.ts";
import { createBulkWork } from "./bulk-work.ts";
import { createClaimedEvents } from "./claimed-events.ts";
import { createClaimRoom } from "./claim-room.ts";
import { createCliEvents } from "./cli-events.ts";
import { createDeliveryLine } from "./delivery-line.ts";
import { createDueEvents } from "./due-events.ts";
import { type EvaluatedAgain, createEvaluatedAgain } from "./evaluated-again.ts";
import { createErasing } from "./erasing.ts";
import { createErrands, type Errands } from "./errands.ts";
import { createFollowingEvents } from "./following-events.ts";
import { createGroupSlotsLoop } from "./group-slots.ts";
import { createHousekeeping } from "./housekeeping.ts";
import { createLimiterOwnership } from "./limiter-ownership.ts";
import { createPartitionDays } from "./partition-days.ts";
import { createQuotaReading } from "./quota-reading.ts";
import { createRecoveryLine } from "./recovery-line.ts";
import { repeat } from "./repeat.ts";
import { createSearchIndexing } from "./search-indexing.ts";
import { createTelling } from "./telling.ts";

/** How long a stop waits for slow rules. */
const ROUTED_WITHIN_MS = 6_000;

export interface NodeDeps extends Errands {
  /** For the heartbeat only: see store/pools.ts. */
  heartbeatDb: Queryable;
  /** For the pipeline only: loops, payloads, routes. */
  db: Database;
  /** For pipeline work on behalf of an API caller, such as a retry or a replay. */
  apiDb: Database;
  databaseUrl: string;
  log: Log;
  roles: ReadonlySet<ProcessRole>;
  dialer: SenderDeps["dialer"];
  /** How verifiers get the keys of providers. Null: the operator has turned that off. */
  textAt: ProviderFetchesDeps["textAt"] | null;
  sandbox: Sandbox;
  sealer: Pick<Sealer, "open" | "seal">;
  publicUrl: string;
  ingestUrl: string;
  clientIp: (request: IncomingMessage) => string | null;
  access: CliSocketsDeps["access"] & ArrivalLineDeps["access"];
  /** All processes of the database run on this machine. */
  isEmbedded: boolean;
  /** How long the counts of days are kept; a default of its own if left out. */
  countersDays?: number;
  /** How long entries of the audit log are kept; a default of its own if left out. */
  auditDays?: number;
  /** By default as with plenty of memory. */
  memory?: MemorySizes;
  /** How many processes share our ports. One, if left out. */
  processes?: number;
  /** Where the times of batches are added, if anything reads them. */
  statementTimes?: StatementTimes | undefined;
  /**
   * TLS ends here for the installation's own names, by the operator's files or by certificates that Posthorn orders. Without
   * it, the operator's proxy does that.
   */
  ownTls?: {
    /** The https URL of each host name, without a slash at the end. */
    bases: ReadonlyMap<string, string>;
    files: OwnTls["files"];
  };
  /** Null: no request is traced. */
  tracing?: Tracing | null;
}

export interface GatewayNode extends EvaluatedAgain {
  start: () => Promise<void>;
  stop: () => Promise<void>;
  /** Null without the ingest role. */
  ingest: Server | null;
  /** Ends TLS. Null without the ingest role, or if the operator's proxy does that. */
  ingestFront: TlsFront | null;
  /** Requests that came without TLS. Null: they are as good as others. */
  plain: PlainRequests | null;
  routing: RoutingTable;
  /** Sends a request to a source of this installation, from inside of it. */
  sendOwn: SendOwn;
  filterTrial: FilterTrial;
  tryRules: TryRules;
  /** Where CLIs connect, with the sessions of all processes. */
  cli: CliSockets & { sessions: CliSessionTable };
  /** Whether it can store, for people. */
  isReady: () => Promise<boolean>;
  /** Whether balancers should send here: it can store, and does not stop. */
  isOpen: () => Promise<boolean>;
  /** Before a stop: balancers are told to send no more, while it goes on as before. */
  drain: () => void;
  /** What this node has counted and holds now. */
  readings: () => NodeReadings;
  /** Whether this process uses everything committed before the call; waits for that, a second at most. */
  caughtUp: () => Promise<boolean>;
}

export function createNode(deps: NodeDeps): GatewayNode {
  const {
    heartbeatDb,
    db,
    apiDb,
    databaseUrl,
    log,
    roles,
    dialer,
    textAt,
    sandbox,
    sealer,
    publicUrl,
    ingestUrl,
    clientIp,
    access,
    isEmbedded,
    countersDays,
    auditDays,
    statementTimes: times,
    certificates: ordered,
    ownTls: own,
    tracing = null,
    memory = memorySizes(Number.POSITIVE_INFINITY),
    processes = 1,
  } = deps;
  const delivers = roles.has("worker");
  let isStopping = false;
  const owner = () => recovery.owner();

  const alarms = createAlarms();
  const lanes: Lane[] = [];
  const newLane = () => {
    const lane = openLane(databaseUrl, { declaredDead: () => recovery.doubtNumber(), times });
    lanes.push(lane);
    return lane;
  };
  const lanesFor = (count: number) => Array.from({ length: count }, newLane);

  const repaced = () => {
    const wasLimited = pacing.gates.size > 0;
    pacing.refresh();
    if (!wasLimited && pacing.gates.size === 0) return;
    ready.repace();
    ownership.poke();
  };
  const verifiers = createVerifiers(textAt === null ? NO_FETCHES : createProviderFetches({ textAt }));
  const quotas = createQuotas();
  const quotaReading = createQuotaReading({ db, log, quotas });
  const routing = createRoutingTable({
    db,
    open: sealer.open,
    ingestUrl,
    httpsPort: ordered?.httpsPort ?? null,
    log,
    alarms,
    changed: repaced,
    verifiers,
    quotas,
  });
  const certificates =
    ordered && roles.has("ingest") ? createServedCertificates({ db, open: sealer.open, log }) : null;
  const plain = own
    ? createPlainRequests((hostname) => {
        const isServed = own.files !== null || (certificates?.known(hostname) ?? null) !== null;
        return isServed ? (own.bases.get(hostname) ?? null) : null;
      })
    : null;
  const pacing = createPacing({
    limits: delivers ? routing.limits : () => new Map(),
    isHeard: () => recovery.isHeard(),
    rareSlotUsed: () => ownership.poke(),
    rareGroupSlotUsed: () => groupSlots.poke(),
  });
  const cliSessions = createCliSessionTable(db);
  const cliSockets = createCliSockets({ db, log, sessions: cliSessions, access, owner });
  const line = createDeliveryLine({
    db,
    lanesFor,
    log,
    alarms,
    owner,
    delivers,
    routing,
    pacing,
    dialer,
    sealer,
    cli: cliSockets,
    publicUrl,
    readyBytes: memory.readyBytes,
    hasRoom: () => dueEvents.claim(),
    tracing,
  });
  const { ready, withdrawals } = line;
  const filterThread = createFilterThread({ log });
  const rules = createEvaluate({
    sessionsOf: cliSessions.covering,
    filterThread,
    isFirst: createDuplicates({ lanes: lanesFor(1), log }).isFirst,
    transform: createPatientTransform(sandbox, () => isStopping),
  });
  const evaluate = withoutThrows(rules, log);
  let isDraining = false;
  const isReady = async () => !isStopping && (await canStore(db));
  const isOpen = async () => !isDraining && (await isReady());
  const arrivals = createArrivalLine({
    db,
    lanesFor,
    log,
    listens: roles.has("ingest"),
    routing,
    evaluate,
    ready,
    owner,
    isOurs: ({ processId: holder }) => (holder === null ? delivers : holder === owner()),
    overflowed(waiting, isElsewhere) {
      if (!delivers || isElsewhere || claimRoom.isPacedElsewhere(waiting.connectionKey))
        return telling.due(waiting);
      lookForDue(lineText(waiting));
    },
    bringBack: (requests) => recovery.recovered.routeSome(requests, router.routeNow),
    doubt: (requests) => recovery.recovered.doubt(requests),
    sealer,
    publicUrl,
    clientIp,
    isReady: isOpen,
    access,
    memory,
    processes,
    tracing,
    certificates,
    ownTls: own && plain ? { names: new Set(own.bases.keys()), files: own.files, plain } : null,
  });
  const { intake, parking, router } = arrivals;
  const claimRoom = createClaimRoom({ routing, pacing, ready });
  const telling = createTelling(db);
  const claimed = createClaimedEvents({
    db,
    routing,
    settle: line.settle,
    hasBytes: ready.hasBytes,
    giveBack: line.giveBack,
    tracing,
  });
  const recovery = createRecoveryLine({
    heartbeatDb,
    db,
    log,
    alarms,
    delivers,
    isEmbedded,
    routing,
    intake,
    parking,
    router,
    ready,
    claimed,
    beaten: () => ownership.poke(),
    numberLost: pacing.forgetAll,
    numberChanged: cliSockets.reattach,
    eventsReleased: () => lookForDue(),
    tracing,
  });
  const { claiming, recovered } = recovery;
  const dueEvents = createDueEvents({
    ...claiming,
    ...claimRoom,
    lane: newLane(),
    log,
    searched: pacing.searched,
  });
  const ownership = createLimiterOwnership({
    db,
    log,
    owner,
    pacing,
    changed() {
      ready.repace();
      dueEvents.poke();
    },
  });
  const groupSlots = createGroupSlotsLoop({ db, log, owner, pacing });
  const cliEvents = createCliEvents({
    ...claiming,
    lane: newLane(),
    log,
    deliveries: ready.held,
    connections: routing.connectionsToClis,
    takesUnreachable: delivers,
  });
  /** Looks for due events of this line, or of any if the text is empty. */
  function lookForDue(text = ""): void {
    const waiting = lineOf(text);
    if (text === "") dueEvents.poke();
    else if (!claimRoom.isToCli(waiting.connectionKey)) return dueEvents.add(waiting);
    cliEvents.poke();
  }
  const again = { log, routing, evaluate };
  const forCallers = createEvaluatedAgain({
    ...again,
    db: apiDb,
    refresh: (source_id) => routing.refresh({ source_id }),
  });
  const forBulk = createEvaluatedAgain({ ...again, db, refresh: () => Promise.resolve() });
  const inBulk = { db, owner, refresh: (team_id: string) => routing.refresh({ team_id }) };
  const bulkWork = createBulkWork({
    db,
    log,
    owner,
    evaluateNext: createBulkEvaluation({ ...inBulk, retryRequest: forBulk.retryRequest }),
    replayNext: createBulkReplay({ ...inBulk, replayData: forBulk.replayData }),
  });
  const intoSources = { db, routing, reroute: forBulk.reroute };
  const followingEvents = createFollowingEvents({ db, log });
  const searchIndexing = createSearchIndexing({ db, log });
  const partitions = createPartitionDays(db, log);
  const review = repeat("cli_review", REVIEW_EVERY_MS, log, cliSockets.review);
  const loops = delivers
    ? [
        ...recovery.loops,
        partitions,
        quotaReading,
        review,
        ownership,
        groupSlots,
        dueEvents,
        bulkWork,
        followingEvents,
        cliEvents,
        ...createHousekeeping({ db, log, countersDays, auditDays }),
        searchIndexing,
        createErasing({ db, log, sealer }),
        ...createErrands({ ...deps, intoSources }),
      ]
    : [...recovery.loops, partitions, quotaReading, review, cliEvents];
  const listener = createAnnouncements({
    databaseUrl,
    db,
    log,
    owner,
    routing,
    certificates,
    cliSessions,
    cliSockets,
    withdrawals,
    held: ready.held,
    lookForDue,
    followingEvents,
    bulkWork,
  });

  const ingest = roles.has("ingest") ? arrivals.server : null;
  return {
    ingest,
    ingestFront: arrivals.front,
    plain,
    routing,
    caughtUp: listener.caughtUp,
    cli: { ...cliSockets, sessions: cliSessions },
    ...forCallers,
    sendOwn: createOwnSender(arrivals.server),
    filterTrial: createFilterTrial(filterThread),
    tryRules: createTryRules({ filterThread, sandbox }),
    isReady,
    isOpen,
    readings: () => ({
      ingest: ingest && arrivals.counts,
      inFlight: intake.held(),
      unrouted: {
        inMemory: router.unrouted.size,
        bytes: router.backlog.bytes(),
        parked: parking.size(),
        recovered: recovered.size(),
      },
      routed: arrivals.routed,
      attempts: line.attempts,
      ready: ready.usage(),
      searchIndexLagSeconds: searchIndexing.lagSeconds(),
      loops: loops.map((loop) => loop.progress),
      alarms: alarms.readings(),
    }),
    async start() {
      await Promise.all([recovery.register(), listener.start()]);
      for (const loop of loops) loop.start();
      arrivals.dial();
    },
    drain() {
      isDraining = true;
      arrivals.sayGoodbye();
    },
    async stop() {
      isStopping = true;
      await arrivals.stopListening();
      await recovery.stopRecovering();
      parking.stop();
      await within(ROUTED_WITHIN_MS, router.drained());
      await filterThread.stop(); // before the loops: a bulk operation may wait for its turn there
      await Promise.all([bulkWork.stop(), dueEvents.stop(), cliEvents.stop()]);
      await line.close();
      intake.stop();
      await Promise.all(loops.map((loop) => loop.stop()));
      await groupSlots.store().catch((error: unknown) => log.warn("group_slots.not_stored", { error }));
      await ownership.release().catch((error: unknown) => log.warn("limiter.not_released", { error })); // free once this process is silent
      await listener.stop();
      // Another process takes over what is still on the wire or could not be recorded: so it stays registered then.
      const left = {
        events: ready.held.size + claimed.ending.size,
        requests: router.unrouted.size + parking.size() + recovered.size(),
        in_doubt: dueEvents.inDoubt() + cliEvents.inDoubt() + [...recovered.uncertain()].length,
      };
      if (left.events + left.requests + left.in_doubt === 0) await recovery.deregister();
      else log.warn("stop.left_unfinished", left);
      await Promise.all(lanes.map((lane) => lane.close()));
    },
  };
}
