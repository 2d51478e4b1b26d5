/** One line where a feature would be: that the plan leaves it out, and the way to a plan that has it. */
import { UpgradeLink } from "./upgrade-link.tsx";
import type { MissingFeature } from "./use-feature.ts";

export interface MissingFeatureLineProps {
  /** Undefined: nothing is missing, and there is no line. */
  missing: MissingFeature | undefined;
  className?: string;
}

export function MissingFeatureLine({ missing, className }: MissingFeatureLineProps) {
  if (missing === undefined) return null;
  return (
    <p className={className}>
      {missing.reason} <UpgradeLink highlight={missing.feature} />
    </p>
  );
}
