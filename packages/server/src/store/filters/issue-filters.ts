/**
 * What belongs to an issue?
 *
 * Nothing is written down about it, because the issue's own keys say it. An event belongs to an issue of deliveries if
 * one of its attempts failed in that way, even if a later one succeeded. An execution belongs to an issue of its
 * transformation and its level, and an ignored event to the issue of the run that returned nothing.
 */
import { type Conditions, internalIds } from "./conditions.ts";

/** How attempts say what they failed with, in the words of an issue's key. Also the expression of their index. */
export const FAILURE = "failure_of(attempts.status, attempts.error_code, attempts.response_status)";

/** The issues that are asked for, as rows of `issues`. `team` is bound already. */
function issuesNamed(
  conditions: Conditions,
  team: string,
  type: "delivery" | "transformation",
  ids: readonly string[],
): string {
  const bound = conditions.bind(internalIds("issue", ids));
  return `issues.team_id = ${team} and issues.id = any(${bound}::uuid[]) and issues.type = '${type}'`;
}

/** For conditions on `events`. */
export function whereEventOfIssue(
  conditions: Conditions,
  team: string,
  ids: readonly string[] | undefined,
): void {
  if (!ids) return;
  conditions.add(`exists (
    select from issues
    join attempts on attempts.team_id = issues.team_id and attempts.webhook_id = issues.subject_id
      and attempts.status = 'FAILED' and ${FAILURE} = issues.key
    where ${issuesNamed(conditions, team, "delivery", ids)} and attempts.event_id = events.id)`);
}

/** For conditions on executions, or on counts of them by transformation and level. No id at all asks for nothing. */
export function whereExecutionOfIssue(
  conditions: Conditions,
  team: string,
  ids: readonly string[] | undefined,
): void {
  if (!ids?.length) return;
  conditions.add(`(transformation_id, log_level) in (
    select subject_id, key from issues where ${issuesNamed(conditions, team, "transformation", ids)})`);
}

/** For conditions on `ignored_events`. */
export function whereIgnoredEventOfIssue(
  conditions: Conditions,
  team: string,
  ids: readonly string[] | undefined,
): void {
  if (!ids) return;
  conditions.add(`cause = 'TRANSFORMATION_FAILED' and meta ->> 'transformation_id' in (
    select subject_id::text from issues
    where ${issuesNamed(conditions, team, "transformation", ids)} and key = 'fatal')`);
}
