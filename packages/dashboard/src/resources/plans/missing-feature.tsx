/** One line where a feature would be: that the plan leaves it out, and the way to a plan that has it. */
import { UpgradeLink } from "./upgrade-link.tsx";
import { useMissingFeature, type GatedFeature } from "./use-feature.ts";

export interface MissingFeatureProps {
  feature: GatedFeature;
  className?: string;
}

/** Nothing, if the plan has the feature. */
export function MissingFeature({ feature, className }: MissingFeatureProps) {
  const reason = useMissingFeature(feature);
  if (reason === undefined) return null;
  return (
    <p className={className}>
      {reason} <UpgradeLink highlight={feature} />
    </p>
  );
}
