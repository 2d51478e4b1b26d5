/**
 * Where does a request wait whose rules cannot be asked yet?
 *
 * In the database, where it is already stored: if the rules of a source fall behind, memory keeps only the ids of
 * its requests. As soon as the source has room again, its oldest requests are fetched, a few at a time.
 */
import type { Log } from "../../log.ts";
import type { UnroutedRequest } from "../../store/requests.ts";

/** How many requests of a source are fetched at once, while fewer than this many of it wait in memory. */
const FETCH = 200;
const PAUSE_AFTER_FAILURE_MS = 500;

export interface Parking {
  park: (request: UnroutedRequest) => void;
  /** Called when a request of this source was routed: there may be room. */
  routed: (sourceKey: string) => void;
  size: () => number;
  sizeOf: (sourceKey: string) => number;
  /** The oldest request of every source, including those being fetched; a take-over must look back to them. */
  oldest: () => Iterable<UnroutedRequest>;
  /** Fetches no more; parked requests are left for the process that takes over. */
  stop: () => void;
}

export interface ParkingDeps {
  /** Reads these requests and has them routed. */
  bringBack: (requests: readonly UnroutedRequest[]) => Promise<void>;
  /** How many requests of a source wait in memory. */
  waitingOf: (sourceKey: string) => number;
  log: Log;
}

export function createParking({ bringBack, waitingOf, log }: ParkingDeps): Parking {
  const bySource = new Map<string, UnroutedRequest[]>();
  const fetching = new Set<string>();
  let size = 0;
  let isStopped = false;

  async function fetchSome(sourceKey: string): Promise<void> {
    if (fetching.has(sourceKey)) return;
    fetching.add(sourceKey);
    for (;;) {
      const queue = bySource.get(sourceKey);
      if (!queue || isStopped || waitingOf(sourceKey) >= FETCH) break;
      const some = queue.slice(0, FETCH);
      try {
        await bringBack(some);
      } catch (error) {
        log.warn("parking.fetch_failed", { error });
        await new Promise((resolve) => setTimeout(resolve, PAUSE_AFTER_FAILURE_MS));
        continue;
      }
      queue.splice(0, some.length);
      size -= some.length;
      if (queue.length === 0) bySource.delete(sourceKey);
    }
    fetching.delete(sourceKey);
  }

  return {
    park(request) {
      const queue = bySource.get(request.source_id);
      if (queue) queue.push(request);
      else bySource.set(request.source_id, [request]);
      size++;
    },
    routed(sourceKey) {
      if (bySource.has(sourceKey)) void fetchSome(sourceKey);
    },
    size: () => size,
    sizeOf: (sourceKey) => bySource.get(sourceKey)?.length ?? 0,
    *oldest() {
      for (const queue of bySource.values()) if (queue[0]) yield queue[0];
    },
    stop() {
      isStopped = true;
    },
  };
}
