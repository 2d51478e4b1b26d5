/**
 * How many more events of a destination may wait in memory?
 *
 * No project has a fixed part: it may hold twice what is still free, and a destination may hold what its project
 * has left. So a single project gets most of the room, and a later one always finds some, however full the queue
 * is. A claim brings events for many destinations at once, each measured without the others, so a project may
 * exceed its part for a while; a destination that holds only a few events still finds room.
 */

export interface Space {
  events: number;
  bytes: number;
}

/** A queue whose share of sockets has shrunk holds at most this many turns of it. */
const TURNS_HELD = 16;

/** The part of all room that counts as a few. */
const FEW_SHARE = 1 / 128;

export interface RoomAsked {
  limits: Space & { eventsPerDestination: number };
  /** What is held in total, by the project, and by the destination. */
  all: Space;
  project: Space;
  destinationEvents: number;
  /** How many open requests the destination may have. */
  mostOpen: number;
  /** What its limiter lets pass within a few seconds; Infinity without a limiter. */
  paced: number;
}

/** The most events that the destination may hold, whatever others hold. */
export function heldAtMost({
  limits,
  mostOpen,
  paced,
}: Pick<RoomAsked, "limits" | "mostOpen" | "paced">): number {
  return Math.min(limits.eventsPerDestination, mostOpen * TURNS_HELD, paced);
}

export function roomFor(asked: RoomAsked): number {
  const { limits, all, project, destinationEvents } = asked;
  const free = limits.events - all.events;
  const left = 2 * free - project.events - destinationEvents;
  const few = Math.min(
    Math.floor(limits.events * FEW_SHARE) - destinationEvents,
    3 * free - project.events, // this room is kept for destinations with a few events
  );
  return Math.max(0, Math.min(free, Math.max(left, few), heldAtMost(asked) - destinationEvents));
}

/** How many more events fit by their bytes, if they are as large as those the project holds: at least one. */
export function fitByBytes(limits: Space, all: Space, project: Space): number {
  if (project.events === 0) return limits.events;
  return Math.max(1, Math.floor(((limits.bytes - all.bytes) * project.events) / project.bytes));
}

export function hasBytesFor(limits: Space, all: Space, project: Space, bytes: number): boolean {
  const free = limits.bytes - all.bytes;
  return bytes <= free && project.bytes + bytes <= 2 * free;
}
