/**
 * What answers on the port for people and programs?
 *
 * One Fastify server: the public API under its versions, the dashboard's own endpoints, signing in, health, and the
 * dashboard itself for every other path. Errors are answered and logged here, once.
 */
import type { Server } from "node:http";
import { OF_SESSIONS } from "@posthorn/contract/dashboard-api";
import { API_BODY_MAX_BYTES, REQUEST_HEAD_MAX_BYTES } from "@posthorn/contract/limits";
import { API_ERRORS } from "@posthorn/contract/errors";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { type ConnectionLimits, limitConnections, limitsOfEach } from "../inbound/connection-limits.ts";
import { toOriginForm } from "../inbound/request-target.ts";
import { watchConnections } from "../inbound/orderly-stop.ts";
import { STRICT_TRANSPORT, isOverTls } from "../inbound/plain-requests.ts";
import { refuseUpgrade } from "../cli/refuse-upgrade.ts";
import type { ApiDeps } from "./api-deps.ts";
import { ApiError, asApiError, errorReply } from "./api-error.ts";
import { serveAuditLog } from "./audit-log/audit-routes.ts";
import { serveAuditPush } from "./audit-push/audit-push-routes.ts";
import { serveAttempts } from "./attempts/attempt-routes.ts";
import { serveCliAuth } from "./cli-auth/cli-auth-routes.ts";
import { serveCliLogins } from "./cli-auth/cli-login-routes.ts";
import { serveCliSessions } from "./cli-sessions/cli-session-routes.ts";
import { serveBilling } from "./billing/billing-routes.ts";
import { serveCards } from "./billing/card-routes.ts";
import { serveBookmarks } from "./bookmarks/bookmark-routes.ts";
import { serveAllBulkOperations, serveBulkOperations } from "./bulk/bulk-routes.ts";
import { serveConnectionVersions } from "./connection-versions/version-routes.ts";
import { serveConnections } from "./connections/connection-routes.ts";
import { serveCustomDomains } from "./custom-domains/custom-domain-routes.ts";
import { serveDashboardFiles, sendDashboard } from "./dashboard-files.ts";
import { serveDashboardApi, serveWithoutProject } from "./dashboard-api/dashboard-routes.ts";
import { serveDestinations } from "./destinations/destination-routes.ts";
import { serveErasures } from "./erasures/erasure-routes.ts";
import { serveEvents } from "./events/event-routes.ts";
import { serveOperator } from "./operator/operator-routes.ts";
import { serveDocsPage } from "./docs-page.ts";
import { serveScrapes } from "./scrape-route.ts";
import { isHealthCheck, refusalAtDoor } from "./front-door.ts";
import { serveIntegrations } from "./integrations/integration-routes.ts";
import { serveKeys } from "./keys/key-routes.ts";
import { serveMarkers } from "./markers/marker-routes.ts";
import { parseJsonBody } from "./json-body.ts";
import { serveMetrics } from "./metrics/metrics-routes.ts";
import { serveWebhookTopics } from "./webhook-topics/webhook-topic-routes.ts";
import { openApiDocument } from "./openapi.ts";
import { createRateLimit, type RateLimit } from "./rate-limit.ts";
import { DATA_POLICY, pagePolicy, SECURITY_HEADERS, rateLimitHeaders } from "./reply-headers.ts";
import { isApiUrl, isScrape, unknownVersion, versionedUrl } from "./request-path.ts";
import { serveInvitations } from "./organizations/invitation-routes.ts";
import { serveOrganizations } from "./organizations/organization-routes.ts";
import { servePlans } from "./plans/plan-routes.ts";
import { serveProjectMembers } from "./project-members/project-member-routes.ts";
import { serveSampleProject } from "./sample-project/sample-project-routes.ts";
import { serveQuotas } from "./quotas/quota-routes.ts";
import { serveThroughput } from "./quotas/throughput-routes.ts";
import { serveProjects } from "./projects/project-routes.ts";
import { serveReplays } from "./requests/replay-routes.ts";
import { serveRequests } from "./requests/request-routes.ts";
import { assertAllServed, createServe } from "./serve.ts";
import { serveIssueTriggers } from "./issue-triggers/issue-trigger-routes.ts";
import { serveIssues } from "./issues/issue-routes.ts";
import { serveSavedViews } from "./saved-views/saved-view-routes.ts";
import { serveDirectorySync } from "./directory/directory-routes.ts";
import { serveScim } from "./scim/scim-server.ts";
import { serveSaml } from "./sso/saml-edge.ts";
import { serveSso } from "./sso/sso-routes.ts";
import { serveSources } from "./sources/source-routes.ts";
import { serveNotifications } from "./notifications/notification-routes.ts";
import { serveOnboarding } from "./onboarding/onboarding-routes.ts";
import { serveTeamIntegrations } from "./team-integrations/team-integration-routes.ts";
import { serveTransformations } from "./transformations/transformation-routes.ts";
import { answerUnreadable } from "./unreadable-request.ts";
import { DASHBOARD, VERSIONS } from "./versions/versions.ts";

