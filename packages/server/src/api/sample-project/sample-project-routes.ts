/** What do the endpoints answer that a person meets first? */
import { publicId } from "@posthorn/contract/ids";
import * as contract from "@posthorn/contract/sample-project";
import { lockOrganization } from "../../store/organizations.ts";
import { ensurePartitions } from "../../store/partitions.ts";
import { findOrganizationOf, findSampleProject } from "../../store/projects.ts";
import type { ApiDeps } from "../api-deps.ts";
import { notFound } from "../api-error.ts";
import type { Serve } from "../call.ts";
import { readFirstSteps } from "./first-steps.sql.ts";
import { makeSampleProject } from "./make-sample-project.ts";

export function serveSampleProject(serve: Serve, { db, sealer }: ApiDeps): void {
  serve(contract.createSampleProject, async ({ team_id, asCaller }) => {
    const nowMs = Date.now();
    // Yesterday may have no partitions yet, if nothing was stored then.
    await ensurePartitions(db, nowMs);
    const organization_id = await findOrganizationOf(db, team_id);
    const { id, is_new } = await asCaller.transaction(async (tx) => {
      // Of two clicks at once, the second waits here and finds the project of the first.
      if ((await lockOrganization(tx, organization_id)) === null)
        throw notFound(publicId("organization", organization_id));
      const present = await findSampleProject(tx, organization_id);
      if (present !== null) return { id: present, is_new: false };
      return { id: await makeSampleProject(tx, sealer, { organization_id, nowMs }), is_new: true };
    });
    return { id: publicId("project", id), is_new };
  });
  serve(contract.getFirstSteps, async ({ team_id }) => {
    const { delivering, ...steps } = await readFirstSteps(db, team_id);
    return {
      ...steps,
      delivering: delivering && { ...delivering, id: publicId("connection", delivering.id) },
    };
  });
}
