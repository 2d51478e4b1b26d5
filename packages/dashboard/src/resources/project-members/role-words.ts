/** What may a role do in a project? */
import type { GrantedRole } from "@posthorn/contract/roles";

/** Completes the label to a sentence: "Viewer reads". */
export const PROJECT_ROLE_ACTS: Readonly<Record<GrantedRole, string>> = {
  admin: "changes roles and removes members",
  member: "edits connections, retries events",
  viewer: "reads",
};
