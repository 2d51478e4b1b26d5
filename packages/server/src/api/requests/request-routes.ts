/** What do the endpoints of requests answer? */
import * as contract from "@posthorn/contract/requests";
import * as outcomes from "@posthorn/contract/request-events";
import { internalId } from "@posthorn/contract/ids";
import { internalIds } from "../../store/filters/conditions.ts";
import type { ApiDeps } from "../api-deps.ts";
import { ApiError, notFound } from "../api-error.ts";
import type { Serve } from "../call.ts";
import { eventView } from "../events/event-view.ts";
import { readEvents } from "../events/events.sql.ts";
import { endPageAfter, pageReply } from "../lists/read-page.ts";
import { rawBody, shortEventData } from "../../pipeline/route/payload-view.ts";
import { countFitting, findPayload, readPayloadsById } from "../payloads/payloads.sql.ts";
import { ignoredEventView } from "./ignored-event-view.ts";
import { readIgnoredEventPage } from "./ignored-events.sql.ts";
import { findRequest, readRequestPage, type RequestRow } from "./requests.sql.ts";
import { requestView } from "./request-view.ts";

function archived(): ApiError {
  return new ApiError("DATA_ARCHIVED", {}, { message: "The data of this request is archived" });
}

export function serveRequests(serve: Serve, { db, retryRequest, searches }: ApiDeps): void {
  async function read(team_id: string, id: string): Promise<RequestRow> {
    const uuid = internalId("request", id);
    const row = uuid && (await findRequest(db, team_id, uuid));
    if (!row) throw notFound(id);
    return row;
  }

  serve(contract.listRequests, async ({ team_id, query }) => {
    const page = await readRequestPage(db, searches, team_id, query);
    if (query.include !== "data") return pageReply(page, (row) => requestView(row));
    const ids = page.rows.map((row) => row.payload_id);
    const ending = endPageAfter(page, await countFitting(db, team_id, ids));
    const payloads = await readPayloadsById(
      db,
      team_id,
      ending.rows.map((row) => row.payload_id),
    );
    return pageReply(ending, (row) => {
      const payload = payloads.get(row.payload_id);
      return requestView(row, payload ? shortEventData(payload) : null);
    });
  });
  serve(contract.getRequest, async ({ team_id, id }) => {
    const row = await read(team_id, id);
    const payload = await findPayload(db, team_id, row.payload_id);
    return requestView(row, payload && shortEventData(payload));
  });
  serve(contract.getRequestRawBody, async ({ team_id, id }) => {
    const row = await read(team_id, id);
    const payload = await findPayload(db, team_id, row.payload_id);
    if (!payload) throw archived();
    return { body: rawBody(payload.body) };
  });
  serve(outcomes.listIgnoredEvents, async ({ team_id, id, query }) => {
    const { id: request_id } = await read(team_id, id);
    return pageReply(await readIgnoredEventPage(db, { team_id, request_id }, query), ignoredEventView);
  });
  serve(outcomes.retryRequest, async ({ team_id, id, body }) => {
    const uuid = internalId("request", id);
    const wanted = body?.webhook_ids && internalIds("connection", body.webhook_ids);
    const retry = uuid && (await retryRequest({ team_id, id: uuid }, wanted));
    if (!retry) throw notFound(id);
    if (retry.result === "archived") throw archived();
    if (retry.result === "refused")
      throw new ApiError("BAD_REQUEST", {}, { message: retry.reason, data: { request_id: id } });
    const events = retry.result === "accepted" ? await readEvents(db, team_id, retry.events) : null;
    return {
      request: requestView(await read(team_id, id)),
      events: events && events.map((row) => eventView(row)),
    };
  });
}
