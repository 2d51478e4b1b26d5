/** What does a project have from its first moment? A secret that signs its deliveries, and triggers for its issues. */
import type { Queryable } from "./database.ts";
import { insertDefaultTriggers } from "./issue-triggers.ts";
import { insertProject, type NewProject } from "./projects.ts";
import type { Sealer } from "./seal.ts";

/** Returns the id of the project. Call it in a transaction. */
export async function createProject(
  tx: Queryable,
  sealer: Pick<Sealer, "seal">,
  project: NewProject,
): Promise<string> {
  const id = await insertProject(tx, sealer, project);
  await insertDefaultTriggers(tx, id);
  return id;
}
