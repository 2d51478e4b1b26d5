/**
 * How is one attempt made, from the last check of its connection to the answer?
 *
 * A pause, disable, delete or edit takes effect for everything that is not on the wire yet, so the connection is
 * looked up once more here. An attempt that is no longer wanted is handed back unused. Each type of destination has
 * its own way of sending. Settle decides what the answer means for the event.
 */
import type { DeliveryErrorCode } from "@posthorn/contract/causes";
import type { DestinationType } from "@posthorn/contract/destinations";
import { publicId } from "@posthorn/contract/ids";
import { REDIRECTS_MAX, RESPONSE_BODY_KEPT_BYTES } from "@posthorn/contract/limits";
import { plannedWaitMs } from "@posthorn/contract/retry-wait";
import type { CliSockets } from "../../cli/sockets.ts";
import type { Log } from "../../log.ts";
import type { Dialer, Response } from "../../outbound/dialer.ts";
import type { ReturnedEvent } from "../../store/event-leases.ts";
import type { Answer } from "../answer.ts";
import type { Delivery } from "../delivery.ts";
import type { RoutingTable } from "../routing-table.ts";
import type { ConnectionRoute } from "../source-route.ts";
import { attemptSpanId, traceparentOf } from "../trace.ts";
import type { Grant, Prove } from "./auth/authentication.ts";
import { proveByBearerToken } from "./auth/bearer-token.ts";
import type { Tokens } from "./auth/tokens.ts";
import { type DeliveryRequest, deliveryRequest } from "./delivery-request.ts";
import { failureCode } from "./failure-code.ts";
import { mockResponse } from "./mock-api.ts";
import { createSendToCli } from "./send-to-cli.ts";

export interface SenderDeps {
  dialer: Dialer;
  routing: RoutingTable;
  tokens: Tokens;
  cli: Pick<CliSockets, "exchange">;
  log: Log;
  /** The dashboard's URL for events, with a trailing slash. */
  eventUrl: string;
  answered: (delivery: Delivery, connection: ConnectionRoute, answer: Answer) => void;
  /** Called when the attempt was not made; its lease and number go back. */
  returned: (delivery: Delivery, status: ReturnedEvent["status"]) => void;
  /** Returns false when the event was cancelled while it waited, and has been given back. */
  isWanted: (delivery: Delivery) => boolean;
}

const NO_RESPONSE = {
  response_status: null,
  response_headers: null,
  response_body: null,
  response_body_cut: false,
};

/** Returns the status of an event that its connection does not want sent now; null if it should be sent. */
export function reasonNotToSend(
  connection: ConnectionRoute | undefined,
  { trigger }: Pick<Delivery, "trigger">,
): "FAILED" | "HOLD" | null {
  if (!connection || connection.isDisabled) return "FAILED";
  return connection.isPaused && trigger !== "MANUAL" ? "HOLD" : null;
}

