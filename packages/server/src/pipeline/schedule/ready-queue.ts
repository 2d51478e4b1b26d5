/**
 * Which event goes on the wire next?
 *
 * A bounded queue in memory, made of one queue per destination, so a slow destination fills only its own.
 * Room is reserved before an event is written, used when the event is pushed, and freed only when its
 * outcome is stored. So an outage of the database fills the queue, but not the memory. An event without
 * room waits in the database. Destinations take turns when all sockets are in use. Every delivery to a
 * limited destination passes the destination's gate here (pacing.ts).
 */
import { type Delivery, deliveryBytes } from "../delivery.ts";
import {
  type DestinationQueue,
  type SlotLine,
  bringForward,
  newSlotLine,
  stopWaiting,
  takeAll,
  takeNext,
  waitInLine,
} from "./destination-queue.ts";
import { createDestinationQueues } from "./destination-queues.ts";
import type { Gate, Limiter, Pacing } from "./pacing.ts";
import { type AttemptPace, type Sockets, mayOpen, shareAfter } from "./share.ts";

export interface ReadyQueueLimits {
  events: number;
  bytes: number;
  eventsPerDestination: number;
  sending: number;
  sendingPerDestination: number;
}

export const READY_LIMITS: ReadyQueueLimits = {
  events: 4_000,
  bytes: 64 * 1024 * 1024,
  eventsPerDestination: 2_000,
  sending: 1_024,
  sendingPerDestination: 128,
};

export interface ReadyQueueDeps {
  limits: ReadyQueueLimits;
  pacing: Pacing;
  send: (delivery: Delivery) => Promise<void>;
  /** Returns false when `send` will hand the event back at once, so that it needs no slot. */
  isWanted: (delivery: Delivery) => boolean;
  /** Gives the lease back, because another process paces the destination. */
  giveBack: (delivery: Delivery) => void;
  /** Called when there is room again after there was none. */
  hasRoom: () => void;
}

export interface ReadyUsage {
  /** Leased events: waiting for their turn, on the wire, or answered and not yet recorded. */
  held: number;
  /** Of events and of rooms reserved for events that are being written. */
  bytes: number;
  onTheWire: number;
  destinations: number;
}

export interface ReadyQueue {
  /** Reserves room for one event; returns false when there is none. */
  reserve: (destinationKey: string, teamKey: string, bytes: number) => boolean;
  cancelReservation: (destinationKey: string, bytes: number) => void;
  /** Uses reserved room. */
  push: (delivery: Delivery) => void;
  /**
   * Takes in an event claimed from the database. Its lease is already taken, so it is accepted
   * even if its queue is full.
   */
  admit: (delivery: Delivery) => void;
  /** Reports how the destination behaved, which decides how many sockets it gets. */
  answered: (delivery: Delivery, attempt: AttemptPace) => void;
  /** Called when the lease has ended: the outcome is stored, or the event was given back. Frees the room. */
  finish: (delivery: Delivery) => void;
  /** Returns false when the bytes of the events in memory have reached their bound. */
  hasBytes: () => boolean;
  /** How many more events of a destination fit, for the worker that fetches from the database. */
  room: (destinationKey: string, teamKey: string) => number;
  /** How many events of each group of a destination wait here. */
  waitingByGroup: (destinationKey: string) => ReadonlyMap<string, number>;
  /** Called when limits or their owners have changed. */
  repace: () => void;
  /** How full the queue is. */
  usage: () => ReadyUsage;
  /** All deliveries this process holds a lease on. */
  held: ReadonlySet<Delivery>;
  /** Stops sending. `unsent` never reached the wire; `finished` resolves when all sent ones were answered. */
  close: () => { unsent: Delivery[]; finished: Promise<void> };
  /** Forgets everything that is not on the wire, because another process has taken it over. */
  abandon: () => void;
}

function mostOpen({ gate, share }: DestinationQueue): number {
  return gate ? Math.min(share.most, gate.mostOpen) : share.most;
}

