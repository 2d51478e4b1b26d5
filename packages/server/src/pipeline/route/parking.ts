/**
 * Where does a request wait if its rules cannot be asked yet?
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
  /** The oldest of every source, and perhaps others; take-over must look back to them. */
  oldest: () => Iterable<UnroutedRequest>;
  /** Forgets all of them: another process has taken them over. */
  abandon: () => void;
  /** Fetches no more; the heir takes over what is parked. */
  stop: () => void;
}

export interface ParkingDeps {
  /** Reads and routes the first few of these requests, and returns how many. If it fails, it has routed none. */
  bringBack: (requests: readonly UnroutedRequest[]) => Promise<number>;
  /** How many of a source wait in memory. */
  waitingOf: (sourceKey: string) => number;
  log: Log;
}

export function createParking({ bringBack, waitingOf, log }: ParkingDeps): Parking {
  const bySource = new Map<string, UnroutedRequest[]>();
  /** Sources whose requests do not wait in the order of their ids: some were taken over behind younger ones. */
  const unordered = new Set<string>();
  const fetching = new Set<string>();
  let size = 0;
  let isStopped = false;

  async function fetchSome(sourceKey: string): Promise<void> {
    if (fetching.has(sourceKey)) return;
    fetching.add(sourceKey);
    for (;;) {
      const queue = bySource.get(sourceKey);
      if (!queue || isStopped || waitingOf(sourceKey) >= FETCH) break;
      let count: number;
      try {
        count = await bringBack(queue.slice(0, FETCH));
      } catch (error) {
        log.warn("parking.fetch_failed", { error });
        await new Promise((resolve) => setTimeout(resolve, PAUSE_AFTER_FAILURE_MS));
        continue;
      }
      if (bySource.get(sourceKey) !== queue) continue; // they were abandoned meanwhile
      queue.splice(0, count);
      size -= count;
      if (queue.length > 0) continue;
      bySource.delete(sourceKey);
      unordered.delete(sourceKey);
    }
    fetching.delete(sourceKey);
  }

  return {
    park(request) {
      const queue = bySource.get(request.source_id);
      if ((queue?.at(-1)?.id ?? "") > request.id) unordered.add(request.source_id);
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
      for (const [sourceKey, queue] of bySource) {
        if (unordered.has(sourceKey)) yield* queue;
        else if (queue[0]) yield queue[0];
      }
    },
    abandon() {
      bySource.clear();
      unordered.clear();
      size = 0;
    },
    stop() {
      isStopped = true;
    },
  };
}
