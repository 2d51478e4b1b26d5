/** What do the endpoints of sources answer? */
import * as contract from "@posthorn/contract/sources";
import { internalId, publicId } from "@posthorn/contract/ids";
import { insertSource, updateSource, upsertSource, type SourceRow } from "../../store/sources.ts";
import { gone, notFound } from "../api-error.ts";
import type { ApiDeps } from "../api-deps.ts";
import type { Serve } from "../call.ts";
import { deleteSource, disableSource, enableSource, resourceNamed } from "../cascades.ts";
import { pageReply } from "../lists/read-page.ts";
import { refuseTakenName } from "../taken-name.ts";
import { countSourcesOf, findSource, findSourceIdByName, readSourcePage } from "./sources.sql.ts";
import { sourceView } from "./source-view.ts";

export function serveSources(serve: Serve, { db, config }: ApiDeps): void {
  const view = (row: SourceRow) => sourceView(row, config.ingestUrl);
  const taken = (team_id: string, name: string) => ({
    resource_type: "source",
    findTaken: async () => {
      const id = await findSourceIdByName(db, team_id, name);
      return id && publicId("source", id);
    },
  });

  async function read(team_id: string, id: string): Promise<SourceRow> {
    const uuid = internalId("source", id);
    const row = uuid && (await findSource(db, team_id, uuid));
    if (!row) throw notFound(id);
    if (row.deleted_at !== null) throw gone();
    return row;
  }

  serve(contract.listSources, async ({ team_id, query }) =>
    pageReply(await readSourcePage(db, team_id, query), view),
  );
  serve(contract.countSources, async ({ team_id, query }) => ({
    count: await countSourcesOf(db, team_id, query),
  }));
  serve(contract.createSource, async ({ team_id, body }) =>
    view(await refuseTakenName(taken(team_id, body.name), () => insertSource(db, team_id, body))),
  );
  serve(contract.upsertSource, async ({ team_id, body }) => view(await upsertSource(db, team_id, body)));
  serve(contract.getSource, async ({ team_id, id }) => view(await read(team_id, id)));
  serve(contract.updateSource, async ({ team_id, id, body }) => {
    const before = await read(team_id, id);
    return view(
      await refuseTakenName(taken(team_id, body.name ?? before.name), async () => {
        const row = await updateSource(db, { team_id, id: before.id }, body);
        if (!row) throw gone();
        return row;
      }),
    );
  });
  serve(contract.deleteSource, async ({ team_id, id }) => {
    await deleteSource(db, resourceNamed("source", team_id, id));
    return { id };
  });
  serve(contract.disableSource, async ({ team_id, id }) => {
    await disableSource(db, resourceNamed("source", team_id, id));
    return view(await read(team_id, id));
  });
  serve(contract.enableSource, async ({ team_id, id }) => {
    await enableSource(db, resourceNamed("source", team_id, id));
    return view(await read(team_id, id));
  });
}
