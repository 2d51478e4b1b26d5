/**
 * Does the organization's plan leave out a feature? The reason to show where the feature would be; `UpgradeLink` stands beside
 * it. The server refuses too; this only explains it before the person tries.
 */
import { useSession } from "../session/use-session.ts";
import { FEATURE_LABELS } from "./feature-labels.ts";

export type GatedFeature = Exclude<keyof typeof FEATURE_LABELS, "sla">;

export interface MissingFeature {
  feature: GatedFeature;
  reason: string;
}

/** The first of these features that is missing. Undefined if the plan has all of them, or no plan is in force. */
export function useMissingFeature(...features: readonly GatedFeature[]): MissingFeature | undefined {
  const { plan } = useSession().organization;
  const feature = plan && features.find((one) => !plan.features.includes(one));
  if (!feature) return undefined;
  return { feature, reason: `Your plan, ${plan.name}, does not include: ${FEATURE_LABELS[feature]}.` };
}
