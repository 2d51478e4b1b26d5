/**
 * How does data that is stored go on its way once more?
 *
 * As requests that nobody sent, one for each source where it is to come in: they point to the data that is
 * there, and go through the rules as they are now. Asked for by replays of one request and of many, and by
 * bookmarks. Requests, events and whatever else the caller has to write are one transaction.
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
  /** Absent: all that the source has when the rules are asked. */
  connection_ids?: readonly string[];
}

/** One for each source that these connections have; by connection, where it takes requests. */
export function targetsBySource(sources: ReadonlyMap<string, string>): ReplayTarget[] {
  const connections = new Map<string, string[]>();
  for (const [connection, source] of sources)
    connections.set(source, [...(connections.get(source) ?? []), connection]);
  return Array.from(connections, ([source_id, connection_ids]) => ({ source_id, connection_ids }));
}

export interface Replay {
  team_id: string;
  /** Under which id the data is stored. */
  payload_id: string;
  /** Of each source at most one. */
  targets: readonly ReplayTarget[];
  /** The bulk operation that replays, and the request that it replays: asked about again, it is still the same. */
  inBulk?: { bulk_retry_id: string; request_id: string };
  /** If it throws, nothing has happened. */
  alongside?: (tx: Queryable) => Promise<void>;
}

export interface Replayed {
  /** One for each target. */
  requests: string[];
  events: string[];
}

/** Null when the data is past retention, or was too large to be kept at all. */
export type ReplayData = (replay: Replay) => Promise<Replayed | null>;

export function createReplayData({ db, reroute }: { db: Database; reroute: Reroute }): ReplayData {
  return async ({ team_id, payload_id, targets, inBulk, alongside }) => {
    const [stored] = await readPayloads(db, [{ team: uuidBytes(team_id), id: uuidBytes(payload_id) }]);
    if (!stored || stored.body === null) return null;
    const { method, path, query, client_ip, body } = stored;
    const payload = { method, path, query, client_ip, body, headers: headerList(stored.headers) };
    const bulk_retry_id = inBulk?.bulk_retry_id ?? null;

    // Sources are always counted in the same order, so that no two replays wait for each other in a circle.
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

/** Two rounds of the same work, one of which was cut off, must look like one to whoever remembers the first. */
function sameEachTime(...ids: readonly string[]): string {
  return uuidText(createHash("sha256").update(ids.join(" ")).digest().subarray(0, 16));
}
