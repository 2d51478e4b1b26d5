/**
 * Which destinations have a queue, and how much room is left for their events?
 *
 * A queue is open while any event of its destination is here or is being written. Room is counted for the destination,
 * for its project, and for all of them; room.ts decides how much each may hold. When room was refused and enough of it
 * is free again, `hasRoom` is called.
 */
import { uuidText } from "../../ids.ts";
import type { Delivery } from "../delivery.ts";
import { type DestinationQueue, type ProjectSpace, newSlotLine, stopWaiting } from "./destination-queue.ts";
import { type Gate, type Pacing, passesSoon } from "./pacing.ts";
import { type RoomAsked, type Space, fitByBytes, hasBytesFor, heldAtMost, roomFor } from "./room.ts";
import { type DestinationShare, firstShare } from "./share.ts";

export interface DestinationQueuesDeps {
  limits: RoomAsked["limits"] & { sendingPerDestination: number };
  pacing: Pick<Pacing, "gates" | "gateOf" | "standingOf">;
  /** Called when there is room again after there was none. */
  hasRoom: () => void;
}

export interface DestinationQueues {
  /** By the destination. */
  open: ReadonlyMap<string, DestinationQueue>;
  /** Opens one if there is none. */
  queueOf: (delivery: Delivery) => DestinationQueue;
  /** How many more events of a destination fit. */
  room: (destinationKey: string, teamKey: string) => number;
  /** Returns false when the bytes of all events have reached their bound. */
  hasBytes: () => boolean;
  bytes: () => number;
  /** Takes room for one event; returns false when there is none. */
  reserve: (destinationKey: string, teamKey: string, bytes: number) => boolean;
  /** Takes room for one event, whether there is any or not. */
  take: (queue: DestinationQueue, bytes: number) => void;
  /** Frees the room of one event. The queue's last one closes it. */
  release: (queue: DestinationQueue, bytes: number) => void;
  /** From now on there is no room. */
  close: () => void;
}

/** How many destinations' shares are remembered while nothing waits for them. */
const REMEMBERED_MAX = 10_000;

const NOTHING: Space = { events: 0, bytes: 0 };

function paced(gate: Gate | null, project: ProjectSpace | undefined): number {
  return gate ? passesSoon(gate, project?.queues ?? 1) : Number.POSITIVE_INFINITY;
}

export function createDestinationQueues({
  limits,
  pacing,
  hasRoom,
}: DestinationQueuesDeps): DestinationQueues {
  const queues = new Map<string, DestinationQueue>();
  const projects = new Map<string, ProjectSpace>();
  const remembered = new Map<string, DestinationShare>();
  const all: Space = { events: 0, bytes: 0 };
  /** The number of events at which everything was full; null when no event was refused for that. */
  let shortAt: number | null = null;
  let isClosed = false;

  const shareOf = (key: string) => remembered.get(key) ?? firstShare(limits.sendingPerDestination);

  function openQueue(key: string, projectKey: string): DestinationQueue {
    let project = projects.get(projectKey);
    if (!project) projects.set(projectKey, (project = { key: projectKey, queues: 0, events: 0, bytes: 0 }));
    project.queues++;
    const queue: DestinationQueue = {
      key,
      project,
      gate: pacing.gateOf(key),
      share: shareOf(key),
      reserved: 0,
      sending: 0,
      waiting: [],
      next: 0,
      line: newSlotLine(),
      isShort: false,
    };
    queues.set(key, queue);
    return queue;
  }

  function queueOf(delivery: Delivery): DestinationQueue {
    return queues.get(delivery.destinationKey) ?? openQueue(delivery.destinationKey, uuidText(delivery.team));
  }

  function forget(queue: DestinationQueue): void {
    queues.delete(queue.key);
    stopWaiting(queue.line);
    if (--queue.project.queues === 0) projects.delete(queue.project.key);
    if (remembered.size >= REMEMBERED_MAX) remembered.clear();
    remembered.set(queue.key, queue.share);
  }

  const heldMost = (queue: DestinationQueue) =>
    heldAtMost({ limits, mostOpen: queue.share.most, paced: paced(queue.gate, queue.project) });

  const hasBytes = () => all.bytes < limits.bytes;

  function room(key: string, teamKey: string): number {
    if (isClosed || !hasBytes()) return 0;
    const queue = queues.get(key);
    const gate = queue ? queue.gate : pacing.gateOf(key);
    if (gate && pacing.standingOf(gate) !== "ours") return 0;
    const project = queue?.project ?? projects.get(teamKey);
    const places = roomFor({
      limits,
      all,
      project: project ?? NOTHING,
      destinationEvents: queue?.reserved ?? 0,
      mostOpen: (queue?.share ?? shareOf(key)).most,
      paced: paced(gate, project),
    });
    if (places === 0) refuse(queue);
    return project ? Math.min(places, fitByBytes(limits, all, project)) : places;
  }

  function refuse(queue: DestinationQueue | undefined): void {
    if (queue) queue.isShort = true;
    else shortAt ??= all.events;
  }

  function release(queue: DestinationQueue, freedBytes: number): void {
    queue.reserved--;
    queue.project.events--;
    queue.project.bytes -= freedBytes;
    all.events--;
    all.bytes -= freedBytes;
    const hasQueueRoom = queue.isShort && queue.reserved <= heldMost(queue) / 2;
    const hasRoomAgain = shortAt !== null && all.events <= shortAt * 0.75;
    if (hasQueueRoom) queue.isShort = false;
    if (hasRoomAgain) shortAt = null;
    if (queue.reserved === 0) forget(queue);
    if (hasQueueRoom || hasRoomAgain) hasRoom();
  }

  function take(queue: DestinationQueue, addedBytes: number): void {
    queue.reserved++;
    queue.project.events++;
    queue.project.bytes += addedBytes;
    all.events++;
    all.bytes += addedBytes;
  }

  return {
    open: queues,
    queueOf,
    room,
    hasBytes,
    bytes: () => all.bytes,
    reserve(destinationKey, teamKey, reservedBytes) {
      const gate = pacing.gates.size > 0 ? pacing.gateOf(destinationKey) : null;
      // Events in groups take turns in the database: see workers/due-events.ts.
      if (gate?.hasBacklog || gate?.own?.groups) return false;
      const project = projects.get(teamKey);
      const fits = hasBytesFor(limits, all, project ?? NOTHING, reservedBytes);
      if (!fits || room(destinationKey, teamKey) === 0) {
        if (gate) gate.hasBacklog = true;
        return false;
      }
      take(queues.get(destinationKey) ?? openQueue(destinationKey, teamKey), reservedBytes);
      return true;
    },
    take,
    release,
    close() {
      isClosed = true;
    },
  };
}
