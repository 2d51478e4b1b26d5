/**
 * What did an attempt at this event send?
 *
 * An attempt stores its method and its URL. Its headers follow from its number, its trigger, the payload and the
 * settings, so they are built once more, as of the time of the attempt. Storing them would double the size of an attempt.
 * Three things are those of today: names, the retry rule, and the method of authentication with its secrets.
 */
import { REQUEST_METHODS, type RequestMethod } from "@posthorn/contract/causes";
import { DEFAULT_AUTH_TYPE } from "@posthorn/contract/destination-auth";
import type { EventData } from "@posthorn/contract/events";
import { publicId } from "@posthorn/contract/ids";
import { plannedWaitMs } from "@posthorn/contract/retry-wait";
import { requestIdOfEvent } from "../../ids.ts";
import { headerList, shortEventData } from "../../pipeline/route/payload-view.ts";
import { authenticationOf, readAuth, redactedProof } from "../../pipeline/send/auth/authentication.ts";
import { openSigningSecrets } from "../../pipeline/send/auth/signature.ts";
import { deliveryRequest } from "../../pipeline/send/delivery-request.ts";
import { destinationUrl } from "../../pipeline/send/destination-url.ts";
import { headerNames } from "../../pipeline/send/header-names.ts";
import type { Sealer } from "../../store/seal.ts";
import type { StoredPayload } from "../payloads/payloads.sql.ts";
import type { DeliveryContext, EventRow, SentAttempt } from "./events.sql.ts";

function isMethod(text: string): text is RequestMethod {
  return REQUEST_METHODS.some((method) => method === text);
}

export interface SentRequestInput {
  event: EventRow;
  /** Null before the first attempt has ended: then this is what it sends. */
  attempt: SentAttempt | null;
  payload: StoredPayload;
  context: DeliveryContext;
  verified: boolean | null;
  /** The dashboard's URL, for the link in the headers of deliveries. */
  publicUrl: string;
  open: Sealer["open"];
}

/** Without the values of the destination's credentials. */
export function sentRequest(input: SentRequestInput): EventData {
  const { event, attempt, payload, context, open } = input;
  const { destination_config: config, destination_auth: sealed } = context;
  const url = destinationUrl(context.destination_type, config);
  const destination = { team_id: event.team_id, id: event.destination_id };
  const json = sealed && open(sealed, "destinations.auth", destination);
  const authentication = authenticationOf(destination, readAuth(config.auth_type ?? DEFAULT_AUTH_TYPE, json));
  const event_id = publicId("event", event.id);
  const headers = headerList(payload.headers);
  const sentAtMs = attempt ? Date.parse(attempt.created_at) : Date.now();
  const request = deliveryRequest({
    payload: { ...payload, headers },
    verified: input.verified,
    destination: { name: context.destination_name, ...config, url },
    source_name: context.source_name,
    connection_name: context.connection_name,
    event_id,
    request_id: publicId("request", requestIdOfEvent(event.id)),
    event_url: `${input.publicUrl}/events/${event_id}`,
    attempt_number: attempt?.attempt_number ?? 1,
    trigger: attempt?.trigger ?? event.trigger,
    // Each failed attempt has used up one retry of the rule.
    retry_wait_ms: plannedWaitMs(
      context.rules.find((rule) => rule.type === "retry") ?? null,
      (attempt?.failed_before ?? 0) + 1,
    ),
    signing: openSigningSecrets(
      event.team_id,
      context,
      Date.parse(context.previous_signing_secret_until ?? ""),
      open,
    ),
    signedAtMs: sentAtMs,
    headerNames: headerNames(context.headers_prefix),
    prove: authentication && redactedProof(authentication),
    nowMs: sentAtMs,
    traceparent: null, // the span of an attempt is known to the collector of traces only
  });
  const method = attempt?.http_method || request?.method || payload.method;
  return {
    ...shortEventData(payload, request?.headers ?? headers),
    // An attempt that a process left behind has stored no URL.
    url: attempt?.requested_url || request?.url || url || "",
    // Sources accept no other methods, and destinations are set to no others.
    method: isMethod(method) ? method : "POST",
    appended_headers: request?.appended_headers ?? [],
  };
}
