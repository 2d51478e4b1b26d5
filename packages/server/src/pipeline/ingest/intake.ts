/**
 * Is there room, and when is a request safely stored?
 *
 * Counts what is in flight (requests, bytes, and each source's share) and refuses past a bound, puts
 * requests into the next group commit, and tells each sender's connection the moment the commit returned
 * or could not return in time. What a late commit stored after all is routed all the same; what had not begun
 * to be written by then never is.
 */
import type { Lane } from "../../store/lane.ts";
import { type RequestRow, insertRequests } from "../../store/requests.ts";
import { createGroupCommit } from "../group-commit.ts";
import type { RoutedRow, Router } from "../route/router.ts";
import type { SourceRoute } from "../source-route.ts";

const MAX_IN_FLIGHT = 2_000;
const MAX_IN_FLIGHT_BYTES = 96 * 1024 * 1024;
/** One source may take up half of what there is. */
const MAX_IN_FLIGHT_PER_SOURCE = MAX_IN_FLIGHT / 2;
/** Stored requests whose rules have not been asked yet: an id each, and hours of work for slow code. */
const MAX_BACKLOG = 400_000;
const MAX_BACKLOG_PER_SOURCE = MAX_BACKLOG / 4;
/** A sender hears something within 4 s; this leaves time to say it. */
const STORE_WITHIN_MS = 3_500;
const SWEEP_MS = 250;

export interface Arriving extends RequestRow {
  route: SourceRoute;
  /** What becomes of it, where that is known already. */
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
  /** The process that accepts; asked for each batch, because it can change after an outage. */
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
   * Who has waited too long is told. What still waits for a commit is dropped then: a store that is slower than its
   * senders would otherwise write only what nobody waits for any more, behind a queue without end. What is being
   * written stays in `storing`, because its commit may still come.
   */
  const sweep = setInterval(() => {
    const tooOldMs = performance.now() - STORE_WITHIN_MS;
    let tooLate = 0;
    for (const request of storing) {
      if (request.arrivedAtMs > tooOldMs) continue; // not `break`: one that waited for a key comes behind younger ones
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
