/** What do the endpoints that replay requests and events answer? The new requests and their events. */
import { internalId } from "@posthorn/contract/ids";
import * as contract from "@posthorn/contract/replay";
import { requestIdOfEvent } from "../../ids.ts";
import type { Replay, ReplayTarget } from "../../pipeline/route/replay-data.ts";
import type { ApiDeps } from "../api-deps.ts";
import { ApiError, gone, notFound } from "../api-error.ts";
import type { Serve } from "../call.ts";
import { findConnection } from "../connections/connections.sql.ts";
import { eventView } from "../events/event-view.ts";
import { findEvent, readEvents } from "../events/events.sql.ts";
import { sourceReads } from "../sources/sources.sql.ts";
import { refuseSwitchedOff, targetsOfConnections } from "./replay-targets.ts";
import { requestView } from "./request-view.ts";
import { type RequestRow, findRequest } from "./requests.sql.ts";

interface Wished {
  source_id?: string | undefined;
  webhook_ids?: readonly string[] | undefined;
}

export function serveReplays(serve: Serve, { db, replayData }: Pick<ApiDeps, "db" | "replayData">): void {
  async function replay(wanted: Pick<Replay, "team_id" | "payload_id" | "targets">) {
    const { team_id } = wanted;
    const replayed = await replayData(wanted);
    if (!replayed)
      throw new ApiError("DATA_ARCHIVED", {}, { message: "The data of this request is archived" });
    const requests = await Promise.all(replayed.requests.map((id) => findRequest(db, team_id, id)));
    const events = await readEvents(db, team_id, replayed.events);
    return {
      requests: requests.map((request) => {
        if (!request) throw new Error("A request went away that was just written");
        return requestView(request);
      }),
      events: events.map((row) => eventView(row)),
    };
  }

  /** By default, the request's own source with all its connections. */
  async function targetsFor(
    request: RequestRow,
    shownId: string,
    { source_id: wished, webhook_ids }: Wished,
  ): Promise<ReplayTarget[]> {
    const { team_id } = request;
    const field = "webhook_ids";
    if (webhook_ids && wished === undefined) return targetsOfConnections(db, { team_id, webhook_ids, field });
    const source_id = wished === undefined ? request.source_id : internalId("source", wished);
    const source = source_id && (await sourceReads.find(db, team_id, source_id));
    if (!source) throw notFound(wished ?? shownId);
    if (source.deleted_at !== null) throw gone();
    return webhook_ids
      ? targetsOfConnections(db, { team_id, webhook_ids, field, source_id: source.id })
      : [{ source_id: source.id }];
  }

  serve(contract.replayRequest, async ({ team_id, id, body }) => {
    const uuid = internalId("request", id);
    const request = uuid && (await findRequest(db, team_id, uuid));
    if (!request) throw notFound(id);
    const targets = await targetsFor(request, id, body ?? {});
    await refuseSwitchedOff(db, team_id, targets);
    return replay({ team_id, payload_id: request.payload_id, targets });
  });

  serve(contract.replayEvent, async ({ team_id, id }) => {
    const uuid = internalId("event", id);
    const event = uuid && (await findEvent(db, team_id, uuid));
    if (!event) throw notFound(id);
    const connection = await findConnection(db, team_id, event.webhook_id);
    if (!connection || connection.deleted_at !== null) throw new ApiError("WEBHOOK_DELETED");
    if (connection.disabled_at !== null) throw new ApiError("WEBHOOK_DISABLED");
    // Replays the received payload, not the transformed one: it goes through the rules again.
    const request = await findRequest(db, team_id, requestIdOfEvent(event.id));
    return replay({
      team_id,
      payload_id: request?.payload_id ?? event.event_data_id,
      targets: [{ source_id: connection.source_id, connection_ids: [event.webhook_id] }],
    });
  });
}
