/**
 * What happens to work whose process has died, or that only the database still knows of?
 *
 * Arrival and delivery keep their work in memory; this line makes up for the loss of that memory. The process has a
 * number, and every lease and accepted request carries it. The heartbeat writes that the process lives and from which
 * ids on its work may be unfinished. If another process dies, the take-over continues its work under the own number. If
 * this process itself is declared dead, it drops what it holds and registers under a new number.
 */
import type { Alarms } from "../alarms.ts";
import { newId } from "../ids.ts";
import type { Log } from "../log.ts";
import type { Intake } from "../pipeline/ingest/intake.ts";
import type { Parking } from "../pipeline/route/parking.ts";
import type { Router } from "../pipeline/route/router.ts";
import type { RoutingTable } from "../pipeline/routing-table.ts";
import type { ReadyQueue } from "../pipeline/schedule/ready-queue.ts";
import type { Tracing } from "../pipeline/trace.ts";
import type { Database, Queryable } from "../store/database.ts";
import { type Marks, deregisterProcess, registerProcess } from "../store/processes.ts";
import type { ClaimedEvents } from "./claimed-events.ts";
import type { ClaimsDeps } from "./claims.ts";
import { type Heartbeat, createHeartbeat } from "./heartbeat.ts";
import { createLostLeases } from "./lost-leases.ts";
import { type RecoveredWork, createRecoveredWork } from "./recovered-work.ts";
import type { Loop } from "./repeat.ts";
import { createTakeOver } from "./take-over.ts";
import { accountFor, marksOf } from "./unfinished.ts";

/** While so many requests wait to be routed, this process takes over no more. */
const MAX_WAITING = 400_000;

export interface RecoveryLineDeps {
  /** For the heartbeat only: see store/pools.ts. */
  heartbeatDb: Queryable;
  db: Database;
  log: Log;
  alarms: Pick<Alarms, "raise" | "end" | "active">;
  /** False: another process sends the events that a take-over releases. */
  delivers: boolean;
  /** All processes of the database run on this machine: this one can see whether another has ended. */
  isEmbedded: boolean;
  routing: RoutingTable;
  intake: Pick<Intake, "storing">;
  parking: Pick<Parking, "oldest" | "size" | "abandon">;
  router: Pick<Router, "route" | "unrouted" | "abandon">;
  ready: Pick<ReadyQueue, "held" | "admit" | "abandon">;
  claimed: ClaimedEvents;
  /** Called after each heartbeat that the database has stored. */
  beaten: () => void;
  /** Called when this process was declared dead, before it gets its new number. */
  numberLost: () => void;
  /** Called when it has its new number. */
  numberChanged: () => Promise<void>;
  /** Called when events are due that another process had held. */
  eventsReleased: () => void;
  /** Null: no request is traced. */
  tracing: Tracing | null;
}

export interface RecoveryLine {
  /** The number of this process. */
  owner: () => number;
  /** Whether other processes still see this one as alive. */
  isHeard: Heartbeat["isHeard"];
  /** Asks the database at once whether this process was declared dead. */
  doubtNumber: () => void;
  /** How events come into memory that are already leased to this process. */
  claiming: Pick<ClaimsDeps, "owner" | "held" | "load" | "admit">;
  recovered: RecoveredWork;
  loops: readonly Loop[];
  /** Gets the number of this process. */
  register: () => Promise<void>;
  /** Takes over no more, and routes no more of what was taken over. */
  stopRecovering: () => Promise<void>;
  /** For a stop that leaves nothing behind: no process needs to take over from this one. */
  deregister: () => Promise<void>;
}

export function createRecoveryLine(deps: RecoveryLineDeps): RecoveryLine {
  const { heartbeatDb, db, log, alarms, delivers, isEmbedded } = deps;
  const { routing, intake, parking, router, ready, claimed } = deps;
  const { beaten, numberLost, numberChanged, eventsReleased, tracing } = deps;
  let processId = 0;
  const owner = () => processId;

  /** Returns a test: does this process know of the event that is leased to it? */
  const knownLeases = () =>
    accountFor({
      held: ready.held,
      beingWritten: [...intake.storing, ...router.unrouted],
      ending: claimed.ending,
    });
  const claiming = { owner, held: knownLeases, load: claimed.load, admit: ready.admit };
  const recovered = createRecoveredWork({ ...claiming, db, log, routing, router, tracing });

  function* waitingRequests(): Iterable<string> {
    yield* recovered.waiting();
    for (const { id } of parking.oldest()) yield id;
  }

  function marks(): Marks {
    return marksOf({
      storing: intake.storing,
      uncertain: recovered.uncertain(),
      unrouted: router.unrouted,
      waiting: waitingRequests(),
      held: ready.held,
      adoptions: recovered.adoptions(),
    });
  }

  const heartbeat = createHeartbeat({
    db: heartbeatDb,
    log,
    alarms,
    owner,
    marks,
    beaten,
    async declaredDead() {
      log.error("process.declared_dead", { process: processId });
      // Its heir has all of this by now, or finds it: the fence lets nothing more be written under the old number.
      numberLost();
      ready.abandon();
      parking.abandon();
      recovered.abandon();
      router.abandon();
      const { unfinishedFrom, unroutedFrom } = marks(); // covers requests that still wait for their commit
      processId = await registerProcess(heartbeatDb, unfinishedFrom, unroutedFrom);
      await numberChanged();
    },
  });
  const lostLeases = createLostLeases({ db, log, alarms, eventsReleased });
  const takeOver = createTakeOver({
    db,
    log,
    alarms,
    owner,
    isEmbedded,
    aliveForMs: heartbeat.aliveForMs,
    recovered,
    canAdopt: () => recovered.size() + parking.size() < MAX_WAITING,
    eventsReleased,
    takenOver: lostLeases.lookAgain,
  });

  return {
    owner,
    isHeard: heartbeat.isHeard,
    doubtNumber: heartbeat.poke,
    claiming,
    recovered,
    loops: [
      heartbeat,
      recovered,
      // On an embedded database it may be the only process. The sweep ends the alarm that a take-over raises.
      ...(delivers || isEmbedded ? [takeOver, lostLeases] : []),
    ],
    async register() {
      processId = await registerProcess(heartbeatDb, newId());
    },
    async stopRecovering() {
      await Promise.all([takeOver.stop(), recovered.stop()]);
    },
    deregister: () => deregisterProcess(db, processId),
  };
}
