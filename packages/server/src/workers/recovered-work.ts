/**
 * How do requests become events if only the database remembers them?
 *
 * A queue holds requests that this process took over, and requests that were stored although the reply to their commit
 * was lost. A loop routes them; what fails is tried again at the loop's next turn. A request leaves the queue in the
 * same turn of the event loop in which the router gets it, so none is routed twice.
 *
 * If the events were written together with the request, this file looks them up by the request's id and loads them.
 */
import { createdAt, uuidBytes, uuidText } from "../ids.ts";
import type { Log } from "../log.ts";
import type { Arriving } from "../pipeline/ingest/intake.ts";
import type { RoutableRequest } from "../pipeline/route/routable-request.ts";
import type { Router } from "../pipeline/route/router.ts";
import type { RoutingTable } from "../pipeline/routing-table.ts";
import type { Tracing } from "../pipeline/trace.ts";
import type { Queryable } from "../store/database.ts";
import { findBornOf } from "../store/event-leases.ts";
import { type UnroutedRequest, findAdopted, findStored, markWithoutConnection } from "../store/requests.ts";
import { PAYLOADS_AT_ONCE, payloadsOf } from "./claimed-events.ts";
import { type ClaimsDeps, DOUBTED_FOR_MS, findUnheld } from "./claims.ts";
import { type Loop, repeat } from "./repeat.ts";

const DOUBT_EVERY_MS = 1_000;
const ROUTE_EVERY_MS = 200;
/** While so many requests wait for their rules or their commit, the loop reads no more payloads. */
const ROUTED_AT_ONCE = 1_000;

export interface RecoveredWorkDeps extends Pick<ClaimsDeps, "owner" | "held" | "load" | "admit"> {
  db: Queryable;
  log: Log;
  routing: Pick<RoutingTable, "bySource">;
  router: Pick<Router, "route" | "unrouted">;
  /** Null: no request is traced. */
  tracing: Tracing | null;
}

type Doubtable = Pick<
  Arriving,
  "team" | "id" | "route" | "verified" | "routed" | "rejection_cause" | "acceptedBy"
>;

export interface RecoveredWork extends Loop {
  /** Routes the first few of these requests, and returns how many. If it fails, it has routed none. */
  routeSome: (requests: readonly UnroutedRequest[], route: Router["route"]) => Promise<number>;
  /** Call before the commit that gives these requests to this process. `adoptions` counts the call. */
  adopting: (requests: readonly UnroutedRequest[]) => void;
  /** Call when that commit has returned. */
  adopted: () => void;
  /** Call after a commit whose reply was lost: keeps the requests that this process got, and forgets the rest. */
  resolveAdoption: () => Promise<void>;
  adoptions: () => number;
  /** Remembers requests that may or may not be stored. */
  doubt: (requests: readonly Doubtable[]) => void;
  /** The ids of requests that may or may not be stored. */
  uncertain: () => Iterable<string>;
  /** The ids of requests that wait here to be routed. */
  waiting: () => Iterable<string>;
  size: () => number;
  /** Forgets all requests: this process was declared dead, and its heir routes those that are stored. */
  abandon: () => void;
}

