/**
 * What is written for a request, and which of its events does this process hold from birth?
 *
 * The router asks when it has a verdict for each connection. An event gets a lease if it is due now, if no other process
 * has the socket for it, and if the ready queue has room. The room is reserved here, so the caller must use the row or
 * give the room of its deliveries back.
 */
import type { CliSession } from "../../cli/session-table.ts";
import type { RoutedBatch } from "../../store/routed.ts";
import { type Delivery, deliveryBytes } from "../delivery.ts";
import type { ReadyQueue } from "../schedule/ready-queue.ts";
import type { ConnectionRoute } from "../source-route.ts";
import type { Verdict } from "./evaluate.ts";
import { NOT_APPLIED } from "./not-applied.ts";
import type { RoutableRequest } from "./routable-request.ts";
import { type RoutedEvent, numbersOf, outcomeOf } from "./route-request.ts";
import type { RoutingTimes } from "./rule-runs.ts";

/** What became of a request, to be written. */
export interface RoutedRow {
  request: RoutableRequest;
  written: {
    [Kind in keyof RoutedBatch]: RoutedBatch[Kind][number][];
  };
  deliveries: Delivery[];
  /** Another process holds the socket for some of its events. */
  isElsewhere: boolean;
  /** False: not yet, or never, because the heir of this process routes the request. */
  isWritten: boolean;
  /** How often PostgreSQL has refused to store what became of the request. */
  refusals?: number;
  /** Null: the request is not traced. */
  times: RoutingTimes | null;
}

export interface Holding {
  ready: Pick<ReadyQueue, "reserve">;
  /** Whether this process delivers to the session. */
  isOurs: (session: CliSession) => boolean;
}

export function routedRow(
  { ready, isOurs }: Holding,
  request: RoutableRequest,
  verdicts: readonly Verdict[],
  times: RoutingTimes | null,
): RoutedRow {
  const written: RoutedRow["written"] = { events: [], ignored: [], payloads: [], executions: [] };
  const deliveries: Delivery[] = [];
  const { team, teamKey, connections } = request.route;
  const judged = { team, id: request.id, payload: request.id, receivedAtMs: request.receivedAtMs };
  let isElsewhere = false;
  let ordinal = 1;
  for (const [index, connection] of connections.entries()) {
    const verdict = verdicts[index];
    if (!verdict) continue;
    const outcome = outcomeOf(judged, connection, verdict, ordinal);
    ordinal += numbersOf(outcome);
    const { events, ignored, payload, execution } = outcome;
    if (ignored) written.ignored.push(ignored);
    if (payload) written.payloads.push(payload);
    if (execution) written.executions.push(execution);
    for (const event of events) {
      written.events.push(event);
      if (event.status !== "QUEUED") continue;
      if (event.session && !isOurs(event.session)) {
        isElsewhere = true;
        continue;
      }
      event.isLeased = ready.reserve(
        queueKeyOf(connection, event),
        teamKey,
        deliveryBytes(event.content.body),
      );
      if (!event.isLeased) continue;
      if (request.hasWaited === true) event.hasWaited = true;
      deliveries.push(firstDelivery(request, connection, event));
    }
  }
  return { request, written, deliveries, isElsewhere, isWritten: false, times };
}

/** What is written instead of a row that PostgreSQL refused: every connection ignores the request. */
export function refusedRow(holding: Holding, { request, times }: RoutedRow): RoutedRow {
  const verdicts = request.route.connections.map(() => NOT_APPLIED);
  return { ...routedRow(holding, request, verdicts, times), refusals: 1 };
}

/** Each session has its own queue, so that a laptop that sleeps delays no other. */
function queueKeyOf({ destination }: ConnectionRoute, { session }: RoutedEvent): string {
  return session?.key ?? destination.key;
}

function firstDelivery(request: RoutableRequest, connection: ConnectionRoute, event: RoutedEvent): Delivery {
  const delivery: Delivery = {
    team: request.route.team,
    id: event.id,
    request: request.id,
    connection: connection.id,
    connectionKey: connection.key,
    destinationKey: queueKeyOf(connection, event),
    cliSession: event.session?.key ?? null,
    group: null, // an event in a group is never leased from birth
    attempt_number: 1,
    trigger: "INITIAL",
    retries: 0,
    createdAtMs: request.receivedAtMs,
    verified: request.verified,
    isClaimed: request.hasWaited === true,
    payload: event.content,
  };
  if (request.trace) delivery.traced = { trace: request.trace, dueAtMs: request.receivedAtMs };
  return delivery;
}
