/**
 * Why may this person not do it? The reason beside a control that stays visible but does nothing.
 *
 * The server decides by the same roles; this only says so before anybody tries.
 */
import { ROLES, type Role } from "@posthorn/contract/causes";
import { useSession } from "./use-session.ts";

/** Undefined when `role` is enough. */
function refusalFor(role: Role, needed: Role): string | undefined {
  if (ROLES.indexOf(role) >= ROLES.indexOf(needed)) return undefined;
  return `You need the ${needed} role for this. Contact your organization admin for further access.`;
}

export function useRefusal(needed: Role): string | undefined {
  return refusalFor(useSession().project.role, needed);
}
