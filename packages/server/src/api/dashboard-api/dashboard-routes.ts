/**
 * What do the endpoints answer that only our dashboard calls?
 *
 * The dashboard calls four of them before a project is chosen or a person has signed in, so they are not routes of a
 * project: who is signed in, their own account, whether this installation has an owner yet, and what everybody has to know
 * now.
 */
import type { IncomingHttpHeaders } from "node:http";
import { getAccount } from "@posthorn/contract/account";
import * as contract from "@posthorn/contract/dashboard-api";
import { DASHBOARD_API_PREFIX } from "@posthorn/contract/endpoint";
import * as filters from "@posthorn/contract/filter-trials";
import { getFailingSince } from "@posthorn/contract/failing-since";
import { internalId, publicId } from "@posthorn/contract/ids";
import { type Alarm, NOT_READY_TEXT, NOTICE_PATH, type Notice } from "@posthorn/contract/notice";
import { mayUse } from "@posthorn/contract/roles";
import type { FastifyInstance } from "fastify";
import { internalIds } from "../../store/filters/conditions.ts";
import type { ApiDeps } from "../api-deps.ts";
import { ApiError, notFound } from "../api-error.ts";
import type { Serve } from "../call.ts";
import { routePath } from "../serve.ts";
import { findConnectionIdByName } from "../connections/connections.sql.ts";
import { findEvent } from "../events/events.sql.ts";
import { destinationReads } from "../destinations/destinations.sql.ts";
import { findIssueTriggerNamed } from "../../store/issue-triggers.ts";
import { findPayload } from "../payloads/payloads.sql.ts";
import { findRequest } from "../requests/requests.sql.ts";
import { sourceReads } from "../sources/sources.sql.ts";
import { transformationReads } from "../transformations/transformations.sql.ts";
import { readAlarms } from "./alarms.sql.ts";
import { createCompleteFilter } from "./complete-filter.ts";
import { readCliSessionCounts } from "./cli-session-counts.sql.ts";
import { readConnectionCounts } from "./connection-counts.sql.ts";
import { readAttemptCounts, readRequestCounts, type DayCount } from "./day-counts.sql.ts";
import { readCliClients, readCliClientsById, readCliUsers } from "./cli-clients.sql.ts";
import { serveDownloads } from "./download-routes.ts";
import { readEventCounts } from "./event-counts.sql.ts";
import { readHeldCounts } from "./held-counts.sql.ts";
import { serveEventTraces } from "./event-trace-routes.ts";
import { readFailingSince } from "./failing-since.sql.ts";
import { serveHistograms } from "./histogram-routes.ts";
import { servePlaces } from "./places.ts";
import { serveProductEvents } from "./product-event-routes.ts";
import { serveRedactionTrials } from "./redaction-trial-routes.ts";
import { serveRulesTrials } from "./rules-trial-routes.ts";
import { serveSignedExamples } from "./signed-example-routes.ts";
import { serveTestEvents } from "./test-event-routes.ts";
import { serveTestRequests } from "./test-request-routes.ts";

/** Routes that need no project. */
export function serveWithoutProject(
  app: FastifyInstance,
  { db, access, chatModel, config, isReady, productEvents }: ApiDeps,
): void {
  async function alarmsFor(headers: IncomingHttpHeaders): Promise<Alarm[]> {
    const caller = await access.authenticate(headers);
    const isAdmin = caller !== null && caller !== "unknown_project" && mayUse("manageProject", caller);
    return isAdmin ? readAlarms(db) : [];
  }

  app.get(routePath(DASHBOARD_API_PREFIX, "/setup"), async (_request, reply) => {
    const setup: contract.Setup = { setup_needed: await access.setupNeeded() };
    return reply.header("cache-control", "no-store").send(setup);
  });
  app.get(routePath(DASHBOARD_API_PREFIX, NOTICE_PATH), async ({ headers }, reply) => {
    const { text: told, url } = config.notice;
    const canAsk = await isReady();
    const text = canAsk ? told : NOT_READY_TEXT;
    const answer: Notice = {
      notice: text === null ? null : { text, url },
      alarms: canAsk ? await alarmsFor(headers) : [],
    };
    return reply.header("cache-control", "no-store").send(answer);
  });
  app.get(routePath(DASHBOARD_API_PREFIX, contract.getSession.path), async (request, reply) => {
    const view = await access.sessionView(request.headers);
    if (!view) throw new ApiError("UNAUTHORIZED");
    const session: contract.Session = {
      ...view,
      filter_completion: chatModel !== null,
      provider_fetches: config.providerFetches,
      is_tracking: productEvents !== null,
    };
    return reply.header("cache-control", "no-store").send(session);
  });
  app.get(routePath(DASHBOARD_API_PREFIX, getAccount.path), async ({ headers }, reply) => {
    const account = await access.accountView(headers);
    if (!account) throw new ApiError("UNAUTHORIZED");
    return reply.header("cache-control", "no-store").send(account);
  });
}

