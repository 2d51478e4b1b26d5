/** How does the dashboard name the roles of people, and what does it say about each? */
import type { GrantedRole, Role } from "@posthorn/contract/roles";

export const ROLE_LABELS: Readonly<Record<Role, string>> = {
  viewer: "Viewer",
  member: "Member",
  admin: "Admin",
  owner: "Owner",
};

/** What a person with the role does. */
export const ROLE_HINTS: Readonly<Record<GrantedRole, string>> = {
  admin: "everything, except to hand on or delete the organization",
  member: "changes connections and retries events; sees the people",
  viewer: "reads everything in the projects, changes nothing",
};
