/**
 * Does a role include the rights of another?
 *
 * Only this file knows the order of roles. Every route of the API names the lowest role it needs.
 */
import { ROLES, type Role } from "@posthorn/contract/causes";

export function can(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}
