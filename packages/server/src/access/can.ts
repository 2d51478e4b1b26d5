/**
 * May a role do what needs another?
 *
 * The one place that knows the order of roles. Every route of the API names the least role it needs.
 */
import { ROLES, type Role } from "@posthorn/contract/causes";

export function can(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}
