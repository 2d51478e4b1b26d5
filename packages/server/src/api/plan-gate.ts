/**
 * Does the organization's plan include what this call needs, and does it lock the project?
 *
 * The one place that checks both. A lock refuses before the input is read. A feature is checked after the input was parsed
 * and before the handler runs. A call that needs no feature asks
 * nothing, and without plans nothing is refused. What an organization has made before stays, also if its plan changes.
 */
import type { Endpoint } from "@posthorn/contract/endpoint";
import { FEATURE_TEXTS, lockText, type Plan } from "@posthorn/contract/plans";
import type { Caller } from "../access/authenticate.ts";
import { ApiError } from "./api-error.ts";

const WAY_OUT = "An admin can choose another plan in the settings, under Plans.";

/** People reach what their settings need. A project's key opens nothing: it has no settings. */
export function refuseLocked(
  { isOpenUnderLock }: Pick<Endpoint, "isOpenUnderLock">,
  { user_id, lock }: Pick<Caller, "user_id" | "lock">,
): void {
  if (lock === null || (isOpenUnderLock && user_id !== null)) return;
  throw new ApiError("PLAN_LOCKED", { lock }, { message: lockText(lock), data: { lock } });
}

export async function refuseUnplanned(
  { features }: Pick<Endpoint, "features">,
  body: unknown,
  readPlan: () => Promise<Pick<Plan, "name" | "features"> | null>,
): Promise<void> {
  const needed = features.filter((need) => need.isNeededFor?.(body) ?? true);
  if (needed.length === 0) return;
  const plan = await readPlan();
  const missing = plan && needed.find(({ feature }) => !plan.features.includes(feature))?.feature;
  if (!plan || !missing) return;
  const message = `The plan ${plan.name} does not include ${FEATURE_TEXTS[missing]}. ${WAY_OUT}`;
  throw new ApiError("FEATURE_NOT_IN_PLAN", {}, { message, data: { feature: missing } });
}
