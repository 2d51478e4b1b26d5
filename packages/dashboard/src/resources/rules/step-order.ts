/** How does the order of the steps change? Pure. */
import type { RuleStep } from "./rules-form.ts";

/** Moves one step to the place of another. */
export function movedStep(steps: readonly RuleStep[], key: string, ontoKey: string): RuleStep[] {
  const from = steps.findIndex((step) => step.key === key);
  const to = steps.findIndex((step) => step.key === ontoKey);
  const moved = steps[from];
  if (!moved || to < 0) return [...steps];
  return steps.toSpliced(from, 1).toSpliced(to, 0, moved);
}

/** The transformation that runs before a step; null if none does. */
export function transformationBefore(steps: readonly RuleStep[], key: string): string | null {
  const at = steps.findIndex((step) => step.key === key);
  const before = steps.slice(0, at).find((step) => step.type === "transform" && step.is_on);
  return (before?.type === "transform" && before.transformation_id) || null;
}

/** A key that no step has yet. */
export function nextKey(keys: readonly string[]): string {
  let number = keys.length;
  while (keys.includes(`added-${number}`)) number++;
  return `added-${number}`;
}