export function createSender(deps: SenderDeps): (delivery: Delivery) => Promise<void> {
  const { dialer, routing, tokens, cli, log, eventUrl, answered, returned, isWanted } = deps;

  const sendTo: Record<
    DestinationType,
    (delivery: Delivery, connection: ConnectionRoute) => Answer | Promise<Answer>
  > = {
    HTTP: sendProven,
    CLI: sendProven,
    MOCK_API: sendToMock,
  };
  const sendToCli = createSendToCli(cli);

  return async (delivery) => {
    if (!isWanted(delivery)) return;
    const connection = routing.byConnection(delivery.connectionKey);
    const reason = reasonNotToSend(connection, delivery);
    if (!connection || reason) return returned(delivery, reason ?? "FAILED");
    answered(delivery, connection, await attemptOrFail(delivery, connection));
  };

  /** The attempt always ends, whatever goes wrong: a delivery that is never settled would keep its place forever. */
  async function attemptOrFail(delivery: Delivery, connection: ConnectionRoute): Promise<Answer> {
    try {
      return await attempt(delivery, connection);
    } catch (error) {
      log.error("attempt.broke_down", { error, destination: connection.destination.key });
      return notSent(delivery, connection, "UNKNOWN");
    }
  }

  function attempt(delivery: Delivery, connection: ConnectionRoute): Answer | Promise<Answer> {
    const { type, url } = connection.destination;
    return url === null ? notSent(delivery, connection, "MISSING_URL") : sendTo[type](delivery, connection);
  }

  /** Returns null when the destination has no valid URL. */
  function requestFor(
    delivery: Delivery,
    connection: ConnectionRoute,
    prove: Prove | null,
    nowMs: number,
  ): DeliveryRequest | null {
    const { signing } = connection;
    if (!signing) throw new Error(`The signing secret of project ${connection.teamKey} cannot be opened`);
    const eventId = publicId("event", delivery.id);
    return deliveryRequest({
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
      signing,
      signedAtMs: performance.now(),
      headerNames: connection.headerNames,
      prove,
      nowMs,
      traceparent: traceparentFor(delivery),
    });
  }

  function sendProven(delivery: Delivery, connection: ConnectionRoute): Answer | Promise<Answer> {
    const { authentication, deadlineMs, key } = connection.destination;
    if (authentication === "unreadable") {
      log.error("destination.auth_unreadable", { destination: key });
      return notSent(delivery, connection, "UNKNOWN");
    }
    const createdAtMs = Date.now();
    if (authentication?.grant) return sendWithToken(delivery, connection, authentication.grant, createdAtMs);
    return exchanged(delivery, connection, authentication?.prove ?? null, createdAtMs, deadlineMs);
  }

  /** The token and the delivery share one deadline. */
  async function sendWithToken(
    delivery: Delivery,
    connection: ConnectionRoute,
    grant: Grant,
    createdAtMs: number,
  ): Promise<Answer> {
    const { deadlineMs } = connection.destination;
    const startedAtMs = performance.now();
    const token = await tokens.tokenFor(grant, deadlineMs);
    if (token === null) return notSent(delivery, connection, "OAUTH2_HANDSHAKE_FAILED", createdAtMs);
    const leftMs = Math.max(0, deadlineMs - (performance.now() - startedAtMs));
    const answer = await exchanged(delivery, connection, proveByBearerToken(token), createdAtMs, leftMs);
    if (answer.response_status === 401) tokens.drop(grant, token);
    return answer;
  }

  async function exchanged(
    delivery: Delivery,
    connection: ConnectionRoute,
    prove: Prove | null,
    createdAtMs: number,
    deadlineMs: number,
  ): Promise<Answer> {
    const request = requestFor(delivery, connection, prove, createdAtMs);
    if (!request) return notSent(delivery, connection, "INVALID_URL", createdAtMs);
    const carry = connection.destination.type === "CLI" ? sendToCli : sendOverHttp;
    const carried = await carry(delivery, request, deadlineMs);
    const sent = {
      createdAtMs,
      http_method: request.method,
      requested_url: request.url,
      deliveredAtMs: carried.sentAtMs,
      respondedAtMs: carried.respondedAtMs,
    };
    if ("response" in carried) return answerOf(sent, carried.response);
    const { failure } = carried;
    const error_code = typeof failure === "string" ? failure : failureCode(failure);
    return { ...sent, ...NO_RESPONSE, error_code };
  }

  function sendOverHttp(
    { payload }: Delivery,
    { origin, path, method, headers, credentialHeaders }: DeliveryRequest,
    deadlineMs: number,
  ): Promise<Carried> {
    return dialer.exchange({
      origin,
      path,
      method,
      headers,
      credentialHeaders,
      body: payload.body,
      deadlineMs,
      bodyMaxBytes: RESPONSE_BODY_KEPT_BYTES,
      maxRedirects: REDIRECTS_MAX,
    });
  }

  /** Uses no network, and therefore needs no token. */
  function sendToMock(delivery: Delivery, connection: ConnectionRoute): Answer {
    const nowMs = Date.now();
    const request = requestFor(delivery, connection, null, nowMs);
    if (!request) return notSent(delivery, connection, "INVALID_URL", nowMs);
    const sent = {
      createdAtMs: nowMs,
      http_method: request.method,
      requested_url: request.url,
      deliveredAtMs: nowMs,
      respondedAtMs: nowMs,
    };
    return answerOf(sent, mockResponse(request.method, request.path, delivery.payload.body));
  }
}

/** Null if the event is not traced: then the destination decides by itself whether it traces. */
function traceparentFor({ traced, id, attempt_number }: Delivery): string | null {
  return traced ? traceparentOf(traced.trace, attemptSpanId(id, attempt_number)) : null;
}

/** What happened to a request on its way. */
type Carried = { sentAtMs: number | null; respondedAtMs: number | null } & (
  | { response: Response }
  | { failure: Error | DeliveryErrorCode }
);
/** Carries a request to its destination and the answer back. */
export type Carry = (delivery: Delivery, request: DeliveryRequest, deadlineMs: number) => Promise<Carried>;

type Sent = Pick<Answer, "createdAtMs" | "http_method" | "requested_url" | "deliveredAtMs" | "respondedAtMs">;

function answerOf(sent: Sent, response: Response): Answer {
  return {
    ...sent,
    response_status: response.status,
    error_code: null,
    response_headers: response.headers,
    response_body: response.body,
    response_body_cut: response.cut,
  };
}

/** The attempt ended before anything was sent. */
function notSent(
  { payload }: Delivery,
  { destination }: ConnectionRoute,
  error_code: DeliveryErrorCode,
  createdAtMs = Date.now(),
): Answer {
  return {
    createdAtMs,
    http_method: destination.http_method ?? payload.method,
    requested_url: destination.url ?? "",
    ...NO_RESPONSE,
    error_code,
    deliveredAtMs: null,
    respondedAtMs: null,
  };
}
