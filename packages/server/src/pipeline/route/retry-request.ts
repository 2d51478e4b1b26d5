/**
 * What happens when a stored request is retried?
 *
 * A rejected request passes the whole admission again, with the present configuration of its source. Then it goes to
 * the connections that existed when it came, or, if there were none, to the present ones. An accepted request is
 * evaluated again only for the connections that ignored it. The API and bulk operations call this.
 */
import { FIXABLE_CAUSES } from "@posthorn/contract/causes";
import { createdAt, uuidBytes } from "../../ids.ts";
import type { Database, Queryable } from "../../store/database.ts";
import { findIgnoringConnections } from "../../store/routed.ts";
import {
  type RequestToRetry,
  type RequestVerdict,
  findRequestToRetry,
  markRetried,
  maskPayload,
  readPayloads,
} from "../../store/requests.ts";
import { sourceUrl } from "../../views/source-view.ts";
import { admit } from "../ingest/admission.ts";
import { addressOf } from "../ingest/source-url.ts";
import type { RoutingTable } from "../routing-table.ts";
import { type ReceivedPayload, receivedPayload } from "../received-payload.ts";
import { type Redacted, redactDecoded } from "../redaction.ts";
import type { Reroute } from "./reroute.ts";

export type RequestRetry =
  | { result: "accepted"; events: string[] }
  | { result: "rejected" }
  /** It cannot be retried; the sentence says why. */
  | { result: "refused"; reason: string }
  /** Its data is past retention. A bookmark may keep the payload, but not the days that new events would write to. */
  | { result: "archived" };

/**
 * Returns null when there is no such request. Without `connection_ids`, tries all connections that qualify. `guard`
 * runs in the transaction that makes the changes: if it throws, nothing has happened.
 */
export type RetryRequest = (
  key: { team_id: string; id: string },
  connection_ids?: readonly string[],
  guard?: (tx: Queryable) => Promise<void>,
) => Promise<RequestRetry | null>;

export interface RetryRequestDeps {
  db: Database;
  routing: Pick<RoutingTable, "bySource" | "ingestUrl">;
  reroute: Reroute;
}

export function createRetryRequest({ db, routing, reroute }: RetryRequestDeps): RetryRequest {
  return async (key, wanted, guard = async () => undefined) => {
    const request = await findRequestToRetry(db, key);
    if (!request) return null;
    const { rejection_cause, payload_id } = request;
    if (rejection_cause !== null && !FIXABLE_CAUSES.includes(rejection_cause))
      return refused(`A request that was rejected with ${rejection_cause} is not eligible for retry`);
    const ignoring = rejection_cause === null ? await findIgnoringConnections(db, request) : [];
    if (rejection_cause === null && ignoring.length === 0)
      return refused("The request is not eligible for retry: it was accepted and has no ignored events");
    if (!request.has_days) return { result: "archived" };
    const [stored] = await readPayloads(db, [{ team: uuidBytes(key.team_id), id: uuidBytes(payload_id) }]);
    if (!stored) return { result: "archived" };
    return rejection_cause === null
      ? decideAnew(request, receivedPayload(stored), among(ignoring, wanted), guard)
      : takeInAfterAll(request, receivedPayload(stored), wanted, guard);
  };

  async function decideAnew(
    request: RequestToRetry,
    payload: ReceivedPayload,
    chosen: readonly string[],
    guard: (tx: Queryable) => Promise<void>,
  ): Promise<RequestRetry> {
    if (chosen.length === 0)
      return refused("The request is not eligible for retry: none of these connections ignored it");
    const { events } = await reroute.reroute({ ...request, payload }, chosen, async (tx) => {
      await guard(tx);
      await markRetried(tx, request, request);
      return findIgnoringConnections(tx, request, chosen);
    });
    return { result: "accepted", events };
  }

  async function takeInAfterAll(
    request: RequestToRetry,
    payload: ReceivedPayload,
    wanted: readonly string[] | undefined,
    guard: (tx: Queryable) => Promise<void>,
  ): Promise<RequestRetry> {
    let masked: Redacted | null = null;
    const mark = async (tx: Queryable, verdict: RequestVerdict) => {
      await guard(tx);
      const isOurs = await markRetried(tx, request, verdict);
      if (isOurs && masked?.redaction)
        await maskPayload(tx, { team_id: request.team_id, id: request.payload_id }, masked);
      return isOurs;
    };
    if (payload.body === null) return refused("The body of this request was not stored");
    const connections = await reroute.connectionsOf(request.source_id);
    const source = routing.bySource(request.source_id);
    if (!source || source.isDeleted) return refused("The source of this request was deleted");
    const isVouchedFor = request.verified === true;
    const receivedAtMs = Date.parse(createdAt(request.id));
    const url = addressOf(sourceUrl(source.key, routing.ingestUrl), payload);
    const admission = await admit(source, { ...payload, url, receivedAtMs, isVouchedFor });
    if ("reply" in admission)
      return refused("The request is a challenge: its sender must send it again to get an answer");
    const { cause, verified, failure: verification_failure } = admission;
    if (cause !== null && cause !== "NO_CONNECTION") {
      // A disabled source says nothing about the request: keep its earlier cause, so that a later retry is possible.
      const verdict =
        cause === "SOURCE_DISABLED" ? request : { rejection_cause: cause, verified, verification_failure };
      await db.transaction((tx) => mark(tx, verdict));
      return { result: "rejected" };
    }
    // It may have come in before its source masked anything.
    masked = source.redaction && (await redactDecoded(source.redaction, payload));
    if (masked?.isUnreadable)
      return refused("The body of this request is neither JSON nor a form, so its source cannot redact it");
    const accepted = { rejection_cause: null, verified, verification_failure };
    // Ids carry their time: a connection with a later id did not exist yet.
    const candidates = connections
      .map((connection) => connection.key)
      .filter((id) => request.rejection_cause === "NO_CONNECTION" || id < request.id);
    const chosen = among(candidates, wanted);
    if (wanted && chosen.length === 0)
      return refused("None of these connections was there when the request came in");
    if (chosen.length === 0) {
      await db.transaction((tx) => mark(tx, { ...accepted, rejection_cause: "NO_CONNECTION" }));
      return { result: "accepted", events: [] };
    }
    const { events } = await reroute.reroute(
      { ...request, payload: { ...payload, ...masked } },
      chosen,
      async (tx) => ((await mark(tx, accepted)) ? chosen : []),
    );
    return { result: "accepted", events };
  }
}

function refused(reason: string): RequestRetry {
  return { result: "refused", reason };
}

function among(ids: readonly string[], wanted: readonly string[] | undefined): string[] {
  return ids.filter((id) => wanted === undefined || wanted.includes(id));
}
