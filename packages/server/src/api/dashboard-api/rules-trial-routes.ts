/**
 * What would a connection's edited rules make of its source's latest requests?
 *
 * Reads the sample and the code, asks the pipeline's own rules (pipeline/route/rules-trial.ts), and answers with what the
 * saved rules make of each request beside what the edited ones would. Writes nothing.
 */
import { internalId, publicId } from "@posthorn/contract/ids";
import {
  TRIAL_STATUSES,
  tryRules,
  type TrialOutcome,
  type TrialTotals,
  type TriedRequest,
} from "@posthorn/contract/rules-trial";
import { createdAt } from "../../ids.ts";
import { headerList } from "../../pipeline/route/payload-view.ts";
import type { Tried, TrialRequest } from "../../pipeline/route/rules-trial.ts";
import { SandboxUnavailableError } from "../../sandbox/sandbox.ts";
import type { ConnectionWithEnds } from "../../store/connections.ts";
import { connectionView } from "../../views/connection-view.ts";
import type { ApiDeps } from "../api-deps.ts";
import { ApiError, gone, notFound } from "../api-error.ts";
import type { Serve } from "../call.ts";
import { findConnection } from "../connections/connections.sql.ts";
import { sourceReads } from "../sources/sources.sql.ts";
import { invalid } from "../validation.ts";
import { type RecentRequest, readRecentRequests } from "./recent-requests.sql.ts";
import { editedRules, savedRules } from "./rules-to-try.ts";

function asTried({ id, payload }: RecentRequest): TrialRequest {
  const { method, path, query, client_ip, body } = payload;
  if (body === null) return { id, payload: null };
  return { id, payload: { method, path, query, client_ip, body, headers: headerList(payload.headers) } };
}

function outcomeView(outcome: TrialOutcome): TrialOutcome {
  if (outcome.status !== "deduplicated") return outcome;
  const { id, created_at } = outcome.duplicate_of;
  return { ...outcome, duplicate_of: { id: publicId("request", id), created_at } };
}

function triedView({ id, payload: { method, path } }: RecentRequest, tried: Tried): TriedRequest {
  return {
    id: publicId("request", id),
    created_at: createdAt(id),
    method,
    path,
    before: outcomeView(tried.before),
    after: outcomeView(tried.after),
    change: tried.change,
  };
}

function totalsOf(outcomes: readonly TrialOutcome[]): TrialTotals {
  const totals: TrialTotals = { delivered: 0, filtered: 0, deduplicated: 0, failed: 0, skipped: 0 };
  for (const status of TRIAL_STATUSES)
    totals[status] = outcomes.filter((outcome) => outcome.status === status).length;
  return totals;
}

export function serveRulesTrials(
  serve: Serve,
  { db, ingestUrlOf, sealer, tryRules: tryOn }: Pick<ApiDeps, "db" | "ingestUrlOf" | "sealer" | "tryRules">,
): void {
  async function sourceOf(team_id: string, id: string): Promise<string> {
    const uuid = internalId("source", id);
    const source = uuid && (await sourceReads.find(db, team_id, uuid));
    if (!source) throw notFound(id);
    if (source.deleted_at !== null) throw gone();
    return source.id;
  }

  async function connectionOf(team_id: string, source_id: string, id: string): Promise<ConnectionWithEnds> {
    const uuid = internalId("connection", id);
    const row = uuid && (await findConnection(db, team_id, uuid));
    if (!row || row.source_id !== source_id)
      throw invalid("webhook_id is not the id of a connection of the source");
    if (row.deleted_at !== null) throw gone();
    return row;
  }

  serve(tryRules, async ({ team_id, body: { source_id: sourceId, webhook_id, rules, limit } }) => {
    const begunMs = performance.now();
    const source_id = await sourceOf(team_id, sourceId);
    const connection = webhook_id === undefined ? null : await connectionOf(team_id, source_id, webhook_id);
    const contextJson = JSON.stringify({
      connection: connection && connectionView(connection, ingestUrlOf),
    });
    const reading = { db, sealer, team_id, contextJson };
    const before = await savedRules(reading, connection?.rules ?? []);
    const after = await editedRules(reading, rules);
    const newestFirst = await readRecentRequests(db, { team_id, source_id, limit });
    const requests = newestFirst.map(asTried).toReversed();

    const tried = await tryOn({ team_id, requests, before, after }).catch((error: unknown) => {
      if (!(error instanceof SandboxUnavailableError)) throw error;
      const unavailable = new ApiError("UNAVAILABLE");
      unavailable.cause = error;
      throw unavailable;
    });
    const byId = new Map(tried.map((one) => [one.id, one]));
    return {
      requests: newestFirst.flatMap((request) => {
        const one = byId.get(request.id);
        return one ? [triedView(request, one)] : [];
      }),
      before: totalsOf(tried.map((one) => one.before)),
      after: totalsOf(tried.map((one) => one.after)),
      changed: tried.filter(({ change }) => change?.from === "saved").length,
      duration_ms: Math.round(performance.now() - begunMs),
    };
  });
}
