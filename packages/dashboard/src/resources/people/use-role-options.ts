/**
 * Which roles can a person be given, the highest first? Without the plan's feature nobody becomes a viewer; who is one can
 * stay one.
 */
import { GRANTED_ROLES, type Role } from "@posthorn/contract/roles";
import { useMissingFeature } from "../plans/use-feature.ts";
import { ROLE_LABELS } from "./role-labels.ts";

const ALL = GRANTED_ROLES.toReversed().map((value) => ({ value, label: ROLE_LABELS[value] }));
const WITHOUT_VIEWERS = ALL.map((option) => ({ ...option, isDisabled: option.value === "viewer" }));

/** `held` is the role that the person has. */
export function useRoleOptions(held?: Role) {
  const lacksViewers = useMissingFeature("viewer_role") !== undefined;
  return lacksViewers && held !== "viewer" ? WITHOUT_VIEWERS : ALL;
}
