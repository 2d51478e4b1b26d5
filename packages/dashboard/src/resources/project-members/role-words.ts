/** What is a role called, and what may it do in a project? */
import type { GrantedRole, Role } from "@posthorn/contract/roles";

export const ROLE_LABELS: Readonly<Record<Role, string>> = {
  owner: "Owner",
  admin: "Admin",
  member: "Member",
  viewer: "Viewer",
};

/** Completes the label to a sentence: "Viewer reads". */
export const PROJECT_ROLE_ACTS: Readonly<Record<GrantedRole, string>> = {
  admin: "changes roles and removes members",
  member: "edits connections, retries events",
  viewer: "reads",
};
