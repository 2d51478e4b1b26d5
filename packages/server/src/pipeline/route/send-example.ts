/**
 * How does a test event come about?
 *
 * As a new request without a sender at the connection's source, which only this connection gets. Everything else is the
 * path of every request: the rules decide, a worker sends the event, people see request and event in the lists. What the
 * source redacts is masked here, too. The content is stored with the request; both and the result of the rules are one
 * transaction.
 */
import { newRequestIdBytes, uuidText } from "../../ids.ts";
import type { Database } from "../../store/database.ts";
import { insertPayload, insertReplayedRequest } from "../../store/requests.ts";
import type { ReceivedPayload } from "../received-payload.ts";
import { redactDecoded } from "../redaction.ts";
import type { RoutingTable } from "../routing-table.ts";
import type { Reroute } from "./reroute.ts";

export interface Example {
  team_id: string;
  source_id: string;
  connection_id: string;
  payload: ReceivedPayload;
}

export interface SentExample {
  request: string;
  /** Empty if the connection's rules made no event of it. */
  events: string[];
}

/** Returns null when the connection is gone. */
export type SendExample = (example: Example) => Promise<SentExample | null>;

export interface SendExampleDeps {
  db: Database;
  reroute: Reroute;
  routing: Pick<RoutingTable, "bySource" | "refresh">;
}

export function createSendExample({ db, reroute, routing }: SendExampleDeps): SendExample {
  return async ({ team_id, source_id, connection_id, payload: sent }) => {
    await routing.refresh({ source_id });
    const list = routing.bySource(source_id)?.redaction ?? null;
    const payload = { ...sent, ...(list && (await redactDecoded(list, sent))) };
    const id = uuidText(newRequestIdBytes());
    const request = { team_id, id, source_id, payload_id: id };
    const decision = await reroute.decide({ ...request, payload, isNew: true }, [connection_id]);
    if (decision.asked.length === 0) return null;
    return db.transaction(async (tx) => {
      await insertPayload(tx, { team_id, id, ...payload });
      await insertReplayedRequest(tx, { ...request, rejection_cause: null, bulk_retry_id: null });
      const { events } = await decision.write(tx);
      return { request: id, events };
    });
  };
}
