/** What may a key of each role do, in words? */
import type { GrantedRole } from "@posthorn/contract/roles";

export const API_KEY_ROLE_HINTS: Record<GrantedRole, string> = {
  viewer: "Reads everything, changes nothing.",
  member: "Also publishes requests, retries events and changes connections.",
  admin: "Also changes the settings of the project.",
};
