/**
 * How does an heir take over the work of a dead process, however much there is?
 *
 * In steps, each a short transaction that locks the row of the dead process. First come the events it had claimed, by
 * their index; then the events it held from birth, from its mark on; then the requests it had not routed. The same row
 * stores the progress, so that if the heir dies in the middle, the next heir continues there. The last step removes the
 * row. The first step shuts the process out, so nothing is added behind the heir's back if the process still lives.
 *
 * A row that fails holds up no other. The step passes over an event that it cannot release: the sweep finds it later
 * (workers/lost-leases.ts). No sweep looks for requests. So the take-over does not go on behind a stretch with a request
 * that it cannot adopt, and tries this one again.
 */
import { releaseCliSessionsOf } from "./cli-sessions.ts";
import type { Database, Queryable } from "./database.ts";
import { type EventKey, findClaimedEvents, releaseStrandedEvents } from "./event-leases.ts";
import { type FailedRow, actInParts } from "./in-parts.ts";
import {
  type DeadProcess,
  type Judge,
  type TakeOverStage,
  deregisterProcess,
  lockDeadProcess,
  markAdopted,
  rememberTakeOver,
  shutOut,
} from "./processes.ts";
import { type UnroutedRequest, adoptRequests } from "./requests.ts";
import { readStretch } from "./stretch.ts";

export interface Heir extends Judge {
  /** Rows that one step looks at. */
  limit: number;
  /** The number this step gets if it adopts requests. */
  adoptions: number;
  /**
   * Called with the requests that the heir adopts, before the commit. If the reply to the commit is lost, the heir
   * still knows of them.
   */
  adopting: (requests: readonly UnroutedRequest[]) => void;
}

export interface TakeOverStep {
  dead: number;
  releasedEvents: number;
  adoptedRequests: number;
  /** Events that could not be released, or requests that could not be adopted. */
  failed: FailedRow<EventKey>[];
  /** Nothing is left of the dead process. */
  isLast: boolean;
  /** The same step must be taken again later. */
  isStuck: boolean;
}

type Done = Partial<Omit<TakeOverStep, "dead">>;

const NOTHING_DONE = { releasedEvents: 0, adoptedRequests: 0, failed: [], isLast: false, isStuck: false };

/** The step failed as a whole. The steps of other dead processes may still succeed. */
export class StepFailedError extends Error {
  override name = "StepFailedError";
  dead: number;
  constructor(dead: number, cause: unknown) {
    super(`The take-over from process ${dead} failed`, { cause });
    this.dead = dead;
  }
}

/** Takes the next step for one dead process. Returns null if there is none, or other heirs work on all of them. */
export async function takeOverStep(db: Database, heir: Heir): Promise<TakeOverStep | null> {
  return db.transaction(async (tx) => {
    const dead = await lockDeadProcess(tx, heir);
    if (!dead) return null;
    try {
      if (dead.stage === null) {
        await shutOut(tx, dead.id);
        await releaseCliSessionsOf(tx, dead.id);
      }
      const done = await STAGES[dead.stage ?? "CLAIMED"](tx, dead, heir);
      return { ...NOTHING_DONE, dead: dead.id, ...done };
    } catch (error) {
      throw new StepFailedError(dead.id, error);
    }
  });
}

/** Releases events of a process that died, except those that fail alone. */
export async function releaseAllPossible(
  tx: Queryable,
  { owner, events }: { owner: number; events: readonly EventKey[] },
): Promise<Pick<TakeOverStep, "releasedEvents" | "failed">> {
  let releasedEvents = 0;
  const failed = await actInParts(tx, events, async (part) => {
    releasedEvents += await releaseStrandedEvents(tx, { owner, events: part });
  });
  return { releasedEvents, failed };
}

const STAGES: Record<TakeOverStage, (tx: Queryable, dead: DeadProcess, heir: Heir) => Promise<Done>> = {
  async CLAIMED(tx, dead, { limit }) {
    const events = await findClaimedEvents(tx, { owner: dead.id, after: dead.after.id, limit });
    const released = await releaseAllPossible(tx, { owner: dead.id, events });
    const last = events.length < limit ? undefined : events.at(-1);
    await rememberTakeOver(
      tx,
      last ? { id: dead.id, stage: "CLAIMED", after: last } : { id: dead.id, stage: "BORN" },
    );
    return released;
  },

  async BORN(tx, dead, { limit }) {
    const { wanted, next } = await readStretch(tx, {
      table: "events",
      wanted: "lease_owner = $5::int",
      value: dead.id,
      from: dead.unfinished_from,
      after: dead.after,
      limit,
    });
    const released = await releaseAllPossible(tx, { owner: dead.id, events: wanted });
    await rememberTakeOver(
      tx,
      next ? { id: dead.id, stage: "BORN", after: next } : { id: dead.id, stage: "UNROUTED" },
    );
    return released;
  },

  async UNROUTED(tx, dead, { heir, limit, adoptions, adopting }) {
    const { wanted, next } = await readStretch(tx, {
      table: "requests",
      wanted: "accepted_by = $5::int and rejection_cause is null",
      value: dead.id,
      from: dead.unrouted_from,
      after: dead.after,
      limit,
    });
    const adopted: UnroutedRequest[] = [];
    const failed = await actInParts(tx, wanted, async (requests) => {
      adopted.push(...(await adoptRequests(tx, { owner: dead.id, heir, requests })));
    });
    const isStuck = failed.length > 0;
    if (!isStuck && next) await rememberTakeOver(tx, { id: dead.id, stage: "UNROUTED", after: next });
    if (!isStuck && !next) await deregisterProcess(tx, dead.id);
    const [oldest] = adopted.map(({ id }) => id).toSorted();
    if (oldest !== undefined) {
      await markAdopted(tx, { heir, oldest, adoptions });
      adopting(adopted);
    }
    return { adoptedRequests: adopted.length, failed, isLast: !isStuck && next === null, isStuck };
  },
};
