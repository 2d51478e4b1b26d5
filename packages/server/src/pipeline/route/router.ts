/**
 * From stored requests to stored events.
 *
 * Takes what ingest has stored, writes one event or ignored event per connection in a group commit, and
 * passes the events it leased to the ready queue. An event for which there is no room in memory is
 * written without a lease and waits in the database.
 */
import type { RejectionCause } from "@posthorn/contract/causes";
import type { Log } from "../../log.ts";
import { type NewEvent, type NewIgnoredEvent, insertRouted } from "../../store/events.ts";
import type { Lane } from "../../store/lane.ts";
import { type Delivery, deliveryBytes } from "../delivery.ts";
import { createGroupCommit } from "../group-commit.ts";
import type { SourceRoute } from "../routing-table.ts";
import type { ReadyQueue } from "../schedule/ready-queue.ts";
import type { ReceivedPayload } from "../send/delivery-request.ts";
import { routeRequest } from "./route-request.ts";

export interface RoutableRequest extends ReceivedPayload {
  id: Uint8Array;
  route: SourceRoute;
  receivedAtMs: number;
  rejection_cause: RejectionCause | null;
}

interface RoutedRow {
  request: RoutableRequest;
  events: NewEvent[];
  ignored: NewIgnoredEvent[];
  deliveries: Delivery[];
}

export interface Router {
  route: (requests: readonly RoutableRequest[]) => void;
  /** Requests that are accepted and not yet routed; take-over must look back to the oldest. */
  unrouted: ReadonlySet<RoutableRequest>;
  drained: () => Promise<void>;
}

export interface RouterDeps {
  lanes: readonly Lane[];
  ready: ReadyQueue;
  log: Log;
  owner: () => number;
  /** Tells workers that events wait in the database. */
  overflowed: () => void;
}

export function createRouter({ lanes, ready, log, owner, overflowed }: RouterDeps): Router {
  const unrouted = new Set<RoutableRequest>();

  const commits = createGroupCommit<RoutedRow>({
    lanes,
    maxRows: 512,
    maxBytes: Number.POSITIVE_INFINITY,
    bytesOf: () => 0,
    write: (lane, rows) =>
      insertRouted(
        lane,
        owner(),
        rows.flatMap((row) => row.events),
        rows.flatMap((row) => row.ignored),
      ),
    committed(rows) {
      for (const row of rows) {
        unrouted.delete(row.request);
        for (const delivery of row.deliveries) ready.push(delivery);
        if (row.deliveries.length < row.events.length) overflowed();
      }
    },
    failed(rows, error) {
      // PostgreSQL refused this one row. The request stays stored and visible; a person must look.
      for (const row of rows) {
        unrouted.delete(row.request);
        for (const delivery of row.deliveries)
          ready.cancelReservation(delivery.destinationKey, deliveryBytes(delivery.payload.body));
      }
      log.error("request.routing_refused", { error, requests: rows.length });
    },
    retry: true,
  });

  function rowOf(request: RoutableRequest): RoutedRow {
    const row: RoutedRow = { request, events: [], ignored: [], deliveries: [] };
    const { team } = request.route;
    for (const routed of routeRequest(request.id, request.route, request)) {
      const { connection } = routed;
      const subject = {
        team,
        connection: connection.id,
        connectionKey: connection.key,
        createdAtMs: request.receivedAtMs,
      };
      if ("cause" in routed) {
        row.ignored.push({ ...subject, request: request.id, cause: routed.cause, meta: routed.meta });
        continue;
      }
      const isLeased =
        routed.status === "QUEUED" && ready.reserve(connection.destination.key, deliveryBytes(request.body));
      row.events.push({
        ...subject,
        id: routed.id,
        payload: request.id,
        status: routed.status,
        isLeased,
        delayMs: routed.delayMs,
      });
      if (!isLeased) continue;
      row.deliveries.push({
        team,
        id: routed.id,
        request: request.id,
        connection: connection.id,
        connectionKey: connection.key,
        destinationKey: connection.destination.key,
        attempt_number: 1,
        trigger: "INITIAL",
        retries: 0,
        createdAtMs: request.receivedAtMs,
        verified: null,
        payload: request,
      });
    }
    return row;
  }

  return {
    unrouted,
    route(requests) {
      for (const request of requests) {
        if (request.rejection_cause !== null) continue;
        unrouted.add(request);
        commits.add(rowOf(request));
      }
    },
    drained: commits.drained,
  };
}
