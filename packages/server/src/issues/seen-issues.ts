/**
 * Which news are issues, and of which trigger?
 *
 * The one place that knows what a trigger asks of a failure. Names and rates come in as data.
 */
import { ISSUE_LOG_LEVELS, type RejectionCause } from "@posthorn/contract/causes";
import type { Scope } from "@posthorn/contract/issue-triggers";
import type { IssueTriggerRow } from "../store/issue-triggers.ts";
import type { IssueNews, SeenIssue } from "../store/issues.ts";
import { mostSpecific, type Subject } from "./scope.ts";

export interface NewsOfSubject {
  news: IssueNews;
  /** Null: it is deleted, or a developer's CLI, which may fail as it likes. */
  subject: Subject | null;
  /** Of rejected requests: the most of this cause within one minute. */
  mostPerMinute: number;
}

/** `triggers` are those of the project and the type that can open issues. Null: nobody wants to know. */
export function seenIssue(
  { news, subject, mostPerMinute }: NewsOfSubject,
  triggers: readonly IssueTriggerRow[],
): SeenIssue | null {
  if (subject === null) return null;
  const scoped = triggers.map((trigger) => ({ id: trigger.id, scope: scopeOf(trigger), trigger }));
  const chosen = mostSpecific(scoped, subject)?.trigger;
  if (!chosen || !isWanted(news, chosen, mostPerMinute)) return null;
  const { team_id, type, subject_id, key, first_at, last_at } = news;
  return { team_id, type, subject_id, key, first_at, last_at, issue_trigger_id: chosen.id };
}

function scopeOf(trigger: IssueTriggerRow): Scope {
  switch (trigger.type) {
    case "delivery":
      return trigger.configs.connections;
    case "transformation":
      return trigger.configs.transformations;
    case "backpressure":
      return trigger.configs.destinations;
    case "request":
      return trigger.configs.sources;
  }
}

function isWanted(news: IssueNews, trigger: IssueTriggerRow, mostPerMinute: number): boolean {
  switch (trigger.type) {
    case "delivery":
      return trigger.configs.strategy === "first_attempt" || news.is_final;
    case "transformation": {
      const levels: readonly string[] = ISSUE_LOG_LEVELS;
      return levels.indexOf(news.key) >= levels.indexOf(trigger.configs.log_level);
    }
    case "backpressure":
      return true; // the news are of this trigger's own delay
    case "request": {
      const { rejection_causes, excluded_rejection_causes = [], per_minute } = trigger.configs;
      const names = (causes: readonly RejectionCause[]) => causes.some((cause) => cause === news.key);
      const isNamed = rejection_causes === "*" || names(rejection_causes);
      return isNamed && !names(excluded_rejection_causes) && mostPerMinute >= per_minute;
    }
  }
}
