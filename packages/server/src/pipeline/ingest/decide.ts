/**
 * What becomes of a request whose bytes are all here?
 *
 * `admit` says whether it is accepted, rejected with a cause, or a challenge. A challenge is answered at once. Everything
 * else is stored, and the sender gets its answer when that has happened. A loop of our own deliveries ends here.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { publicId } from "@posthorn/contract/ids";
import { LOOP_MAX_REQUESTS } from "@posthorn/contract/limits";
import { newRequestIdBytes } from "../../ids.ts";
import type { Lingering } from "../../inbound/last-answer.ts";
import { isOverTls } from "../../inbound/plain-requests.ts";
import type { Log } from "../../log.ts";
import { HOPS_HEADER, hopsOf } from "../hops.ts";
import type { RoutingTable } from "../routing-table.ts";
import type { SourceRoute } from "../source-route.ts";
import type { Redactable, Redacted } from "../redaction.ts";
import type { Tracing } from "../trace.ts";
import {
  type Admission,
  type Arrival,
  type Challenge,
  FATAL,
  LOOP,
  admit,
  withUnreadableBody,
} from "./admission.ts";
import { acknowledge, answer, answerAsConfigured, answerChallenge } from "./answers.ts";
import type { Flight } from "./in-flight.ts";
import type { IngestCounts } from "./ingest-counts.ts";
import type { Intake } from "./intake.ts";
import type { LearnSecret } from "./learn-secret.ts";
import { createLoopWatch } from "./loop-watch.ts";
import { withoutOwnCookies } from "./own-cookies.ts";
import { REQUEST_ID_HEADER, isOwn } from "./own-sockets.ts";
import { createRedactArrival } from "./redact-arrival.ts";
import type { Refusals } from "./refusals.ts";
import { requestSpans } from "./request-spans.ts";
import type { SourceTarget } from "./source-url.ts";
import { responseAskedFor } from "./url-switches.ts";
import { withinPatience } from "./within-patience.ts";

/** A request with all its bytes, and the sender that waits for an answer. */
export interface Received {
  request: IncomingMessage;
  response: ServerResponse;
  route: SourceRoute;
  target: Pick<SourceTarget, "path" | "query">;
  /** The headers of a request that came with an API key; null at a source's own URL. */
  published: readonly string[] | null;
  /** Null: it was longer than the limit and is not kept. */
  body: Buffer | null;
  /** When all its bytes were here. */
  arrivedAtMs: number;
  flight: Flight;
}

export interface DecideDeps {
  routing: Pick<RoutingTable, "ingestUrl">;
  intake: Pick<Intake, "store">;
  log: Log;
  /** The dashboard's URL for requests, with a trailing slash. */
  requestUrl: string;
  /** The sender's address: the socket's, unless a trusted proxy reports another. */
  clientIp: (request: IncomingMessage) => string | null;
  learnSecret: LearnSecret;
  /** Where what ingest does is counted. */
  counts: IngestCounts;
  /** Null: no request is traced. */
  tracing: Tracing | null;
  refuse: Refusals["refuse"];
  lingering: Lingering;
}

/** What of a request is stored. */
type Kept = Redactable & Partial<Pick<Redacted, "redaction">>;

const NOTHING_KEPT: Kept = { query: null, headers: [], body: null };

