/**
 * How do sources come, change and go?
 *
 * Every write to `sources`, in the order of a source's life. A deleted source keeps its row, because its
 * URL and its id answer "deleted" for ever; its name is free again. Triggers tell the processes that
 * receive requests about each change.
 */
import {
  DEFAULT_ALLOWED_HTTP_METHODS,
  type SourceConfig,
  type SourceInput,
} from "@posthorn/contract/sources";
import { createdAt, newId } from "../ids.ts";
import type { Queryable } from "./database.ts";

export interface SourceRow {
  id: string;
  team_id: string;
  name: string;
  description: string | null;
  type: "WEBHOOK";
  config: SourceConfig;
  disabled_at: string | null;
  deleted_at: string | null;
  updated_at: string;
}

export const SOURCE_COLUMNS =
  "id, team_id, name, description, type, config, disabled_at, deleted_at, updated_at";

interface SourceKey {
  team_id: string;
  id: string;
}

/** What of a config is kept: the fields that can differ from source to source. */
function keptConfig(config: SourceInput["config"]): Partial<SourceConfig> {
  return config?.allowed_http_methods
    ? { allowed_http_methods: [...new Set(config.allowed_http_methods)] }
    : {};
}

function newSourceValues(team_id: string, input: SourceInput): unknown[] {
  const id = newId();
  const config = { allowed_http_methods: DEFAULT_ALLOWED_HTTP_METHODS, ...keptConfig(input.config) };
  // Created and last updated at the same moment, the one that is in the id.
  return [id, team_id, input.name, input.description ?? null, input.type ?? "WEBHOOK", config, createdAt(id)];
}

/** Null when the name is taken. */
export async function insertSource(
  db: Queryable,
  team_id: string,
  input: SourceInput,
): Promise<SourceRow | null> {
  const { rows } = await db.query<SourceRow>(
    `insert into sources (id, team_id, name, description, type, config, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (team_id, name) where deleted_at is null do nothing
     returning ${SOURCE_COLUMNS}`,
    newSourceValues(team_id, input),
  );
  return rows[0] ?? null;
}

/** The index on names decides between insert and update, so two callers at once get the same source. */
export async function upsertSource(db: Queryable, team_id: string, input: SourceInput): Promise<SourceRow> {
  const { rows } = await db.query<SourceRow>(
    `insert into sources as source (id, team_id, name, description, type, config, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (team_id, name) where deleted_at is null do update
     set description = case when $8 then excluded.description else source.description end,
         type = excluded.type, config = source.config || $9, updated_at = now()
     returning ${SOURCE_COLUMNS}`,
    [...newSourceValues(team_id, input), input.description !== undefined, keptConfig(input.config)],
  );
  const [row] = rows;
  if (!row) throw new Error("An upsert returned no row");
  return row;
}

export interface SourceChange {
  name?: string | undefined;
  type?: SourceRow["type"] | undefined;
  description?: string | null | undefined;
  config?: SourceInput["config"];
}

/** A name that is taken is told by the unique index: see `isUniqueViolation`. */
export async function updateSource(
  db: Queryable,
  { team_id, id }: SourceKey,
  change: SourceChange,
): Promise<SourceRow | null> {
  const { rows } = await db.query<SourceRow>(
    `update sources
     set name = coalesce($3, name), type = coalesce($4, type),
         description = case when $5 then $6 else description end,
         config = config || $7, updated_at = now()
     where team_id = $1 and id = $2 and deleted_at is null
     returning ${SOURCE_COLUMNS}`,
    [
      team_id,
      id,
      change.name ?? null,
      change.type ?? null,
      change.description !== undefined,
      change.description ?? null,
      keptConfig(change.config),
    ],
  );
  return rows[0] ?? null;
}

/** Whoever holds the row decides alone what happens to the connections of this source. */
export async function lockSource(tx: Queryable, { team_id, id }: SourceKey): Promise<SourceRow | null> {
  const { rows } = await tx.query<SourceRow>(
    `select ${SOURCE_COLUMNS} from sources where team_id = $1 and id = $2 for no key update`,
    [team_id, id],
  );
  return rows[0] ?? null;
}

/** Does not touch its connections; see `disableSource` in api/cascades.ts. */
export async function markSourceDisabled(tx: Queryable, { team_id, id }: SourceKey): Promise<void> {
  await tx.query(
    `update sources set disabled_at = now(), updated_at = now()
     where team_id = $1 and id = $2 and disabled_at is null`,
    [team_id, id],
  );
}

export async function markSourceEnabled(tx: Queryable, { team_id, id }: SourceKey): Promise<void> {
  await tx.query(
    `update sources set disabled_at = null, updated_at = now()
     where team_id = $1 and id = $2 and disabled_at is not null`,
    [team_id, id],
  );
}

export async function markSourceDeleted(tx: Queryable, { team_id, id }: SourceKey): Promise<void> {
  await tx.query(
    `update sources set deleted_at = now(), updated_at = now()
     where team_id = $1 and id = $2 and deleted_at is null`,
    [team_id, id],
  );
}
