/**
 * Why may this person not do this? The reason to show beside a control that stays visible but is disabled.
 *
 * The server enforces the same table of rights; this only explains it before the person tries.
 */
import { mayUse, RIGHTS, type HeldRoles, type Right } from "@posthorn/contract/roles";
import { heldRoles } from "./held-roles.ts";
import { useSession } from "./use-session.ts";

/** Undefined if these roles have the right. */
export function refusalFor(right: Right, held: HeldRoles): string | undefined {
  if (mayUse(right, held)) return undefined;
  return `You need the ${RIGHTS[right].role} role for this. Contact your organization admin for further access.`;
}

/** Undefined if the person has the right, in the project of this tab and its organization. */
export function useRefusal(right: Right): string | undefined {
  return refusalFor(right, heldRoles(useSession()));
}
