/** Every write to `markers`. A marker never changes; retention deletes it (workers/retention.ts). */
import { newId } from "../ids.ts";
import type { Queryable } from "./database.ts";

export interface MarkerRow {
  id: string;
  team_id: string;
  title: string;
  url: string | null;
  at: string;
}

export const MARKER_COLUMNS = "id, team_id, title, url, at";

/** Without `at`: now. */
export async function insertMarker(
  db: Queryable,
  { team_id, title, url, at }: Pick<MarkerRow, "team_id" | "title" | "url"> & { at: string | null },
): Promise<MarkerRow> {
  const { rows } = await db.query<MarkerRow>(
    `insert into markers (id, team_id, title, url, at) values ($1, $2, $3, $4, coalesce($5, now()))
     returning ${MARKER_COLUMNS}`,
    [newId(), team_id, title, url, at],
  );
  const [row] = rows;
  if (!row) throw new Error("An insert returned no row");
  return row;
}
