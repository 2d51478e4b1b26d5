/**
 * Why may this person not do this? The reason to show beside a control that stays visible but is disabled.
 *
 * The server enforces the same roles; this only explains it before the person tries.
 */
import { ROLES, type Role } from "@posthorn/contract/causes";
import { useSession } from "./use-session.ts";

/** Undefined if `role` is sufficient. */
function refusalFor(role: Role, needed: Role): string | undefined {
  if (ROLES.indexOf(role) >= ROLES.indexOf(needed)) return undefined;
  return `You need the ${needed} role for this. Contact your organization admin for further access.`;
}

export function useRefusal(needed: Role): string | undefined {
  return refusalFor(useSession().project.role, needed);
}
