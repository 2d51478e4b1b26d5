/**
 * What happens when a person sends a test event to a connection?
 *
 * An example request comes in at the connection's source, with a method that the source allows, and only this connection
 * gets it. A paused connection holds the event, and its rules may refuse the request: that is what a test shows. A
 * connection that would get no request at all is refused in words.
 */
import type { RequestMethod } from "@posthorn/contract/causes";
import { sendTestEvent } from "@posthorn/contract/dashboard-api";
import { internalId, publicId } from "@posthorn/contract/ids";
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

const WITHOUT_BODY: ReadonlySet<RequestMethod> = new Set(["GET", "HEAD"]);

/** The time makes each example another one to a deduplicate rule. */
function exampleRequest(allowed: readonly RequestMethod[], now: Date): Example["payload"] {
  const method = allowed.includes("POST") ? "POST" : (allowed[0] ?? "POST");
  const content = { type: "test", message: "This is a test event from Posthorn", sent_at: now.toISOString() };
  const isBare = WITHOUT_BODY.has(method);
  return {
    method,
    path: "/",
    query: null,
    headers: isBare ? [] : ["Content-Type", "application/json"],
    client_ip: null,
    body: Buffer.from(isBare ? "" : JSON.stringify(content)),
  };
}

export function serveTestEvents(
  serve: Serve,
  { db, sendExample }: Pick<ApiDeps, "db" | "sendExample">,
): void {
  serve(sendTestEvent, async ({ team_id, id }) => {
    const uuid = internalId("connection", id);
    const connection = uuid && (await findConnection(db, team_id, uuid));
    if (!connection) throw notFound(id);
    if (connection.deleted_at !== null) throw gone();
    refuseSwitchedOff(connection);

    const { source_id, source } = connection;
    const payload = exampleRequest(source.config.allowed_http_methods, new Date());
    const sent = await sendExample({ team_id, source_id, connection_id: connection.id, payload });
    if (!sent) throw gone();

    const request = await findRequest(db, team_id, sent.request);
    if (!request) throw new Error("A request went away that was just written");
    const events = await readEvents(db, team_id, sent.events);
    return { request: requestView(request), events: events.map((row) => eventView(row)) };
  });
}
