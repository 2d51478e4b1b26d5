/**
 * What would this code make of that request?
 *
 * A trial run uses the same sandbox, input and output as a real request, but nothing is stored or delivered. Values
 * in the call replace those of the stored transformation, so that an editor can try changes before they are saved.
 */
import { internalId, publicId } from "@posthorn/contract/ids";
import type { ShortEventData } from "@posthorn/contract/requests";
import type {
  EditorTrialResult,
  runTransformation,
  TrialRequest,
  TrialResult,
} from "@posthorn/contract/transformations";
import { requestIdOfEvent } from "../../ids.ts";
import { bodyView, headersOfContent, shortEventData } from "../../pipeline/route/payload-view.ts";
import { parseQueryString, queryString } from "../../pipeline/route/query-string.ts";
import { SandboxUnavailableError } from "../../sandbox/sandbox.ts";
import type { TransformedRequest } from "../../sandbox/transformation-run.ts";
import type { TransformationRow } from "../../store/transformations.ts";
import type { ApiDeps } from "../api-deps.ts";
import { ApiError, gone, notFound } from "../api-error.ts";
import type { Call } from "../call.ts";
import { connectionView } from "../../views/connection-view.ts";
import { findConnection } from "../connections/connections.sql.ts";
import { findEvent } from "../events/events.sql.ts";
import { findPayload, findPayloadIdOfRequest } from "../payloads/payloads.sql.ts";
import { openEnv } from "./env.ts";

type Deps = Pick<ApiDeps, "db" | "ingestUrlOf" | "sealer" | "sandbox">;
type Trial = Call<typeof runTransformation>["body"];

export async function tryTransformation(
  deps: Deps,
  team_id: string,
  trial: Trial,
  read: (team_id: string, id: string) => Promise<TransformationRow>,
): Promise<{ result: TrialResult } & Pick<EditorTrialResult, "failure_position">> {
  const transformation =
    trial.transformation_id == null ? null : await read(team_id, trial.transformation_id);
  const saved = trial.event_id == null ? null : await readEvent(deps, team_id, trial.event_id);
  const connection =
    trial.webhook_id == null
      ? saved && (await findConnection(deps.db, team_id, saved.webhook_id))
      : await readConnection(deps, team_id, trial.webhook_id);

  const run = await deps.sandbox
    .run({
      projectKey: team_id,
      // Trials share programs with each other, and with no connection.
      connectionKey: team_id,
      // The contract refuses a trial that has neither.
      code: trial.code ?? transformation?.code ?? "",
      envJson: JSON.stringify(
        (trial.env === undefined ? transformation && openEnv(transformation, deps.sealer) : trial.env) ?? {},
      ),
      requestJson: JSON.stringify(trial.request ? madeUp(trial.request) : saved && asInput(saved.data)),
      contextJson: JSON.stringify({
        connection: connection && connectionView(connection, deps.ingestUrlOf),
      }),
    })
    .catch((error: unknown) => {
      if (!(error instanceof SandboxUnavailableError)) throw error;
      const unavailable = new ApiError("UNAVAILABLE");
      unavailable.cause = error;
      throw unavailable;
    });
  return {
    result: {
      request_id: saved && publicId("request", saved.request_id),
      transformation_id: transformation && publicId("transformation", transformation.id),
      execution_id: null,
      log_level: run.log_level,
      request: "request" in run ? transformedView(run.request) : null,
      console: "request" in run ? run.console : [...run.console, { type: "error", message: run.failure }],
    },
    failure_position: "request" in run ? null : run.position,
  };
}

/** The payload that came in for the event, before any transformation. */
async function readEvent({ db }: Deps, team_id: string, id: string) {
  const uuid = internalId("event", id);
  const event = uuid && (await findEvent(db, team_id, uuid));
  if (!event) throw notFound(id);
  const request_id = requestIdOfEvent(event.id);
  const payload_id = await findPayloadIdOfRequest(db, team_id, request_id);
  const payload = payload_id && (await findPayload(db, team_id, payload_id));
  if (!payload) throw new ApiError("DATA_ARCHIVED");
  const data = shortEventData(payload);
  if (payload.content) data.headers = headersOfContent(data.headers);
  return { request_id, webhook_id: event.webhook_id, data };
}

async function readConnection({ db }: Deps, team_id: string, id: string) {
  const uuid = internalId("connection", id);
  const row = uuid && (await findConnection(db, team_id, uuid));
  if (!row) throw notFound(id);
  if (row.deleted_at !== null) throw gone();
  return row;
}

function asInput({ headers, body, query, parsed_query, path }: ShortEventData) {
  return { headers, body, query: query ?? "", parsed_query: parsed_query ?? {}, path };
}

/** Header names become lower case, as in real requests; both forms of the query agree. */
function madeUp({ headers, body, path, query, parsed_query }: TrialRequest) {
  const text = query ?? queryString(parsed_query ?? {});
  return {
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    body: body ?? null,
    query: text,
    parsed_query: parseQueryString(text),
    path: path ?? "/",
  };
}

function transformedView({ headers, path, query, body }: TransformedRequest) {
  const content = body === null ? null : Buffer.from(body);
  return {
    headers,
    path,
    query,
    parsed_query: parseQueryString(query),
    body: bodyView(content, headers["content-type"]),
  };
}
