/** What do the endpoints of transformations answer? */
import { internalId, publicId } from "@posthorn/contract/ids";
import type { ShortEventData } from "@posthorn/contract/requests";
import * as contract from "@posthorn/contract/transformations";
import { shortEventData } from "../../pipeline/route/payload-view.ts";
import { holdTransformation, type TransformationRow } from "../../store/transformations.ts";
import type { ApiDeps } from "../api-deps.ts";
import { gone, notFound } from "../api-error.ts";
import type { Serve } from "../call.ts";
import { changedMeanwhile } from "../if-match.ts";
import { pageReply } from "../lists/read-page.ts";
import { readPayloadsById, type StoredPayload } from "../payloads/payloads.sql.ts";
import { refuseTakenName } from "../taken-name.ts";
import { deleteTransformation } from "./delete-transformation.ts";
import { findExecution, readExecutionPage } from "./executions.sql.ts";
import { executionView, transformationView } from "./transformation-view.ts";
import { readTransformationPage, transformationReads } from "./transformations.sql.ts";
import { tryTransformation } from "./try-transformation.ts";
import { changeTransformation, createTransformation, upsertTransformation } from "./write-transformation.ts";

/** Null when there is no payload, or it is past retention. */
function dataOf(payload: StoredPayload | undefined): ShortEventData | null {
  return payload ? shortEventData(payload) : null;
}

export function serveTransformations(serve: Serve, deps: ApiDeps): void {
  const { db, sealer } = deps;
  const view = (row: TransformationRow) => transformationView(row, sealer);

  const taken = (team_id: string, name: string) => ({
    resource_type: "transformation",
    findTaken: async () => {
      const id = await transformationReads.findIdByName(db, team_id, name);
      return id && publicId("transformation", id);
    },
  });

  async function read(team_id: string, id: string): Promise<TransformationRow> {
    const uuid = internalId("transformation", id);
    const row = uuid && (await transformationReads.find(db, team_id, uuid));
    if (!row) throw notFound(id);
    if (row.deleted_at !== null) throw gone();
    return row;
  }

  for (const endpoint of [contract.listTransformations, contract.searchTransformations]) {
    serve(endpoint, async ({ team_id, query }) =>
      pageReply(await readTransformationPage(db, team_id, query), view),
    );
  }
  serve(contract.countTransformations, async ({ team_id, query }) => ({
    count: await transformationReads.count(db, team_id, query),
  }));
  serve(contract.createTransformation, async ({ team_id, body: { name, code, env }, asCaller }) =>
    view(
      await refuseTakenName(taken(team_id, name), () =>
        asCaller.transaction((tx) => createTransformation(tx, sealer, { team_id, name, code, env })),
      ),
    ),
  );
  serve(contract.upsertTransformation, async ({ team_id, body: { name, code, env }, asCaller }) =>
    view(await asCaller.transaction((tx) => upsertTransformation(tx, sealer, { team_id, name, code, env }))),
  );
  serve(contract.runTransformation, async ({ team_id, body }) => {
    const { result } = await tryTransformation(deps, team_id, body, read);
    return result;
  });
  serve(contract.runTransformationInEditor, async ({ team_id, body }) => {
    const { result, failure_position } = await tryTransformation(deps, team_id, body, read);
    return { ...result, failure_position };
  });
  serve(contract.getTransformation, async ({ team_id, id }) => view(await read(team_id, id)));
  serve(contract.updateTransformation, async ({ team_id, id, body, ifUnchangedSince, asCaller }) => {
    const { name, code, env } = body;
    const before = await read(team_id, id);
    return view(
      await refuseTakenName(taken(team_id, name ?? before.name), async () => {
        const row = await asCaller.transaction(async (tx) => {
          const held = await holdTransformation(tx, team_id, { id: before.id });
          return held && changeTransformation(tx, sealer, held, { name, code, env }, ifUnchangedSince);
        });
        if (row) return row;
        throw changedMeanwhile(await read(team_id, id));
      }),
    );
  });
  serve(contract.deleteTransformation, async ({ team_id, id, asCaller }) => {
    await deleteTransformation(asCaller, team_id, id);
    return { id };
  });
  serve(contract.listExecutions, async ({ team_id, id, query }) => {
    const { id: transformation_id } = await read(team_id, id);
    const page = await readExecutionPage(db, { team_id, transformation_id }, query);
    return pageReply(page, (row) => executionView(row));
  });
  serve(contract.getExecution, async ({ team_id, id, params: { execution_id = "" } }) => {
    const { id: transformation_id } = await read(team_id, id);
    const uuid = internalId("execution", execution_id);
    const row = uuid && (await findExecution(db, { team_id, transformation_id }, uuid));
    if (!row) throw notFound(execution_id);
    const { original_event_data_id: original, transformed_event_data_id: transformed } = row;
    const payloads = await readPayloadsById(db, team_id, transformed ? [original, transformed] : [original]);
    return executionView(row, {
      original_event_data: dataOf(payloads.get(original)),
      transformed_event_data: dataOf(payloads.get(transformed ?? "")),
    });
  });
}
