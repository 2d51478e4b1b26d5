/**
 * Which transformations does a caller see? Reads for the routes of this folder.
 *
 * Code can be megabytes long and pages have a hundred rows. So a page is first read without
 * code, and ends before its code would be too large.
 */
import { PAGE_BODIES_MAX_BYTES } from "@posthorn/contract/limits";
import type { TransformationFilters } from "@posthorn/contract/transformations";
import type { Queryable } from "../../store/database.ts";
import { TRANSFORMATION_COLUMNS, type TransformationRow } from "../../store/transformations.ts";
import { namedReads } from "../lists/named-resources.sql.ts";
import { endPageAfter, type Page, type PageQuery } from "../lists/read-page.ts";

type RowWithoutCode = Omit<TransformationRow, "code"> & { code_bytes: number };

export const transformationReads = namedReads<TransformationRow, TransformationFilters, RowWithoutCode>({
  kind: "transformation",
  table: "transformations",
  columns: TRANSFORMATION_COLUMNS,
  pageColumns: "id, team_id, name, env, deleted_at, updated_at, octet_length(code) as code_bytes",
});

/** Returns how many rows, in this order, fit into a page: at least one, so that every page makes progress. */
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
  const whole = await transformationReads.readPage(db, team_id, query);
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

/** Counts the connections that have a rule with this transformation. */
export async function countConnectionsWith(db: Queryable, team_id: string, id: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*) as count from connections
     where team_id = $1 and deleted_at is null and rules @> $2`,
    [team_id, JSON.stringify([{ transformation_id: id }])],
  );
  return rows[0]?.count ?? 0;
}
