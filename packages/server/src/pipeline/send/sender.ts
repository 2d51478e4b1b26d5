/**
 * One attempt, from the last look at its connection to the answer.
 *
 * A pause, disable, delete or edit takes effect for everything not yet on the wire, so the connection is
 * looked up once more here; an attempt that is no longer wanted is handed back unused. What the answer
 * means for the event is settle's to say.
 */
import type { DeliveryErrorCode } from "@posthorn/contract/causes";
import { publicId } from "@posthorn/contract/ids";
import { ATTEMPT_DEADLINE_MS, RESPONSE_BODY_KEPT_BYTES } from "@posthorn/contract/limits";
import type { Dialer } from "../../outbound/dialer.ts";
import type { ReturnedEvent } from "../../store/events.ts";
import type { Delivery } from "../delivery.ts";
import type { ConnectionRoute, RoutingTable } from "../routing-table.ts";
import { plannedWaitMs } from "../schedule/next-attempt.ts";
import { deliveryRequest } from "./delivery-request.ts";
import { failureCode } from "./failure-code.ts";

/** What was sent and what came back. */
export interface Answer {
  createdAtMs: number;
  http_method: string;
  requested_url: string;
  response_status: number | null;
  error_code: DeliveryErrorCode | null;
  /** Names and values in turn; null without an answer. */
  response_headers: readonly string[] | null;
  response_body: Uint8Array | null;
  response_body_cut: boolean;
  deliveredAtMs: number | null;
  respondedAtMs: number | null;
}

export interface SenderDeps {
  dialer: Dialer;
  routing: RoutingTable;
  /** The dashboard's address of events, with a slash at its end. */
  eventUrl: string;
  answered: (delivery: Delivery, connection: ConnectionRoute, answer: Answer) => void;
  /** The attempt was not made; its lease and number go back. */
  returned: (delivery: Delivery, status: ReturnedEvent["status"]) => void;
  /** False: it was cancelled while it waited, and has been given back. */
  isWanted: (delivery: Delivery) => boolean;
}

const NO_RESPONSE = {
  response_status: null,
  response_headers: null,
  response_body: null,
  response_body_cut: false,
};

export function createSender(deps: SenderDeps): (delivery: Delivery) => Promise<void> {
  const { dialer, routing, eventUrl, answered, returned, isWanted } = deps;

  return async (delivery) => {
    if (!isWanted(delivery)) return;
    const connection = routing.byConnection(delivery.connectionKey);
    if (!connection || connection.isDisabled) return returned(delivery, "FAILED");
    if (connection.isPaused && delivery.trigger !== "MANUAL") return returned(delivery, "HOLD");
    answered(delivery, connection, await attempt(delivery, connection));
  };

  async function attempt(delivery: Delivery, connection: ConnectionRoute): Promise<Answer> {
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
      retry_wait_ms: plannedWaitMs(connection.rules.retry, delivery.retries + 1),
      signing_secret: connection.signingSecret,
    });
    if (!request) {
      const sent = {
        createdAtMs,
        http_method: delivery.payload.method,
        requested_url: connection.destination.url,
      };
      return { ...sent, ...NO_RESPONSE, error_code: "INVALID_URL", deliveredAtMs: null, respondedAtMs: null };
    }

    const exchange = await dialer.exchange({
      ...request,
      body: delivery.payload.body,
      deadlineMs: ATTEMPT_DEADLINE_MS,
      bodyMaxBytes: RESPONSE_BODY_KEPT_BYTES,
    });
    const sent = {
      createdAtMs,
      http_method: request.method,
      requested_url: request.origin + request.path,
      deliveredAtMs: exchange.sentAtMs,
      respondedAtMs: exchange.respondedAtMs,
    };
    if ("failure" in exchange) return { ...sent, ...NO_RESPONSE, error_code: failureCode(exchange.failure) };
    const { response } = exchange;
    return {
      ...sent,
      response_status: response.status,
      error_code: null,
      response_headers: response.headers,
      response_body: response.body,
      response_body_cut: response.cut,
    };
  }
}