export function createReadyQueue(deps: ReadyQueueDeps): ReadyQueue {
  const { limits, pacing, send, isWanted, giveBack, hasRoom } = deps;
  const queues = createDestinationQueues({ limits, pacing, hasRoom });
  const capLines = new Map<Limiter, SlotLine>();
  const held = new Set<Delivery>();
  const sockets: Sockets = { open: 0, openToSlow: 0, most: limits.sending };
  /** Queues with something to send that wait only for a socket: quick destinations, and the others. */
  const waitingQuick = new Set<DestinationQueue>();
  const waitingSlow = new Set<DestinationQueue>();
  /** Order of arrival: the destinations of a project with a cap are served first come, first served. */
  const arrivals = new WeakMap<Delivery, number>();
  let arrived = 0;
  let isClosed = false;
  let onIdle: (() => void) | null = null;

  function maySend(queue: DestinationQueue): boolean {
    if (queue.sending >= mostOpen(queue)) return false;
    if (mayOpen(queue.share, queue.sending, sockets)) return true;
    (queue.share.isQuick ? waitingQuick : waitingSlow).add(queue);
    return false;
  }

  function launchNext(queue: DestinationQueue): void {
    const delivery = takeNext(queue);
    if (!delivery) return;
    queue.sending++;
    sockets.open++;
    if (!queue.share.isQuick) sockets.openToSlow++;
    void send(delivery).finally(() => landed(queue));
  }

  function landed(queue: DestinationQueue): void {
    const wereAllOpen = sockets.open >= sockets.most;
    const wasSlow = !queue.share.isQuick;
    queue.sending--;
    sockets.open--;
    if (wasSlow) sockets.openToSlow--;
    const [turn] = waitingQuick;
    if (turn) {
      waitingQuick.delete(turn); // goes to the end of the line if it still has events
      pump(turn);
    }
    if (wasSlow || wereAllOpen) giveTurnToSlow();
    pump(queue);
    if (sockets.open === 0) onIdle?.();
  }

  function giveTurnToSlow(): void {
    for (const queue of waitingSlow) {
      if (!mayOpen(queue.share, queue.sending, sockets)) continue;
      waitingSlow.delete(queue);
      pump(queue);
      return;
    }
  }

  function pump(queue: DestinationQueue): void {
    if (queue.gate?.cap) {
      const line = capLineOf(queue.gate.cap);
      line.queues.add(queue);
      return pumpProject(queue.gate.cap, line);
    }
    while (queue.next < queue.waiting.length) {
      if (isClosed || !maySend(queue)) return;
      if (queue.gate && !passesGate(queue, queue.gate)) return;
      launchNext(queue);
    }
    queue.line.hasWaited = false;
  }

  /** Uses a slot of the destination's own limiter and of the event's group, or starts to wait for one. */
  function passesGate(queue: DestinationQueue, gate: Gate): boolean {
    const nowMs = performance.now();
    const groupWaitMs = waitForGroupMs(queue, gate, nowMs);
    if (groupWaitMs === 0 && !isNextWanted(queue)) return true;
    const waitMs = Math.max(groupWaitMs, pacing.waitMs(gate.own, nowMs));
    if (waitMs > 0) {
      waitInLine(queue.line, waitMs, () => pump(queue));
      return false;
    }
    useSlots(queue, gate, nowMs);
    return true;
  }

  /** The wait until the group of some event in the queue has a slot; if 0, that event is now the next. */
  function waitForGroupMs(queue: DestinationQueue, gate: Gate, nowMs: number): number {
    if (!gate.own?.groups) return 0;
    return bringForward(queue, (delivery) =>
      isWanted(delivery) ? pacing.groupWaitMs(gate, delivery.group, nowMs) : 0,
    );
  }

  function useSlots(queue: DestinationQueue, gate: Gate, nowMs: number): void {
    pacing.use(gate.own, nowMs, queue.line.hasWaited);
    if (gate.own?.groups)
      pacing.useGroup(gate, queue.waiting[queue.next]?.group ?? null, nowMs, queue.line.hasWaited);
  }

  function isNextWanted(queue: DestinationQueue): boolean {
    const delivery = queue.waiting[queue.next];
    return !delivery || isWanted(delivery);
  }

  function capLineOf(cap: Limiter): SlotLine {
    let line = capLines.get(cap);
    if (!line) capLines.set(cap, (line = newSlotLine()));
    return line;
  }

  /** One limiter for many queues: each slot goes to the earliest event that may be sent. */
  function pumpProject(cap: Limiter, line: SlotLine): void {
    for (;;) {
      if (isClosed) return;
      const nowMs = performance.now();
      const queue = firstInLine(line, nowMs);
      if (!queue) break;
      if (isNextWanted(queue)) {
        const waitMs = pacing.waitMs(cap, nowMs);
        if (waitMs > 0) return waitInLine(line, waitMs, () => pumpProject(cap, line));
        pacing.use(cap, nowMs, line.hasWaited);
        if (queue.gate) useSlots(queue, queue.gate, nowMs);
      }
      launchNext(queue);
    }
    line.hasWaited = false;
    if (line.queues.size === 0 && !line.timer) capLines.delete(cap);
  }

  /** A queue that waits for something other than the cap leaves the line; `pump` brings it back. */
  function firstInLine(line: SlotLine, nowMs: number): DestinationQueue | null {
    let first: DestinationQueue | null = null;
    let firstArrival = Number.POSITIVE_INFINITY;
    for (const queue of line.queues) {
      const groupWaitMs = queue.gate ? waitForGroupMs(queue, queue.gate, nowMs) : 0;
      const delivery = queue.waiting[queue.next];
      if (!delivery) queue.line.hasWaited = false;
      if (!delivery || !maySend(queue)) {
        line.queues.delete(queue);
        continue;
      }
      const waitMs = Math.max(groupWaitMs, pacing.waitMs(queue.gate?.own ?? null, nowMs));
      if (waitMs > 0 && isWanted(delivery)) {
        line.queues.delete(queue);
        waitInLine(queue.line, waitMs, () => pump(queue));
        continue;
      }
      const arrival = arrivals.get(delivery) ?? 0;
      if (arrival < firstArrival) [first, firstArrival] = [queue, arrival];
    }
    return first;
  }

  function stopTimers(): void {
    for (const line of capLines.values()) stopWaiting(line);
    for (const queue of queues.open.values()) stopWaiting(queue.line);
    capLines.clear();
  }

  function takeQueued(): Delivery[] {
    waitingQuick.clear();
    waitingSlow.clear();
    return [...queues.open.values()].flatMap(takeAll);
  }

  function finish(delivery: Delivery): void {
    const queue = held.delete(delivery) && queues.open.get(delivery.destinationKey);
    if (queue) queues.release(queue, deliveryBytes(delivery.payload.body));
  }

  function push(delivery: Delivery): void {
    held.add(delivery);
    const queue = queues.queueOf(delivery);
    if (queue.gate?.cap) arrivals.set(delivery, ++arrived);
    queue.waiting.push(delivery);
    pump(queue);
  }

  return {
    held,
    usage: () => ({
      held: held.size,
      bytes: queues.bytes(),
      onTheWire: sockets.open,
      destinations: queues.open.size,
    }),
    hasBytes: queues.hasBytes,
    room: queues.room,
    reserve: queues.reserve,
    cancelReservation(destinationKey, reservedBytes) {
      const queue = queues.open.get(destinationKey);
      if (queue) queues.release(queue, reservedBytes);
    },
    waitingByGroup(destinationKey) {
      const waiting = new Map<string, number>();
      const queue = queues.open.get(destinationKey);
      for (const { group } of queue?.waiting.slice(queue.next) ?? [])
        if (group !== null) waiting.set(group, (waiting.get(group) ?? 0) + 1);
      return waiting;
    },
    push,
    admit(delivery) {
      queues.take(queues.queueOf(delivery), deliveryBytes(delivery.payload.body));
      push(delivery);
    },
    answered(delivery, attempt) {
      const queue = queues.open.get(delivery.destinationKey);
      if (!queue) return;
      const wasQuick = queue.share.isQuick;
      queue.share = shareAfter(queue.share, attempt, limits.sendingPerDestination);
      if (wasQuick === queue.share.isQuick) return;
      sockets.openToSlow += wasQuick ? queue.sending : -queue.sending;
      if (!wasQuick) giveTurnToSlow();
    },
    finish,
    repace() {
      stopTimers();
      for (const queue of queues.open.values()) {
        queue.gate = pacing.gateOf(queue.key);
        if (queue.gate && pacing.standingOf(queue.gate) === "theirs") takeAll(queue).forEach(giveBack);
        else pump(queue);
      }
    },
    close() {
      isClosed = true;
      queues.close();
      stopTimers();
      const finished =
        sockets.open === 0 ? Promise.resolve() : new Promise<void>((resolve) => (onIdle = resolve));
      return { unsent: takeQueued(), finished };
    },
    abandon() {
      for (const delivery of takeQueued()) finish(delivery);
    },
  };
}
