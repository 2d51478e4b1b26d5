/**
 * How does work that only the database remembers come back into memory?
 *
 * Requests without events are routed again, claimed events get their payloads, and requests whose commit
 * lost its answer are looked up. All three read bodies in small steps, so that a long outage does not
 * come back as one large bite of memory.
 */
import { createdAt, requestIdOfEvent, uuidBytes, uuidText } from "../ids.ts";
import type { Delivery } from "../pipeline/delivery.ts";
import type { Arriving } from "../pipeline/ingest/intake.ts";
import type { RoutableRequest, Router } from "../pipeline/route/router.ts";
import type { RoutingTable } from "../pipeline/routing-table.ts";
import { type ReceivedPayload, receivedPayload } from "../pipeline/received-payload.ts";
import type { SettledAttempt } from "../store/attempts.ts";
import type { Queryable } from "../store/database.ts";
import type { ClaimedEvent } from "../store/event-leases.ts";
import {
  type UnroutedRequest,
  findStored,
  markWithoutConnection,
  readPayloads,
  readVerified,
} from "../store/requests.ts";
import { DOUBTED_FOR_MS } from "./claims.ts";

const STEP = 100;

export interface RecoveredWorkDeps {
  db: Queryable;
  routing: RoutingTable;
  router: Router;
  /** For an event whose payload is gone. */
  settle: (attempt: SettledAttempt) => void;
  /** Takes in events of these connections that are leased to us without our knowing. */
  findLeases: (connectionKeys: ReadonlySet<string>) => void;
}

export function createRecoveredWork({ db, routing, router, settle, findLeases }: RecoveredWorkDeps) {
  const adopting = new Set<string>();
  const uncertain = new Map<string, DoubtfulRequest>();

  async function routeAgain(
    requests: readonly UnroutedRequest[],
    route: Router["route"] = router.route,
  ): Promise<void> {
    for (const request of requests) adopting.add(request.id);
    for (let at = 0; at < requests.length; at += STEP) {
      const step = requests.slice(at, at + STEP);
      const payloads = await payloadsOf(step.map(({ team_id, id }) => ({ team_id, id })));
      const routable: RoutableRequest[] = [];
      for (const request of step) {
        const payload = payloads.get(request.id);
        const source = routing.bySource(request.source_id);
        if (payload && source && source.connections.length > 0) {
          const receivedAtMs = Date.parse(createdAt(request.id));
          routable.push({
            ...payload,
            id: uuidBytes(request.id),
            route: source,
            receivedAtMs,
            rejection_cause: null,
            verified: request.verified,
          });
        } else {
          await markWithoutConnection(db, request);
        }
      }
      route(routable);
      for (const request of step) adopting.delete(request.id);
    }
  }

  async function payloadsOf(
    keys: readonly { team_id: string; id: string }[],
  ): Promise<Map<string, ReceivedPayload>> {
    const rows = await readPayloads(
      db,
      keys.map((key) => ({ team: uuidBytes(key.team_id), id: uuidBytes(key.id) })),
    );
    return new Map(rows.map((row) => [row.id, receivedPayload(row)]));
  }

  async function loadClaimed(claimed: readonly ClaimedEvent[]): Promise<Delivery[]> {
    const deliveries: Delivery[] = [];
    for (let at = 0; at < claimed.length; at += STEP) {
      const step = claimed.slice(at, at + STEP);
      const [payloads, verified] = await Promise.all([
        payloadsOf(step.map(({ team_id, event_data_id }) => ({ team_id, id: event_data_id }))),
        readVerified(
          db,
          step.map((event) => ({
            team: uuidBytes(event.team_id),
            id: uuidBytes(requestIdOfEvent(event.id)),
          })),
        ),
      ]);
      for (const event of step) {
        const payload = payloads.get(event.event_data_id);
        if (!payload) {
          settle(withoutPayload(event));
          continue;
        }
        deliveries.push({
          team: uuidBytes(event.team_id),
          id: uuidBytes(event.id),
          request: uuidBytes(requestIdOfEvent(event.id)),
          connection: uuidBytes(event.webhook_id),
          connectionKey: event.webhook_id,
          destinationKey:
            event.cli_session_id ??
            routing.byConnection(event.webhook_id)?.destination.key ??
            event.webhook_id,
          cliSession: event.cli_session_id,
          group: event.delivery_group || null, // empty says the same
          attempt_number: event.attempts,
          trigger: event.trigger,
          retries: event.retries,
          createdAtMs: Date.parse(createdAt(event.id)),
          verified: verified.get(requestIdOfEvent(event.id)) ?? null,
          payload,
        });
      }
    }
    return deliveries;
  }

  return {
    routeAgain,
    loadClaimed,
    /** Requests taken over and not yet routed. */
    adopting,
    /** Remembers requests that may or may not be stored. */
    doubt(requests: readonly Arriving[]): void {
      for (const request of requests)
        if (request.rejection_cause === null) uncertain.set(uuidText(request.id), doubtOf(request));
    },
    uncertain: () => uncertain.keys(),
    /**
     * Once the database answers again: what was stored after all is routed, or, where its events were written
     * with it, found. A commit that hung comes through some time after, so they are asked for a while.
     */
    async resolveDoubt(): Promise<void> {
      if (uncertain.size === 0) return;
      const stored = await findStored(db, [...uncertain.values()]);
      const nowMs = performance.now();
      const unrouted: UnroutedRequest[] = [];
      const connectionKeys = new Set<string>();
      for (const [id, request] of uncertain) {
        request.answeredAtMs ??= nowMs;
        if (!stored.has(id) && nowMs - request.answeredAtMs < DOUBTED_FOR_MS) continue;
        uncertain.delete(id);
        if (!stored.has(id)) continue;
        if (request.eventsOf === null) unrouted.push(request.unrouted);
        else for (const key of request.eventsOf) connectionKeys.add(key);
      }
      if (connectionKeys.size > 0) findLeases(connectionKeys);
      await routeAgain(unrouted);
    },
  };
}

interface DoubtfulRequest {
  team: Uint8Array;
  id: Uint8Array;
  unrouted: UnroutedRequest;
  /** The connections whose events were to be written with it; null: none were. */
  eventsOf: readonly string[] | null;
  /** When the database first answered that it has no such request. */
  answeredAtMs: number | null;
}

function doubtOf({ team, id, route, verified, plan }: Arriving): DoubtfulRequest {
  return {
    team,
    id,
    unrouted: { team_id: route.teamKey, id: uuidText(id), source_id: route.key, verified },
    eventsOf: plan && plan.written.events.map(({ connectionKey }) => connectionKey),
    answeredAtMs: null,
  };
}

function withoutPayload(event: ClaimedEvent): SettledAttempt {
  return {
    team: uuidBytes(event.team_id),
    event: uuidBytes(event.id),
    connection: uuidBytes(event.webhook_id),
    connectionKey: event.webhook_id,
    attempt_number: event.attempts,
    trigger: event.trigger,
    status: "FAILED",
    event_status: "FAILED",
    retryWaitMs: null,
    retries: event.retries,
    response_status: null,
    error_code: "PAYLOAD_MISSING",
    http_method: "POST",
    requested_url: "",
    response_headers: null,
    response_body: null,
    response_body_cut: false,
    createdAtMs: Date.now(),
    deliveredAtMs: null,
    respondedAtMs: null,
  };
}
