/**
 * Which kinds of rows does an erasure go through, in which order, and how far has it come?
 *
 * Pure. Payloads come first: with them the events that were still to be delivered are cancelled.
 */
export const STAGES = [
  "payloads",
  "kept_payloads",
  "events",
  "attempts",
  "transformation_executions",
] as const;
export type Stage = (typeof STAGES)[number];

/** Null after the last one. */
export function stageAfter(stage: Stage): Stage | null {
  return STAGES[STAGES.indexOf(stage) + 1] ?? null;
}

export interface Progress {
  state: string;
  pass: number;
  stage: Stage;
  /** Of `done_until`, of the oldest data, and of `last_id`; in ms since 1970. */
  doneMs: number;
  oldestMs: number;
  lastMs: number;
}

/** The first pass reads nearly everything that there is; a further one only changes what came in meanwhile. */
const FIRST_PASS_PERCENT = 60;

export function percentOf({ state, pass, stage, doneMs, oldestMs, lastMs }: Progress): number {
  if (state === "settling") return FIRST_PASS_PERCENT;
  if (state !== "planning" && state !== "erasing")
    return state === "cancelled" || state === "failed" ? 0 : 100;
  const inStage = Math.min(1, Math.max(0, (doneMs - oldestMs) / Math.max(1, lastMs - oldestMs)));
  const part = (STAGES.indexOf(stage) + inStage) / STAGES.length;
  if (state === "planning") return Math.floor(99 * part);
  if (pass === 1) return Math.floor(FIRST_PASS_PERCENT * part);
  return Math.floor(FIRST_PASS_PERCENT + (99 - FIRST_PASS_PERCENT) * part);
}
