/**
 * What happens at a source URL, from the first byte of a request to its last?
 *
 * Raw node:http, because a framework takes a quarter of the time. Finds the source, reads the body under its limits, and
 * hands the whole request to `decide`, which answers when it is stored. Nothing that a sender writes can make this code
 * throw.
 */
import { type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http";
import { API_ERRORS } from "@posthorn/contract/errors";
import { REQUEST_HEAD_MAX_BYTES } from "@posthorn/contract/limits";
import { createLingering } from "../../inbound/last-answer.ts";
import { isGoodLine } from "../../inbound/request-line.ts";
import type { PlainRequests } from "../../inbound/plain-requests.ts";
import { toOriginForm } from "../../inbound/request-target.ts";
import type { Log } from "../../log.ts";
import type { RoutingTable } from "../routing-table.ts";
import type { SourceRoute } from "../source-route.ts";
import type { Tracing } from "../trace.ts";
import { answerOnSocket, answerPreflight } from "./answers.ts";
import { ComingBody } from "./coming-body.ts";
import { type DecideDeps, createDecide } from "./decide.ts";
import { type IngestCounts, newIngestCounts } from "./ingest-counts.ts";
import type { Intake } from "./intake.ts";
import { type PublishTarget, publishTarget, publishedHeaders, publishedTo } from "./publish.ts";
import { isOwn } from "./own-sockets.ts";
import { QUIET_MS, createQuietBodies } from "./quiet-bodies.ts";
import { createRefusals } from "./refusals.ts";
import { sourceTarget, type SourceTarget } from "./source-url.ts";
import { withinPatience } from "./within-patience.ts";

/** How long a sender may take for its headers and for the whole request, and how long a body may not move. */
const PATIENCE = { headMs: 20_000, requestMs: 60_000, quietMs: QUIET_MS };
/**
 * Requests that may wait while the database looks up their source, and as many that may wait for their API key and
 * source. Requests to known sources do not wait.
 */
const MAX_LOOKING_UP = 1_000;
/** An authority looks from a few places at once; anybody may ask at a custom domain. */
const MAX_LOOKING_UP_CHALLENGES = 50;
const IDLE_CONNECTION_MS = 65_000;
/** Where a certificate authority looks for the proof that a name leads here. */
const CHALLENGE_PATH = /^\/\.well-known\/acme-challenge\/([\w-]{1,512})$/;

export interface IngestServerDeps extends Pick<DecideDeps, "requestUrl" | "clientIp" | "learnSecret"> {
  routing: RoutingTable;
  intake: Intake;
  log: Log;
  isReady: () => Promise<boolean>;
  /** The project whose API key is in this Authorization header, and whether the key's role may publish; null if the key is no project's. */
  publisherOf: (authorization: string) => Promise<{ project: string; mayPublish: boolean } | null>;
  /** What a certificate authority should find for this token at a custom domain. Without it, nothing is found. */
  challengeAnswer?: (challenge: { hostname: string; token: string }) => Promise<string | null>;
  /** Host names of the installation itself that may have to be proven, too. */
  ownNames?: ReadonlySet<string>;
  /** Sends requests to TLS that came without it, if they must. */
  plain?: PlainRequests | null;
  /** Where this server counts what it does. */
  counts?: IngestCounts;
  /** Null: no request is traced. */
  tracing?: Tracing | null;
}

export function createIngestServer(deps: IngestServerDeps, asked: Partial<typeof PATIENCE> = {}): Server {
  const { routing, intake, log, isReady, publisherOf } = deps;
  const { counts = newIngestCounts(), tracing = null, challengeAnswer, ownNames, plain = null } = deps;
  const lookingUp = { source: 0, publisher: 0, challenge: 0 };
  const patience = { ...PATIENCE, ...asked };
  const quiet = createQuietBodies(patience.quietMs);
  const lingering = createLingering();
  const { refuse, refuseFor } = createRefusals({ counts, lingering });
  const decide = createDecide({ ...deps, counts, tracing, refuse, lingering });

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
      if (plain && !isOwn(request.socket) && plain.redirect(request, response)) return;
      const target = sourceTarget(request.url ?? "");
      if (target && isPreflight(request)) return answerPreflight(response);
      const route = target && routing.byToken(target.token);
      const isKnown =
        route && !route.isDeleted && (route.connections.length > 0 || routing.isConfirmed(route.key));
      if (target && isKnown && isAtHome(request, route)) return receive(request, response, route, target);
      if (!target || isKnown) return refuse(request, response, 404, "Source not found");
      // Health checks wait for no place: guesses at tokens may have taken all.
      if (target.path === "/" && target.token === "healthz") return answerHealth(response, true);
      if (target.path === "/" && target.token === "readyz")
        return void isReady()
          .catch(() => false)
          .then((isWell) => answerHealth(response, isWell));
      const challenge = challengeAnswer ? challengeAt(request) : null;
      if (challenge) return void answerChallenge(request, response, challenge);
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
    if (!route || !isAtHome(request, route)) return refuse(request, response, 404, "Source not found");
    if (route.isDeleted) return refuse(request, response, 410, "Source deleted");
    return receive(request, response, route, target);
  }

  /** Only for names that somebody has claimed: nobody else waits for a certificate of ours. */
  function challengeAt({
    method,
    url,
    headers,
  }: IncomingMessage): { hostname: string; token: string } | null {
    const token = method === "GET" ? (CHALLENGE_PATH.exec(url ?? "")?.[1] ?? null) : null;
    const name = headers.host?.replace(/:\d*$/, "").toLowerCase() ?? "";
    const hostname = token === null ? null : ownNames?.has(name) ? name : routing.claimedDomain(headers.host);
    return token === null || hostname === null ? null : { hostname, token };
  }

  async function answerChallenge(
    request: IncomingMessage,
    response: ServerResponse,
    challenge: { hostname: string; token: string },
  ): Promise<void> {
    if (lookingUp.challenge >= MAX_LOOKING_UP_CHALLENGES) return refuseFor("busy", request, response);
    lookingUp.challenge++;
    try {
      const answer = (await withinPatience(challengeAnswer?.(challenge) ?? Promise.resolve(null))) ?? null;
      if (answer === null) return refuse(request, response, 404, "Source not found");
      response.writeHead(200, {
        "content-type": "application/octet-stream",
        "x-content-type-options": "nosniff",
        "cache-control": "no-store",
      });
      response.end(answer);
    } catch (error) {
      log.warn("ingest.lookup_failed", { error });
      refuseFor("busy", request, response);
    } finally {
      lookingUp.challenge--;
    }
  }

  /** At a custom domain, only the sources of its project exist, and those do not before it is proven. */
  function isAtHome({ headers }: IncomingMessage, { teamKey }: SourceRoute): boolean {
    return routing.mayReach(headers.host, teamKey);
  }

  async function receivePublished(
    request: IncomingMessage,
    response: ServerResponse,
    target: PublishTarget,
  ): Promise<void> {
    if (request.method !== "POST") return refuse(request, response, 405, "HTTP method not allowed", ["POST"]);
    const publisher = await withinPatience(publisherOf(request.headers.authorization ?? ""));
    if (publisher === null) return refuse(request, response, 401, API_ERRORS.UNAUTHORIZED.message);
    if (!publisher.mayPublish) return refuse(request, response, 403, API_ERRORS.FORBIDDEN.message);
    const named = publishedTo(request.rawHeaders);
    if (!named) {
      const howTo = "Name the source in the header X-Posthorn-Source-Name or X-Posthorn-Source-Id";
      return refuse(request, response, 400, howTo);
    }
    const route = await withinPatience(routing.ofProject(publisher.project, named));
    if (route === "busy") return refuseFor("busy", request, response);
    if (!route || !isAtHome(request, route)) return refuse(request, response, 404, "Source not found");
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
    const isTooLarge = announced > route.maxBodyBytes;
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
    coming = new ComingBody(request, flight, quiet, route.maxBodyBytes, finish, (why) => {
      if (why === "no room") refuseFor("busy", request, response);
      else refuse(request, response, 408, "Request timed out");
    });
  }

  return server;
}

/** A browser asks whether a page of another origin may send a request. It is no request of a sender, and is not stored. */
function isPreflight({ method, headers }: IncomingMessage): boolean {
  const hasBody = headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
  return (
    method === "OPTIONS" &&
    !hasBody &&
    headers.origin !== undefined &&
    headers["access-control-request-method"] !== undefined
  );
}

function answerHealth(response: ServerResponse, isWell: boolean): void {
  response.writeHead(isWell ? 200 : 503, {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
  });
  response.end(JSON.stringify({ status: isWell ? "ok" : "unavailable" }));
}
