/**
 * Why may this person not do this? The reason to show beside a control that stays visible but is disabled.
 *
 * The server enforces the same table of rights; this only explains it before the person tries.
 */
import { mayUse, RIGHTS, type Right } from "@posthorn/contract/roles";
import { heldRoles } from "./held-roles.ts";
import { useSession } from "./use-session.ts";

/** Undefined if the person has the right. */
export function useRefusal(right: Right): string | undefined {
  if (mayUse(right, heldRoles(useSession()))) return undefined;
  return `You need the ${RIGHTS[right].role} role for this. Contact your organization admin for further access.`;
}