const HEADERS_WITHIN_MS = 20_000;
const REQUEST_WITHIN_MS = 60_000;
const KEEP_ALIVE_MS = 65_000;
/** How often Node looks for heads and requests that are late. */
const LOOK_FOR_LATE_MS = 1_000;
/** A caller that does not read its answer is cut after this time without a byte in either direction. */
const NOTHING_MOVES_MS = 120_000;
/** More than honest browsers and programs need. 500 are enough for an office behind one address. */
const CONNECTIONS: ConnectionLimits = { most: 2_000, perAddress: 500, firstByteWithinMs: 10_000 };
const RETRY_AFTER_SECONDS = 5;
/** Longer than any id of ours; a longer parameter is answered as not found, not as an error. */
const PARAMETER_MAX_CHARACTERS = 500;

export interface ApiServer {
  /** For connections whose TLS has ended elsewhere in this process. */
  server: Server;
  /** Resolves when the port is open. `listen` opens it, see ports.ts: Fastify would open a second one for `localhost`. */
  start(listen: (server: Server) => Promise<void>): Promise<void>;
  /** Before a stop: `/readyz` says no, and each answer that its connection ends. It goes on as before. */
  drain(): void;
  /** Answers open requests, then closes. Cuts callers that send nothing. */
  stop(): Promise<void>;
  /** `http://host:port`, once started. */
  readonly address: string;
}

