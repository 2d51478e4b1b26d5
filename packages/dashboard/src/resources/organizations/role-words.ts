/** How does the dashboard name the roles of people, and what does it say about each? */
import type { GrantedRole, Role } from "@posthorn/contract/roles";

export const ROLE_LABELS: Readonly<Record<Role, string>> = {
  viewer: "Viewer",
  member: "Member",
  admin: "Admin",
  owner: "Owner",
};

export const ROLE_HINTS: Readonly<Record<GrantedRole, string>> = {
  admin: "Everything, except to hand the organization on or delete it",
  member: "Changes connections and retries events; sees the people",
  viewer: "Reads everything in the projects, changes nothing",
};
