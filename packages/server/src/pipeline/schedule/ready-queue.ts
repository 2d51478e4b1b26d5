/**
 * Which event goes on the wire next?
 *
 * A bounded queue in memory, one lane per destination, so that a slow destination fills only its own
 * lane. Room is reserved before an event is written, taken up when it is pushed, and freed only when the
 * outcome is stored, so an outage of the database fills the queue instead of the memory. Without room an
 * event waits in the database. Destinations take turns when all sockets are in use. Whatever is sent to a
 * limited destination, for whatever reason, passes the destination's gate here (pacing.ts).
 */
import { uuidText } from "../../ids.ts";
import { type Delivery, deliveryBytes } from "../delivery.ts";
import {
  type DestinationLane,
  type ProjectSpace,
  type SlotLine,
  bringForward,
  newSlotLine,
  stopWaiting,
  takeAll,
  takeNext,
  waitInLine,
} from "./destination-lane.ts";
import { type Gate, type Limiter, type Pacing, passesSoon } from "./pacing.ts";
import { type Space, hasBytesFor, heldAtMost, roomFor } from "./room.ts";
import { type AttemptPace, type LaneShare, type Sockets, firstShare, mayOpen, shareAfter } from "./share.ts";

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
  /** False: `send` will hand it back at once, so it needs no slot. */
  isWanted: (delivery: Delivery) => boolean;
  /** Another process paces its destination: the lease goes back. */
  giveBack: (delivery: Delivery) => void;
  /** There is room again where there was none. */
  hasRoom: () => void;
}

export interface ReadyQueue {
  /** Keeps room for one event; false when there is none. */
  reserve: (destinationKey: string, teamKey: string, bytes: number) => boolean;
  cancelReservation: (destinationKey: string, bytes: number) => void;
  /** Takes up reserved room. */
  push: (delivery: Delivery) => void;
  /** Takes in an event claimed from the database, whose lease is taken whether or not its lane is full. */
  admit: (delivery: Delivery) => void;
  /** How the destination behaved; decides how many sockets it gets. */
  answered: (delivery: Delivery, attempt: AttemptPace) => void;
  /** The lease has ended: the outcome is stored, or the event was given back. Frees the room. */
  finish: (delivery: Delivery) => void;
  /** How many more events of a destination fit, for those who fetch from the database. */
  room: (destinationKey: string, teamKey: string) => number;
  /** How many events of each group of a destination wait here. */
  waitingByGroup: (destinationKey: string) => ReadonlyMap<string, number>;
  /** Limits or who owns them have changed. */
  repace: () => void;
  /** Everything this process holds a lease on. */
  held: ReadonlySet<Delivery>;
  /** Stops sending. `unsent` never reached the wire; `finished` resolves when all that did was answered. */
  close: () => { unsent: Delivery[]; finished: Promise<void> };
  /** Forgets all that is not on the wire: somebody else has taken it over. */
  abandon: () => void;
}

/** Destinations whose behaviour is remembered while nothing waits for them. */
const REMEMBERED_MAX = 10_000;

const NOTHING: Space = { events: 0, bytes: 0 };

function mostOpen({ gate, share }: DestinationLane): number {
  return gate ? Math.min(share.most, gate.mostOpen) : share.most;
}

function paced(gate: Gate | null, project: ProjectSpace | undefined): number {
  return gate ? passesSoon(gate, project?.lanes ?? 1) : Number.POSITIVE_INFINITY;
}