export async function createApiServer(
  deps: ApiDeps,
  limits = limitsOfEach(CONNECTIONS, deps.processes ?? 1),
): Promise<ApiServer> {
  const { hostKnown } = deps.access;
  const policyOfPages = pagePolicy(deps.config.ingestUrl, deps.cards?.form.script_url ?? null);
  const rateLimit = createRateLimit(deps.config.apiRateLimitPerMinute);
  const endSharing = deps.shareCalls?.(rateLimit);
  const app = Fastify({
    bodyLimit: API_BODY_MAX_BYTES,
    requestTimeout: REQUEST_WITHIN_MS,
    connectionTimeout: NOTHING_MOVES_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    routerOptions: { maxParamLength: PARAMETER_MAX_CHARACTERS, querystringParser: () => ({}) },
    http: {
      maxHeaderSize: REQUEST_HEAD_MAX_BYTES,
      headersTimeout: HEADERS_WITHIN_MS,
      connectionsCheckingInterval: LOOK_FOR_LATE_MS,
      // A client that offers another protocol, as curl does with --http2, gets an ordinary answer.
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === "websocket",
    },
    rewriteUrl: (request) => {
      toOriginForm(request);
      return versionedUrl(request);
    },
    forceCloseConnections: "idle",
    schemaController: { compilersFactory: { buildValidator: notBySchema, buildSerializer: notBySchema } },
    // A request that the router refuses runs no hook, so this sets the common headers itself.
    frameworkErrors: (error, request, reply) => {
      setHeaders(request, reply);
      void answerError(error, request, reply);
    },
    clientErrorHandler: answerUnreadable,
  });
  let isDraining = false;
  const callers = watchConnections(app.server);
  limitConnections({
    name: "api",
    server: app.server,
    connections: callers.connections,
    limits,
    ownerOf: deps.access.connectionOwner,
    log: deps.log,
  });
  app.server.on("upgrade", (request, socket, head) => {
    callers.upgraded(request.socket);
    toOriginForm(request);
    const refused = refusalAtDoor(request, { hostKnown, isAnyHostFine: false });
    if (!refused) return deps.cli.accept(request, socket, head);
    socket.on("error", () => socket.destroy()); // the client hung up
    refuseUpgrade(socket, errorReply(refused));
  });
  app.decorateRequest("caller", null);
  app.decorateRequest("person", null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>("application/json", { parseAs: "buffer" }, (_request, body, done) => {
    try {
      done(null, parseJsonBody(body));
    } catch (error) {
      done(asApiError(error));
    }
  });
  app.addHook("onRequest", async (request, reply) => {
    if (deps.plain?.redirect(request.raw, reply.raw, request.originalUrl)) return reply.hijack();
    setHeaders(request, reply);
    if (deps.plain && isOverTls(request.raw.socket))
      void reply.header("strict-transport-security", STRICT_TRANSPORT);
    const isAnyHostFine = isHealthCheck(pathOf(request.url)) || isScrape(request.raw);
    const refused = refusalAtDoor(request.raw, { hostKnown, isAnyHostFine });
    if (!refused) return;
    void reply.header("connection", "close");
    throw refused;
  });
  function setHeaders(request: FastifyRequest, reply: FastifyReply): void {
    const isApi = isApiUrl(request.url);
    void reply
      .headers(SECURITY_HEADERS)
      .header("content-security-policy", isApi ? DATA_POLICY : policyOfPages);
    if (isApi) void reply.headers(rateLimitHeaders(rateLimit.untouched(), Date.now()));
  }
  // Reads are not logged: an open dashboard reads every few seconds.
  app.addHook("onResponse", async (request, reply) => {
    const { caller } = request;
    const user_id = caller?.user_id ?? request.person?.user_id;
    if ((!caller && !user_id) || request.method === "GET" || request.method === "HEAD") return;
    deps.log.info("api.answered", {
      method: request.method,
      path: pathOf(request.url),
      status: reply.statusCode,
      team_id: caller?.project.id,
      user_id,
      duration_ms: Math.round(reply.elapsedTime),
    });
  });

  async function answerError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const error = asApiError(thrown);
    const { status } = API_ERRORS[error.code];
    const fields = { method: request.method, path: pathOf(request.url), code: error.code, ...error.logged };
    if (error.code === "UNAVAILABLE") deps.log.warn("api.unavailable", { ...fields, error: error.cause });
    else if (status >= 500) deps.log.error("api.failed", { ...fields, error: error.cause });
    else if (Object.keys(error.logged).length > 0) deps.log.info("api.refused", fields);
    const waitSeconds = error.code === "UNAVAILABLE" ? RETRY_AFTER_SECONDS : error.retryAfterSeconds;
    if (waitSeconds !== undefined) void reply.header("retry-after", String(waitSeconds));
    await reply
      .code(status)
      .type("application/json; charset=utf-8")
      .send(JSON.stringify(errorReply(error)));
  }
  app.setErrorHandler(answerError);

  serveApi(app, deps, rateLimit);
  serveDocuments(app, deps);
  serveSignIn(app, deps);
  serveSaml(app, deps);
  serveDocsPage(app);
  serveScrapes(app, deps);
  serveScim(app, deps, rateLimit);
  if (deps.config.operatorToken !== null) serveOperator(app, deps.config.operatorToken, deps);
  if (deps.stripe !== null)
    (await import("./billing/stripe-events-route.ts")).serveStripeEvents(app, deps.stripe, deps);
  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/readyz", async (_request, reply) => {
    const isReady = !isDraining && (await deps.isReady());
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? "ready" : "not ready" });
  });
  await serveDashboardFiles(app, deps.dashboardDir);
  app.setNotFoundHandler(async (request, reply) => {
    const message = unknownVersion(request.url);
    if (message !== null) throw new ApiError("NOT_FOUND", {}, { message });
    if (isApiUrl(request.url)) throw new ApiError("NOT_FOUND");
    return sendDashboard(request, reply, deps.dashboardDir);
  });

  return {
    async start(listen) {
      await app.ready();
      await listen(app.server);
    },
    drain() {
      isDraining = true;
      callers.sayGoodbye();
    },
    async stop() {
      await deps.cli.stop(); // otherwise the server would wait forever for the CLIs' sockets
      await callers.closeInOrder(() => app.close());
      endSharing?.();
    },
    server: app.server,
    get address() {
      const bound = app.server.address();
      if (bound === null || typeof bound === "string") throw new Error("The API server is not listening");
      const host = bound.family === "IPv6" ? `[${bound.address}]` : bound.address;
      return `http://${host}:${bound.port}`;
    },
  };
}

