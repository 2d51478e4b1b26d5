/** What do changes of people and of groups have in common? What the plan has no room for, and what is there already. */
import type { Plan } from "@posthorn/contract/plans";
import { followDirectory } from "../../access/directory-members.ts";
import { isUniqueViolation, type Queryable } from "../../store/database.ts";
import { ScimError } from "./scim-error.ts";

/** Ends a change: these people of the directory become members, get their roles, or leave. */
export async function follow(tx: Queryable, organization_id: string, ids: readonly string[]): Promise<void> {
  const plan = await followDirectory(tx, organization_id, ids);
  if (plan) throw new ScimError(403, noRoom(plan));
}

function noRoom({ name, limits: { max_users } }: Plan): string {
  const people = max_users === 1 ? "one person" : `${max_users} people`;
  return `The plan ${name} of the organization allows ${people}, and has no room for more. Choose another plan in Posthorn, or remove somebody`;
}

export async function orUniqueness<Result>(work: () => Promise<Result>, detail: string): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw isUniqueViolation(error) ? new ScimError(409, detail, "uniqueness") : error;
  }
}
