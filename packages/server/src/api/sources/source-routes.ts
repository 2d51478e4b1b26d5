/** What do the endpoints of sources answer? */
import * as contract from "@posthorn/contract/sources";
import { internalId, publicId } from "@posthorn/contract/ids";
import { mayUse } from "@posthorn/contract/roles";
import type { Queryable } from "../../store/database.ts";
import type { SourceRow } from "../../store/sources.ts";
import { ApiError, gone, notFound } from "../api-error.ts";
import type { ApiDeps } from "../api-deps.ts";
import type { Serve } from "../call.ts";
import { deleteSource, disableSource, enableSource, resourceNamed } from "../cascades.ts";
import { pageReply } from "../lists/read-page.ts";
import { refuseTakenName } from "../taken-name.ts";
import { withIgnoredSettings } from "./ignored-settings.ts";
import { findSourceAuth, sourceReads } from "./sources.sql.ts";
import { sourceView } from "../../views/source-view.ts";
import { createSource, updateSource, upsertSource } from "./write-source.ts";

const SWITCHES = [
  [contract.disableSource, disableSource],
  [contract.enableSource, enableSource],
  [contract.archiveSource, disableSource],
  [contract.unarchiveSource, enableSource],
] as const;

export function serveSources(serve: Serve, { db, ingestUrlOf, sealer, log }: ApiDeps): void {
  const view = (row: SourceRow) => sourceView(row, ingestUrlOf);
  /** For callers that may change the secret: only they may read it. */
  const viewWithAuth = async (tx: Queryable, row: SourceRow) => {
    const sealed = await findSourceAuth(tx, row.team_id, row.id);
    return sourceView(row, ingestUrlOf, sealed && JSON.parse(sealer.open(sealed, "sources.auth", row)));
  };
  const taken = (team_id: string, name: string) => ({
    resource_type: "source",
    findTaken: async () => {
      const id = await sourceReads.findIdByName(db, team_id, name);
      return id && publicId("source", id);
    },
  });

  async function read(team_id: string, id: string): Promise<SourceRow> {
    const uuid = internalId("source", id);
    const row = uuid && (await sourceReads.find(db, team_id, uuid));
    if (!row) throw notFound(id);
    if (row.deleted_at !== null) throw gone();
    return row;
  }

  for (const endpoint of [contract.listSources, contract.searchSources]) {
    serve(endpoint, async ({ team_id, query }) =>
      pageReply(await sourceReads.readPage(db, team_id, query), view),
    );
  }
  serve(contract.countSources, async ({ team_id, query }) => ({
    count: await sourceReads.count(db, team_id, query),
  }));
  serve(contract.createSource, async (call) => {
    const { team_id, body, asCaller } = call;
    const created = await refuseTakenName(taken(team_id, body.name), () =>
      asCaller.transaction(async (tx) => {
        const row = await createSource(tx, sealer, { team_id, input: body, path: "" });
        return row && viewWithAuth(tx, row);
      }),
    );
    return withIgnoredSettings(created, call, ["config"], log);
  });
  serve(contract.upsertSource, async (call) => {
    const { team_id, body, asCaller } = call;
    const written = await asCaller.transaction(async (tx) =>
      viewWithAuth(tx, await upsertSource(tx, sealer, { team_id, input: body, path: "" })),
    );
    return withIgnoredSettings(written, call, ["config"], log);
  });
  serve(contract.getSource, async ({ team_id, id, query, caller }) => {
    const row = await read(team_id, id);
    if (query.include === undefined) return view(row);
    if (!mayUse(contract.updateSource.right, caller)) throw new ApiError("FORBIDDEN", { role: caller.role });
    return viewWithAuth(db, row);
  });
  serve(contract.updateSource, async (call) => {
    const { team_id, id, body, ifUnchangedSince, asCaller } = call;
    const before = await read(team_id, id);
    const written = await refuseTakenName(taken(team_id, body.name ?? before.name), () =>
      asCaller.transaction(async (tx) => {
        const named = resourceNamed("source", team_id, id);
        const row = await updateSource(tx, sealer, named, { update: body, ifUnchangedSince });
        return viewWithAuth(tx, row);
      }),
    );
    return withIgnoredSettings(written, call, ["config"], log);
  });
  serve(contract.deleteSource, async ({ team_id, id, asCaller }) => {
    await deleteSource(asCaller, resourceNamed("source", team_id, id));
    return { id };
  });
  for (const [endpoint, act] of SWITCHES) {
    serve(endpoint, async ({ team_id, id, asCaller }) => {
      await act(asCaller, resourceNamed("source", team_id, id));
      return view(await read(team_id, id));
    });
  }
}
