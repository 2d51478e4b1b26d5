/**
 * How are sources created, changed and deleted?
 *
 * Every write to `sources`, in the order of a source's life. A deleted source keeps its row, so
 * that its URL and its id keep answering "deleted"; its name becomes free. Triggers announce
 * each change to the processes that receive requests.
 */
import type { RequestMethod } from "@posthorn/contract/causes";
import type { SourceAuthType, SourceType } from "@posthorn/contract/source-types";
import type { CustomResponse } from "@posthorn/contract/sources";
import { createdAt } from "../ids.ts";
import type { Queryable } from "./database.ts";
import { EDITED, UPDATED, unchangedSince } from "./edited.ts";

/** The unsealed part of a config. Secrets are sealed, in their own column. */
export interface KeptSourceConfig {
  allowed_http_methods: readonly RequestMethod[];
  custom_response?: CustomResponse | null;
  auth_type?: SourceAuthType | null;
  /** Paths of values that are masked before a request is stored. */
  redaction?: readonly string[];
}

export interface SourceRow {
  id: string;
  team_id: string;
  name: string;
  description: string | null;
  type: SourceType;
  config: KeptSourceConfig;
  /** Whether there is a sealed secret; `findSourceAuth` reads it. */
  authenticated: boolean;
  disabled_at: string | null;
  deleted_at: string | null;
  updated_at: string;
}

export const SOURCE_COLUMNS =
  "id, team_id, name, description, type, config, auth is not null as authenticated, disabled_at, deleted_at, updated_at";

export interface SourceKey {
  team_id: string;
  id: string;
}

export interface NewSource extends SourceKey {
  name: string;
  description: string | null;
  type: SourceType;
  config: KeptSourceConfig;
  /** Sealed; null without a secret. */
  auth: Buffer | null;
}

/** Returns null when the name is taken. */
export async function insertSource(db: Queryable, source: NewSource): Promise<SourceRow | null> {
  const { rows } = await db.query<SourceRow>(
    `insert into sources (id, team_id, name, description, type, config, auth, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (team_id, name) where deleted_at is null do nothing
     returning ${SOURCE_COLUMNS}`,
    [
      source.id,
      source.team_id,
      source.name,
      source.description,
      source.type,
      source.config,
      source.auth,
      createdAt(source.id), // `updated_at` starts as the creation time in the id
    ],
  );
  return rows[0] ?? null;
}

export interface SourceChange {
  name?: string | undefined;
  /** Undefined keeps it. */
  description?: string | null | undefined;
  type: SourceType;
  config: KeptSourceConfig;
  /** Sealed; null removes it, undefined keeps it. */
  auth?: Buffer | null | undefined;
  /** The integration that `auth` comes from; without it, `auth` is the source's own. */
  integration_id?: string;
}

/**
 * Returns null when it is deleted, or was edited after the version `since`. The unique index reports a taken name: see
 * `isUniqueViolation`.
 */
export async function updateSource(
  tx: Queryable,
  { team_id, id }: SourceKey,
  change: SourceChange,
  since: string | null = null,
): Promise<SourceRow | null> {
  const { rows } = await tx.query<SourceRow>(
    `update sources
     set name = coalesce($3, name), type = $4, description = case when $5 then $6 else description end,
         config = $7, auth = case when $8 then $9 else auth end,
         integration_id = case when $8 then $11::uuid else integration_id end, ${EDITED}
     where team_id = $1 and id = $2 and deleted_at is null and ${unchangedSince("$10")}
     returning ${SOURCE_COLUMNS}`,
    [
      team_id,
      id,
      change.name ?? null,
      change.type,
      change.description !== undefined,
      change.description ?? null,
      change.config,
      change.auth !== undefined,
      change.auth ?? null,
      since,
      change.integration_id ?? null,
    ],
  );
  return rows[0] ?? null;
}

/**
 * Gives a source of this type its first secret. Returns whether it had none: a secret that is there stays, whatever a
 * sender says.
 */
export async function setFirstSourceAuth(
  db: Queryable,
  { team_id, id }: SourceKey,
  { type, auth }: { type: string; auth: Buffer },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update sources set auth = $4, ${EDITED}
     where team_id = $1 and id = $2 and type = $3 and auth is null and deleted_at is null`,
    [team_id, id, type, auth],
  );
  return rowCount === 1;
}

/** Those that have this integration, locked until the transaction ends. */
export async function lockSourcesOfIntegration(
  tx: Queryable,
  { team_id, integration_id }: { team_id: string; integration_id: string },
): Promise<SourceRow[]> {
  const { rows } = await tx.query<SourceRow>(
    `select ${SOURCE_COLUMNS} from sources
     where team_id = $1 and integration_id = $2 order by id for no key update`,
    [team_id, integration_id],
  );
  return rows;
}

/** The authentication that they have from this integration is their own from then on. */
export async function releaseSourcesOfIntegration(
  tx: Queryable,
  key: { team_id: string; integration_id: string },
): Promise<void> {
  const ids = (await lockSourcesOfIntegration(tx, key)).map(({ id }) => id);
  await tx.query("update sources set integration_id = null where team_id = $1 and id = any ($2::uuid[])", [
    key.team_id,
    ids,
  ]);
}

/** The source of that name, locked until the transaction ends. */
export async function lockSourceByName(
  tx: Queryable,
  team_id: string,
  name: string,
): Promise<SourceRow | null> {
  const { rows } = await tx.query<SourceRow>(
    `select ${SOURCE_COLUMNS} from sources
     where team_id = $1 and name = $2 and deleted_at is null for no key update`,
    [team_id, name],
  );
  return rows[0] ?? null;
}

/** Only the holder of this lock may change the connections of this source. */
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
    `update sources set disabled_at = now(), ${UPDATED}
     where team_id = $1 and id = $2 and disabled_at is null`,
    [team_id, id],
  );
}

export async function markSourceEnabled(tx: Queryable, { team_id, id }: SourceKey): Promise<void> {
  await tx.query(
    `update sources set disabled_at = null, ${UPDATED}
     where team_id = $1 and id = $2 and disabled_at is not null`,
    [team_id, id],
  );
}

export async function markSourceDeleted(tx: Queryable, { team_id, id }: SourceKey): Promise<void> {
  await tx.query(
    `update sources set deleted_at = now(), integration_id = null, ${UPDATED}
     where team_id = $1 and id = $2 and deleted_at is null`,
    [team_id, id],
  );
}

/** Marks all sources of a deleted project and removes their secrets. */
export async function markSourcesOfProjectDeleted(tx: Queryable, team_id: string): Promise<void> {
  await tx.query(
    `update sources set deleted_at = coalesce(deleted_at, now()), auth = null, integration_id = null, ${UPDATED}
     where team_id = $1 and (deleted_at is null or auth is not null)`,
    [team_id],
  );
}

/** Returns those of these sources that take no requests: disabled, deleted, or not the project's. */
export async function findSwitchedOff(
  db: Queryable,
  team_id: string,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from unnest($2::uuid[]) as wanted (id)
     where not exists (
       select 1 from sources
       where sources.team_id = $1 and sources.id = wanted.id and disabled_at is null and deleted_at is null)`,
    [team_id, ids],
  );
  return rows.map((row) => row.id);
}
