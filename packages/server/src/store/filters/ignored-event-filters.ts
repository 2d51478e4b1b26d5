/** Which ignored events does a filter match? See event-filters.ts. */
import type { IgnoredEventFilters } from "@posthorn/contract/bulk";
import { Conditions, internalIds, whereId, whereOneOf } from "./conditions.ts";

export function ignoredEventConditions(team_id: string, filters: IgnoredEventFilters): Conditions {
  const conditions = new Conditions();
  conditions.add(`team_id = ${conditions.bind(team_id)}`);
  whereOneOf(conditions, "cause", filters.cause);
  whereId(conditions, "webhook_id", "connection", filters.webhook_id);
  if (filters.transformation_id) {
    const ids = conditions.bind(internalIds("transformation", filters.transformation_id));
    conditions.add(`meta ->> 'transformation_id' = any(${ids}::text[])`);
  }
  return conditions;
}