/** The contract validates and serializes, so Fastify's own compilers are never needed and not loaded. */
function notBySchema(): never {
  throw new Error("A route has a schema of Fastify's; its place is the contract");
}

/** The query may hold what people search for, which does not belong in a log. */
function pathOf(url: string): string {
  return url.split("?", 1)[0] ?? "";
}

/** The public endpoints in every version, and the dashboard's own. */
function serveApi(app: FastifyInstance, deps: ApiDeps, rateLimit: RateLimit): void {
  const versions = [...VERSIONS, DASHBOARD];
  const { serve, serveAnyone, servePerson, serveOrganization, served } = createServe(app, versions, {
    ...deps,
    rateLimit,
  });
  serveSources(serve, deps);
  serveDestinations(serve, deps);
  serveConnections(serve, deps);
  serveConnectionVersions(serve, deps);
  serveTransformations(serve, deps);
  serveRequests(serve, deps);
  serveReplays(serve, deps);
  serveEvents(serve, deps);
  serveAttempts(serve, deps);
  serveCliSessions(serve, deps);
  serveCliAuth(serve, serveAnyone, deps);
  serveProjects(serve, deps);
  serveProjectMembers(serve, deps);
  serveOrganizations(servePerson, serveOrganization, deps);
  serveInvitations(serveAnyone, servePerson, serveOrganization, deps);
  serveAuditLog(serveOrganization, deps);
  serveAuditPush(serveOrganization, deps);
  serveSso(serveOrganization, deps);
  serveDirectorySync(serveOrganization, deps);
  servePlans(serveOrganization, deps);
  serveBilling(serveOrganization, deps);
  serveCards(serveOrganization, deps);
  serveKeys(serve, deps);
  serveQuotas(serve, deps);
  serveThroughput(serve, deps);
  serveSampleProject(serve, deps);
  serveBookmarks(serve, deps);
  serveBulkOperations(serve, deps);
  serveMetrics(serve, deps);
  serveDashboardApi(serve, deps);
  serveCliLogins(serve, deps);
  serveIntegrations(serve, deps);
  serveTeamIntegrations(serve, deps);
  serveNotifications(serve, deps);
  serveCustomDomains(serve, deps);
  serveWebhookTopics(serve, deps);
  serveSavedViews(serve, deps);
  serveOnboarding(serve, deps);
  serveErasures(serve, deps);
  serveIssues(serve, deps);
  serveMarkers(serve, deps);
  serveIssueTriggers(serve, deps);
  serveAllBulkOperations(serve, deps);
  serveWithoutProject(app, deps);
  const expected = versions.flatMap(({ endpoints }) => endpoints);
  assertAllServed(
    expected.filter((endpoint) => !OF_SESSIONS.has(endpoint)),
    served,
  );
}

function serveDocuments(app: FastifyInstance, deps: ApiDeps): void {
  for (const version of VERSIONS) {
    let document: string | undefined; // made when first asked for
    app.get(`/${version.name}/openapi`, async (_request, reply) => {
      document ??= JSON.stringify(openApiDocument(deps.config.publicUrl, version));
      return reply.type("application/json; charset=utf-8").send(document);
    });
  }
}

function serveSignIn(app: FastifyInstance, deps: ApiDeps): void {
  app.register(async (auth) => {
    auth.removeAllContentTypeParsers();
    // The identity library reads the body itself.
    auth.addContentTypeParser("*", (_request, _payload, done) => done(null));
    auth.all("/auth/*", async (request, reply) => {
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value);
      }
      reply.hijack();
      await deps.access.handleAuth(request.raw, reply.raw);
    });
  });
}
