/**
 * Which transformations does a caller see? Reads for the routes of this folder.
 *
 * Code can be megabytes long and pages have a hundred rows, so a page is read without it first, and ended
 * where its code would be too much.
 */
import { internalId } from "@posthorn/contract/ids";
import { PAGE_BODIES_MAX_BYTES } from "@posthorn/contract/limits";
import type { TransformationFilters } from "@posthorn/contract/transformations";
import type { Queryable } from "../../store/database.ts";
import { TRANSFORMATION_COLUMNS, type TransformationRow } from "../../store/transformations.ts";
import { Conditions, whereId, whereName } from "../../store/filters/conditions.ts";
import { endPageAfter, readPage, type ListSource, type Page, type PageQuery } from "../lists/read-page.ts";

type RowWithoutCode = Omit<TransformationRow, "code"> & { code_bytes: number };

const LIST: ListSource = {
  columns: "id, team_id, name, env, deleted_at, updated_at, octet_length(code) as code_bytes",
  from: "transformations",
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
    const id = internalId("transformation", publicId);
    return id === null ? null : [id];
  },
};

function conditionsOf(team_id: string, filters: TransformationFilters): Conditions {
  const conditions = new Conditions();
  conditions.add(`team_id = ${conditions.bind(team_id)} and deleted_at is null`);
  whereId(conditions, "id", "transformation", filters.id);
  whereName(conditions, "name", filters.name);
  return conditions;
}

/** How many rows, taken in this order, a page can hold: at least one, so that every page gets further. */
function countFitting(rows: readonly RowWithoutCode[]): number {
  let bytes = 0;
  const tooMany = rows.findIndex((row) => (bytes += row.code_bytes) > PAGE_BODIES_MAX_BYTES);
  return tooMany === -1 ? rows.length : Math.max(1, tooMany);
}

export async function readTransformationPage(
  db: Queryable,
  team_id: string,
  query: TransformationFilters & PageQuery,
): Promise<Page<TransformationRow>> {
  const conditions = conditionsOf(team_id, query);
  const whole = await readPage<RowWithoutCode>(db, LIST, query, {
    conditions,
    team_id,
    teamColumn: "team_id",
  });
  const inReadingOrder = whole.goesBack ? whole.rows.toReversed() : whole.rows;
  const page = endPageAfter(whole, countFitting(inReadingOrder));
  const { rows: codes } = await db.query<{ id: string; code: string }>(
    `select id, code from transformations where team_id = $1 and id = any($2::uuid[])`,
    [team_id, page.rows.map((row) => row.id)],
  );
  const codeOf = new Map(codes.map(({ id, code }) => [id, code]));
  const rows = page.rows.map((row) => Object.assign(row, { code: codeOf.get(row.id) ?? "" }));
  return { ...page, rows };
}

export async function countTransformationsOf(
  db: Queryable,
  team_id: string,
  filters: TransformationFilters,
): Promise<number> {
  const conditions = conditionsOf(team_id, filters);
  const { rows } = await db.query<{ count: number }>(
    `select count(*) as count from transformations where ${conditions.sql}`,
    conditions.values,
  );
  return rows[0]?.count ?? 0;
}

/** Also a deleted one. */
export async function findTransformation(
  db: Queryable,
  team_id: string,
  id: string,
): Promise<TransformationRow | null> {
  const { rows } = await db.query<TransformationRow>(
    `select ${TRANSFORMATION_COLUMNS} from transformations where team_id = $1 and id = $2`,
    [team_id, id],
  );
  return rows[0] ?? null;
}

export async function findTransformationIdByName(
  db: Queryable,
  team_id: string,
  name: string,
): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    `select id from transformations where team_id = $1 and name = $2 and deleted_at is null`,
    [team_id, name],
  );
  return rows[0]?.id ?? null;
}

/** The connections that have a rule with this transformation. */
export async function countConnectionsWith(db: Queryable, team_id: string, id: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*) as count from connections
     where team_id = $1 and deleted_at is null and rules @> $2`,
    [team_id, JSON.stringify([{ transformation_id: id }])],
  );
  return rows[0]?.count ?? 0;
}
