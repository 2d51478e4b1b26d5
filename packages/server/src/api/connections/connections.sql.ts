/** Which connections does a caller see, with their sources and destinations? Reads for the routes of this folder. */
import type { ConnectionFilters } from "@posthorn/contract/connections";
import { internalId } from "@posthorn/contract/ids";
import {
  DESTINATION_JSON,
  RULES_AS_WRITTEN,
  SOURCE_JSON,
  type ConnectionWithEnds,
} from "../../store/connections.ts";
import type { Queryable } from "../../store/database.ts";
import {
  Conditions,
  internalIds,
  whereDate,
  whereEnabled,
  whereId,
  whereName,
  whereWords,
} from "../../store/filters/conditions.ts";
import { readPage, type ListSource, type Page, type PageQuery } from "../lists/read-page.ts";

const COLUMNS = `connections.id, connections.team_id, connections.source_id, connections.destination_id,
  connections.name, connections.description, ${RULES_AS_WRITTEN} as rules, connections.paused_at, connections.disabled_at,
  connections.deleted_at, connections.updated_at, ${SOURCE_JSON} as source, ${DESTINATION_JSON} as destination`;

const FROM = `connections
  join sources on sources.id = connections.source_id
  join destinations on destinations.id = connections.destination_id`;

const FULL_NAME = `(sources.name || coalesce(' -> ' || connections.name, '')) collate "C"`;

/** Only for searching. A space separates the names, so that a word never begins in one and ends in the next. */
const ALL_NAMES = `concat_ws(' ', sources.name, connections.name, destinations.name) collate "C"`;

const LIST: ListSource = {
  columns: COLUMNS,
  from: FROM,
  sort: {
    identity: [{ sql: "connections.id", kind: "uuid" }],
    keys: {
      created_at: [],
      full_name: [{ sql: FULL_NAME, kind: "text" }],
      updated_at: [{ sql: "connections.updated_at", kind: "time" }],
      "sources.created_at": [{ sql: "sources.id", kind: "uuid" }],
      "sources.updated_at": [{ sql: "sources.updated_at", kind: "time" }],
      "destinations.created_at": [{ sql: "destinations.id", kind: "uuid" }],
      "destinations.updated_at": [{ sql: "destinations.updated_at", kind: "time" }],
    },
    defaultKey: "created_at",
  },
  identityOf(publicId) {
    const id = internalId("connection", publicId);
    return id === null ? null : [id];
  },
};

function whereTransformation(conditions: Conditions, filter: readonly string[] | undefined): void {
  if (!filter) return;
  const rules = internalIds("transformation", filter).map((id) =>
    JSON.stringify([{ type: "transform", transformation_id: id }]),
  );
  conditions.add(`connections.rules @> any(${conditions.bind(rules)}::jsonb[])`);
}

/** `search` also finds by the name of the destination: only the dashboard has it. */
interface Narrowing extends ConnectionFilters {
  search?: string | undefined;
}

function conditionsOf(team_id: string, filters: Narrowing): Conditions {
  const conditions = new Conditions();
  conditions.add(`connections.team_id = ${conditions.bind(team_id)} and connections.deleted_at is null`);
  whereId(conditions, "connections.id", "connection", filters.id);
  whereName(conditions, "connections.name", filters.name);
  whereId(conditions, "connections.source_id", "source", filters.source_id);
  whereId(conditions, "connections.destination_id", "destination", filters.destination_id);
  whereTransformation(conditions, filters.transformation_id);
  whereEnabled(conditions, "connections.disabled_at", filters);
  whereDate(conditions, "connections.paused_at", filters.paused_at);
  // Every word must occur in the full name, so "stripe orders" finds "stripe -> new-orders".
  for (const word of filters.full_name?.split(/[\s>]+/).filter(Boolean) ?? []) {
    whereName(conditions, FULL_NAME, { contains: word });
  }
  whereWords(conditions, ALL_NAMES, filters.search);
  return conditions;
}

export async function readConnectionPage(
  db: Queryable,
  team_id: string,
  query: Narrowing & PageQuery,
): Promise<Page<ConnectionWithEnds>> {
  const conditions = conditionsOf(team_id, query);
  return readPage(db, LIST, query, { conditions, team_id, teamColumn: "connections.team_id" });
}

export async function countConnectionsOf(
  db: Queryable,
  team_id: string,
  filters: ConnectionFilters,
): Promise<number> {
  const conditions = conditionsOf(team_id, filters);
  const { rows } = await db.query<{ count: number }>(
    `select count(*) as count from ${FROM} where ${conditions.sql}`,
    conditions.values,
  );
  return rows[0]?.count ?? 0;
}

/** Deleted connections are found too. */
export async function findConnection(
  db: Queryable,
  team_id: string,
  id: string,
): Promise<ConnectionWithEnds | null> {
  const { rows } = await db.query<ConnectionWithEnds>(
    `select ${COLUMNS} from ${FROM} where connections.team_id = $1 and connections.id = $2`,
    [team_id, id],
  );
  return rows[0] ?? null;
}

export async function findConnectionIdByName(
  db: Queryable,
  { team_id, source_id, name }: { team_id: string; source_id: string; name: string },
): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    `select id from connections where team_id = $1 and source_id = $2 and name = $3 and deleted_at is null`,
    [team_id, source_id, name],
  );
  return rows[0]?.id ?? null;
}
