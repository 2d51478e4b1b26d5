/**
 * Is there room, and when is a request safely stored?
 *
 * Counts what is in flight (requests, bytes, and each source's share) and refuses more past a bound. Puts requests into
 * the next group commit, and calls `answer` when the commit has returned or did not return in time. If a late commit
 * stores a request after all, the request is still routed. A request that waits too long for its commit is never
 * written.
 */
import type { Lane } from "../../store/lane.ts";
import { type RequestRow, insertRequests } from "../../store/requests.ts";
import { createGroupCommit } from "../group-commit.ts";
import type { RoutedRow, Router } from "../route/router.ts";
import type { SourceRoute } from "../source-route.ts";

const MAX_IN_FLIGHT = 2_000;
const MAX_IN_FLIGHT_BYTES = 96 * 1024 * 1024;
/** One source may use up to half of the places. */
const MAX_IN_FLIGHT_PER_SOURCE = MAX_IN_FLIGHT / 2;
/** Stored requests that are not evaluated yet. Each costs memory for an id; with slow code they are hours of work. */
const MAX_BACKLOG = 400_000;
const MAX_BACKLOG_PER_SOURCE = MAX_BACKLOG / 4;
/** A sender gets an answer within 4 s; this leaves time to send it. */
const STORE_WITHIN_MS = 3_500;
const SWEEP_MS = 250;

export interface Arriving extends RequestRow {
  route: SourceRoute;
  /** What the request becomes, if that is already known. */
  plan: RoutedRow | null;
  /** Called exactly once. */
  answer: (outcome: "stored" | "unavailable") => void;
  answered: boolean;
  arrivedAtMs: number;
}

export type Room = "free" | "busy" | "source over its share";

export interface Intake {
  roomFor: (sourceKey: string) => Room;
  /** Holds a place from the first byte to the answer; call the returned function once to give it back. */
  enter: (sourceKey: string) => { holdBytes: (bytes: number) => boolean; leave: () => void };
  store: (request: Arriving) => void;
  drained: () => Promise<void>;
  stop: () => void;
  /** Requests whose commit has not returned, in the order of their ids. */
  storing: ReadonlySet<Arriving>;
}

export interface IntakeDeps {
  lanes: readonly Lane[];
  router: Pick<Router, "plan" | "route" | "written" | "dropped" | "backlog">;
  /** The number of this process. Called for each batch, because it can change after an outage. */
  owner: () => number;
  /** The commit's outcome is unknown: the connection broke while it ran. */
  uncertain: (requests: readonly Arriving[], error: unknown) => void;
}

export function createIntake({ lanes, owner, router, uncertain }: IntakeDeps): Intake {
  const { backlog } = router;
  let requests = 0;
  let bytes = 0;
  const bySource = new Map<string, number>();
  const storing = new Set<Arriving>();

  function answer(request: Arriving, outcome: "stored" | "unavailable"): void {
    if (request.answered) return;
    request.answered = true;
    request.answer(outcome);
  }

  const commits = createGroupCommit<Arriving>({
    lanes,
    maxRows: 512,
    maxBytes: 8 * 1024 * 1024,
    bytesOf: ({ body, plan }) => 512 * (1 + (plan?.written.events.length ?? 0)) + (body?.length ?? 0),
    write(lane, batch) {
      const plans = plansOf(batch);
      return insertRequests(lane, owner(), batch, {
        events: plans.flatMap((plan) => plan.written.events),
        ignored: plans.flatMap((plan) => plan.written.ignored),
      });
    },
    committed(batch) {
      for (const request of batch) {
        storing.delete(request);
        answer(request, "stored");
      }
      router.written(plansOf(batch));
      router.route(batch.filter(({ plan }) => plan === null));
    },
    failed(batch, error) {
      for (const request of batch) {
        storing.delete(request);
        answer(request, "unavailable");
      }
      router.dropped(plansOf(batch));
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
    for (const request of dropped) storing.delete(request);
    router.dropped(plansOf(dropped));
  }, SWEEP_MS);

  return {
    roomFor(sourceKey) {
      if (requests >= MAX_IN_FLIGHT || bytes + backlog.bytes() >= MAX_IN_FLIGHT_BYTES) return "busy";
      if (backlog.requests() >= MAX_BACKLOG) return "busy";
      const isOverShare =
        (bySource.get(sourceKey) ?? 0) >= MAX_IN_FLIGHT_PER_SOURCE ||
        backlog.requestsOf(sourceKey) >= MAX_BACKLOG_PER_SOURCE;
      return isOverShare ? "source over its share" : "free";
    },
    enter(sourceKey) {
      let heldBytes = 0;
      requests++;
      bySource.set(sourceKey, (bySource.get(sourceKey) ?? 0) + 1);
      return {
        holdBytes(more) {
          heldBytes += more;
          bytes += more;
          return bytes < MAX_IN_FLIGHT_BYTES;
        },
        leave() {
          requests--;
          bytes -= heldBytes;
          const left = (bySource.get(sourceKey) ?? 1) - 1;
          if (left === 0) bySource.delete(sourceKey);
          else bySource.set(sourceKey, left);
        },
      };
    },
    store(request) {
      request.plan = router.plan(request);
      storing.add(request);
      commits.add(request);
    },
    drained: commits.drained,
    stop: () => clearInterval(sweep),
    storing,
  };
}

function plansOf(batch: readonly Arriving[]): RoutedRow[] {
  return batch.flatMap(({ plan }) => plan ?? []);
}
