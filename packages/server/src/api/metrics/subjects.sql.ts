/**
 * Whose facts are asked for?
 *
 * A counter belongs to a connection, a source, a transformation or a destination. A deleted one keeps its row, so its past
 * still counts. If only sources, only destinations or neither are told apart, their totals are enough.
 */
import type { IdKind } from "@posthorn/contract/ids";
import type { CountedWhere, Totals } from "../../metrics/counted.sql.ts";
import { type Conditions, whereId } from "../../store/filters/conditions.ts";

const TABLES = {
  connection: "connections",
  source: "sources",
  transformation: "transformations",
  destination: "destinations",
} as const satisfies Partial<Record<IdKind, string>>;
type Subject = keyof typeof TABLES;

export interface Subjects extends Pick<CountedWhere, "subjects" | "totals"> {
  /** For the list of named subselects. */
  named: string[];
}

/** All of a kind in the project that the filters let through, as a subselect with a name. */
function ofKind(
  conditions: Conditions,
  team: string,
  name: string,
  kind: Subject,
  filters: readonly [column: string, of: IdKind, ids: readonly string[] | undefined][],
): { named: string; ids: string } {
  const where = conditions.beside();
  where.add(`team_id = ${team}`);
  for (const [column, of, ids] of filters) whereId(where, column, of, ids);
  return {
    named: `${name} as materialized (select array(select id from ${TABLES[kind]} where ${where.sql}) as ids)`,
    ids: `(select ids from ${name})::uuid[]`,
  };
}

/** The sources, transformations or destinations with these ids, or all. `isTotal`: they are not told apart. */
export function subjectsAskedFor(
  conditions: Conditions,
  team: string,
  kind: Exclude<Subject, "connection">,
  { ids: filter, isTotal = false }: { ids: readonly string[] | undefined; isTotal?: boolean },
): Subjects {
  const { named, ids } = ofKind(conditions, team, "asked_subjects", kind, [["id", kind, filter]]);
  return { named: [named], subjects: ids, totals: isTotal ? totalOfProject(team) : null };
}

function totalOfProject(team: string): Totals {
  return { column: null, ids: `array[${team}]::uuid[]` };
}

/** `dimensions`: by what the facts will be split. */
export function connectionsAskedFor(
  conditions: Conditions,
  team: string,
  filters: { [Name in "webhook_id" | "source_id" | "destination_id"]?: readonly string[] | undefined },
  dimensions: readonly string[],
): Subjects {
  const { named, ids } = ofKind(conditions, team, "asked_connections", "connection", [
    ["id", "connection", filters.webhook_id],
    ["source_id", "source", filters.source_id],
    ["destination_id", "destination", filters.destination_id],
  ]);
  const matters = (name: "webhook_id" | "source_id" | "destination_id") =>
    filters[name] !== undefined || dimensions.includes(name);
  const [bySource, byDestination] = [matters("source_id"), matters("destination_id")];
  if (matters("webhook_id") || (bySource && byDestination))
    return { named: [named], subjects: ids, totals: null };
  if (!bySource && !byDestination) return { named: [named], subjects: ids, totals: totalOfProject(team) };
  const kind = bySource ? "source" : "destination";
  const ends = ofKind(conditions, team, "asked_ends", kind, [["id", kind, filters[`${kind}_id`]]]);
  return { named: [named, ends.named], subjects: ids, totals: { column: `${kind}_id`, ids: ends.ids } };
}

/** Adds the source and the destination of each fact's connection, if they are asked for: a join costs as much as the sum. */
export function withEnds(facts: string, { totals }: Subjects, dimensions: readonly string[]): string {
  const isKnown =
    totals !== null || !dimensions.some((name) => name === "source_id" || name === "destination_id");
  if (isKnown) return facts;
  return `select counted.*, connections.source_id, connections.destination_id
    from (${facts}) as counted join connections on connections.id = counted.webhook_id`;
}
