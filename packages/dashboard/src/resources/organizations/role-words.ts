/** What does the dashboard say about the roles of an organization? */
import type { GrantedRole } from "@posthorn/contract/roles";

/** What a person with the role does. */
export const ROLE_HINTS: Readonly<Record<GrantedRole, string>> = {
  admin: "everything, except to hand on or delete the organization",
  member: "changes connections and retries events; sees the people",
  viewer: "reads everything in the projects, changes nothing",
};
