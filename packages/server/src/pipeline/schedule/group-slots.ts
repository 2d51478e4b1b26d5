/**
 * When may the next delivery of each group of a destination go?
 *
 * Every group has its own slots (limiter.ts). Only groups whose next slot is still to come are remembered: a
 * group that may send at once is like one that never sent. So memory is bounded by what was sent within one
 * interval. Beyond a maximum, new groups wait until others are forgotten.
 *
 * Slots that are far apart are stored as they are used, so that a restart gives none away for free. Frequent slots
 * are not stored: after taking a destination, a process lets every group wait for one interval, which is short.
 */
import type { GroupWait } from "../../store/limiters.ts";
import { type Pace, type Slots, nextSlotMs, slotsFrom, useSlot, waitForSlotMs } from "./limiter.ts";

/** At this interval or a longer one, a slot is stored as soon as it is used. */
export const STORED_FROM_INTERVAL_MS = 5_000;
/** Maximum number of groups remembered for one destination. */
const REMEMBERED_MAX = 50_000;
/** A group that finds no place checks again after this long. */
const NO_PLACE_WAIT_MS = 1_000;

/** Returns null when the group has no limit of its own. */
export type GroupPace = (group: string) => Pace | null;

export interface GroupSlots {
  /** 0 means now. */
  waitMs: (group: string, pace: Pace, nowMs: number) => number;
  /** Uses the slot that `waitMs` reported as free. Returns whether it must be stored soon. */
  use: (group: string, pace: Pace, nowMs: number, hasWaited: boolean) => boolean;
  /** Called when we have taken the destination, with the state that its previous owner left. */
  taken: (left: readonly GroupWait[], paceOf: GroupPace, nowMs: number) => void;
  /** Returns the slots used since the last call, to be stored. */
  takeMoved: (paceOf: GroupPace, nowMs: number) => GroupWait[];
  /** Called when these could not be stored. */
  moveAgain: (groups: readonly GroupWait[]) => void;
  /** Forgets groups that may send at once. */
  forget: (paceOf: GroupPace, nowMs: number) => void;
  size: () => number;
}

export function createGroupSlots(rememberedMax = REMEMBERED_MAX): GroupSlots {
  const remembered = new Map<string, Slots>();
  const moved = new Set<string>();
  let takenAtMs = Number.NEGATIVE_INFINITY;

  function forget(paceOf: GroupPace, nowMs: number): void {
    for (const [group, slots] of remembered) {
      const pace = paceOf(group);
      if (!moved.has(group) && (!pace || nextSlotMs(slots, pace) <= nowMs)) remembered.delete(group);
    }
  }

  return {
    waitMs(group, pace, nowMs) {
      const slots = remembered.get(group);
      if (slots) return waitForSlotMs(slots, pace, nowMs);
      if (remembered.size >= rememberedMax) return NO_PLACE_WAIT_MS;
      return pace.intervalMs < STORED_FROM_INTERVAL_MS ? Math.max(0, takenAtMs + pace.intervalMs - nowMs) : 0;
    },
    use(group, pace, nowMs, hasWaited) {
      const slots = remembered.get(group) ?? slotsFrom(nowMs, pace);
      useSlot(slots, pace, nowMs, hasWaited);
      remembered.set(group, slots);
      if (pace.intervalMs < STORED_FROM_INTERVAL_MS) return false;
      moved.add(group);
      return true;
    },
    taken(groups, paceOf, nowMs) {
      takenAtMs = nowMs;
      for (const { delivery_group: group, wait_ms } of groups) {
        const pace = paceOf(group);
        if (!pace) continue;
        // At most one interval away: the rate may have changed.
        const fromMs = nowMs + Math.min(Math.max(0, wait_ms), pace.intervalMs);
        const left = slotsFrom(fromMs, pace);
        const known = remembered.get(group) ?? left;
        remembered.set(group, { lastSlotMs: Math.max(known.lastSlotMs, left.lastSlotMs) });
      }
    },
    takeMoved(paceOf, nowMs) {
      const waits: GroupWait[] = [];
      for (const group of moved) {
        const slots = remembered.get(group);
        const pace = paceOf(group);
        if (slots && pace) waits.push({ delivery_group: group, wait_ms: nextSlotMs(slots, pace) - nowMs });
      }
      moved.clear();
      return waits;
    },
    moveAgain(groups) {
      for (const { delivery_group } of groups) moved.add(delivery_group);
    },
    forget,
    size: () => remembered.size,
  };
}
