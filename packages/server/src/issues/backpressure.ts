/**
 * Which destinations are under backpressure, and of which is it over?
 *
 * It begins when the oldest waiting event has waited for as long as the trigger says. It ends when no event has waited for
 * half as long: a queue at the limit would otherwise open and close its issue all the time.
 */
import type { IssueTriggerRow } from "../store/issue-triggers.ts";
import type { IssueKey } from "../store/issues.ts";
import type { Backlog } from "../store/queue-samples.ts";
import { mostSpecific, type Subject } from "./scope.ts";

type BackpressureTrigger = Extract<IssueTriggerRow, { type: "backpressure" }>;

/** Null: nobody wants to know, or not yet. */
export function backpressureOf(
  { team_id, destination_id, waited_ms }: Backlog,
  destination: Subject | undefined,
  triggers: readonly IssueTriggerRow[],
): (IssueKey & { issue_trigger_id: string }) | null {
  if (!destination) return null;
  const scoped = triggers
    .filter((trigger): trigger is BackpressureTrigger => trigger.type === "backpressure")
    .map((trigger) => ({
      id: trigger.id,
      scope: trigger.configs.destinations,
      delay: trigger.configs.delay,
    }));
  const chosen = mostSpecific(scoped, destination);
  if (!chosen || waited_ms < chosen.delay) return null;
  return {
    team_id,
    type: "backpressure",
    subject_id: destination_id,
    key: String(chosen.delay),
    issue_trigger_id: chosen.id,
  };
}

export function isOver(issue: Pick<IssueKey, "subject_id" | "key">, backlogs: readonly Backlog[]): boolean {
  const backlog = backlogs.find(({ destination_id }) => destination_id === issue.subject_id);
  return backlog === undefined || backlog.waited_ms < Number(issue.key) / 2;
}
