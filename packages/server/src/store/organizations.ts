/** Every write to `organizations`, in the order of an organization's life. */
import type { OnboardingAnswers } from "@posthorn/contract/onboarding";
import { newId } from "../ids.ts";
import type { Queryable } from "./database.ts";
import { insertMember } from "./members.ts";
import { createProject } from "./new-project.ts";
import type { Sealer } from "./seal.ts";
import { subscribeNew } from "./subscriptions.ts";

export const FIRST_PROJECT_NAME = "Default project";

export interface NewOrganization {
  name: string;
  owner_id: string;
  project_name: string;
  /** What its owner has answered at `/onboarding`. */
  onboarding?: OnboardingAnswers;
}

/** An organization has an owner, a project and, if plans are in force, a plan from its first moment. Call it in a transaction. */
export async function createOrganization(
  tx: Queryable,
  sealer: Pick<Sealer, "seal">,
  { name, owner_id, project_name, onboarding }: NewOrganization,
): Promise<{ organization_id: string; project_id: string }> {
  const organization_id = newId();
  await tx.query(
    `insert into organizations (id, name, slug, discovery_method, use_case, use_case_other)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      organization_id,
      name,
      organization_id, // unique already; no URL of ours contains a slug
      onboarding?.discovery_method ?? null,
      onboarding?.use_case ?? null,
      onboarding?.use_case_other ?? null,
    ],
  );
  await insertMember(tx, { organization_id, user_id: owner_id, role: "owner" });
  await subscribeNew(tx, organization_id);
  return {
    organization_id,
    project_id: await createProject(tx, sealer, { organization_id, name: project_name }),
  };
}

/** Returns false if the organization has another name than the one that the caller has `seen`; null is any name. */
export async function renameOrganization(
  db: Queryable,
  id: string,
  { name, seen }: { name: string; seen: string | null },
): Promise<boolean> {
  const { rowCount } = await db.query(
    "update organizations set name = $2 where id = $1 and ($3::text is null or name = $3)",
    [id, name, seen],
  );
  return rowCount > 0;
}

/**
 * Changes of who belongs to an organization run one after the other: each sees what the one before it has left. Returns
 * the organization's name, or null if there is no such organization any more.
 */
export async function lockOrganization(tx: Queryable, id: string): Promise<string | null> {
  const { rows } = await tx.query<{ name: string }>(
    "select name from organizations where id = $1 for no key update",
    [id],
  );
  return rows[0]?.name ?? null;
}

/** With its members and invitations. Its projects must have been deleted before. */
export async function removeOrganization(tx: Queryable, id: string): Promise<void> {
  await tx.query("delete from organizations where id = $1", [id]);
}
