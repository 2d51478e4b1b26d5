/**
 * How many more events of a destination may wait in memory?
 *
 * Nobody gets a fixed part: a project may hold twice what is still free, and a destination what its project
 * has left. So whoever is alone has most of the room, and whoever comes later always finds some, however
 * many are full before. Claims are taken in together, each measured before the others, so a project may be
 * past its part for a while; a destination that holds only a few events finds room all the same.
 */

export interface Space {
  events: number;
  bytes: number;
}

/** A queue whose share of sockets has shrunk holds no more than this many turns of it. */
const TURNS_HELD = 16;

/** Of all room: what counts as a few. */
const FEW_SHARE = 1 / 128;

export interface RoomAsked {
  limits: Space & { eventsPerDestination: number };
  /** What is held in all, by the project, and by the destination. */
  all: Space;
  project: Space;
  destinationEvents: number;
  /** Open requests that the destination may have. */
  mostOpen: number;
  /** What its limiter lets pass within a few seconds; Infinity without one. */
  paced: number;
}

/** How many events the destination may hold at most, whatever others hold. */
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
    3 * free - project.events, // what others may not have is kept for those with a few
  );
  return Math.max(0, Math.min(free, Math.max(left, few), heldAtMost(asked) - destinationEvents));
}

export function hasBytesFor(limits: Space, all: Space, project: Space, bytes: number): boolean {
  const free = limits.bytes - all.bytes;
  return bytes <= free && project.bytes + bytes <= 2 * free;
}
