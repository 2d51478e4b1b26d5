/**
 * How does an heir take over the work of a dead process, however much there is?
 *
 * In steps, each a short transaction that locks the row of the dead process. First come the events it had claimed, by
 * their index; then the events it held from birth, from its mark on; then the requests it had not routed. The same row
 * stores the progress, so that if the heir dies in the middle, the next heir continues there. The last step removes the
 * row. The first step shuts the process out, so nothing is added behind the heir's back if the process still lives.
 */
import { releaseCliSessionsOf } from "./cli-sessions.ts";
import type { Database, Queryable } from "./database.ts";
import { findClaimedEvents, releaseStrandedEvents } from "./event-leases.ts";
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
  /** Nothing is left of the dead process. */
  isLast: boolean;
}

type Done = Pick<TakeOverStep, "releasedEvents" | "adoptedRequests" | "isLast">;

/** Takes the next step for one dead process. Returns null if there is none, or other heirs work on all of them. */
export async function takeOverStep(db: Database, heir: Heir): Promise<TakeOverStep | null> {
  return db.transaction(async (tx) => {
    const dead = await lockDeadProcess(tx, heir);
    if (!dead) return null;
    if (dead.stage === null) {
      await shutOut(tx, dead.id);
      await releaseCliSessionsOf(tx, dead.id);
    }
    return { dead: dead.id, ...(await STAGES[dead.stage ?? "CLAIMED"](tx, dead, heir)) };
  });
}

const STAGES: Record<TakeOverStage, (tx: Queryable, dead: DeadProcess, heir: Heir) => Promise<Done>> = {
  async CLAIMED(tx, dead, { limit }) {
    const claimed = await findClaimedEvents(tx, { owner: dead.id, limit });
    const releasedEvents = await releaseStrandedEvents(tx, { owner: dead.id, events: claimed });
    await rememberTakeOver(tx, { id: dead.id, stage: claimed.length < limit ? "BORN" : "CLAIMED" });
    return { releasedEvents, adoptedRequests: 0, isLast: false };
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
    const releasedEvents = await releaseStrandedEvents(tx, { owner: dead.id, events: wanted });
    await rememberTakeOver(
      tx,
      next ? { id: dead.id, stage: "BORN", after: next } : { id: dead.id, stage: "UNROUTED" },
    );
    return { releasedEvents, adoptedRequests: 0, isLast: false };
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
    const adopted = await adoptRequests(tx, { owner: dead.id, heir, requests: wanted });
    if (next) await rememberTakeOver(tx, { id: dead.id, stage: "UNROUTED", after: next });
    else await deregisterProcess(tx, dead.id);
    const [oldest] = adopted.map(({ id }) => id).toSorted();
    if (oldest !== undefined) {
      await markAdopted(tx, { heir, oldest, adoptions });
      adopting(adopted);
    }
    return { releasedEvents: 0, adoptedRequests: adopted.length, isLast: next === null };
  },
};
