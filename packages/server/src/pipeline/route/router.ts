/**
 * How do stored requests become stored events?
 *
 * The router asks the rules of every connection, writes one event or ignored event for each, and passes the events it
 * leased to the ready queue. If every rule answers at once, it routes the request on arrival, and ingest writes the events
 * in the request's own commit; otherwise the events follow in a later commit. All events and ignored events of a
 * request are written together, so a request that has any is never routed again. Only one process routes a request: a
 * process that was declared dead leaves its requests to its heir, and the fence refuses what it still writes. An event without room in memory is
 * written without a lease and waits in the database. A request also waits there if its rules cannot be asked yet,
 * because they wait for the database, for user code or for the filter thread.
 */
import { publicId } from "@posthorn/contract/ids";
import { uuidText } from "../../ids.ts";
import type { Log } from "../../log.ts";
import { findLeasesFromBirth, insertRouted } from "../../store/routed.ts";
import type { Lane } from "../../store/lane.ts";
import { type Delivery, deliveryBytes } from "../delivery.ts";
import { decodedBody } from "../content-coding.ts";
import { createGroupCommit } from "../group-commit.ts";
import type { WaitingLine } from "../schedule/claim-turns.ts";
import type { ReadyQueue } from "../schedule/ready-queue.ts";
import { createDecodingTurns } from "../decoding-turns.ts";
import type { Verdict } from "./evaluate.ts";
import type { SafeEvaluate } from "./not-applied.ts";
import { createCostlySources } from "./costly-sources.ts";
import { costsInThread, freshCosts, wereCostly } from "./filter-costs.ts";
import type { Parking } from "./parking.ts";
import { type RequestView, isSlowToRead, viewOf } from "./request-view.ts";
import { type RoutableRequest, canRouteAtOnce, mustDecode, parkedOf } from "./routable-request.ts";
import { type Holding, type RoutedRow, refusedRow, routedRow } from "./routed-row.ts";
import type { RoutingTimes } from "./rule-runs.ts";
import { createUnroutedRequests } from "./unrouted-requests.ts";

export interface Router {
  /** What a request that just arrived becomes; null if a rule cannot answer at once. Reserves room for its events. */
  routeAtOnce: (request: RoutableRequest) => RoutedRow | null;
  /** What was routed at once is now stored. */
  written: (rows: readonly RoutedRow[]) => void;
  /** What was routed at once was not stored, or the reply was lost: frees the room they reserved. */
  dropped: (rows: readonly RoutedRow[]) => void;
  /** Parks requests of sources whose rules fall behind, and routes all others. */
  route: (requests: readonly RoutableRequest[]) => void;
  /** Routes requests that were parked, now that there is room. */
  routeNow: (requests: readonly RoutableRequest[]) => void;
  /** Requests that are accepted and not yet routed; take-over must look back to the oldest. */
  unrouted: ReadonlySet<RoutableRequest>;
  /** How many unrouted requests this source has. */
  waitingOf: (sourceKey: string) => number;
  backlog: Backlog;
  /** Forgets the requests that are not routed: this process was declared dead, and its heir routes them. */
  abandon: () => void;
  drained: () => Promise<void>;
}

/** How much waits to be routed: parked requests, and bytes in memory. Ingest refuses requests beyond a bound. */
export interface Backlog {
  requests: () => number;
  requestsOf: (sourceKey: string) => number;
  bytes: () => number;
}

/** Beyond either, a request whose rules do not answer at once waits in the database. */
const MAX_WAITING_PER_SOURCE = 1_000;
const MAX_WAITING_BYTES = 32 * 1024 * 1024;
/** How soon a request is tried again of which PostgreSQL refuses even the ignored events. */
const REFUSED_AGAIN_MS = 2_000;

export interface RouterDeps {
  lanes: readonly Lane[];
  evaluate: SafeEvaluate;
  parking: Parking;
  ready: ReadyQueue;
  log: Log;
  owner: () => number;
  isOurs: Holding["isOurs"];
  /** Called when a due event of this line waits in the database. `isElsewhere`: another process must claim it. */
  overflowed: (line: WaitingLine, isElsewhere: boolean) => void;
  /** Called once for each committed batch, with what became of its requests. The next batch waits until it returns. */
  routed: (rows: readonly RoutedRow[]) => void;
  /** Less if memory is limited (memory.ts). */
  maxWaitingBytes?: number;
}

