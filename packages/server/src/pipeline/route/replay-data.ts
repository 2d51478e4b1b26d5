/**
 * How is stored data sent again?
 *
 * As new requests without a sender, one for each target source. They point to the stored data and go
 * through the present rules. Replays of one request or of many and bookmarks use this. Requests,
 * events and whatever else the caller writes are one transaction.
 */
import { createHash } from "node:crypto";
import { newRequestIdBytes, uuidBytes, uuidText } from "../../ids.ts";
import type { Database, Queryable } from "../../store/database.ts";
import { markMadeInBulk } from "../../store/events.ts";
import { insertReplayedRequest, readPayloads } from "../../store/requests.ts";
import { headerList } from "./payload-view.ts";
import type { Reroute } from "./reroute.ts";

export interface ReplayTarget {
  source_id: string;
  /** Absent means all connections that the source has when the rules are asked. */
  connection_ids?: readonly string[];
}

/** Returns one target for each source of these connections; the map leads from connection to source. */
export function targetsBySource(sources: ReadonlyMap<string, string>): ReplayTarget[] {
  const connections = new Map<string, string[]>();
  for (const [connection, source] of sources)
    connections.set(source, [...(connections.get(source) ?? []), connection]);
  return Array.from(connections, ([source_id, connection_ids]) => ({ source_id, connection_ids }));
}

export interface Replay {
  team_id: string;
  /** The id under which the data is stored. */
  payload_id: string;
  /** At most one for each source. */
  targets: readonly ReplayTarget[];
  /** The bulk operation and the request that it replays: a repeated replay counts as the same one. */
  inBulk?: { bulk_retry_id: string; request_id: string };
  /** If this throws, nothing is written. */
  alongside?: (tx: Queryable) => Promise<void>;
}

export interface Replayed {
  /** One for each target. */
  requests: string[];
  events: string[];
}

/** Returns null when the data is past retention, or was too large to be stored. */
export type ReplayData = (replay: Replay) => Promise<Replayed | null>;

export function createReplayData({ db, reroute }: { db: Database; reroute: Reroute }): ReplayData {
  return async ({ team_id, payload_id, targets, inBulk, alongside }) => {
    const [stored] = await readPayloads(db, [{ team: uuidBytes(team_id), id: uuidBytes(payload_id) }]);
    if (!stored || stored.body === null) return null;
    const { method, path, query, client_ip, body } = stored;
    const payload = { method, path, query, client_ip, body, headers: headerList(stored.headers) };
    const bulk_retry_id = inBulk?.bulk_retry_id ?? null;

    // Always in the same order of sources, so that two replays cannot deadlock on their counters.
    const inOrder = targets.toSorted((a, b) => (a.source_id < b.source_id ? -1 : 1));
    const decided = await Promise.all(
      inOrder.map(async ({ source_id, connection_ids }) => {
        const request = { team_id, id: uuidText(newRequestIdBytes()), source_id, payload_id };
        const asked_as = inBulk && sameEachTime(inBulk.bulk_retry_id, inBulk.request_id, source_id);
        const decision = await reroute.decide(
          { ...request, payload, isNew: true, ...(asked_as !== undefined && { asked_as }) },
          connection_ids,
        );
        const rejection_cause = decision.asked.length === 0 ? ("NO_CONNECTION" as const) : null;
        return { request: { ...request, rejection_cause, bulk_retry_id }, decision };
      }),
    );
    return db.transaction(async (tx) => {
      await alongside?.(tx);
      const events: string[] = [];
      for (const { request, decision } of decided) {
        await insertReplayedRequest(tx, request);
        if (request.rejection_cause === null) events.push(...(await decision.write(tx)).events);
      }
      if (bulk_retry_id !== null) await markMadeInBulk(tx, { team_id, ids: events, bulk_retry_id });
      return { requests: decided.map(({ request }) => request.id), events };
    });
  };
}

/** A replay that was cut off and repeated must look like one to deduplicate rules. */
function sameEachTime(...ids: readonly string[]): string {
  return uuidText(createHash("sha256").update(ids.join(" ")).digest().subarray(0, 16));
}
