/** What does the endpoint of CLI sessions answer? */
import { createCliSession } from "@posthorn/contract/cli-sessions";
import { internalId, publicId } from "@posthorn/contract/ids";
import { clientOf } from "../../cli/client.ts";
import { newId } from "../../ids.ts";
import { insertCliSession, readCliConnections } from "../../store/cli-sessions.ts";
import type { Queryable } from "../../store/database.ts";
import type { ApiDeps } from "../api-deps.ts";
import { gone, notFound } from "../api-error.ts";
import type { Serve } from "../call.ts";
import { invalid } from "../validation.ts";

export function serveCliSessions(serve: Serve, { db }: Pick<ApiDeps, "db">): void {
  serve(createCliSession, async ({ team_id, caller, headers, body }) => {
    const webhook_ids = await cliConnections(db, team_id, body.webhook_ids);
    const cli_id = await clientOf(db, caller, headers);
    const id = newId();
    await insertCliSession(db, { id, team_id, cli_id, webhook_ids, filters: body.filters ?? {} });
    return { id: publicId("cli_session", id) };
  });
}

/** Returns all of them, or throws an error that names the first one that cannot be used. */
async function cliConnections(db: Queryable, team_id: string, ids: readonly string[]): Promise<string[]> {
  const keys = ids.map((id) => internalId("connection", id));
  const connections = await readCliConnections(
    db,
    team_id,
    keys.filter((key) => key !== null),
  );
  return keys.map((key, at) => {
    const connection = key === null ? undefined : connections.get(key);
    if (key === null || !connection) throw notFound(ids[at] ?? "");
    if (connection.isDeleted) throw gone();
    if (!connection.isCli) throw invalid(`webhook_ids[${at}] must be a connection with a CLI destination`);
    return key;
  });
}