export function createDecide(deps: DecideDeps): (received: Received) => void {
  const { routing, intake, log, requestUrl, clientIp, learnSecret, counts, tracing } = deps;
  const { refuse, lingering } = deps;
  const loops = createLoopWatch();
  /** Where TLS ends here, nothing in between has added to the path. */
  const overTls = `https://${new URL(routing.ingestUrl).host}`;
  const redactArrival = createRedactArrival(log);

  /** Nearly always decides at once; only a verifier that fetches a key makes a sender wait. */
  function decide(received: Received): void {
    const { request, route, target, published, body } = received;
    const arrival: Arrival = {
      method: request.method ?? "",
      path: target.path,
      query: target.query,
      url: (isOverTls(request.socket) ? overTls : routing.ingestUrl) + (request.url ?? ""),
      headers: withoutOwnCookies(published ?? request.rawHeaders, request.headers.cookie),
      body,
      receivedAtMs: Date.now(),
      isVouchedFor: published !== null,
    };
    if (request.headers[HOPS_HEADER] !== undefined) {
      const number = loops.numberOf(hopsOf(arrival.headers));
      if (number > LOOP_MAX_REQUESTS) return refuse(request, received.response, LOOP.status, LOOP.message);
      if (number === LOOP_MAX_REQUESTS) return endLoop(received, arrival);
    }
    const admission = admitSafely(route, arrival);
    if (admission instanceof Promise) void admission.then((later) => proceed(received, arrival, later));
    else proceed(received, arrival, admission);
  }

  /** The last request of a loop is stored, for people to see; those that are still on their way are only refused. */
  function endLoop(received: Received, arrival: Arrival): void {
    const { first } = hopsOf(arrival.headers);
    log.warn("ingest.loop_ended", { source: received.route.key, first_request_id: first });
    storeRedacted(received, arrival, LOOP);
  }

  function admitSafely(
    route: SourceRoute,
    arrival: Arrival,
  ): Admission | Challenge | Promise<Admission | Challenge> {
    try {
      const admission = admit(route, arrival);
      return admission instanceof Promise
        ? admission.catch((error: unknown) => fatal(route, error))
        : admission;
    } catch (error) {
      return fatal(route, error);
    }
  }

  function fatal(route: SourceRoute, error: unknown): Admission {
    log.error("ingest.fatal", { source: route.key, error });
    return FATAL;
  }

  function proceed(received: Received, arrival: Arrival, admission: Admission | Challenge): void {
    if (!("reply" in admission)) return storeRedacted(received, arrival, admission);
    received.flight.forgetBody();
    if (admission.learned === null) return reply(received, admission);
    void withinPatience(learnSecret(received.route, admission.learned)).then(
      () => reply(received, admission),
      (error: unknown) => {
        log.warn("ingest.secret_not_learned", { source: received.route.key, error });
        refuse(received.request, received.response, 503, "Temporarily unavailable, try again");
      },
    );
  }

  function reply({ request, response, route }: Received, challenge: Challenge): void {
    try {
      answerChallenge(response, challenge.reply);
    } catch (error) {
      // The reply repeats text of the sender that HTTP cannot carry.
      log.debug?.("request.challenge_not_answered", { source_id: publicId("source", route.id), error });
      refuse(request, response, 400, "The challenge cannot be answered");
    }
  }

  /** From here on, only what is masked goes on. Verification has seen the request as it came. */
  function storeRedacted(received: Received, arrival: Arrival, admission: Admission): void {
    const { route } = received;
    if (route.redaction === null) return store(received, arrival, arrival, admission);
    const redacted = redactArrival(route, route.redaction, arrival);
    if (!(redacted instanceof Promise)) return storeMasked(received, arrival, redacted, admission);
    void redacted.then(
      (late) => storeMasked(received, arrival, late, admission),
      (error: unknown) => {
        log.warn("ingest.redaction_late", { source: route.key, error });
        received.flight.forgetBody();
        refuse(received.request, received.response, 503, "Temporarily unavailable, try again");
      },
    );
  }

  function storeMasked(
    received: Received,
    arrival: Arrival,
    redacted: Redacted | "fault",
    admission: Admission,
  ): void {
    if (redacted === "fault") return store(received, arrival, NOTHING_KEPT, FATAL);
    store(received, arrival, redacted, redacted.isUnreadable ? withUnreadableBody(admission) : admission);
  }

  function store(
    { request, response, route, target, arrivedAtMs, flight }: Received,
    { method, query, headers: sentHeaders, receivedAtMs, isVouchedFor }: Arrival,
    kept: Kept,
    admission: Admission,
  ): void {
    // The id is made now, not on arrival: verifying may take a while, and the id must not be before the process's mark.
    const id = newRequestIdBytes();
    if (admission.failure !== null)
      log.debug?.("request.verification_failed", {
        source_id: publicId("source", route.id),
        request_id: publicId("request", id),
        ...admission.failure,
      });

    const trace = tracing && tracing.traceOf(id, sentHeaders);
    const admittedAtMs = trace ? performance.now() : 0;
    intake.store({
      id,
      route,
      trace,
      acceptedBy: 0,
      receivedAtMs,
      arrivedAtMs,
      flight,
      team: route.team,
      source: route.id,
      rejection_cause: admission.cause,
      verified: admission.verified,
      verification_failure: admission.failure,
      method,
      path: target.path,
      query: kept.query,
      headers: kept.headers,
      client_ip: clientIp(request),
      body: kept.body,
      redaction: kept.redaction ?? null,
      routed: null,
      answered: false,
      answer(outcome) {
        if (trace)
          tracing?.record(
            requestSpans({
              trace,
              id,
              team: route.team,
              source: route.id,
              method,
              bodyBytes: kept.body?.length ?? 0,
              rejection_cause: admission.cause,
              status: outcome === "stored" ? admission.status : 503,
              arrivedAtMs,
              admittedAtMs,
              answeredAtMs: performance.now(),
            }),
          );
        if (outcome === "unavailable")
          return refuse(request, response, 503, "Temporarily unavailable, try again");
        counts.answerSeconds.observe((performance.now() - arrivedAtMs) / 1000);
        if (admission.cause === null) counts.accepted++;
        else counts.rejected++;
        const requestId = publicId("request", id);
        if (isOwn(request.socket)) response.setHeader(REQUEST_ID_HEADER, requestId);
        if (admission.status === 200) {
          const custom = isVouchedFor ? null : (responseAskedFor(query) ?? route.customResponse);
          if (custom) return answerAsConfigured(response, custom);
          return acknowledge(response, requestUrl, requestId);
        }
        const isUnread = admission.status === 413;
        answer(response, {
          status: admission.status,
          message: admission.message,
          requestId,
          isUnread,
          ...(admission.retryAfterSeconds !== undefined && {
            retryAfterSeconds: admission.retryAfterSeconds,
          }),
          ...(admission.status === 405 && { allow: route.allowedMethods }),
        });
        if (!isUnread) return;
        flight.end();
        lingering.end(request, response);
      },
    });
  }

  return decide;
}
