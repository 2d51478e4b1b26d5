/**
 * What happens with a product event that the dashboard reports?
 *
 * It goes to the operator's receiver, with the ids of the person, the organization and the project. Without a receiver it goes
 * nowhere, and the reply says so. The contract has refused whatever is not in its lists.
 */
import { reportProductEvent } from "@posthorn/contract/product-events";
import { findOrganizationOf } from "../../store/projects.ts";
import type { ApiDeps } from "../api-deps.ts";
import type { Serve } from "../call.ts";

export function serveProductEvents(
  serve: Serve,
  { db, productEvents }: Pick<ApiDeps, "db" | "productEvents">,
): void {
  serve(reportProductEvent, async ({ team_id, user_id, body }) => {
    if (!productEvents) return { is_tracking: false };
    const organization_id = await findOrganizationOf(db, team_id);
    productEvents.record(body, { person_id: user_id, organization_id, project_id: team_id });
    return { is_tracking: true };
  });
}
