/**
 * Looks for processes whose heartbeat stopped, and continues their work.
 *
 * A turn takes step after step until nothing is left to take over; a stop ends it between two steps. Nothing waits for
 * it: a starting process serves traffic while its first turns take over what a crash has left.
 */
import type { Alarms } from "../alarms.ts";
import type { Log } from "../log.ts";
import type { Database } from "../store/database.ts";
import { type TakeOverStep, takeOverStep } from "../store/take-over.ts";
import { SILENT_FOR_MS } from "./heartbeat.ts";
import type { RecoveredWork } from "./recovered-work.ts";
import { type Loop, repeat } from "./repeat.ts";

const EVERY_MS = 2_000;
/** Rows that one step looks at. */
const STEP = 500;

export interface TakeOverDeps {
  db: Database;
  log: Log;
  alarms: Pick<Alarms, "raise" | "end">;
  owner: () => number;
  /** No other process can be using this database: every process that registered earlier is dead. */
  isAlone: () => boolean;
  /** For how long every heartbeat of this process has arrived. */
  aliveForMs: () => number;
  recovered: Pick<RecoveredWork, "adoptions" | "adopting" | "adopted" | "resolveAdoption">;
  /** False while so many requests wait to be routed here that the rest must stay with the dead process. */
  canAdopt: () => boolean;
  eventsReleased: () => void;
}

/** After a database outage every process looks dead. So only a process whose heartbeats all arrived may take over. */
export function createTakeOver(deps: TakeOverDeps): Loop {
  const { db, log, alarms, owner, isAlone, aliveForMs, recovered, canAdopt, eventsReleased } = deps;
  /** What was taken so far, by the number of the dead process: logged once, at the end. */
  const taken = new Map<number, { released_events: number; unrouted_requests: number }>();
  let isStopping = false;

  const mayGoOn = () => !isStopping && canAdopt();

  function tell({ dead, releasedEvents, adoptedRequests, isLast }: TakeOverStep): void {
    const sum = taken.get(dead) ?? { released_events: 0, unrouted_requests: 0 };
    sum.released_events += releasedEvents;
    sum.unrouted_requests += adoptedRequests;
    taken.set(dead, sum);
    if (!isLast) return;
    taken.delete(dead);
    log.warn("process.taken_over", { process: dead, ...sum });
  }

  async function takeOverAll(): Promise<void> {
    if (!isAlone() && aliveForMs() < SILENT_FOR_MS) return;
    await recovered.resolveAdoption();
    while (mayGoOn()) {
      const step = await takeOverStep(db, {
        heir: owner(),
        silentForMs: SILENT_FOR_MS,
        isAlone: isAlone(),
        limit: STEP,
        adoptions: recovered.adoptions() + 1,
        adopting: recovered.adopting,
      });
      if (!step) return;
      recovered.adopted();
      if (step.releasedEvents > 0) eventsReleased();
      tell(step);
    }
  }

  const loop = repeat("take_over", EVERY_MS, log, async () => {
    try {
      await takeOverAll();
      alarms.end("take_over_failed");
    } catch (error) {
      alarms.raise("take_over_failed");
      throw error;
    }
  });
  return {
    ...loop,
    stop() {
      isStopping = true;
      return loop.stop();
    },
  };
}
