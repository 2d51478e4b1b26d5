/** How many attempts did this process record since it started, and how long did their destinations take? */
import type { AttemptStatus } from "@posthorn/contract/causes";
import { Histogram } from "../../histogram.ts";
import type { SettledAttempt } from "../../store/attempts.ts";

export interface AttemptCounts {
  byStatus: Map<AttemptStatus, number>;
  /** From the wire to the answer, of attempts that got one. */
  responseSeconds: Histogram;
}

export function newAttemptCounts(): AttemptCounts {
  return { byStatus: new Map(), responseSeconds: new Histogram() };
}

export function countAttempts(counts: AttemptCounts, attempts: readonly SettledAttempt[]): void {
  for (const { status, deliveredAtMs, respondedAtMs, response_status } of attempts) {
    counts.byStatus.set(status, (counts.byStatus.get(status) ?? 0) + 1);
    if (response_status === null || deliveredAtMs === null || respondedAtMs === null) continue;
    counts.responseSeconds.observe(Math.max(0, respondedAtMs - deliveredAtMs) / 1000);
  }
}
