/**
 * How are resources with names read: sources, destinations and transformations?
 *
 * Each belongs to a project, has a name that is unique until it is deleted, and then keeps its row. All can be filtered
 * by id and name; each adds filters of its own.
 */
import { type IdKind, internalId } from "@posthorn/contract/ids";
import type { NameFilterValue } from "@posthorn/contract/lists";
import type { Queryable } from "../../store/database.ts";
import { Conditions, whereId, whereName, whereWords } from "../../store/filters/conditions.ts";
import { readPage, type ListSource, type Page, type PageQuery } from "./read-page.ts";

export interface NamedFilters {
  id?: readonly string[] | undefined;
  name?: NameFilterValue | undefined;
  /** Words of the name: only the dashboard has it. */
  search?: string | undefined;
}

export interface NamedResource<Filters extends NamedFilters> {
  kind: IdKind;
  table: "sources" | "destinations" | "transformations";
  columns: string;
  /** The columns of a page, if not all. */
  pageColumns?: string;
  narrow?: (conditions: Conditions, filters: Filters) => void;
}

export interface NamedReads<Row, PageRow, Filters extends NamedFilters> {
  readPage: (db: Queryable, team_id: string, query: Filters & PageQuery) => Promise<Page<PageRow>>;
  count: (db: Queryable, team_id: string, filters: Filters) => Promise<number>;
  /** Also finds deleted rows. */
  find: (db: Queryable, team_id: string, id: string) => Promise<Row | null>;
  findIdByName: (db: Queryable, team_id: string, name: string) => Promise<string | null>;
}

export function namedReads<Row, Filters extends NamedFilters, PageRow = Row>(
  resource: NamedResource<Filters>,
): NamedReads<Row, PageRow, Filters> {
  const { kind, table, columns, pageColumns = columns, narrow } = resource;
  const list: ListSource = {
    columns: pageColumns,
    from: table,
    sort: {
      identity: [{ sql: "id", kind: "uuid" }],
      keys: {
        created_at: [],
        // Compares bytes: the same order on every server, whatever its language settings.
        name: [{ sql: `name collate "C"`, kind: "text" }],
        updated_at: [{ sql: "updated_at", kind: "time" }],
      },
      defaultKey: "created_at",
    },
    identityOf(publicId) {
      const id = internalId(kind, publicId);
      return id === null ? null : [id];
    },
  };

  function conditionsOf(team_id: string, filters: Filters): Conditions {
    const conditions = new Conditions();
    conditions.add(`team_id = ${conditions.bind(team_id)} and deleted_at is null`);
    whereId(conditions, "id", kind, filters.id);
    whereName(conditions, "name", filters.name);
    whereWords(conditions, "name", filters.search);
    narrow?.(conditions, filters);
    return conditions;
  }

  return {
    readPage(db, team_id, query) {
      const conditions = conditionsOf(team_id, query);
      return readPage<PageRow>(db, list, query, { conditions, team_id, teamColumn: "team_id" });
    },
    async count(db, team_id, filters) {
      const conditions = conditionsOf(team_id, filters);
      const { rows } = await db.query<{ count: number }>(
        `select count(*) as count from ${table} where ${conditions.sql}`,
        conditions.values,
      );
      return rows[0]?.count ?? 0;
    },
    async find(db, team_id, id) {
      const { rows } = await db.query<Row>(`select ${columns} from ${table} where team_id = $1 and id = $2`, [
        team_id,
        id,
      ]);
      return rows[0] ?? null;
    },
    async findIdByName(db, team_id, name) {
      const { rows } = await db.query<{ id: string }>(
        `select id from ${table} where team_id = $1 and name = $2 and deleted_at is null`,
        [team_id, name],
      );
      return rows[0]?.id ?? null;
    },
  };
}
