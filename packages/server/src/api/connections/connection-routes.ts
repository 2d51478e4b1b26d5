/** What do the endpoints of connections answer? */
import * as contract from "@posthorn/contract/connections";
import { internalId, publicId } from "@posthorn/contract/ids";
import { updateConnection, type ConnectionWithEnds } from "../../store/connections.ts";
import { connectionView } from "../../views/connection-view.ts";
import type { ApiDeps } from "../api-deps.ts";
import { gone, notFound } from "../api-error.ts";
import type { Serve } from "../call.ts";
import {
  deleteConnection,
  disableConnection,
  enableConnection,
  resourceNamed,
  pauseConnection,
  unpauseConnection,
} from "../cascades.ts";
import { changedMeanwhile } from "../if-match.ts";
import { pageReply } from "../lists/read-page.ts";
import { withIgnoredSettings } from "../sources/ignored-settings.ts";
import { refuseTakenName } from "../taken-name.ts";
import {
  countConnectionsOf,
  findConnection,
  findConnectionIdByName,
  readConnectionPage,
} from "./connections.sql.ts";
import { createConnection, upsertConnection } from "./write-connection.ts";
import { keptRules } from "./write-rules.ts";

const SWITCHES = [
  [contract.disableConnection, disableConnection],
  [contract.enableConnection, enableConnection],
  [contract.archiveConnection, disableConnection],
  [contract.unarchiveConnection, enableConnection],
  [contract.pauseConnection, pauseConnection],
  [contract.unpauseConnection, unpauseConnection],
] as const;

const WRITES = [
  [contract.createConnection, createConnection],
  [contract.upsertConnection, upsertConnection],
] as const;

export function serveConnections(
  serve: Serve,
  { db, ingestUrlOf, addressGuard, sealer, log }: ApiDeps,
): void {
  const deps = { addressGuard, sealer };
  const view = (row: ConnectionWithEnds) => connectionView(row, ingestUrlOf);

  async function read(team_id: string, uuid: string | null, id: string): Promise<ConnectionWithEnds> {
    const row = uuid && (await findConnection(db, team_id, uuid));
    if (!row) throw notFound(id);
    if (row.deleted_at !== null) throw gone();
    return row;
  }
  const readById = (team_id: string, id: string) => read(team_id, internalId("connection", id), id);

  for (const endpoint of [contract.listConnections, contract.searchConnections]) {
    serve(endpoint, async ({ team_id, query }) =>
      pageReply(await readConnectionPage(db, team_id, query), view),
    );
  }
  serve(contract.countConnections, async ({ team_id, query }) => ({
    count: await countConnectionsOf(db, team_id, query),
  }));
  for (const [endpoint, write] of WRITES) {
    serve(endpoint, async (call) => {
      const { team_id, body, asCaller } = call;
      const uuid = await write({ db: asCaller, ...deps }, team_id, body);
      const written = view(await read(team_id, uuid, publicId("connection", uuid)));
      return withIgnoredSettings(written, call, ["source", "config"], log);
    });
  }
  serve(contract.getConnection, async ({ team_id, id }) => view(await readById(team_id, id)));
  serve(contract.updateConnection, async ({ team_id, id, body, ifUnchangedSince, asCaller }) => {
    const before = await readById(team_id, id);
    const { source_id } = before;
    const name = body.name ?? before.name ?? "";
    const findTaken = async () => {
      const taken = await findConnectionIdByName(db, { team_id, source_id, name });
      return taken && publicId("connection", taken);
    };
    const written = await refuseTakenName({ resource_type: "connection", findTaken }, () =>
      asCaller.transaction(async (tx) => {
        const rules = body.rules ? await keptRules({ tx, sealer, team_id }, body.rules) : undefined;
        const change = { ...body, rules };
        const row = await updateConnection(tx, { team_id, id: before.id }, change, ifUnchangedSince);
        const now = await findConnection(tx, team_id, before.id);
        if (now?.deleted_at !== null) throw gone();
        if (!row) throw changedMeanwhile(now);
        return now;
      }),
    );
    return view(written);
  });
  serve(contract.deleteConnection, async (call) => {
    await deleteConnection(call.asCaller, resourceNamed("connection", call.team_id, call.id));
    return { id: call.id };
  });
  for (const [endpoint, act] of SWITCHES) {
    serve(endpoint, async (call) => {
      await act(call.asCaller, resourceNamed("connection", call.team_id, call.id));
      return view(await readById(call.team_id, call.id));
    });
  }
}
