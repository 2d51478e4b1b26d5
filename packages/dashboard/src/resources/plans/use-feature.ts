/**
 * Does the organization's plan leave out a feature? The reason to show where the feature would be; `UpgradeLink` stands beside
 * it. The server refuses too; this only explains it before the person tries.
 */
import { useSession } from "../session/use-session.ts";
import { FEATURE_LABELS } from "./feature-labels.ts";
import { lacks } from "./session-plan.ts";

export type GatedFeature = Exclude<keyof typeof FEATURE_LABELS, "sla">;

/** Undefined if the plan has the feature, or no plan is in force. */
export function useMissingFeature(feature: GatedFeature): string | undefined {
  const { plan } = useSession().organization;
  if (plan === null || !lacks(plan, feature)) return undefined;
  return `Your plan, ${plan.name}, does not include this feature: ${FEATURE_LABELS[feature]}.`;
}
