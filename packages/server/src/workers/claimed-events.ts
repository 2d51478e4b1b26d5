/**
 * How does an event that the database leased to this process become a delivery?
 *
 * `load` reads payloads in small steps, so that the backlog of a long outage does not fill the memory at once. Large
 * bodies come one at a time, as long as the ready queue has room for their bytes; then `load` gives the leases of the
 * others back. It settles an event whose payload is gone as failed, once: until that is stored, the event counts as held.
 */
import { createdAt, requestIdOfEvent, uuidBytes } from "../ids.ts";
import type { Delivery } from "../pipeline/delivery.ts";
import { type ReceivedPayload, receivedPayload } from "../pipeline/received-payload.ts";
import type { RoutingTable } from "../pipeline/routing-table.ts";
import type { Trace, Tracing } from "../pipeline/trace.ts";
import type { SettledAttempt } from "../store/attempts.ts";
import type { Queryable } from "../store/database.ts";
import type { ClaimedEvent, ReturnedEvent } from "../store/event-leases.ts";
import { type RequestKey, type StoredPayload, readPayloads, readVerified } from "../store/requests.ts";
import type { ClaimsDeps } from "./claims.ts";

/** Bodies read by one statement. */
export const PAYLOADS_AT_ONCE = 100;
/** A larger body is read alone. */
const LARGE_BYTES = 64 * 1024;

export interface ClaimedEvents {
  load: ClaimsDeps["load"];
  /** Ids of events whose lease is being ended without an attempt: their payload is gone, or memory has no room. */
  ending: ReadonlySet<string>;
}

export interface ClaimedEventsDeps {
  db: Queryable;
  routing: Pick<RoutingTable, "byConnection">;
  settle: (attempt: SettledAttempt, done: () => void) => void;
  /** Returns whether the ready queue has room for the bytes of more events. */
  hasBytes: () => boolean;
  /** Ends the lease of an event, which becomes due again in a moment. Calls `done` when that is stored. */
  giveBack: (event: ReturnedEvent, done: () => void) => void;
  /** Null: no request is traced. */
  tracing: Tracing | null;
}

export function createClaimedEvents(deps: ClaimedEventsDeps): ClaimedEvents {
  const { db, routing, settle, hasBytes, giveBack, tracing } = deps;
  const ending = new Set<string>();

  function deliveryOf(
    event: ClaimedEvent,
    payload: ReceivedPayload,
    verified: boolean | null,
    trace: Trace | undefined,
  ): Delivery {
    const delivery: Delivery = {
      team: uuidBytes(event.team_id),
      id: uuidBytes(event.id),
      request: uuidBytes(requestIdOfEvent(event.id)),
      connection: uuidBytes(event.webhook_id),
      connectionKey: event.webhook_id,
      destinationKey:
        event.cli_session_id ?? routing.byConnection(event.webhook_id)?.destination.key ?? event.webhook_id,
      cliSession: event.cli_session_id,
      group: event.delivery_group || null, // empty means no group, too
      attempt_number: event.attempts,
      trigger: event.trigger,
      retries: event.retries,
      createdAtMs: Date.parse(createdAt(event.id)),
      verified,
      isClaimed: event.is_claimed,
      payload,
    };
    if (trace) delivery.traced = { trace, dueAtMs: event.due_ms ?? Date.now() };
    return delivery;
  }

  /**
   * The traces of these events' requests, by the ids of the requests. A transformation may have dropped the header that
   * names the sender's trace, so the request's own payload is read, without its body.
   */
  async function tracesOf(requests: readonly RequestKey[]): Promise<Map<string, Trace>> {
    const traces = new Map<string, Trace>();
    const traced = tracing ? requests.filter(({ id }) => tracing.isTraced(uuidBytes(id))) : [];
    if (!tracing || traced.length === 0) return traces;
    const once = new Map(traced.map((request) => [request.id, request]));
    const stored = await readPayloads(db, [...once.values()].map(keyBytes), 0);
    const headers = new Map(stored.map((row) => [row.id, receivedPayload(row).headers]));
    for (const id of once.keys()) {
      const trace = tracing.traceOf(uuidBytes(id), headers.get(id) ?? []);
      if (trace) traces.set(id, trace);
    }
    return traces;
  }

  return {
    ending,
    async load(claimed, admit) {
      for (let at = 0; at < claimed.length; at += PAYLOADS_AT_ONCE) {
        const step = claimed.slice(at, at + PAYLOADS_AT_ONCE);
        const requests = step.map(({ team_id, id }) => ({ team_id, id: requestIdOfEvent(id) }));
        const [stored, verified, traces] = await Promise.all([
          readPayloads(db, step.map(payloadKey).map(keyBytes), LARGE_BYTES),
          readVerified(db, requests.map(keyBytes)),
          tracing && tracesOf(requests),
        ]);
        const payloads = new Map(stored.map((row) => [row.id, row]));
        const large: ClaimedEvent[] = [];
        const take = (event: ClaimedEvent, payload: StoredPayload | undefined) => {
          const request = requestIdOfEvent(event.id);
          if (payload)
            return admit(
              deliveryOf(
                event,
                receivedPayload(payload),
                verified.get(request) ?? null,
                traces?.get(request),
              ),
            );
          ending.add(event.id);
          settle(withoutPayload(event), () => ending.delete(event.id));
        };
        for (const event of step) {
          const payload = payloads.get(event.event_data_id);
          if (payload?.is_large) large.push(event);
          else take(event, payload);
        }
        for (const event of large) {
          if (hasBytes()) {
            const [payload] = await readPayloads(db, [keyBytes(payloadKey(event))]);
            take(event, payload);
            continue;
          }
          ending.add(event.id);
          giveBack(returned(event), () => ending.delete(event.id));
        }
      }
    },
  };
}

/** Returns payloads by their ids. A payload that is gone is missing from the map. */
export async function payloadsOf(
  db: Queryable,
  keys: readonly RequestKey[],
): Promise<Map<string, ReceivedPayload>> {
  const rows = await readPayloads(db, keys.map(keyBytes));
  return new Map(rows.map((row) => [row.id, receivedPayload(row)]));
}

function payloadKey({ team_id, event_data_id }: ClaimedEvent): RequestKey {
  return { team_id, id: event_data_id };
}

function returned({ team_id, id, webhook_id, attempts }: ClaimedEvent): ReturnedEvent {
  return {
    team: uuidBytes(team_id),
    id: uuidBytes(id),
    connection: uuidBytes(webhook_id),
    attempt_number: attempts,
    status: "QUEUED",
  };
}

function keyBytes({ team_id, id }: RequestKey): { team: Uint8Array; id: Uint8Array } {
  return { team: uuidBytes(team_id), id: uuidBytes(id) };
}

function withoutPayload(event: ClaimedEvent): SettledAttempt {
  return {
    team: uuidBytes(event.team_id),
    event: uuidBytes(event.id),
    connection: uuidBytes(event.webhook_id),
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
