/** Which ignored events does a filter match, and which requests have such an ignored event? See event-filters.ts. */
import type { IgnoredEventFilters } from "@posthorn/contract/bulk";
import { Conditions, internalIds, whereCreatedAt, whereId, whereOneOf } from "./conditions.ts";
import { whereIgnoredEventOfIssue } from "./issue-filters.ts";

export function ignoredEventConditions(team_id: string, filters: IgnoredEventFilters): Conditions {
  const conditions = new Conditions();
  const team = conditions.bind(team_id);
  conditions.add(`team_id = ${team}`);
  whereIgnoredEventOfIssue(conditions, team, filters.issue_id);
  whereCause(conditions, filters);
  whereId(conditions, "webhook_id", "connection", filters.webhook_id);
  if (filters.source_id) {
    const sources = conditions.bind(internalIds("source", filters.source_id));
    conditions.add(`webhook_id in (select id from connections where source_id = any(${sources}::uuid[]))`);
  }
  // The time of an ignored event is that of its request.
  whereCreatedAt(conditions, "request_id", filters.created_at);
  return conditions;
}

type CauseFilters = Pick<IgnoredEventFilters, "cause" | "transformation_id">;

function whereCause(conditions: Conditions, { cause, transformation_id }: CauseFilters): void {
  whereOneOf(conditions, "cause", cause);
  if (!transformation_id) return;
  const ids = conditions.bind(internalIds("transformation", transformation_id));
  conditions.add(`meta ->> 'transformation_id' = any(${ids}::text[])`);
}

/** For conditions on `requests`: one ignored event of the request matches all of these filters. */
export function whereIgnored(conditions: Conditions, filters: CauseFilters): void {
  if (!filters.cause && !filters.transformation_id) return;
  const ignored = conditions.beside();
  ignored.add("ignored_events.team_id = requests.team_id and ignored_events.request_id = requests.id");
  whereCause(ignored, filters);
  conditions.add(`exists (select from ignored_events where ${ignored.sql})`);
}
