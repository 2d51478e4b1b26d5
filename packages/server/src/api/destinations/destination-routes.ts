/** What do the endpoints of destinations answer? */
import * as contract from "@posthorn/contract/destinations";
import { internalId, publicId } from "@posthorn/contract/ids";
import { mayUse } from "@posthorn/contract/roles";
import type { Queryable } from "../../store/database.ts";
import type { DestinationRow } from "../../store/destinations.ts";
import type { ApiDeps } from "../api-deps.ts";
import { ApiError, gone, notFound } from "../api-error.ts";
import type { Serve } from "../call.ts";
import { deleteDestination, disableDestination, enableDestination, resourceNamed } from "../cascades.ts";
import { pageReply } from "../lists/read-page.ts";
import { refuseTakenName } from "../taken-name.ts";
import { destinationView } from "../../views/destination-view.ts";
import { destinationReads } from "./destinations.sql.ts";
import {
  changeDestination,
  createDestination,
  openDestinationAuth,
  upsertDestination,
} from "./write-destination.ts";

export function serveDestinations(serve: Serve, { db, addressGuard, sealer }: ApiDeps): void {
  const deps = { addressGuard, sealer };
  /** For callers that may change the credentials: only they may read them. */
  const viewWithAuth = async (tx: Queryable, row: DestinationRow) =>
    destinationView(row, await openDestinationAuth(tx, sealer, row));
  const taken = (team_id: string, name: string) => ({
    resource_type: "destination",
    findTaken: async () => {
      const id = await destinationReads.findIdByName(db, team_id, name);
      return id && publicId("destination", id);
    },
  });

  async function read(team_id: string, id: string): Promise<DestinationRow> {
    const uuid = internalId("destination", id);
    const row = uuid && (await destinationReads.find(db, team_id, uuid));
    if (!row) throw notFound(id);
    if (row.deleted_at !== null) throw gone();
    return row;
  }

  for (const endpoint of [contract.listDestinations, contract.searchDestinations]) {
    serve(endpoint, async ({ team_id, query }) =>
      pageReply(await destinationReads.readPage(db, team_id, query), (row) => destinationView(row)),
    );
  }
  serve(contract.countDestinations, async ({ team_id, query }) => ({
    count: await destinationReads.count(db, team_id, query),
  }));
  serve(contract.createDestination, async ({ team_id, body, asCaller }) =>
    refuseTakenName(taken(team_id, body.name), () =>
      asCaller.transaction(async (tx) => {
        const row = await createDestination(tx, deps, team_id, body);
        return row && viewWithAuth(tx, row);
      }),
    ),
  );
  serve(contract.upsertDestination, async ({ team_id, body, asCaller }) =>
    asCaller.transaction(async (tx) =>
      viewWithAuth(tx, await upsertDestination(tx, deps, { team_id, input: body, path: "" })),
    ),
  );
  serve(contract.getDestination, async ({ team_id, id, query, caller }) => {
    const row = await read(team_id, id);
    if (query.include === undefined) return destinationView(row);
    if (!mayUse(contract.updateDestination.right, caller))
      throw new ApiError("FORBIDDEN", { role: caller.role });
    return viewWithAuth(db, row);
  });
  serve(contract.updateDestination, async ({ team_id, id, body, ifUnchangedSince, asCaller }) => {
    const before = await read(team_id, id);
    return refuseTakenName(taken(team_id, body.name ?? before.name), () =>
      asCaller.transaction(async (tx) => {
        const change = { team_id, id: before.id, input: body, ifUnchangedSince };
        const row = await changeDestination(tx, deps, change);
        if (!row) throw gone();
        return viewWithAuth(tx, row);
      }),
    );
  });
  serve(contract.deleteDestination, async ({ team_id, id, asCaller }) => {
    await deleteDestination(asCaller, resourceNamed("destination", team_id, id));
    return { id };
  });
  for (const endpoint of [contract.disableDestination, contract.archiveDestination]) {
    serve(endpoint, async ({ team_id, id, asCaller }) => {
      await disableDestination(asCaller, resourceNamed("destination", team_id, id));
      return destinationView(await read(team_id, id));
    });
  }
  for (const endpoint of [contract.enableDestination, contract.unarchiveDestination]) {
    serve(endpoint, async ({ team_id, id, asCaller }) => {
      await enableDestination(asCaller, resourceNamed("destination", team_id, id));
      return destinationView(await read(team_id, id));
    });
  }
}
