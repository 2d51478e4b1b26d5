/** One destination's line in the ready queue: what waits, what is on the wire, and who waits for a slot. */
import type { Delivery } from "../delivery.ts";
import type { Gate } from "./pacing.ts";
import type { Space } from "./room.ts";
import type { LaneShare } from "./share.ts";

export interface ProjectSpace extends Space {
  key: string;
  lanes: number;
}

export interface DestinationLane {
  key: string;
  project: ProjectSpace;
  /** Null: nothing limits this destination. */
  gate: Gate | null;
  share: LaneShare;
  reserved: number;
  sending: number;
  queue: Delivery[];
  /** Where the queue begins: what lies before has been taken. */
  next: number;
  line: SlotLine;
  /** Somebody was refused room: tell when half of it is free. */
  isShort: boolean;
}

/** Who waits for a limiter's next slot: one lane, or all lanes of a project with a cap. One timer for all. */
export interface SlotLine {
  timer: NodeJS.Timeout | null;
  hasWaited: boolean;
  lanes: Set<DestinationLane>;
}

/** Far slots are looked at again on the way: timers end at 24 days. */
const LONGEST_TIMER_MS = 60_000;

export const newSlotLine = (): SlotLine => ({ timer: null, hasWaited: false, lanes: new Set() });

/** A limiter that is not ours has no next slot, and there is nothing to wait for. */
export function waitInLine(line: SlotLine, waitMs: number, wake: () => void): void {
  line.hasWaited = true;
  if (line.timer || waitMs === Number.POSITIVE_INFINITY) return;
  line.timer = setTimeout(
    () => {
      line.timer = null;
      wake();
    },
    Math.min(waitMs, LONGEST_TIMER_MS),
  );
}

export function stopWaiting(line: SlotLine): void {
  if (line.timer) clearTimeout(line.timer);
  line.timer = null;
}

export function takeNext(lane: DestinationLane): Delivery | null {
  const delivery = lane.queue[lane.next];
  if (!delivery) return null;
  lane.next++;
  if (lane.next === lane.queue.length) {
    lane.queue = [];
    lane.next = 0;
  } else if (lane.next > 1_024) {
    lane.queue = lane.queue.slice(lane.next);
    lane.next = 0;
  }
  return delivery;
}

export function takeAll(lane: DestinationLane): Delivery[] {
  const queued = lane.queue.slice(lane.next);
  lane.queue = [];
  lane.next = 0;
  return queued;
}
