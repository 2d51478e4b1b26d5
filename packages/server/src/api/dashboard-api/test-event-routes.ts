/**
 * What happens when a person sends a test event to a connection?
 *
 * An example of the source's provider comes in there, signed as the provider would where that is possible, and only this
 * connection gets it. A paused connection holds the event, and its rules may refuse the request: that is what a test shows. A
 * connection that would get no request at all is refused in words.
 */
import { sendTestEvent } from "@posthorn/contract/dashboard-api";
import { internalId, publicId } from "@posthorn/contract/ids";
import { filled, momentAt } from "../../examples/example.ts";
import { examplesOf } from "../../examples/example-library.ts";
import { bodyOf } from "../../pipeline/ingest/verify/request-draft.ts";
import type { Example } from "../../pipeline/route/send-example.ts";
import type { ConnectionWithEnds } from "../../store/connections.ts";
import type { ApiDeps } from "../api-deps.ts";
import { ApiError, gone, notFound } from "../api-error.ts";
import type { Serve } from "../call.ts";
import { findConnection } from "../connections/connections.sql.ts";
import { eventView } from "../events/event-view.ts";
import { readEvents } from "../events/events.sql.ts";
import { requestView } from "../requests/request-view.ts";
import { findRequest } from "../requests/requests.sql.ts";
import { sourceUrl } from "../../views/source-view.ts";
import { createExampleSigner } from "./example-signer.ts";

function refuseSwitchedOff({ disabled_at, source, source_id }: ConnectionWithEnds): void {
  if (disabled_at !== null)
    throw new ApiError(
      "WEBHOOK_DISABLED",
      {},
      { message: "This connection is disabled. Enable it, then send the test event again." },
    );
  if (source.disabled_at !== null)
    throw new ApiError(
      "BAD_REQUEST",
      {},
      {
        message: "The source of this connection is disabled. Enable it, then send the test event again.",
        data: { source_id: publicId("source", source_id) },
      },
    );
}

export function serveTestEvents(
  serve: Serve,
  deps: Pick<ApiDeps, "db" | "config" | "sealer" | "sendExample">,
): void {
  const { db, config, sendExample } = deps;
  const signerFor = createExampleSigner(deps);

  /** Its time makes each example another one to a deduplicate rule. */
  async function examplePayload(source: ConnectionWithEnds["source"]): Promise<Example["payload"]> {
    const [example] = await examplesOf(source.type, source.config.auth_type);
    const moment = momentAt(Date.now());
    const url = sourceUrl(source.id, config.ingestUrl);
    const unsigned = { ...filled(example, source.config.allowed_http_methods, moment), url };
    const { sign } = await signerFor(source);
    const draft = sign(unsigned, moment) ?? unsigned;
    const { method, headers } = draft;
    const query = draft.url.slice(url.length + 1) || null;
    return { method, path: "/", query, headers: headers.flat(), client_ip: null, body: bodyOf(draft) };
  }

  serve(sendTestEvent, async ({ team_id, id }) => {
    const uuid = internalId("connection", id);
    const connection = uuid && (await findConnection(db, team_id, uuid));
    if (!connection) throw notFound(id);
    if (connection.deleted_at !== null) throw gone();
    refuseSwitchedOff(connection);

    const { source_id, source } = connection;
    const payload = await examplePayload(source);
    const sent = await sendExample({ team_id, source_id, connection_id: connection.id, payload });
    if (!sent) throw gone();

    const request = await findRequest(db, team_id, sent.request);
    if (!request) throw new Error("A request went away that was just written");
    const events = await readEvents(db, team_id, sent.events);
    return { request: requestView(request), events: events.map((row) => eventView(row)) };
  });
}
