/** Which sources does a caller see? Reads for the routes of this folder. */
import type { SourceFilters } from "@posthorn/contract/sources";
import { internalId } from "@posthorn/contract/ids";
import type { Queryable } from "../../store/database.ts";
import { SOURCE_COLUMNS, type SourceRow } from "../../store/sources.ts";
import { Conditions, whereEnabled, whereId, whereName, whereOneOf } from "../../store/filters/conditions.ts";
import { readPage, type ListSource, type Page, type PageQuery } from "../lists/read-page.ts";

const LIST: ListSource = {
  columns: SOURCE_COLUMNS,
  from: "sources",
  sort: {
    identity: [{ sql: "id", kind: "uuid" }],
    keys: {
      created_at: [],
      // Bytes in a row: the same order on every server, whatever its language settings.
      name: [{ sql: `name collate "C"`, kind: "text" }],
      updated_at: [{ sql: "updated_at", kind: "time" }],
    },
    defaultKey: "created_at",
  },
  identityOf(publicId) {
    const id = internalId("source", publicId);
    return id === null ? null : [id];
  },
};

function conditionsOf(team_id: string, filters: SourceFilters): Conditions {
  const conditions = new Conditions();
  conditions.add(`team_id = ${conditions.bind(team_id)} and deleted_at is null`);
  whereId(conditions, "id", "source", filters.id);
  whereName(conditions, "name", filters.name);
  whereOneOf(conditions, "type", filters.type);
  whereEnabled(conditions, "disabled_at", filters);
  return conditions;
}

export async function readSourcePage(
  db: Queryable,
  team_id: string,
  query: SourceFilters & PageQuery,
): Promise<Page<SourceRow>> {
  const conditions = conditionsOf(team_id, query);
  return readPage<SourceRow>(db, LIST, query, { conditions, team_id, teamColumn: "team_id" });
}

export async function countSourcesOf(
  db: Queryable,
  team_id: string,
  filters: SourceFilters,
): Promise<number> {
  const conditions = conditionsOf(team_id, filters);
  const { rows } = await db.query<{ count: number }>(
    `select count(*) as count from sources where ${conditions.sql}`,
    conditions.values,
  );
  return rows[0]?.count ?? 0;
}

/** Also a deleted one. */
export async function findSource(db: Queryable, team_id: string, id: string): Promise<SourceRow | null> {
  const { rows } = await db.query<SourceRow>(
    `select ${SOURCE_COLUMNS} from sources where team_id = $1 and id = $2`,
    [team_id, id],
  );
  return rows[0] ?? null;
}

/** The sealed secret of a source; null: none. */
export async function findSourceAuth(db: Queryable, team_id: string, id: string): Promise<Buffer | null> {
  const { rows } = await db.query<{ auth: Buffer | null }>(
    `select auth from sources where team_id = $1 and id = $2`,
    [team_id, id],
  );
  return rows[0]?.auth ?? null;
}

export async function findSourceIdByName(
  db: Queryable,
  team_id: string,
  name: string,
): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    `select id from sources where team_id = $1 and name = $2 and deleted_at is null`,
    [team_id, name],
  );
  return rows[0]?.id ?? null;
}
