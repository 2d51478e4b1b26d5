/**
 * How are destinations created, changed and deleted?
 *
 * Every write to `destinations`, in the order of a destination's life. A deleted destination keeps its
 * row, because past events point to it; its name becomes free.
 */
import type { HttpMethod } from "@posthorn/contract/causes";
import type { DestinationAuthType } from "@posthorn/contract/destination-auth";
import type { DeliveryGroups, DestinationType, RateLimitPeriod } from "@posthorn/contract/destinations";
import { createdAt } from "../ids.ts";
import type { Queryable } from "./database.ts";
import { EDITED, UPDATED, unchangedSince } from "./edited.ts";

/** The unsealed part of the config. An absent field has its default; credentials are in `auth`, sealed. */
export interface KeptDestinationConfig {
  /** HTTP only. */
  url?: string;
  /** CLI only. */
  path?: string;
  http_method: HttpMethod | null;
  path_forwarding_disabled: boolean;
  rate_limit?: number | null;
  rate_limit_period?: RateLimitPeriod;
  delivery_groups?: DeliveryGroups;
  /** In seconds. */
  delivery_timeout?: number;
  auth_type?: DestinationAuthType;
}

export interface DestinationRow {
  id: string;
  team_id: string;
  name: string;
  description: string | null;
  type: DestinationType;
  config: KeptDestinationConfig;
  disabled_at: string | null;
  deleted_at: string | null;
  updated_at: string;
}

export const DESTINATION_COLUMNS =
  "id, team_id, name, description, type, config, disabled_at, deleted_at, updated_at";

export interface DestinationKey {
  team_id: string;
  id: string;
}

export interface NewDestination extends DestinationKey {
  name: string;
  description: string | null;
  type: DestinationType;
  config: KeptDestinationConfig;
  /** Sealed. */
  auth: Buffer | null;
}

/** Returns null when the name is taken. */
export async function insertDestination(
  db: Queryable,
  { team_id, id, name, description, type, config, auth }: NewDestination,
): Promise<DestinationRow | null> {
  const { rows } = await db.query<DestinationRow>(
    `insert into destinations (id, team_id, name, description, type, config, auth, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (team_id, name) where deleted_at is null do nothing
     returning ${DESTINATION_COLUMNS}`,
    [id, team_id, name, description, type, config, auth, createdAt(id)],
  );
  return rows[0] ?? null;
}

export interface DestinationChange {
  name?: string | undefined;
  description?: string | null | undefined;
  type: DestinationType;
  /** The whole new config. */
  config: KeptDestinationConfig;
  /** Sealed; null removes it, undefined keeps it. */
  auth: Buffer | null | undefined;
}

/**
 * The caller must hold the row's lock. Returns null when the row is deleted, or was edited after the version `since`.
 * The unique index reports a taken name: see `isUniqueViolation`.
 */
export async function updateDestination(
  tx: Queryable,
  { team_id, id }: DestinationKey,
  { name, description, type, config, auth }: DestinationChange,
  since: string | null = null,
): Promise<DestinationRow | null> {
  const { rows } = await tx.query<DestinationRow>(
    `update destinations
     set name = coalesce($3, name), description = case when $4 then $5 else description end, type = $6, config = $7,
         auth = case when $8 then $9 else auth end, ${EDITED}
     where team_id = $1 and id = $2 and deleted_at is null and ${unchangedSince("$10")}
     returning ${DESTINATION_COLUMNS}`,
    [
      team_id,
      id,
      name ?? null,
      description !== undefined,
      description ?? null,
      type,
      config,
      auth !== undefined,
      auth ?? null,
      since,
    ],
  );
  return rows[0] ?? null;
}

/**
 * Stores credentials that an authorization server has replaced, unless they have changed since they
 * were read: a late token must never undo what a person wrote.
 */
export async function replaceDestinationAuth(
  db: Queryable,
  { team_id, id }: DestinationKey,
  { from, to }: { from: Buffer; to: Buffer },
): Promise<void> {
  await db.query(`update destinations set auth = $4 where team_id = $1 and id = $2 and auth = $3`, [
    team_id,
    id,
    from,
    to,
  ]);
}

/** Sealed; null when there are none. */
export async function readDestinationAuth(
  db: Queryable,
  { team_id, id }: DestinationKey,
): Promise<Buffer | null> {
  const { rows } = await db.query<{ auth: Buffer | null }>(
    `select auth from destinations where team_id = $1 and id = $2`,
    [team_id, id],
  );
  return rows[0]?.auth ?? null;
}

/** Returns null when there is no destination of that name. */
export async function lockDestinationByName(
  tx: Queryable,
  team_id: string,
  name: string,
): Promise<DestinationRow | null> {
  const { rows } = await tx.query<DestinationRow>(
    `select ${DESTINATION_COLUMNS} from destinations
     where team_id = $1 and name = $2 and deleted_at is null for no key update`,
    [team_id, name],
  );
  return rows[0] ?? null;
}

/** Only the holder of this lock may change the connections to this destination. */
export async function lockDestination(
  tx: Queryable,
  { team_id, id }: DestinationKey,
): Promise<DestinationRow | null> {
  const { rows } = await tx.query<DestinationRow>(
    `select ${DESTINATION_COLUMNS} from destinations where team_id = $1 and id = $2 for no key update`,
    [team_id, id],
  );
  return rows[0] ?? null;
}

/** Does not touch its connections; see `disableDestination` in api/cascades.ts. */
export async function markDestinationDisabled(tx: Queryable, { team_id, id }: DestinationKey): Promise<void> {
  await tx.query(
    `update destinations set disabled_at = now(), ${UPDATED}
     where team_id = $1 and id = $2 and disabled_at is null`,
    [team_id, id],
  );
}

export async function markDestinationEnabled(tx: Queryable, { team_id, id }: DestinationKey): Promise<void> {
  await tx.query(
    `update destinations set disabled_at = null, ${UPDATED}
     where team_id = $1 and id = $2 and disabled_at is not null`,
    [team_id, id],
  );
}

export async function markDestinationDeleted(tx: Queryable, { team_id, id }: DestinationKey): Promise<void> {
  await tx.query(
    `update destinations set deleted_at = now(), ${UPDATED}
     where team_id = $1 and id = $2 and deleted_at is null`,
    [team_id, id],
  );
}

/** Marks all destinations of a deleted project and removes their credentials. */
export async function markDestinationsOfProjectDeleted(tx: Queryable, team_id: string): Promise<void> {
  await tx.query(
    `update destinations set deleted_at = coalesce(deleted_at, now()), auth = null, ${UPDATED}
     where team_id = $1 and (deleted_at is null or auth is not null)`,
    [team_id],
  );
}
