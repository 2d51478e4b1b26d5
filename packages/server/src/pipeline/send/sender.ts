/**
 * One attempt, from the last look at its connection to the answer.
 *
 * A pause, disable, delete or edit takes effect for everything not yet on the wire, so the connection is
 * looked up once more here; an attempt that is no longer wanted is handed back unused.
 */
import { ATTEMPT_DEADLINE_MS, RESPONSE_BODY_KEPT_BYTES } from "@posthorn/contract/limits";
import { publicId } from "@posthorn/contract/ids";
import { attemptStatus, statusAfterAttempt } from "../../lifecycle.ts";
import type { Dialer } from "../../outbound/dialer.ts";
import type { SettledAttempt } from "../../store/attempts.ts";
import type { ReturnedEvent } from "../../store/events.ts";
import type { Delivery } from "../delivery.ts";
import type { ConnectionRoute, RoutingTable } from "../routing-table.ts";
import { deliveryRequest } from "./delivery-request.ts";
import { failureCode } from "./failure-code.ts";

export interface SenderDeps {
  dialer: Dialer;
  routing: RoutingTable;
  /** The dashboard's address of events, with a slash at its end. */
  eventUrl: string;
  settled: (delivery: Delivery, attempt: SettledAttempt) => void;
  /** The attempt was not made; its lease and number go back. */
  returned: (delivery: Delivery, status: ReturnedEvent["status"]) => void;
}

export function createSender({
  dialer,
  routing,
  eventUrl,
  settled,
  returned,
}: SenderDeps): (delivery: Delivery) => Promise<void> {
  return async (delivery) => {
    const connection = routing.byConnection(delivery.connectionKey);
    if (!connection || connection.isDisabled) return returned(delivery, "FAILED");
    if (connection.isPaused && delivery.trigger !== "MANUAL") return returned(delivery, "HOLD");
    settled(delivery, await attempt(delivery, connection));
  };

  async function attempt(delivery: Delivery, connection: ConnectionRoute): Promise<SettledAttempt> {
    const eventId = publicId("event", delivery.id);
    const createdAtMs = Date.now();
    const request = deliveryRequest({
      payload: delivery.payload,
      verified: delivery.verified,
      destination: connection.destination,
      source_name: connection.sourceName,
      connection_name: connection.name,
      event_id: eventId,
      request_id: publicId("request", delivery.request),
      event_url: eventUrl + eventId,
      attempt_number: delivery.attempt_number,
      trigger: delivery.trigger,
      signing_secret: connection.signingSecret,
    });
    const made = {
      team: delivery.team,
      event: delivery.id,
      connection: delivery.connection,
      connectionKey: delivery.connectionKey,
      attempt_number: delivery.attempt_number,
      trigger: delivery.trigger,
      createdAtMs,
      http_method: request?.method ?? delivery.payload.method,
      requested_url: request ? request.origin + request.path : connection.destination.url,
    };
    const nothing = { response_headers: null, response_body: null, response_body_cut: false };
    if (!request) {
      const outcome = { response_status: null, error_code: "INVALID_URL" as const };
      return {
        ...made,
        ...nothing,
        ...outcome,
        status: "FAILED",
        event_status: statusAfterAttempt(outcome),
        deliveredAtMs: null,
        respondedAtMs: null,
      };
    }

    const exchange = await dialer.exchange({
      ...request,
      body: delivery.payload.body,
      deadlineMs: ATTEMPT_DEADLINE_MS,
      bodyMaxBytes: RESPONSE_BODY_KEPT_BYTES,
    });
    if ("failure" in exchange) {
      const outcome = { response_status: null, error_code: failureCode(exchange.failure) };
      return {
        ...made,
        ...nothing,
        ...outcome,
        status: attemptStatus(outcome),
        event_status: statusAfterAttempt(outcome),
        deliveredAtMs: exchange.sentAtMs,
        respondedAtMs: exchange.respondedAtMs,
      };
    }
    const { response } = exchange;
    const outcome = { response_status: response.status, error_code: null };
    return {
      ...made,
      ...outcome,
      status: attemptStatus(outcome),
      event_status: statusAfterAttempt(outcome),
      response_headers: response.headers,
      response_body: response.body,
      response_body_cut: response.cut,
      deliveredAtMs: exchange.sentAtMs,
      respondedAtMs: exchange.respondedAtMs,
    };
  }
}
