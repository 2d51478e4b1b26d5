/**
 * Looks for processes that died, and continues their work.
 *
 * A turn takes step after step until nothing is left to take over; a stop ends it between two steps. Nothing waits for
 * it: a starting process serves traffic while its first turns take over what a crash has left. If the step of one dead
 * process fails, the turn goes on with the others, and the next turn tries again.
 */
import type { Alarms } from "../alarms.ts";
import type { Log } from "../log.ts";
import { type Database, isUnavailable } from "../store/database.ts";
import { findEndedProcesses } from "../store/processes.ts";
import { StepFailedError, type TakeOverStep, takeOverStep } from "../store/take-over.ts";
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
  /** All processes of the database run on this machine: this one can see whether another has ended. */
  isEmbedded: boolean;
  /** For how long every heartbeat of this process has arrived. */
  aliveForMs: () => number;
  recovered: Pick<RecoveredWork, "adoptions" | "adopting" | "adopted" | "resolveAdoption">;
  /** False while so many requests wait to be routed here that the rest must stay with the dead process. */
  canAdopt: () => boolean;
  eventsReleased: () => void;
  /** Called when nothing is left of a dead process, except events that the take-over passed over. */
  takenOver: () => void;
}

interface Turn {
  /** Processes of which this one knows that they have ended. */
  ended: readonly number[];
  /** Dead processes that the next turn tries again. */
  later: Set<number>;
  failures: StepFailedError[];
}

export function createTakeOver(deps: TakeOverDeps): Loop {
  const { db, log, alarms, owner, isEmbedded, aliveForMs, recovered, canAdopt } = deps;
  const { eventsReleased, takenOver } = deps;
  /** What was taken so far, by the number of the dead process: logged once, at the end. */
  const taken = new Map<number, { released_events: number; unrouted_requests: number }>();
  /** Dead processes whose last step failed, each logged once. */
  const failing = new Set<number>();
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

  function tellFailed(failure: StepFailedError, ids: readonly string[] = []): void {
    if (failing.has(failure.dead)) return;
    failing.add(failure.dead);
    const { dead, cause: error } = failure;
    const isOutage = error instanceof Error && isUnavailable(error);
    const fields = { process: dead, rows: ids.length, first_row: ids[0], error };
    log[isOutage ? "warn" : "error"]("process.not_taken_over", fields);
  }

  /** Takes the next step of a dead process that this turn does not leave for later. Returns false if there is none. */
  async function takeStep({ ended, later, failures }: Turn): Promise<boolean> {
    const step = await takeOverStep(db, {
      heir: owner(),
      // After an outage of the database every process has been silent. So only a process whose own heartbeats all
      // arrived may judge by silence.
      silentForMs: aliveForMs() < SILENT_FOR_MS ? null : SILENT_FOR_MS,
      ended,
      except: [...later],
      limit: STEP,
      adoptions: recovered.adoptions() + 1,
      adopting: recovered.adopting,
    });
    if (!step) return false;
    recovered.adopted();
    if (step.releasedEvents > 0) eventsReleased();
    tell(step);
    const [failed] = step.failed;
    if (failed) {
      const failure = new StepFailedError(step.dead, failed.error);
      const ids = step.failed.map(({ row }) => row.id);
      tellFailed(failure, ids);
      failures.push(failure);
    }
    if (failed && !step.isStuck) alarms.raise("events_stranded"); // the sweep tries them again, and ends the alarm
    if (step.isStuck) later.add(step.dead);
    if (!step.isLast) return true;
    failing.delete(step.dead);
    takenOver();
    return true;
  }

  async function takeOverAll(): Promise<void> {
    await recovered.resolveAdoption();
    const ended = isEmbedded ? await findEndedProcesses(db) : [];
    const turn: Turn = { ended, later: new Set(), failures: [] };
    while (mayGoOn()) {
      try {
        if (!(await takeStep(turn))) break;
      } catch (error) {
        if (!(error instanceof StepFailedError)) throw error;
        tellFailed(error);
        turn.failures.push(error);
        turn.later.add(error.dead);
        await recovered.resolveAdoption();
      }
    }
    for (const failure of turn.failures) throw failure; // the loop counts as failing until a turn goes well
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