export function createReadyQueue(deps: ReadyQueueDeps): ReadyQueue {
  const { limits, pacing, send, isWanted, giveBack, hasRoom } = deps;
  const lanes = new Map<string, DestinationLane>();
  const projects = new Map<string, ProjectSpace>();
  const capLines = new Map<Limiter, SlotLine>();
  const remembered = new Map<string, LaneShare>();
  const held = new Set<Delivery>();
  const all: Space = { events: 0, bytes: 0 };
  const sockets: Sockets = { open: 0, openToSlow: 0, most: limits.sending };
  /** Lanes with something to send that wait only for a socket: those that answer, and the others. */
  const waitingQuick = new Set<DestinationLane>();
  const waitingSlow = new Set<DestinationLane>();
  /** First come, first served, across the destinations of a project with a cap. */
  const arrivals = new WeakMap<Delivery, number>();
  let arrived = 0;
  /** Everything was full at this many events; null when nobody was refused for that. */
  let shortAt: number | null = null;
  let isClosed = false;
  let onIdle: (() => void) | null = null;

  const shareOf = (key: string) => remembered.get(key) ?? firstShare(limits.sendingPerDestination);

  function openLane(key: string, projectKey: string): DestinationLane {
    let project = projects.get(projectKey);
    if (!project) projects.set(projectKey, (project = { key: projectKey, lanes: 0, events: 0, bytes: 0 }));
    project.lanes++;
    const lane: DestinationLane = {
      key,
      project,
      gate: pacing.gateOf(key),
      share: shareOf(key),
      reserved: 0,
      sending: 0,
      queue: [],
      next: 0,
      line: newSlotLine(),
      isShort: false,
    };
    lanes.set(key, lane);
    return lane;
  }

  function laneOf(delivery: Delivery): DestinationLane {
    return lanes.get(delivery.destinationKey) ?? openLane(delivery.destinationKey, uuidText(delivery.team));
  }

  function forget(lane: DestinationLane): void {
    lanes.delete(lane.key);
    stopWaiting(lane.line);
    if (--lane.project.lanes === 0) projects.delete(lane.project.key);
    if (remembered.size >= REMEMBERED_MAX) remembered.clear();
    remembered.set(lane.key, lane.share);
  }

  const heldMost = (lane: DestinationLane) =>
    heldAtMost({ limits, mostOpen: lane.share.most, paced: paced(lane.gate, lane.project) });

  function room(key: string, teamKey: string): number {
    if (isClosed || all.bytes >= limits.bytes) return 0;
    const lane = lanes.get(key);
    const gate = lane ? lane.gate : pacing.gateOf(key);
    if (gate && pacing.standingOf(gate) !== "ours") return 0;
    const project = lane?.project ?? projects.get(teamKey);
    const places = roomFor({
      limits,
      all,
      project: project ?? NOTHING,
      destinationEvents: lane?.reserved ?? 0,
      mostOpen: (lane?.share ?? shareOf(key)).most,
      paced: paced(gate, project),
    });
    if (places === 0) refuse(lane);
    return places;
  }

  function refuse(lane: DestinationLane | undefined): void {
    if (lane) lane.isShort = true;
    else shortAt ??= all.events;
  }

  function release(lane: DestinationLane, freedBytes: number): void {
    lane.reserved--;
    lane.project.events--;
    lane.project.bytes -= freedBytes;
    all.events--;
    all.bytes -= freedBytes;
    const hasLaneRoom = lane.isShort && lane.reserved <= heldMost(lane) / 2;
    const hasRoomAgain = shortAt !== null && all.events <= shortAt * 0.75;
    if (hasLaneRoom) lane.isShort = false;
    if (hasRoomAgain) shortAt = null;
    if (lane.reserved === 0) forget(lane);
    if (hasLaneRoom || hasRoomAgain) hasRoom();
  }

  function maySend(lane: DestinationLane): boolean {
    if (lane.sending >= mostOpen(lane)) return false;
    if (mayOpen(lane.share, lane.sending, sockets)) return true;
    (lane.share.isQuick ? waitingQuick : waitingSlow).add(lane);
    return false;
  }

  function launchNext(lane: DestinationLane): void {
    const delivery = takeNext(lane);
    if (!delivery) return;
    lane.sending++;
    sockets.open++;
    if (!lane.share.isQuick) sockets.openToSlow++;
    void send(delivery).finally(() => landed(lane));
  }

  function landed(lane: DestinationLane): void {
    const wereAllOpen = sockets.open >= sockets.most;
    const wasSlow = !lane.share.isQuick;
    lane.sending--;
    sockets.open--;
    if (wasSlow) sockets.openToSlow--;
    const [turn] = waitingQuick;
    if (turn) {
      waitingQuick.delete(turn); // to the back of the line if it still has something
      pump(turn);
    }
    if (wasSlow || wereAllOpen) giveTurnToSlow();
    pump(lane);
    if (sockets.open === 0) onIdle?.();
  }

  function giveTurnToSlow(): void {
    for (const lane of waitingSlow) {
      if (!mayOpen(lane.share, lane.sending, sockets)) continue;
      waitingSlow.delete(lane);
      pump(lane);
      return;
    }
  }

  function pump(lane: DestinationLane): void {
    if (lane.gate?.cap) {
      const line = capLineOf(lane.gate.cap);
      line.lanes.add(lane);
      return pumpProject(lane.gate.cap, line);
    }
    while (lane.next < lane.queue.length) {
      if (isClosed || !maySend(lane)) return;
      if (lane.gate && !passesGate(lane, lane.gate)) return;
      launchNext(lane);
    }
    lane.line.hasWaited = false;
  }

  /** Uses a slot of the destination's own limiter and of the event's group, or waits for one. */
  function passesGate(lane: DestinationLane, gate: Gate): boolean {
    const nowMs = performance.now();
    const groupWaitMs = waitForGroupMs(lane, gate, nowMs);
    if (groupWaitMs === 0 && !isNextWanted(lane)) return true;
    const waitMs = Math.max(groupWaitMs, pacing.waitMs(gate.own, nowMs));
    if (waitMs > 0) {
      waitInLine(lane.line, waitMs, () => pump(lane));
      return false;
    }
    useSlots(lane, gate, nowMs);
    return true;
  }

  /** Until some event in the lane may go as far as its group is concerned; that one is then the next. */
  function waitForGroupMs(lane: DestinationLane, gate: Gate, nowMs: number): number {
    if (!gate.own?.groups) return 0;
    return bringForward(lane, (delivery) =>
      isWanted(delivery) ? pacing.groupWaitMs(gate, delivery.group, nowMs) : 0,
    );
  }

  function useSlots(lane: DestinationLane, gate: Gate, nowMs: number): void {
    pacing.use(gate.own, nowMs, lane.line.hasWaited);
    if (gate.own?.groups)
      pacing.useGroup(gate, lane.queue[lane.next]?.group ?? null, nowMs, lane.line.hasWaited);
  }

  function isNextWanted(lane: DestinationLane): boolean {
    const delivery = lane.queue[lane.next];
    return !delivery || isWanted(delivery);
  }

  function capLineOf(cap: Limiter): SlotLine {
    let line = capLines.get(cap);
    if (!line) capLines.set(cap, (line = newSlotLine()));
    return line;
  }

  /** One limiter for many lanes: each slot goes to the event that came first, of those that may be sent. */
  function pumpProject(cap: Limiter, line: SlotLine): void {
    for (;;) {
      if (isClosed) return;
      const nowMs = performance.now();
      const lane = firstInLine(line, nowMs);
      if (!lane) break;
      if (isNextWanted(lane)) {
        const waitMs = pacing.waitMs(cap, nowMs);
        if (waitMs > 0) return waitInLine(line, waitMs, () => pumpProject(cap, line));
        pacing.use(cap, nowMs, line.hasWaited);
        if (lane.gate) useSlots(lane, lane.gate, nowMs);
      }
      launchNext(lane);
    }
    line.hasWaited = false;
    if (line.lanes.size === 0 && !line.timer) capLines.delete(cap);
  }

  /** Lanes that wait for something else than the cap leave the line; `pump` brings them back. */
  function firstInLine(line: SlotLine, nowMs: number): DestinationLane | null {
    let first: DestinationLane | null = null;
    let firstArrival = Number.POSITIVE_INFINITY;
    for (const lane of line.lanes) {
      const groupWaitMs = lane.gate ? waitForGroupMs(lane, lane.gate, nowMs) : 0;
      const delivery = lane.queue[lane.next];
      if (!delivery) lane.line.hasWaited = false;
      if (!delivery || !maySend(lane)) {
        line.lanes.delete(lane);
        continue;
      }
      const waitMs = Math.max(groupWaitMs, pacing.waitMs(lane.gate?.own ?? null, nowMs));
      if (waitMs > 0 && isWanted(delivery)) {
        line.lanes.delete(lane);
        waitInLine(lane.line, waitMs, () => pump(lane));
        continue;
      }
      const arrival = arrivals.get(delivery) ?? 0;
      if (arrival < firstArrival) [first, firstArrival] = [lane, arrival];
    }
    return first;
  }

  function stopTimers(): void {
    for (const line of capLines.values()) stopWaiting(line);
    for (const lane of lanes.values()) stopWaiting(lane.line);
    capLines.clear();
  }

  function takeQueued(): Delivery[] {
    waitingQuick.clear();
    waitingSlow.clear();
    return [...lanes.values()].flatMap(takeAll);
  }

  function finish(delivery: Delivery): void {
    const lane = held.delete(delivery) && lanes.get(delivery.destinationKey);
    if (lane) release(lane, deliveryBytes(delivery.payload.body));
  }

  function count(lane: DestinationLane, addedBytes: number): void {
    lane.reserved++;
    lane.project.events++;
    lane.project.bytes += addedBytes;
    all.events++;
    all.bytes += addedBytes;
  }

  function push(delivery: Delivery): void {
    held.add(delivery);
    const lane = laneOf(delivery);
    if (lane.gate?.cap) arrivals.set(delivery, ++arrived);
    lane.queue.push(delivery);
    pump(lane);
  }

  return {
    held,
    room,
    waitingByGroup(destinationKey) {
      const waiting = new Map<string, number>();
      const lane = lanes.get(destinationKey);
      for (const { group } of lane?.queue.slice(lane.next) ?? [])
        if (group !== null) waiting.set(group, (waiting.get(group) ?? 0) + 1);
      return waiting;
    },
    reserve(destinationKey, teamKey, reservedBytes) {
      const gate = pacing.gates.size > 0 ? pacing.gateOf(destinationKey) : null;
      // Events in groups take turns by what waits in the database: see workers/due-events.ts.
      if (gate?.hasBacklog || gate?.own?.groups) return false;
      const project = projects.get(teamKey);
      const hasBytes = hasBytesFor(limits, all, project ?? NOTHING, reservedBytes);
      if (!hasBytes || room(destinationKey, teamKey) === 0) {
        if (gate) gate.hasBacklog = true;
        return false;
      }
      count(lanes.get(destinationKey) ?? openLane(destinationKey, teamKey), reservedBytes);
      return true;
    },
    cancelReservation(destinationKey, reservedBytes) {
      const lane = lanes.get(destinationKey);
      if (lane) release(lane, reservedBytes);
    },
    push,
    admit(delivery) {
      count(laneOf(delivery), deliveryBytes(delivery.payload.body));
      push(delivery);
    },
    answered(delivery, attempt) {
      const lane = lanes.get(delivery.destinationKey);
      if (!lane) return;
      const wasQuick = lane.share.isQuick;
      lane.share = shareAfter(lane.share, attempt, limits.sendingPerDestination);
      if (wasQuick === lane.share.isQuick) return;
      sockets.openToSlow += wasQuick ? lane.sending : -lane.sending;
      if (!wasQuick) giveTurnToSlow();
    },
    finish,
    repace() {
      stopTimers();
      for (const lane of lanes.values()) {
        lane.gate = pacing.gateOf(lane.key);
        if (lane.gate && pacing.standingOf(lane.gate) === "theirs") takeAll(lane).forEach(giveBack);
        else pump(lane);
      }
    },
    close() {
      isClosed = true;
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
