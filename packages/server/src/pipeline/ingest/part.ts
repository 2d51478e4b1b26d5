/**
 * How much more may one source hold of what all sources share?
 *
 * The rule is that of schedule/room.ts: no project has a fixed part. It may hold twice what is still free, and a source
 * may hold what its project has left. So a single source gets half of everything, a later one always finds some, and
 * every part shrinks when memory gets short. A source that holds only a little finds room for longer.
 */

/** The part of everything that counts as a little. */
const LITTLE_SHARE = 1 / 128;

export function roomLeft(limit: number, all: number, project: number, source: number): number {
  const free = limit - all;
  const left = 2 * free - project - source;
  const little = Math.min(
    Math.floor(limit * LITTLE_SHARE) - source,
    3 * free - project, // this room is kept for sources that hold a little
  );
  return Math.max(0, Math.min(free, Math.max(left, little)));
}
