/**
 * When is a request safely stored?
 *
 * Puts requests into the next group commit, and calls `answer` when the commit has returned or did not return in time.
 * If a late commit stores a request after all, the request is still routed. A request that waits too long for its commit
 * is never written. How much may be in flight is the question of in-flight.ts.
 */
import type { Lane } from "../../store/lane.ts";
import { type RequestRow, insertRequests } from "../../store/requests.ts";
import { createGroupCommit } from "../group-commit.ts";
import type { RoutedRow } from "../route/routed-row.ts";
import type { Router } from "../route/router.ts";
import type { SourceRoute } from "../source-route.ts";
import type { Trace } from "../trace.ts";
import { type Flight, type InFlight, MAX_IN_FLIGHT_BYTES, createInFlight } from "./in-flight.ts";

/** A sender gets an answer within 4 s after its last byte; this leaves time to send it. */
const STORE_WITHIN_MS = 3_500;
const SWEEP_MS = 250;

export interface Arriving extends RequestRow {
  route: SourceRoute;
  /** What the request becomes, if that is already known. */
  routed: RoutedRow | null;
  /** Called exactly once. */
  answer: (outcome: "stored" | "unavailable") => void;
  answered: boolean;
  /** When all its bytes were here. */
  arrivedAtMs: number;
  flight: Pick<Flight, "forgetBody">;
  /** The number of the process that stores it; 0 until it is being written. */
  acceptedBy: number;
  /** Absent or null: it is not traced. */
  trace?: Trace | null;
}

export interface Intake extends InFlight {
  store: (request: Arriving) => void;
  drained: () => Promise<void>;
  stop: () => void;
  /** Requests whose commit has not returned, in the order of their ids. */
  storing: ReadonlySet<Arriving>;
}

export interface IntakeDeps {
  lanes: readonly Lane[];
  router: Pick<Router, "routeAtOnce" | "route" | "written" | "dropped" | "backlog">;
  /** The number of this process. Called for each batch, because it can change after an outage. */
  owner: () => number;
  /** The commit's outcome is unknown: the connection broke while it ran. */
  uncertain: (requests: readonly Arriving[], error: unknown) => void;
  /** How many bytes may be in flight. */
  maxBytes?: number | undefined;
}

export function createIntake(deps: IntakeDeps): Intake {
  const { lanes, owner, router, uncertain, maxBytes = MAX_IN_FLIGHT_BYTES } = deps;
  const storing = new Set<Arriving>();

  function answer(request: Arriving, outcome: "stored" | "unavailable"): void {
    if (request.answered) return;
    request.answered = true;
    request.answer(outcome);
  }

  /** The request is written, or will not be. */
  function leave(request: Arriving): void {
    storing.delete(request);
    request.flight.forgetBody();
  }

  const commits = createGroupCommit<Arriving>({
    lanes,
    maxRows: 512,
    maxBytes: 8 * 1024 * 1024,
    bytesOf: ({ body, routed }) => 512 * (1 + (routed?.written.events.length ?? 0)) + (body?.length ?? 0),
    write(lane, batch) {
      const rows = routedOf(batch);
      const by = owner();
      for (const request of batch) request.acceptedBy = by;
      return insertRequests(lane, by, batch, {
        events: rows.flatMap((row) => row.written.events),
        ignored: rows.flatMap((row) => row.written.ignored),
      });
    },
    committed(batch) {
      for (const request of batch) {
        leave(request);
        answer(request, "stored");
      }
      router.written(routedOf(batch));
      router.route(batch.filter(({ routed }) => routed === null));
    },
    failed(batch, error) {
      for (const request of batch) {
        leave(request);
        answer(request, "unavailable");
      }
      router.dropped(routedOf(batch));
      uncertain(batch, error);
    },
    retry: false,
  });

  /**
   * Answers "unavailable" to senders that have waited too long. Drops their requests that still wait for a commit:
   * otherwise a store that is slower than its senders would only write requests that no sender waits for, with an
   * endless queue. Requests that are being written stay in `storing`, because their commit may still come through.
   */
  const sweep = setInterval(() => {
    const tooOldMs = performance.now() - STORE_WITHIN_MS;
    let tooLate = 0;
    for (const request of storing) {
      if (request.arrivedAtMs > tooOldMs) continue; // not `break`: one that waited for a key comes after younger ones
      if (!request.answered) tooLate++;
      answer(request, "unavailable");
    }
    if (tooLate === 0) return;
    const dropped = commits.withdraw((request) => request.answered);
    for (const request of dropped) leave(request);
    router.dropped(routedOf(dropped));
  }, SWEEP_MS);

  return {
    ...createInFlight(router.backlog, maxBytes),
    store(request) {
      request.routed = router.routeAtOnce(request);
      storing.add(request);
      commits.add(request);
    },
    drained: commits.drained,
    stop: () => clearInterval(sweep),
    storing,
  };
}

function routedOf(batch: readonly Arriving[]): RoutedRow[] {
  return batch.flatMap(({ routed }) => routed ?? []);
}
