/**
 * Every write to `saved_views`, in the order of a view's life, and the one read.
 *
 * `updated_at` is the version of a view: a save names the one that it has read (store/edited.ts).
 */
import { SAVED_VIEWS_MAX } from "@posthorn/contract/limits";
import type { ViewedResource } from "@posthorn/contract/saved-views";
import { createdAt } from "../ids.ts";
import type { Database, Queryable } from "./database.ts";
import { UPDATED } from "./edited.ts";
import { ALL_PROJECTS } from "./projects.ts";

export interface SavedViewRow {
  id: string;
  resource: ViewedResource;
  name: string;
  filters: Record<string, unknown>;
  is_cli: boolean;
  updated_at: string;
}

const COLUMNS = "id, resource, name, filters, is_cli, updated_at";

export interface NewSavedView extends Omit<SavedViewRow, "updated_at"> {
  team_id: string;
}

/** Returns null when the name is taken, and "full" when the list has as many views as it may have. */
export async function insertSavedView(
  db: Database,
  { id, team_id, resource, name, filters, is_cli }: NewSavedView,
): Promise<SavedViewRow | "full" | null> {
  return db.transaction(async (tx) => {
    // Without the lock, two people could both save the last view that there is room for.
    await tx.query(`select 1 from ${ALL_PROJECTS} where id = $1 for no key update`, [team_id]);
    const counted = await tx.query<{ count: number }>(
      "select count(*)::int as count from saved_views where team_id = $1 and resource = $2",
      [team_id, resource],
    );
    if ((counted.rows[0]?.count ?? 0) >= SAVED_VIEWS_MAX) return "full";
    const { rows } = await tx.query<SavedViewRow>(
      `insert into saved_views (id, team_id, resource, name, filters, is_cli, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (team_id, resource, lower(name)) do nothing
       returning ${COLUMNS}`,
      [id, team_id, resource, name, JSON.stringify(filters), is_cli, createdAt(id)],
    );
    return rows[0] ?? null;
  });
}

export async function readSavedViews(
  db: Queryable,
  team_id: string,
  resource: ViewedResource,
): Promise<SavedViewRow[]> {
  const { rows } = await db.query<SavedViewRow>(
    `select ${COLUMNS} from saved_views where team_id = $1 and resource = $2 order by lower(name), id`,
    [team_id, resource],
  );
  return rows;
}

export async function findSavedView(
  db: Queryable,
  { team_id, id }: { team_id: string; id: string },
): Promise<SavedViewRow | null> {
  const { rows } = await db.query<SavedViewRow>(
    `select ${COLUMNS} from saved_views where team_id = $1 and id = $2`,
    [team_id, id],
  );
  return rows[0] ?? null;
}

/** The id of the view that has this name; null if none has. */
export async function findSavedViewNamed(
  db: Queryable,
  { team_id, resource, name }: Pick<NewSavedView, "team_id" | "resource" | "name">,
): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    "select id from saved_views where team_id = $1 and resource = $2 and lower(name) = lower($3)",
    [team_id, resource, name],
  );
  return rows[0]?.id ?? null;
}

export interface SavedViewChange {
  name?: string | undefined;
  filters?: Record<string, unknown> | undefined;
}

/**
 * Returns null when there is no such view, or it was changed after the version `since`. The unique index reports a
 * taken name: see `isUniqueViolation`.
 */
export async function updateSavedView(
  db: Queryable,
  { team_id, id }: { team_id: string; id: string },
  { name, filters }: SavedViewChange,
  since: string | null,
): Promise<SavedViewRow | null> {
  const { rows } = await db.query<SavedViewRow>(
    `update saved_views
     set name = coalesce($3, name), filters = coalesce($4, filters), ${UPDATED}
     where team_id = $1 and id = $2 and ($5::timestamptz is null or updated_at = $5)
     returning ${COLUMNS}`,
    [team_id, id, name ?? null, filters === undefined ? null : JSON.stringify(filters), since],
  );
  return rows[0] ?? null;
}

export async function deleteSavedView(
  db: Queryable,
  { team_id, id }: { team_id: string; id: string },
): Promise<boolean> {
  const { rowCount } = await db.query("delete from saved_views where team_id = $1 and id = $2", [
    team_id,
    id,
  ]);
  return rowCount > 0;
}
