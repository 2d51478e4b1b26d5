/**
 * How long did each rule of a request take, and what did it say?
 *
 * Kept only for requests that are traced. Without a list, asking costs one comparison.
 */
import type { RuleStep } from "./rules.ts";

export interface RuleRun {
  connectionKey: string;
  /** The rule's place among the connection's rules that are asked, from 0. */
  position: number;
  type: RuleStep["type"];
  outcome: "passed" | "refused" | "failed";
  /** The transformation that ran, as the database knows it. */
  transformation_id: string | null;
  /** Times of `performance.now()`. */
  startedAtMs: number;
  endedAtMs: number;
}

/** What the router keeps about a request that is traced. */
export interface RoutingTimes {
  /** Time of `performance.now()`. */
  begunAtMs: number;
  runs: RuleRun[];
}

export type RuleRuns = RuleRun[] | null;

/** 0 if nothing is kept. */
export function ruleBegins(runs: RuleRuns): number {
  return runs ? performance.now() : 0;
}

export function ruleEnded(
  runs: RuleRuns,
  { key, rules }: { key: string; rules: { steps: readonly RuleStep[] } },
  step: RuleStep,
  startedAtMs: number,
  outcome: RuleRun["outcome"],
): void {
  runs?.push({
    connectionKey: key,
    position: rules.steps.indexOf(step),
    type: step.type,
    outcome,
    transformation_id: step.type === "transform" ? step.transformation_id : null,
    startedAtMs,
    endedAtMs: performance.now(),
  });
}
