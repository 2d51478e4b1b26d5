/**
 * Stores the slots that groups of deliveries have used, and deletes those that are past.
 *
 * Runs as often as the heartbeat, and at once when a rare slot was used, which a restart must not give again. Costs
 * nothing if no destination has groups.
 */
import type { Log } from "../log.ts";
import type { Pacing } from "../pipeline/schedule/pacing.ts";
import type { Database } from "../store/database.ts";
import { forgetPastGroupSlots, storeGroupSlots } from "../store/limiters.ts";
import { type Loop, repeat } from "./repeat.ts";

const EVERY_MS = 2_000;
/** Groups in one statement. */
const BATCH = 1_000;
/** The table is cleaned this often. */
const FORGET_EVERY_MS = 60_000;

export interface GroupSlotsDeps {
  db: Database;
  log: Log;
  owner: () => number;
  pacing: Pacing;
}

export interface GroupSlotsLoop extends Loop {
  /** Stores every slot that is not stored yet. */
  store: () => Promise<void>;
}

export function createGroupSlotsLoop({ db, log, owner, pacing }: GroupSlotsDeps): GroupSlotsLoop {
  let forgottenAtMs = performance.now();

  async function store(): Promise<void> {
    for (const { id, groups } of pacing.owned()) {
      if (!groups) continue;
      const nowMs = performance.now();
      const moved = groups.slots.takeMoved(groups.paceOf, nowMs);
      for (let at = 0; at < moved.length; at += BATCH) {
        try {
          await storeGroupSlots(db, { owner: owner(), limiter_id: id, slots: moved.slice(at, at + BATCH) });
        } catch (error) {
          groups.slots.moveAgain(moved.slice(at));
          throw error;
        }
      }
      groups.slots.forget(groups.paceOf, nowMs);
    }
  }

  const loop = repeat("group_slots", EVERY_MS, log, async () => {
    if (!pacing.owned().some(({ groups }) => groups !== null)) return;
    await store();
    if (performance.now() - forgottenAtMs < FORGET_EVERY_MS) return;
    forgottenAtMs = performance.now();
    await forgetPastGroupSlots(db);
  });
  return { ...loop, store };
}