export function createRouter(deps: RouterDeps): Router {
  const { lanes, evaluate, parking, ready, log, owner, isOurs, overflowed, routed } = deps;
  const decoding = createDecodingTurns();
  const { maxWaitingBytes = MAX_WAITING_BYTES } = deps;
  const unrouted = createUnroutedRequests(parking.routed);
  const costly = createCostlySources();
  const holding: Holding = { ready, isOurs };

  const commits = createGroupCommit<RoutedRow>({
    lanes,
    maxRows: 512,
    maxBytes: 16 * 1024 * 1024,
    bytesOf: ({ written }) => written.payloads.reduce((sum, { body }) => sum + (body?.length ?? 0), 0),
    async write(lane, all) {
      const by = owner();
      const rows = all.filter((row) => row.request.acceptedBy === by);
      if (rows.length === 0) return;
      const events = rows.flatMap((row) => row.written.events);
      const batch = {
        events,
        ignored: rows.flatMap((row) => row.written.ignored),
        payloads: rows.flatMap((row) => row.written.payloads),
        executions: rows.flatMap((row) => row.written.executions),
      };
      const made = await insertRouted(lane, by, batch);
      if (made < events.length) await keepOurs(lane, rows);
      for (const row of rows) row.isWritten = true;
    },
    committed(rows) {
      for (const row of rows) unrouted.end(row.request);
      giveUp(rows.flatMap((row) => (row.isWritten ? [] : row.deliveries)));
      passOn(rows.filter((row) => row.isWritten));
    },
    failed(rows, error) {
      giveUp(rows.flatMap((row) => row.deliveries));
      for (const row of rows) refused(row, error);
    },
    retry: true,
  });

  /**
   * PostgreSQL refused this row for its data, so the same row again cannot help: the connections ignore the request. If
   * PostgreSQL refuses that too, something else is wrong, such as a missing day partition. Then the request stays
   * unrouted and is tried until it is stored.
   */
  function refused(row: RoutedRow, error: unknown): void {
    const refusals = (row.refusals ?? 0) + 1;
    if (refusals <= 2) {
      const request_id = publicId("request", row.request.id);
      log.error("request.routing_refused", { error, request_id, is_ignored: refusals === 1 });
    }
    if (refusals === 1) return commits.add(refusedRow(holding, row));
    row.refusals = refusals;
    setTimeout(() => commits.add(row), REFUSED_AGAIN_MS).unref();
  }

  /**
   * For a batch of which some events already existed. It must not send events that another process wrote, or that are
   * already in memory. Events that are leased to this process and not in memory come from an earlier try of this batch
   * whose reply was lost: it sends these.
   */
  async function keepOurs(lane: Lane, rows: readonly RoutedRow[]): Promise<void> {
    // Read memory before the database: an event that is settled meanwhile leaves memory.
    const here = new Set([...ready.held].map(({ id }) => uuidText(id)));
    const deliveries = rows.flatMap((row) => row.deliveries);
    const leased = await findLeasesFromBirth(lane, owner(), deliveries);
    const isToSend = ({ id }: Delivery) => leased.has(uuidText(id)) && !here.has(uuidText(id));
    giveUp(deliveries.filter((delivery) => !isToSend(delivery)));
    for (const row of rows) row.deliveries = row.deliveries.filter(isToSend);
  }

  function passOn(rows: readonly RoutedRow[]): void {
    for (const row of rows) {
      for (const delivery of row.deliveries) {
        if (delivery.traced) delivery.traced.dueAtMs = Date.now();
        ready.push(delivery);
      }
      if (row.deliveries.length === row.written.events.length) continue;
      for (const { isLeased, status, connectionKey, delivery_group: group = null } of row.written.events)
        if (!isLeased && status === "QUEUED") overflowed({ connectionKey, group }, row.isElsewhere);
    }
    handOn(rows);
  }

  /** The rows are committed, so an error of the listener must not fail the batch. */
  function handOn(rows: readonly RoutedRow[]): void {
    if (rows.length === 0) return;
    try {
      routed(rows);
    } catch (error) {
      log.error("request.listener_failed", { error, requests: rows.length });
    }
  }

  /** Frees the places in memory that were reserved for these deliveries. */
  function giveUp(deliveries: readonly Delivery[]): void {
    for (const delivery of deliveries)
      ready.cancelReservation(delivery.destinationKey, deliveryBytes(delivery.payload.body));
  }

  function isCrowded(request: RoutableRequest): boolean {
    const { route } = request;
    const isQuick = !costly.has(route.key) && !isSlowToRead(request.body) && !mustDecode(request);
    if (isQuick && route.connections.every(({ rules }) => rules.isImmediate)) return false;
    return (
      parking.sizeOf(route.key) > 0 || // keeps the order of arrival
      unrouted.waitingOf(route.key) >= MAX_WAITING_PER_SOURCE ||
      (unrouted.bytes() >= maxWaitingBytes && unrouted.waitingOf(route.key) > 0)
    );
  }

  function routeOne(request: RoutableRequest): void {
    unrouted.begin(request);
    const { key } = request.route;
    if (costly.has(key)) costly.inTurn(key, () => judge(request));
    else void judge(request);
  }

  /** Returns a promise if a rule or a decoding needs one; it never rejects. */
  function judge(request: RoutableRequest): Promise<void> | null {
    if (!mustDecode(request)) return judgeSafely(request, null);
    return new Promise((judged) => {
      decoding.add({
        teamKey: request.route.teamKey,
        decode: () => decodedBody(request.headers, request.body),
        evaluate(content) {
          const judging = judgeSafely(request, content);
          if (judging) void judging.then(judged);
          else judged();
          return judging;
        },
      });
    });
  }

  /** The request stays unrouted, and its heir routes it. */
  function notRouted(error: unknown): void {
    log.error("request.not_routed", { error });
  }

  /** An error here is not one of a rule (not-applied.ts). Only this request may suffer from it, not its batch. */
  function judgeSafely(request: RoutableRequest, content: Buffer | null): Promise<void> | null {
    try {
      return judgeContent(request, content)?.catch(notRouted) ?? null;
    } catch (error) {
      notRouted(error);
      return null;
    }
  }

  /** Uses no promise if no rule needs one: most requests join a batch in this turn of the event loop. */
  function judgeContent(request: RoutableRequest, decoded: Buffer | null): Promise<void> | null {
    const { id, route } = request;
    const view = viewOf(request, decoded, costly.has(route.key) ? costsInThread() : freshCosts());
    const times = timesOf(request);
    const runs = times && times.runs;
    const verdicts = route.connections.map((connection) => evaluate.evaluate(connection, id, view, runs));
    if (areImmediate(verdicts)) {
      commits.add(routedRow(holding, request, verdicts, times));
      return null;
    }
    return Promise.all(verdicts.map(async (verdict) => verdict)).then(
      (all) => {
        costly.note(route.key, wereCostly(view.costs));
        return commits.add(routedRow(holding, request, all, times));
      },
      // Only a stop rejects. The request stays unrouted, and its heir routes it.
      (error: unknown) => log.warn("request.not_evaluated", { error }),
    );
  }

  /** Null if a rule cannot answer at once. */
  function verdictsAtOnce(
    { route }: RoutableRequest,
    view: RequestView,
    times: RoutingTimes | null,
  ): Verdict[] | null {
    const runs = times && times.runs;
    const verdicts: Verdict[] = [];
    for (const connection of route.connections) {
      const verdict = evaluate.atOnce(connection, view, runs);
      if (verdict === null) return null;
      verdicts.push(verdict);
    }
    return verdicts;
  }

  return {
    unrouted: unrouted.all,
    routeAtOnce(request) {
      const { rejection_cause, route } = request;
      if (rejection_cause !== null || !route.connections.every(canRouteAtOnce)) return null;
      if (costly.has(route.key) || mustDecode(request)) return null;
      const view = viewOf(request);
      const times = timesOf(request);
      const verdicts = verdictsAtOnce(request, view, times);
      if (verdicts) return routedRow(holding, request, verdicts, times);
      // Noted now and not only when it is routed: many like it may arrive before.
      costly.note(route.key, view.costs.quick.left < 0);
      return null;
    },
    written: passOn,
    dropped: (rows) => giveUp(rows.flatMap((row) => row.deliveries)),
    waitingOf: unrouted.waitingOf,
    backlog: {
      requests: parking.size,
      requestsOf: parking.sizeOf,
      bytes: unrouted.bytes,
    },
    route(requests) {
      for (const request of requests) {
        if (request.rejection_cause !== null || request.acceptedBy !== owner()) continue;
        if (isCrowded(request)) parking.park(parkedOf(request));
        else routeOne(request);
      }
    },
    routeNow: (requests) => requests.filter(({ acceptedBy }) => acceptedBy === owner()).forEach(routeOne),
    abandon() {
      for (const request of unrouted.all) unrouted.end(request);
    },
    drained: unrouted.drained,
  };
}

function timesOf({ trace }: RoutableRequest): RoutingTimes | null {
  return trace ? { begunAtMs: performance.now(), runs: [] } : null;
}

function areImmediate(verdicts: readonly (Verdict | Promise<Verdict>)[]): verdicts is Verdict[] {
  return !verdicts.some((verdict) => verdict instanceof Promise);
}
