/**
 * Which bodies have stopped coming?
 *
 * A body must bring at least 1,000 bytes in any ten seconds, or its end. That leaves time for a phone that loses its
 * network for a moment, and asks for less than the slowest modem sends. A body that brings less is given up long before
 * the deadline of the whole request. Time counts in ticks of this process: when it stood still, it read nothing, and the
 * senders are not at fault.
 */

/** How long a body may bring next to nothing, and how many bytes are more than that. */
export const QUIET_MS = 10_000;
const MOVING_BYTES = 1_000;
const TICKS = 10;

export interface WatchedBody {
  /** How many bytes have arrived. */
  readonly bytes: number;
  /** How many of them had arrived when it last moved, and for how many ticks it has not moved. Both begin with 0. */
  countedBytes: number;
  quietTicks: number;
  giveUp: (why: "quiet") => void;
}

/** Pure, but for the notes it keeps: returns whether the body has been quiet for too long at this tick. */
export function isTooQuiet(body: Omit<WatchedBody, "giveUp">): boolean {
  if (body.bytes - body.countedBytes >= MOVING_BYTES) {
    body.countedBytes = body.bytes;
    body.quietTicks = 0;
    return false;
  }
  return ++body.quietTicks > TICKS;
}

export interface QuietBodies {
  watch: (body: WatchedBody) => void;
  /** Call it when the body is whole, or not wanted any more. */
  forget: (body: WatchedBody) => void;
  stop: () => void;
}

export function createQuietBodies(quietMs: number): QuietBodies {
  const coming = new Set<WatchedBody>();
  const ticking = setInterval(() => {
    for (const body of coming) {
      if (!isTooQuiet(body)) continue;
      coming.delete(body);
      body.giveUp("quiet");
    }
  }, quietMs / TICKS);
  ticking.unref();
  return {
    watch: (body) => void coming.add(body),
    forget: (body) => void coming.delete(body),
    stop: () => clearInterval(ticking),
  };
}
