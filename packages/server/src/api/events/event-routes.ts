/** What do the endpoints of events answer? */
import * as contract from "@posthorn/contract/events";
import type { EventFilters } from "@posthorn/contract/events";
import { internalId, publicId } from "@posthorn/contract/ids";
import { listRequestEvents } from "@posthorn/contract/request-events";
import { cancelEvents, requeueEvent } from "../../store/events.ts";
import type { ApiDeps } from "../api-deps.ts";
import { ApiError, notFound } from "../api-error.ts";
import type { Serve } from "../call.ts";
import { endPageAfter, pageReply, type PageQuery } from "../lists/read-page.ts";
import { rawBody } from "../../pipeline/route/payload-view.ts";
import { countFitting, findPayload } from "../payloads/payloads.sql.ts";
import { findRequest } from "../requests/requests.sql.ts";
import { createReadEventData } from "./event-data.ts";
import { eventView } from "./event-view.ts";
import { findArchival, findEvent, readDeliveryContexts, readEventPage, type EventRow } from "./events.sql.ts";

const REPLAY_ITS_BOOKMARK =
  "This event is archived, so it cannot be retried. Its data is kept by a bookmark: replay the bookmark instead";

export function serveEvents(serve: Serve, { db, config, sealer, searches }: ApiDeps): void {
  async function read(team_id: string, id: string): Promise<EventRow> {
    const uuid = internalId("event", id);
    const row = uuid && (await findEvent(db, team_id, uuid));
    if (!row) throw notFound(id);
    return row;
  }

  const readData = createReadEventData({ db, config, sealer });

  async function withData(team_id: string, events: readonly EventRow[]): Promise<contract.Event[]> {
    const data = await readData(team_id, events);
    return events.map((event) => eventView(event, data.get(event.id) ?? null));
  }

  const list = async (team_id: string, query: EventFilters & PageQuery) => {
    const page = await readEventPage(db, searches, team_id, query);
    if (query.include !== "data") return pageReply(page, (row) => eventView(row));
    const payloadIds = page.rows.map((row) => row.event_data_id);
    const { rows, pagination } = endPageAfter(page, await countFitting(db, team_id, payloadIds));
    return { pagination, count: rows.length, models: await withData(team_id, rows) };
  };

  async function notRetried({ team_id, id }: EventRow): Promise<ApiError> {
    const archival = await findArchival(db, team_id, id);
    if (archival === "bookmarked") return new ApiError("DATA_ARCHIVED", {}, { message: REPLAY_ITS_BOOKMARK });
    if (archival === "archived") return new ApiError("DATA_ARCHIVED");
    const shown = { message: "The event is already on its way", data: { id: publicId("event", id) } };
    return new ApiError("BAD_REQUEST", {}, shown);
  }

  serve(contract.listEvents, ({ team_id, query }) => list(team_id, query));
  serve(listRequestEvents, async ({ team_id, id, query }) => {
    const uuid = internalId("request", id);
    if (!uuid || !(await findRequest(db, team_id, uuid))) throw notFound(id);
    return list(team_id, { ...query, request_id: [id] });
  });
  serve(contract.getEvent, async ({ team_id, id }) => {
    const row = await read(team_id, id);
    const [view] = await withData(team_id, [row]);
    return view ?? eventView(row, null);
  });
  serve(contract.getEventRawBody, async ({ team_id, id }) => {
    const row = await read(team_id, id);
    const payload = await findPayload(db, team_id, row.event_data_id);
    if (!payload) throw new ApiError("DATA_ARCHIVED");
    return { body: rawBody(payload.body) };
  });
  serve(contract.retryEvent, async ({ team_id, id }) => {
    const row = await read(team_id, id);
    const context = (await readDeliveryContexts(db, team_id, [row.webhook_id])).get(row.webhook_id);
    if (!context || context.deleted_at !== null) throw new ApiError("WEBHOOK_DELETED");
    if (context.disabled_at !== null) throw new ApiError("WEBHOOK_DISABLED");
    if (!(await requeueEvent(db, { team_id, id: row.id, trigger: "MANUAL" }))) throw await notRetried(row);
    return eventView(await read(team_id, id));
  });
  for (const endpoint of [contract.cancelEvent, contract.muteEvent]) {
    serve(endpoint, async ({ team_id, id }) => {
      const row = await read(team_id, id);
      await cancelEvents(db, { team_id, ids: [row.id] });
      return eventView(await read(team_id, id));
    });
  }
}
