/**
 * What happens at a source URL, from the first byte to the answer?
 *
 * Raw node:http, because a framework takes a quarter of the time. Reads the body under its limits, asks `admit`, and
 * answers only when the request is stored. Nothing that a sender writes can make this code throw.
 */
import { type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http";
import { publicId } from "@posthorn/contract/ids";
import { LOOP_MAX_REQUESTS, REQUEST_BODY_MAX_BYTES, REQUEST_HEAD_MAX_BYTES } from "@posthorn/contract/limits";
import { newRequestIdBytes } from "../../ids.ts";
import { createLingering } from "../../inbound/last-answer.ts";
import { isGoodLine } from "../../inbound/request-line.ts";
import { toOriginForm } from "../../inbound/request-target.ts";
import type { Log } from "../../log.ts";
import { HOPS_HEADER, hopsOf } from "../hops.ts";
import type { RoutingTable } from "../routing-table.ts";
import type { SourceRoute } from "../source-route.ts";
import type { Tracing } from "../trace.ts";
import { type Admission, type Arrival, type Challenge, FATAL, LOOP, admit } from "./admission.ts";
import { acknowledge, answer, answerAsConfigured, answerChallenge, answerOnSocket } from "./answers.ts";
import { ComingBody } from "./coming-body.ts";
import type { Flight, NoRoom } from "./in-flight.ts";
import { type IngestCounts, countRefusal, newIngestCounts } from "./ingest-counts.ts";
import type { Intake } from "./intake.ts";
import { withoutOwnCookies } from "./own-cookies.ts";
import { REQUEST_ID_HEADER, isOwn } from "./own-sockets.ts";
import { createLoopWatch } from "./loop-watch.ts";
import { type PublishTarget, publishTarget, publishedHeaders, publishedTo } from "./publish.ts";
import { QUIET_MS, createQuietBodies } from "./quiet-bodies.ts";
import { requestSpans } from "./request-spans.ts";
import type { LearnSecret } from "./learn-secret.ts";
import { sourceTarget, type SourceTarget } from "./source-url.ts";
import { responseAskedFor } from "./url-switches.ts";

/** How long a sender may take for its headers and for the whole request, and how long a body may not move. */
const PATIENCE = { headMs: 20_000, requestMs: 60_000, quietMs: QUIET_MS };
const LOOK_UP_WITHIN_MS = 3_000;
/**
 * Requests that may wait while the database looks up their source, and as many that may wait for their API key and
 * source. Requests to known sources do not wait.
 */
const MAX_LOOKING_UP = 1_000;
const IDLE_CONNECTION_MS = 65_000;

export interface IngestServerDeps {
  routing: RoutingTable;
  intake: Intake;
  log: Log;
  /** The dashboard's URL for requests, with a trailing slash. */
  requestUrl: string;
  /** The sender's address: the socket's, unless a trusted proxy reports another. */
  clientIp: (request: IncomingMessage) => string | null;
  isReady: () => Promise<boolean>;
  learnSecret: LearnSecret;
  /** The project whose API key is in this Authorization header; null if the key is no project's. */
  projectOfAuthorization: (authorization: string) => Promise<string | null>;
  /** Where this server counts what it does. */
  counts?: IngestCounts;
  /** Null: no request is traced. */
  tracing?: Tracing | null;
}

/** A request with all its bytes, and the sender that waits for an answer. */
interface Received {
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

export function createIngestServer(deps: IngestServerDeps, asked: Partial<typeof PATIENCE> = {}): Server {
  const { routing, intake, log, requestUrl, clientIp, isReady, learnSecret, projectOfAuthorization } = deps;
  const { counts = newIngestCounts(), tracing = null } = deps;
  const lookingUp = { source: 0, publisher: 0 };
  const patience = { ...PATIENCE, ...asked };
  const quiet = createQuietBodies(patience.quietMs);
  const lingering = createLingering();
  const loops = createLoopWatch();

  const server = createServer(
    {
      maxHeaderSize: REQUEST_HEAD_MAX_BYTES,
      headersTimeout: patience.headMs,
      requestTimeout: patience.requestMs,
      connectionsCheckingInterval: Math.min(1_000, patience.headMs),
      keepAliveTimeout: IDLE_CONNECTION_MS,
    },
    (request, response) => {
      if (!isGoodLine(request)) return refuse(request, response, 400, "Malformed HTTP request");
      toOriginForm(request);
      const target = sourceTarget(request.url ?? "");
      const route = target && routing.byToken(target.token);
      const isKnown =
        route && !route.isDeleted && (route.connections.length > 0 || routing.isConfirmed(route.key));
      if (target && isKnown) return receive(request, response, route, target);
      if (!target) return refuse(request, response, 404, "Source not found");
      // Health checks wait for no place: guesses at tokens may have taken all.
      if (target.path === "/" && target.token === "healthz") return answerHealth(response, true);
      if (target.path === "/" && target.token === "readyz")
        return void isReady()
          .catch(() => false)
          .then((isWell) => answerHealth(response, isWell));
      const published = publishTarget(request.url ?? "");
      const line = published ? "publisher" : "source";
      if (lookingUp[line] >= MAX_LOOKING_UP) return refuseFor("busy", request, response);
      lookingUp[line]++;
      const received = published
        ? receivePublished(request, response, published)
        : receiveUncached(request, response, target);
      void received
        .catch((error: unknown) => {
          log.warn("ingest.lookup_failed", { error });
          refuseFor("busy", request, response);
        })
        .finally(() => lookingUp[line]--);
    },
  );
  server.maxRequestsPerSocket = 0;
  server.on("close", quiet.stop);
  // With this listener, a sender that asks before it sends its body waits until `receive` wants the body.
  server.on("checkContinue", (request, response) => server.emit("request", request, response));
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (lingering.has(socket)) {
      socket.destroy();
    } else if (error.code === "HPE_HEADER_OVERFLOW") {
      answerOnSocket(socket, 431, "Request Header Fields Too Large", "Request headers are too large");
    } else if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") {
      answerOnSocket(socket, 408, "Request Timeout", "Request timed out");
    } else if (error.code === "ECONNRESET") {
      socket.destroy();
    } else {
      answerOnSocket(socket, 400, "Bad Request", "Malformed HTTP request");
    }
  });
  server.on("connect", (_, socket) =>
    answerOnSocket(socket, 405, "Method Not Allowed", "HTTP method not allowed"),
  );

  /** The source is not in memory yet, or has no connection; one may have been created just now. */
  async function receiveUncached(
    request: IncomingMessage,
    response: ServerResponse,
    target: SourceTarget,
  ): Promise<void> {
    const route = await withinPatience(routing.fresh(target.token));
    if (route === "busy") return refuseFor("busy", request, response);
    if (!route) return refuse(request, response, 404, "Source not found");
    if (route.isDeleted) return refuse(request, response, 410, "Source deleted");
    return receive(request, response, route, target);
  }

  async function receivePublished(
    request: IncomingMessage,
    response: ServerResponse,
    target: PublishTarget,
  ): Promise<void> {
    if (request.method !== "POST") return refuse(request, response, 405, "HTTP method not allowed", ["POST"]);
    const project = await withinPatience(projectOfAuthorization(request.headers.authorization ?? ""));
    if (project === null) return refuse(request, response, 401, "Invalid or missing API key");
    const named = publishedTo(request.rawHeaders);
    if (!named) {
      const howTo = "Name the source in the header X-Posthorn-Source-Name or X-Posthorn-Source-Id";
      return refuse(request, response, 400, howTo);
    }
    const route = await withinPatience(routing.ofProject(project, named));
    if (route === "busy") return refuseFor("busy", request, response);
    if (!route) return refuse(request, response, 404, "Source not found");
    if (route.isDeleted) return refuse(request, response, 410, "Source deleted");
    return receive(request, response, route, target, publishedHeaders(request.rawHeaders));
  }

  /** `published` are the headers of a request that came with an API key; null at a source's own URL. */
  function receive(
    request: IncomingMessage,
    response: ServerResponse,
    route: SourceRoute,
    target: Pick<SourceTarget, "path" | "query">,
    published: readonly string[] | null = null,
  ): void {
    // The sender hung up during the look-up: `close` has already fired, so nothing would free the place.
    if (response.destroyed) return;
    if (route.isPublishOnly && published === null) {
      const why = "This source takes requests only through the publish API";
      return refuse(request, response, 403, why);
    }
    const announced = Number(request.headers["content-length"] ?? 0);
    const isTooLarge = announced > REQUEST_BODY_MAX_BYTES;
    const flight = intake.enter(route, isTooLarge ? 0 : announced);
    if (typeof flight === "string") return refuseFor(flight, request, response);

    let coming: ComingBody | null = null;
    // `close` fires once: after the answer, or when the sender hangs up before it.
    response.on("close", () => {
      if (coming) quiet.forget(coming);
      flight.end();
    });
    const finish = (body: Buffer | null) => {
      const noPlace = flight.takePlace();
      if (noPlace) {
        flight.end();
        return refuseFor(noPlace, request, response);
      }
      if (body === null) flight.forgetBody();
      const arrivedAtMs = performance.now();
      counts.bodyBytes += body?.length ?? 0;
      decide({ request, response, route, target, published, body, arrivedAtMs, flight });
    };
    if (isTooLarge) return finish(null);
    if (request.headers.expect !== undefined && request.httpVersion === "1.1") response.writeContinue();
    coming = new ComingBody(request, flight, quiet, finish, (why) => {
      if (why === "no room") refuseFor("busy", request, response);
      else refuse(request, response, 408, "Request timed out");
    });
  }

  /** Nearly always decides at once; only a verifier that fetches a key makes a sender wait. */
  function decide(received: Received): void {
    const { request, route, target, published, body } = received;
    const arrival: Arrival = {
      method: request.method ?? "",
      path: target.path,
      query: target.query,
      url: routing.ingestUrl + (request.url ?? ""),
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
    store(received, arrival, LOOP);
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
    if (!("reply" in admission)) return store(received, arrival, admission);
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

  function store(
    { request, response, route, target, arrivedAtMs, flight, body }: Received,
    { method, query, headers, receivedAtMs, isVouchedFor }: Arrival,
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

    const trace = tracing && tracing.traceOf(id, headers);
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
      query,
      headers,
      client_ip: clientIp(request),
      body,
      plan: null,
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
              bodyBytes: body?.length ?? 0,
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
          ...(admission.status === 405 && { allow: route.allowedMethods }),
        });
        if (!isUnread) return;
        flight.end();
        lingering.end(request, response);
      },
    });
  }

  function refuseFor(why: NoRoom, request: IncomingMessage, response: ServerResponse): void {
    if (why === "busy") refuse(request, response, 503, "Temporarily unavailable, try again");
    else refuse(request, response, 429, "Too many requests for this source");
  }

  function refuse(
    request: IncomingMessage,
    response: ServerResponse,
    status: number,
    message: string,
    allow?: string[],
  ): void {
    if (response.headersSent) return;
    countRefusal(counts, status);
    const isUnread = !request.complete;
    answer(response, { status, message, isUnread, ...(allow && { allow }) });
    if (isUnread) lingering.end(request, response);
  }

  return server;
}

/** A sender gets an answer within four seconds, even if the database does not answer at all. */
async function withinPatience<Value>(work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The database did not answer in time")), LOOK_UP_WITHIN_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function answerHealth(response: ServerResponse, isWell: boolean): void {
  response.writeHead(isWell ? 200 : 503, {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
  });
  response.end(JSON.stringify({ status: isWell ? "ok" : "unavailable" }));
}