export function createRecoveredWork(deps: RecoveredWorkDeps): RecoveredWork {
  const { db, log, routing, router, owner, held, load, admit, tracing } = deps;
  const queue = new Map<string, UnroutedRequest>();
  const unconfirmed = new Map<string, UnroutedRequest>();
  const uncertain = new Map<string, DoubtfulRequest>();
  let adoptions = 0;

  async function routeSome(requests: readonly UnroutedRequest[], route: Router["route"]): Promise<number> {
    const some = requests.slice(0, PAYLOADS_AT_ONCE);
    const acceptedBy = owner(); // before waiting: the number may change meanwhile, and then an heir has these requests
    const payloads = await payloadsOf(db, some);
    const routable: RoutableRequest[] = [];
    const unwanted: UnroutedRequest[] = [];
    for (const request of some) {
      const payload = payloads.get(request.id);
      const source = routing.bySource(request.source_id);
      if (payload && source && source.connections.length > 0) {
        const id = uuidBytes(request.id);
        routable.push({
          ...payload,
          id,
          route: source,
          receivedAtMs: Date.parse(createdAt(request.id)),
          rejection_cause: null,
          verified: request.verified,
          hasWaited: true,
          acceptedBy,
          trace: tracing && tracing.traceOf(id, payload.headers),
        });
      } else unwanted.push(request);
    }
    await markWithoutConnection(db, unwanted);
    if (acceptedBy !== owner()) return 0;
    // Nothing below can fail or wait: routed requests leave the queue before other code runs.
    route(routable);
    for (const { id } of some) queue.delete(id);
    return some.length;
  }

  function enqueue(requests: Iterable<UnroutedRequest>): void {
    const beingRouted = new Set<string>();
    for (const { id, acceptedBy } of router.unrouted)
      if (acceptedBy === owner()) beingRouted.add(uuidText(id)); // the router drops the others
    for (const request of requests) if (!beingRouted.has(request.id)) queue.set(request.id, request);
    routeAgain.poke();
  }

  /**
   * Asks the database which uncertain requests were stored after all. Routes those, or loads their events if these were
   * written with them. Asks about the others for a while longer, because a commit that hung can still come through.
   */
  async function resolveDoubt(): Promise<void> {
    if (uncertain.size === 0) return;
    const asked = [...uncertain];
    const stored = await findStored(
      db,
      asked.map(([, request]) => request),
    );
    const written = asked.flatMap(([id, { unrouted, hasEvents }]) =>
      stored.has(id) && hasEvents ? [unrouted] : [],
    );
    if (written.length > 0) {
      await load(await findUnheld(() => findBornOf(db, { owner: owner(), requests: written }), held), admit);
    }
    const nowMs = performance.now();
    for (const [id, request] of asked) {
      if (!uncertain.has(id)) continue; // abandoned meanwhile
      request.answeredAtMs ??= nowMs;
      if (!stored.has(id) && nowMs - request.answeredAtMs < DOUBTED_FOR_MS) continue;
      uncertain.delete(id);
      if (stored.has(id) && !request.hasEvents) enqueue([request.unrouted]);
    }
  }

  const doubt = repeat("doubt", DOUBT_EVERY_MS, log, resolveDoubt);
  const routeAgain = repeat("route_again", ROUTE_EVERY_MS, log, async () => {
    while (queue.size > 0 && router.unrouted.size < ROUTED_AT_ONCE) {
      const next: UnroutedRequest[] = [];
      for (const request of queue.values()) if (next.push(request) === PAYLOADS_AT_ONCE) break;
      await routeSome(next, router.route);
    }
  });

  return {
    start() {
      doubt.start();
      routeAgain.start();
    },
    poke: routeAgain.poke,
    progress: routeAgain.progress,
    async stop() {
      await Promise.all([doubt.stop(), routeAgain.stop()]);
    },
    routeSome,
    adopting(requests) {
      adoptions++;
      for (const request of requests) unconfirmed.set(request.id, request);
    },
    adopted() {
      const requests = [...unconfirmed.values()];
      unconfirmed.clear();
      enqueue(requests);
    },
    async resolveAdoption() {
      if (unconfirmed.size === 0) return;
      const requests = [...unconfirmed.values()];
      const heir = owner();
      const ours = await findAdopted(db, { heir, requests });
      if (heir !== owner()) return; // abandoned meanwhile
      unconfirmed.clear();
      enqueue(requests.filter(({ id }) => ours.has(id)));
    },
    adoptions: () => adoptions,
    doubt(requests) {
      for (const request of requests)
        if (request.rejection_cause === null && request.acceptedBy === owner())
          uncertain.set(uuidText(request.id), doubtOf(request));
    },
    uncertain: () => uncertain.keys(),
    *waiting() {
      yield* queue.keys();
      yield* unconfirmed.keys();
    },
    size: () => queue.size + unconfirmed.size,
    abandon() {
      queue.clear();
      unconfirmed.clear();
      uncertain.clear();
    },
  };
}

interface DoubtfulRequest {
  team: Uint8Array;
  id: Uint8Array;
  unrouted: UnroutedRequest;
  /** Whether the lost commit also held the request's events. */
  hasEvents: boolean;
  /** When the database first answered that it has no such request. */
  answeredAtMs: number | null;
}

function doubtOf({ team, id, route, verified, routed }: Doubtable): DoubtfulRequest {
  return {
    team,
    id,
    unrouted: { team_id: route.teamKey, id: uuidText(id), source_id: route.key, verified },
    hasEvents: routed !== null,
    answeredAtMs: null,
  };
}
