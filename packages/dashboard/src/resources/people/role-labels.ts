/** What is a role called? */
import type { Role } from "@posthorn/contract/roles";

export const ROLE_LABELS: Readonly<Record<Role, string>> = {
  owner: "Owner",
  admin: "Admin",
  member: "Member",
  viewer: "Viewer",
};
