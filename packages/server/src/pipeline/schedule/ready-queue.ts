/**
 * Which event goes on the wire next?
 *
 * A bounded queue in memory, one lane per destination, so that a slow destination fills only its own
 * lane. Room is reserved before an event is written, taken up when it is pushed, and freed only when the
 * outcome is stored, so an outage of the database fills the queue instead of the memory. Without room an
 * event waits in the database. Destinations take turns when all sending slots are in use.
 */
import { type Delivery, deliveryBytes } from "../delivery.ts";

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

export interface ReadyQueue {
  /** Keeps room for one event; false when there is none. */
  reserve: (destinationKey: string, bytes: number) => boolean;
  cancelReservation: (destinationKey: string, bytes: number) => void;
  /** Takes up reserved room. */
  push: (delivery: Delivery) => void;
  /** Takes in an event claimed from the database, whose lease is taken whether or not its lane is full. */
  admit: (delivery: Delivery) => void;
  /** The lease has ended: the outcome is stored, or the event was given back. Frees the room. */
  finish: (delivery: Delivery) => void;
  /** How many more events fit, for those who fetch from the database. */
  room: () => number;
  fullDestinations: () => string[];
  /** Everything this process holds a lease on. */
  held: ReadonlySet<Delivery>;
  /** Stops sending. `unsent` never reached the wire; `finished` resolves when all that did was answered. */
  close: () => { unsent: Delivery[]; finished: Promise<void> };
  /** Forgets all that is not on the wire: somebody else has taken it over. */
  abandon: () => void;
}

interface DestinationLane {
  key: string;
  reserved: number;
  sending: number;
  queue: Delivery[];
  next: number;
}

export function createReadyQueue(
  limits: ReadyQueueLimits,
  send: (delivery: Delivery) => Promise<void>,
): ReadyQueue {
  const lanes = new Map<string, DestinationLane>();
  const held = new Set<Delivery>();
  /** Lanes with something to send that wait only for a global slot. */
  const waiting = new Set<DestinationLane>();
  let events = 0;
  let bytes = 0;
  let sending = 0;
  let isClosed = false;
  let onIdle: (() => void) | null = null;

  function laneOf(key: string): DestinationLane {
    let lane = lanes.get(key);
    if (!lane) lanes.set(key, (lane = { key, reserved: 0, sending: 0, queue: [], next: 0 }));
    return lane;
  }

  function release(lane: DestinationLane, freedBytes: number): void {
    lane.reserved--;
    events--;
    bytes -= freedBytes;
    if (lane.reserved === 0) lanes.delete(lane.key);
  }

  function takeNext(lane: DestinationLane): Delivery | null {
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

  function pump(lane: DestinationLane): void {
    while (lane.sending < limits.sendingPerDestination) {
      if (isClosed) return;
      if (sending >= limits.sending) {
        if (lane.next < lane.queue.length) waiting.add(lane);
        return;
      }
      const delivery = takeNext(lane);
      if (!delivery) return;
      lane.sending++;
      sending++;
      void send(delivery).finally(() => {
        lane.sending--;
        sending--;
        const [turn] = waiting;
        if (turn) {
          waiting.delete(turn); // to the back of the line if it still has something
          pump(turn);
        }
        pump(lane);
        if (sending === 0) onIdle?.();
      });
    }
  }

  function takeQueued(): Delivery[] {
    const queued: Delivery[] = [];
    for (const lane of lanes.values()) {
      for (let delivery = takeNext(lane); delivery; delivery = takeNext(lane)) queued.push(delivery);
    }
    waiting.clear();
    return queued;
  }

  function finish(delivery: Delivery): void {
    if (held.delete(delivery)) release(laneOf(delivery.destinationKey), deliveryBytes(delivery.payload.body));
  }

  function count(lane: DestinationLane, addedBytes: number): void {
    lane.reserved++;
    events++;
    bytes += addedBytes;
  }

  function push(delivery: Delivery): void {
    held.add(delivery);
    const lane = laneOf(delivery.destinationKey);
    lane.queue.push(delivery);
    pump(lane);
  }

  return {
    held,
    reserve(destinationKey, reservedBytes) {
      if (isClosed || events >= limits.events || bytes + reservedBytes > limits.bytes) return false;
      if ((lanes.get(destinationKey)?.reserved ?? 0) >= limits.eventsPerDestination) return false;
      count(laneOf(destinationKey), reservedBytes);
      return true;
    },
    cancelReservation: (destinationKey, reservedBytes) => release(laneOf(destinationKey), reservedBytes),
    push,
    admit(delivery) {
      count(laneOf(delivery.destinationKey), deliveryBytes(delivery.payload.body));
      push(delivery);
    },
    finish,
    room: () => (isClosed || bytes >= limits.bytes ? 0 : Math.max(0, limits.events - events)),
    fullDestinations: () =>
      [...lanes.values()]
        .filter((lane) => lane.reserved >= limits.eventsPerDestination)
        .map((lane) => lane.key),
    close() {
      isClosed = true;
      const finished = sending === 0 ? Promise.resolve() : new Promise<void>((resolve) => (onIdle = resolve));
      return { unsent: takeQueued(), finished };
    },
    abandon() {
      for (const delivery of takeQueued()) finish(delivery);
    },
  };
}
