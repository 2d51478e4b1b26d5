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
}

interface Watched {
  countedBytes: number;
  quietTicks: number;
  giveUp: () => void;
}

/** Pure, but for the notes it keeps: returns whether the body has been quiet for too long at this tick. */
export function isTooQuiet(bytes: number, notes: Pick<Watched, "countedBytes" | "quietTicks">): boolean {
  if (bytes - notes.countedBytes >= MOVING_BYTES) {
    notes.countedBytes = bytes;
    notes.quietTicks = 0;
    return false;
  }
  return ++notes.quietTicks > TICKS;
}

export interface QuietBodies {
  watch: (body: WatchedBody, giveUp: () => void) => void;
  /** Call it when the body is whole, or not wanted any more. */
  forget: (body: WatchedBody) => void;
  stop: () => void;
}

export function createQuietBodies(quietMs: number): QuietBodies {
  const coming = new Map<WatchedBody, Watched>();
  const ticking = setInterval(() => {
    for (const [body, watched] of coming) {
      if (!isTooQuiet(body.bytes, watched)) continue;
      coming.delete(body);
      watched.giveUp();
    }
  }, quietMs / TICKS);
  ticking.unref();
  return {
    watch: (body, giveUp) => void coming.set(body, { countedBytes: 0, quietTicks: 0, giveUp }),
    forget: (body) => void coming.delete(body),
    stop: () => clearInterval(ticking),
  };
}
