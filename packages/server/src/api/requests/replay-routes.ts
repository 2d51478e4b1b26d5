/** What do the endpoints that replay requests and events answer? The new request, and what came of it. */
import { internalId } from "@posthorn/contract/ids";
import * as contract from "@posthorn/contract/replay";
import { requestIdOfEvent } from "../../ids.ts";
import type { ApiDeps } from "../api-deps.ts";
import { ApiError, gone, notFound } from "../api-error.ts";
import type { Serve } from "../call.ts";
import { findConnection } from "../connections/connections.sql.ts";
import { eventView } from "../events/event-view.ts";
import { findEvent } from "../events/events.sql.ts";
import { sourceReads } from "../sources/sources.sql.ts";
import { invalid } from "../validation.ts";
import { replayData } from "./replay-data.ts";
import { requestView } from "./request-view.ts";
import { findRequest } from "./requests.sql.ts";

interface Wanted {
  team_id: string;
  source_id: string;
  payload_id: string;
  connection_ids: readonly string[];
}

export function serveReplays(serve: Serve, deps: Pick<ApiDeps, "db" | "reroute">): void {
  const { db, reroute } = deps;

  async function replay(wanted: Wanted) {
    const replayed = await replayData(deps, wanted);
    if (!replayed)
      throw new ApiError("DATA_ARCHIVED", {}, { message: "The data of this request is archived" });
    const request = await findRequest(db, wanted.team_id, replayed.request_id);
    if (!request) throw new Error("A request went away that was just written");
    return { requests: [requestView(request)], events: replayed.events.map((row) => eventView(row)) };
  }

  /** Which of the source's connections; all without a wish. */
  async function connectionsOf(source_id: string, wished: readonly string[] | undefined): Promise<string[]> {
    const ids = (await reroute.connectionsOf(source_id)).map(({ key }) => key);
    if (ids.length === 0)
      throw new ApiError("BAD_REQUEST", {}, { message: "The source has no connection to replay through" });
    return wished
      ? wished.map((id, at) => {
          const uuid = internalId("connection", id);
          if (!uuid || !ids.includes(uuid))
            throw invalid(`webhook_ids[${at}] is not the id of a connection of the source`);
          return uuid;
        })
      : ids;
  }

  serve(contract.replayRequest, async ({ team_id, id, body }) => {
    const uuid = internalId("request", id);
    const request = uuid && (await findRequest(db, team_id, uuid));
    if (!request) throw notFound(id);
    const wished = body?.source_id;
    const source_id = wished === undefined ? request.source_id : internalId("source", wished);
    const source = source_id && (await sourceReads.find(db, team_id, source_id));
    if (!source) throw notFound(wished ?? id);
    if (source.deleted_at !== null) throw gone();
    if (source.disabled_at !== null)
      throw new ApiError("BAD_REQUEST", {}, { message: "The source is disabled" });
    return replay({
      team_id,
      source_id: source.id,
      payload_id: request.payload_id,
      connection_ids: await connectionsOf(source.id, body?.webhook_ids),
    });
  });

  serve(contract.replayEvent, async ({ team_id, id }) => {
    const uuid = internalId("event", id);
    const event = uuid && (await findEvent(db, team_id, uuid));
    if (!event) throw notFound(id);
    const connection = await findConnection(db, team_id, event.webhook_id);
    if (!connection || connection.deleted_at !== null) throw new ApiError("WEBHOOK_DELETED");
    if (connection.disabled_at !== null) throw new ApiError("WEBHOOK_DISABLED");
    // What came in, not what a transformation made of it: the rules are asked again.
    const request = await findRequest(db, team_id, requestIdOfEvent(event.id));
    return replay({
      team_id,
      source_id: connection.source_id,
      payload_id: request?.payload_id ?? event.event_data_id,
      connection_ids: [event.webhook_id],
    });
  });
}
