/**
 * What happens when a person deletes a project?
 *
 * One transaction deletes it for every caller: it ends secrets, keys, developers' machines, running bulk operations and erasures,
 * and its commit announces the change to the processes that receive, route or deliver for the project. It locks rows in
 * the order projects, bulk operations, sources, destinations, transformations, connections. Later, background loops
 * cancel the waiting events (workers/following-events.ts) and delete the stored rows (workers/project-removal.ts).
 */
import { LAST_PROJECT } from "@posthorn/contract/settings-texts";
import { publicId } from "@posthorn/contract/ids";
import { revokeApiKeysOf } from "../../store/api-keys.ts";
import { abortBulkOperationsOf } from "../../store/bulk-operations.ts";
import { forgetCliClientsOf } from "../../store/cli-clients.ts";
import { forgetCliLoginsOf } from "../../store/cli-logins.ts";
import { lockConnectionsOf, markConnectionsDeleted } from "../../store/connections.ts";
import type { Database, Queryable } from "../../store/database.ts";
import { markDestinationsOfProjectDeleted } from "../../store/destinations.ts";
import { cancelErasuresOf } from "../../store/erasures.ts";
import { deleteIntegrationsOf } from "../../store/integrations.ts";
import { lockProjectsOf, markProjectDeleted } from "../../store/projects.ts";
import type { Sealer } from "../../store/seal.ts";
import { markSourcesOfProjectDeleted } from "../../store/sources.ts";
import { deleteCustomDomainsOf } from "../../store/custom-domains.ts";
import { deleteTeamIntegrationsOf } from "../../store/team-integrations.ts";
import { markTransformationsOfProjectDeleted } from "../../store/transformations.ts";
import { type ApiError, notFound } from "../api-error.ts";
import { invalid } from "../validation.ts";
import type { ProjectRow } from "./projects.sql.ts";

/** `present` are the projects that its organization has now. Returns null if it can be deleted. */
export function whyNotDeletable(id: string, present: readonly string[]): ApiError | null {
  if (!present.includes(id)) return notFound(publicId("project", id));
  return present.length === 1 ? invalid(LAST_PROJECT) : null;
}

export async function deleteProject(
  db: Database,
  sealer: Pick<Sealer, "seal">,
  { id, organization_id }: Pick<ProjectRow, "id" | "organization_id">,
): Promise<void> {
  await db.transaction(async (tx) => {
    // Of two deletions at once, the second waits here and then sees which projects the first has left.
    const refusal = whyNotDeletable(id, await lockProjectsOf(tx, organization_id));
    if (refusal) throw refusal;
    await deleteWholeProject(tx, sealer, id);
  });
}

/** Deletes a project that the transaction has locked. */
export async function deleteWholeProject(
  tx: Queryable,
  sealer: Pick<Sealer, "seal">,
  id: string,
): Promise<void> {
  await markProjectDeleted(tx, sealer, id);
  await revokeApiKeysOf(tx, id);
  await deleteTeamIntegrationsOf(tx, id);
  await deleteCustomDomainsOf(tx, id);
  await cancelErasuresOf(tx, id);
  await forgetCliLoginsOf(tx, id);
  await forgetCliClientsOf(tx, id);
  await abortBulkOperationsOf(tx, id);
  await markSourcesOfProjectDeleted(tx, id);
  await deleteIntegrationsOf(tx, id);
  await markDestinationsOfProjectDeleted(tx, id);
  await markTransformationsOfProjectDeleted(tx, id);
  await markConnectionsDeleted(tx, id, await lockConnectionsOf(tx, id, null));
}
