/** Which events belong to issues? Read from their failed attempts, by an index that has them in this order. */
import { Conditions, internalIds, whereCreatedAt, whereId } from "../../store/filters/conditions.ts";
import { FAILURE } from "../../store/filters/issue-filters.ts";
import type { Range } from "../../metrics/span-plan.ts";
import type { FactSource } from "./fact-source.ts";

export interface IssueEventFilters {
  issue_id: string[];
  source_id?: string[] | undefined;
  destination_id?: string[] | undefined;
  webhook_id?: string[] | undefined;
}

/** An event that has failed several times in the same way counts once. */
export function issueEventRows(
  team_id: string,
  { issue_id, source_id, destination_id, webhook_id }: IssueEventFilters,
  { fromMs, toMs }: Range,
): FactSource {
  const conditions = new Conditions();
  const team = conditions.bind(team_id);
  const ids = conditions.bind(internalIds("issue", issue_id));
  const where = conditions.beside();
  where.add(`issues.team_id = ${team} and issues.id = any(${ids}::uuid[]) and issues.type = 'delivery'`);
  whereCreatedAt(where, "attempts.event_id", { gte: fromMs, lt: toMs });
  whereId(where, "connections.source_id", "source", source_id);
  whereId(where, "connections.destination_id", "destination", destination_id);
  whereId(where, "connections.id", "connection", webhook_id);
  const facts = `select made_at(event_id) as at, issue_id, source_id, destination_id, webhook_id, 1 as count
    from (
      select distinct issues.id as issue_id, attempts.event_id, connections.source_id, connections.destination_id,
        connections.id as webhook_id
      from issues
      join connections on connections.id = issues.subject_id
      join attempts on attempts.team_id = issues.team_id and attempts.webhook_id = issues.subject_id
        and attempts.status = 'FAILED' and ${FAILURE} = issues.key
      where ${where.sql}) as failed`;
  return { rows: { facts, beside: [], conditions }, lists: null, shortage: null };
}