export function serveDashboardApi(serve: Serve, deps: ApiDeps): void {
  const { db, filterTrial, chatModel } = deps;
  serveDownloads(serve, deps);
  serveTestEvents(serve, deps);
  serveTestRequests(serve, deps);
  serveSignedExamples(serve);
  serveEventTraces(serve, deps);
  serve(getFailingSince, async ({ team_id, id }) => {
    const uuid = internalId("event", id);
    const event = uuid && (await findEvent(db, team_id, uuid));
    if (!event) throw notFound(id);
    return event.status === "FAILED" ? readFailingSince(db, event) : null;
  });
  serveRulesTrials(serve, deps);
  serveRedactionTrials(serve, deps);
  serveHistograms(serve, deps);
  serveProductEvents(serve, deps);
  servePlaces(serve, deps);
  const completeFilter = createCompleteFilter(chatModel);
  serve(filters.completeFilter, ({ body }) => completeFilter(body));
  serve(filters.testFilter, ({ team_id, body: { filter, input } }) => filterTrial(team_id, filter, input));
  serve(contract.isNameUsed, async ({ team_id, query: { kind, name, source_id } }) => {
    if (kind === "source") return { used: (await sourceReads.findIdByName(db, team_id, name)) !== null };
    if (kind === "destination")
      return { used: (await destinationReads.findIdByName(db, team_id, name)) !== null };
    if (kind === "transformation")
      return { used: (await transformationReads.findIdByName(db, team_id, name)) !== null };
    if (kind === "issue_trigger") return { used: (await findIssueTriggerNamed(db, team_id, name)) !== null };
    // A source that does not exist yet has no connections, so every name is free.
    const source = source_id === undefined ? null : internalId("source", source_id);
    const taken = source && (await findConnectionIdByName(db, { team_id, source_id: source, name }));
    return { used: taken !== null };
  });
  serve(contract.getRequestMethod, async ({ team_id, id }) => {
    const uuid = internalId("request", id);
    const request = uuid && (await findRequest(db, team_id, uuid));
    if (!request) throw notFound(id);
    return { method: (await findPayload(db, team_id, request.payload_id))?.method ?? null };
  });
  serve(contract.countRequestsBySource, async ({ team_id }) =>
    countsById("source", await readRequestCounts(db, team_id, Date.now())),
  );
  serve(contract.countAttemptsByDestination, async ({ team_id }) =>
    countsById("destination", await readAttemptCounts(db, team_id, Date.now())),
  );
  serve(contract.countHeldEvents, async ({ team_id }) =>
    countsById("connection", await readHeldCounts(db, team_id)),
  );
  serve(contract.countCliSessions, async ({ team_id }) =>
    countsById("destination", await readCliSessionCounts(db, team_id)),
  );
  serve(contract.countEventsByConnection, async ({ team_id }) => {
    const { from, connections } = await readEventCounts(db, team_id, Date.now());
    return {
      from,
      counts: Object.fromEntries(
        connections.map(({ webhook_id, count }) => [publicId("connection", webhook_id), count]),
      ),
      buckets: Object.fromEntries(
        connections.map(({ webhook_id, buckets }) => [publicId("connection", webhook_id), buckets]),
      ),
    };
  });
  serve(contract.listCliClients, async ({ team_id, query: { webhook_id, cli_id: ids } }) => {
    const uuid = webhook_id === undefined ? null : internalId("connection", webhook_id);
    // An id that is none belongs to no connection, so no machine listens to it.
    const isNone = webhook_id !== undefined && uuid === null;
    const rows = ids
      ? await readCliClientsById(db, team_id, internalIds("cli_client", ids))
      : isNone
        ? []
        : await readCliClients(db, team_id, uuid);
    return {
      models: rows.map(({ cli_id, device_name, active }) => ({
        cli_id: publicId("cli_client", cli_id),
        device_name,
        active,
      })),
    };
  });
  serve(contract.listCliUsers, async ({ team_id }) => ({ models: await readCliUsers(db, team_id) }));
  serve(contract.countConnectionsByEnd, async ({ team_id }) => {
    const rows = await readConnectionCounts(db, team_id);
    const countsOf = (kind: (typeof rows)[number]["kind"]) =>
      Object.fromEntries(
        rows.filter((row) => row.kind === kind).map(({ id, count }) => [publicId(kind, id), count]),
      );
    return {
      sources: countsOf("source"),
      destinations: countsOf("destination"),
      transformations: countsOf("transformation"),
    };
  });
}

function countsById(kind: "source" | "connection" | "destination", rows: readonly DayCount[]) {
  return { counts: Object.fromEntries(rows.map(({ id, count }) => [publicId(kind, id), count])) };
}
