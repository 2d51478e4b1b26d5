/**
 * What does one destination's queue hold: which deliveries wait, how many are on the wire, which
 * slot does it wait for?
 */
import type { Delivery } from "../delivery.ts";
import type { Gate } from "./pacing.ts";
import type { Space } from "./room.ts";
import type { DestinationShare } from "./share.ts";

export interface ProjectSpace extends Space {
  key: string;
  queues: number;
}

export interface DestinationQueue {
  key: string;
  project: ProjectSpace;
  /** Null when nothing limits this destination. */
  gate: Gate | null;
  share: DestinationShare;
  reserved: number;
  sending: number;
  waiting: Delivery[];
  /** Index of the first waiting delivery; earlier ones have been taken. */
  next: number;
  line: SlotLine;
  /** Room was refused, so report when half of it is free. */
  isShort: boolean;
}

/**
 * The queues that wait for a limiter's next slot: one queue, or all queues of a project with a
 * cap. They share one timer.
 */
export interface SlotLine {
  timer: NodeJS.Timeout | null;
  /** When the timer fires. */
  wakesAtMs: number;
  hasWaited: boolean;
  queues: Set<DestinationQueue>;
}

/** Distant slots are checked again in between: a timer cannot be longer than 24 days. */
const LONGEST_TIMER_MS = 60_000;

export const newSlotLine = (): SlotLine => ({
  timer: null,
  wakesAtMs: 0,
  hasWaited: false,
  queues: new Set(),
});

/** With a limiter that is not ours there is no next slot, and nothing to wait for. */
export function waitInLine(line: SlotLine, waitMs: number, wake: () => void): void {
  line.hasWaited = true;
  if (waitMs === Number.POSITIVE_INFINITY) return;
  const wakesAtMs = performance.now() + Math.min(waitMs, LONGEST_TIMER_MS);
  // Groups take turns: another group's slot may come before the one that the timer waits for.
  if (line.timer && line.wakesAtMs <= wakesAtMs + 1) return;
  stopWaiting(line);
  line.wakesAtMs = wakesAtMs;
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

/**
 * Moves the first delivery that may go now to the front, and returns 0. Otherwise returns the shortest wait.
 * Deliveries that may go at the same time, and so those of each group, keep their order.
 */
export function bringForward(queue: DestinationQueue, waitMsOf: (delivery: Delivery) => number): number {
  let soonestMs = Number.POSITIVE_INFINITY;
  for (let at = queue.next; at < queue.waiting.length; at++) {
    const delivery = queue.waiting[at];
    const waitMs = delivery ? waitMsOf(delivery) : Number.POSITIVE_INFINITY;
    if (delivery && waitMs === 0) {
      if (at > queue.next) {
        queue.waiting.splice(at, 1);
        queue.waiting.splice(queue.next, 0, delivery);
      }
      return 0;
    }
    soonestMs = Math.min(soonestMs, waitMs);
  }
  return soonestMs;
}

export function takeNext(queue: DestinationQueue): Delivery | null {
  const delivery = queue.waiting[queue.next];
  if (!delivery) return null;
  queue.next++;
  if (queue.next === queue.waiting.length) {
    queue.waiting = [];
    queue.next = 0;
  } else if (queue.next > 1_024) {
    queue.waiting = queue.waiting.slice(queue.next);
    queue.next = 0;
  }
  return delivery;
}

export function takeAll(queue: DestinationQueue): Delivery[] {
  const queued = queue.waiting.slice(queue.next);
  queue.waiting = [];
  queue.next = 0;
  return queued;
}
