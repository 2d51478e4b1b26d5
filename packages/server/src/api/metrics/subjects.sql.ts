/**
 * Whose facts are asked for?
 *
 * A counter belongs to a connection, a source or a transformation. A deleted one keeps its row, so its past still counts.
 */
import { type Conditions, whereId } from "../../store/filters/conditions.ts";

interface ConnectionFilters {
  webhook_id?: readonly string[] | undefined;
  source_id?: readonly string[] | undefined;
  destination_id?: readonly string[] | undefined;
}

export interface Subjects {
  /** For the list of named subselects. */
  named: string;
  /** SQL of the array with their ids. */
  ids: string;
}

function subjectsNamed(name: string, table: string, where: Conditions): Subjects {
  return {
    named: `${name} as materialized (select array(select id from ${table} where ${where.sql}) as ids)`,
    ids: `(select ids from ${name})::uuid[]`,
  };
}

export function connectionsAskedFor(
  conditions: Conditions,
  team: string,
  { webhook_id, source_id, destination_id }: ConnectionFilters,
): Subjects {
  const where = conditions.beside();
  where.add(`team_id = ${team}`);
  whereId(where, "id", "connection", webhook_id);
  whereId(where, "source_id", "source", source_id);
  whereId(where, "destination_id", "destination", destination_id);
  return subjectsNamed("asked_connections", "connections", where);
}

export function sourcesAskedFor(
  conditions: Conditions,
  team: string,
  filter: readonly string[] | undefined,
): Subjects {
  const where = conditions.beside();
  where.add(`team_id = ${team}`);
  whereId(where, "id", "source", filter);
  return subjectsNamed("asked_sources", "sources", where);
}

export function transformationsAskedFor(
  conditions: Conditions,
  team: string,
  filter: readonly string[] | undefined,
): Subjects {
  const where = conditions.beside();
  where.add(`team_id = ${team}`);
  whereId(where, "id", "transformation", filter);
  return subjectsNamed("asked_transformations", "transformations", where);
}

export function destinationsAskedFor(
  conditions: Conditions,
  team: string,
  filter: readonly string[] | undefined,
): Subjects {
  const where = conditions.beside();
  where.add(`team_id = ${team}`);
  whereId(where, "id", "destination", filter);
  return subjectsNamed("asked_destinations", "destinations", where);
}

/** Adds the source and the destination of each fact's connection, if they are asked for: a join costs as much as the sum. */
export function withEnds(facts: string, dimensions: readonly string[]): string {
  if (!dimensions.includes("source_id") && !dimensions.includes("destination_id")) return facts;
  return `select counted.*, connections.source_id, connections.destination_id
    from (${facts}) as counted join connections on connections.id = counted.webhook_id`;
}
