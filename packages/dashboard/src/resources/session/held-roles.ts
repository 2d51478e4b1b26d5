/** What is the person in the project of this tab, and in its organization? The table of rights asks for both. */
import type { HeldRoles } from "@posthorn/contract/roles";
import type { CurrentSession } from "./use-session.ts";

export function heldRoles({
  project,
  organization,
}: Pick<CurrentSession, "project" | "organization">): HeldRoles {
  return { role: project.role, organization_role: organization.role };
}
