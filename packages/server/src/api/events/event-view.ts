/** How does an event look from outside, and what would its next attempt send? */
import { REQUEST_METHODS, type RequestMethod } from "@posthorn/contract/causes";
import { DEFAULT_AUTH_TYPE } from "@posthorn/contract/destination-auth";
import type { Event, EventData } from "@posthorn/contract/events";
import { publicId } from "@posthorn/contract/ids";
import { plannedWaitMs } from "@posthorn/contract/retry-wait";
import { createdAt, requestIdOfEvent } from "../../ids.ts";
import { authenticationOf, readAuth, redactedProof } from "../../pipeline/send/auth/authentication.ts";
import { openSigningSecrets } from "../../pipeline/send/auth/signature.ts";
import { deliveryRequest } from "../../pipeline/send/delivery-request.ts";
import { destinationUrl } from "../../pipeline/send/destination-url.ts";
import { headerNames } from "../../pipeline/send/header-names.ts";
import type { Sealer } from "../../store/seal.ts";
import { headerList, shortEventData } from "../../pipeline/route/payload-view.ts";
import type { StoredPayload } from "../payloads/payloads.sql.ts";
import type { DeliveryContext, EventRow } from "./events.sql.ts";

/** `data` is undefined when the caller did not ask for it, and null when it is past retention. */
export function eventView(row: EventRow, data?: EventData | null): Event {
  return {
    id: publicId("event", row.id),
    team_id: publicId("project", row.team_id),
    webhook_id: publicId("connection", row.webhook_id),
    source_id: publicId("source", row.source_id),
    destination_id: publicId("destination", row.destination_id),
    event_data_id: publicId("payload", row.event_data_id),
    request_id: publicId("request", requestIdOfEvent(row.id)),
    attempts: row.attempts,
    last_attempt_at: row.last_attempt_at,
    next_attempt_at: row.next_attempt_at,
    response_status: row.response_status,
    error_code: row.error_code,
    ...(row.delivery_group && { delivery_group: row.delivery_group }),
    status: row.status,
    successful_at: row.successful_at,
    cli_id: row.cli_id && publicId("cli_client", row.cli_id),
    updated_at: row.updated_at,
    created_at: createdAt(row.id),
    ...(data !== undefined && { data }),
  };
}

function isMethod(text: string): text is RequestMethod {
  return REQUEST_METHODS.some((method) => method === text);
}

export interface EventDataInput {
  event: EventRow;
  payload: StoredPayload;
  context: DeliveryContext;
  verified: boolean | null;
  /** The dashboard's URL, for the link in the headers of deliveries. */
  publicUrl: string;
  open: Sealer["open"];
}

/** The request that a manual retry would send now, without the values of the destination's credentials. */
export function eventData(input: EventDataInput): EventData {
  const { event, payload, context, open } = input;
  const { destination_config: config, destination_auth: sealed } = context;
  const url = destinationUrl(context.destination_type, config);
  const destination = { team_id: event.team_id, id: event.destination_id };
  const json = sealed && open(sealed, "destinations.auth", destination);
  const authentication = authenticationOf(destination, readAuth(config.auth_type ?? DEFAULT_AUTH_TYPE, json));
  const event_id = publicId("event", event.id);
  const headers = headerList(payload.headers);
  const request = deliveryRequest({
    payload: { ...payload, headers },
    verified: input.verified,
    destination: { name: context.destination_name, ...config, url },
    source_name: context.source_name,
    connection_name: context.connection_name,
    event_id,
    request_id: publicId("request", requestIdOfEvent(event.id)),
    event_url: `${input.publicUrl}/events/${event_id}`,
    attempt_number: event.attempts + 1,
    trigger: "MANUAL",
    retry_wait_ms: plannedWaitMs(
      context.rules.find((rule) => rule.type === "retry") ?? null,
      event.retries + 1,
    ),
    signing: openSigningSecrets(event.team_id, context, open),
    headerNames: headerNames(context.headers_prefix),
    prove: authentication && redactedProof(authentication),
    nowMs: Date.now(),
    traceparent: null, // only an attempt has a span
  });
  const method = request?.method ?? payload.method;
  return {
    ...shortEventData(payload, request?.headers ?? headers),
    url: request?.url ?? url ?? "",
    // Sources accept no other methods, and destinations are set to no others.
    method: isMethod(method) ? method : "POST",
    appended_headers: request?.appended_headers ?? [],
  };
}
