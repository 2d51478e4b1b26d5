/**
 * Which request did an attempt at each of these events send? Reads all that `sent-request.ts` needs, at once.
 */
import type { EventData } from "@posthorn/contract/events";
import { requestIdOfEvent } from "../../ids.ts";
import type { ApiDeps } from "../api-deps.ts";
import { readPayloadsById } from "../payloads/payloads.sql.ts";
import { readDeliveryContexts, readNewestAttempts, readVerified, type EventRow } from "./events.sql.ts";
import { sentRequest } from "./sent-request.ts";

/** By event id, of the newest attempt up to `attempt_number`. An event whose data is past retention is left out. */
export type ReadEventData = (
  team_id: string,
  events: readonly EventRow[],
  attempt_number?: number,
) => Promise<Map<string, EventData>>;

function unique(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}

export interface ReadEventDataDeps extends Pick<ApiDeps, "db" | "sealer"> {
  config: Pick<ApiDeps["config"], "publicUrl">;
}

export function createReadEventData({ db, config, sealer }: ReadEventDataDeps): ReadEventData {
  return async (team_id, events, attempt_number) => {
    const [payloads, contexts, verified, attempts] = await Promise.all([
      readPayloadsById(db, team_id, unique(events.map((event) => event.event_data_id))),
      readDeliveryContexts(db, team_id, unique(events.map((event) => event.webhook_id))),
      readVerified(db, team_id, unique(events.map((event) => requestIdOfEvent(event.id)))),
      readNewestAttempts(
        db,
        team_id,
        events.map((event) => event.id),
        attempt_number,
      ),
    ]);
    const data = new Map<string, EventData>();
    for (const event of events) {
      const payload = payloads.get(event.event_data_id);
      const context = contexts.get(event.webhook_id);
      if (!payload || !context) continue;
      const request = sentRequest({
        event,
        attempt: attempts.get(event.id) ?? null,
        payload,
        context,
        verified: verified.get(requestIdOfEvent(event.id)) ?? null,
        publicUrl: config.publicUrl,
        open: sealer.open,
      });
      data.set(event.id, request);
    }
    return data;
  };
}
