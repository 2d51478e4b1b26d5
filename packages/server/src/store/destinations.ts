/**
 * How do destinations come, change and go?
 *
 * Every write to `destinations`, in the order of a destination's life. A deleted destination keeps its
 * row, because events of the past point to it; its name is free again.
 */
import type { DestinationInput } from "@posthorn/contract/destinations";
import type { HttpMethod } from "@posthorn/contract/causes";
import { createdAt, newId } from "../ids.ts";
import type { Queryable } from "./database.ts";

/** What of a destination's config is kept; the rest of what the API shows is the same for all. */
export interface KeptDestinationConfig {
  url: string;
  http_method: HttpMethod | null;
  path_forwarding_disabled: boolean;
}

export interface DestinationRow {
  id: string;
  team_id: string;
  name: string;
  description: string | null;
  type: "HTTP";
  config: KeptDestinationConfig;
  disabled_at: string | null;
  deleted_at: string | null;
  updated_at: string;
}

export const DESTINATION_COLUMNS =
  "id, team_id, name, description, type, config, disabled_at, deleted_at, updated_at";

interface DestinationKey {
  team_id: string;
  id: string;
}

function keptConfig(config: DestinationInput["config"]): Partial<KeptDestinationConfig> {
  return {
    ...(config?.url !== undefined && { url: config.url }),
    ...(config?.http_method !== undefined && { http_method: config.http_method }),
    ...(config?.path_forwarding_disabled !== undefined && {
      path_forwarding_disabled: config.path_forwarding_disabled,
    }),
  };
}

/** A new destination cannot do without its URL. */
export type NewDestination = DestinationInput & { config: { url: string } };

/** Null when the name is taken. */
export async function insertDestination(
  db: Queryable,
  team_id: string,
  input: NewDestination,
): Promise<DestinationRow | null> {
  const id = newId();
  const config = { http_method: null, path_forwarding_disabled: false, ...keptConfig(input.config) };
  const { rows } = await db.query<DestinationRow>(
    `insert into destinations (id, team_id, name, description, type, config, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (team_id, name) where deleted_at is null do nothing
     returning ${DESTINATION_COLUMNS}`,
    [id, team_id, input.name, input.description ?? null, input.type ?? "HTTP", config, createdAt(id)],
  );
  return rows[0] ?? null;
}

export interface DestinationChange {
  name?: string | undefined;
  type?: DestinationRow["type"] | undefined;
  description?: string | null | undefined;
  config?: DestinationInput["config"];
}

const SET_CHANGES = `type = coalesce($3, type),
         description = case when $4 then $5 else description end,
         config = config || $6, updated_at = now()`;

function changeValues(change: DestinationChange): unknown[] {
  return [
    change.type ?? null,
    change.description !== undefined,
    change.description ?? null,
    keptConfig(change.config),
  ];
}

/** Null when there is none of that name. */
export async function updateDestinationByName(
  db: Queryable,
  team_id: string,
  { name, ...change }: DestinationChange & { name: string },
): Promise<DestinationRow | null> {
  const { rows } = await db.query<DestinationRow>(
    `update destinations set ${SET_CHANGES}
     where team_id = $1 and name = $2 and deleted_at is null
     returning ${DESTINATION_COLUMNS}`,
    [team_id, name, ...changeValues(change)],
  );
  return rows[0] ?? null;
}

/** A name that is taken is told by the unique index: see `isUniqueViolation`. */
export async function updateDestination(
  db: Queryable,
  { team_id, id }: DestinationKey,
  change: DestinationChange,
): Promise<DestinationRow | null> {
  const { rows } = await db.query<DestinationRow>(
    `update destinations set name = coalesce($7, name), ${SET_CHANGES}
     where team_id = $1 and id = $2 and deleted_at is null
     returning ${DESTINATION_COLUMNS}`,
    [team_id, id, ...changeValues(change), change.name ?? null],
  );
  return rows[0] ?? null;
}

/** Whoever holds the row decides alone what happens to the connections to this destination. */
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
    `update destinations set disabled_at = now(), updated_at = now()
     where team_id = $1 and id = $2 and disabled_at is null`,
    [team_id, id],
  );
}

export async function markDestinationEnabled(tx: Queryable, { team_id, id }: DestinationKey): Promise<void> {
  await tx.query(
    `update destinations set disabled_at = null, updated_at = now()
     where team_id = $1 and id = $2 and disabled_at is not null`,
    [team_id, id],
  );
}

export async function markDestinationDeleted(tx: Queryable, { team_id, id }: DestinationKey): Promise<void> {
  await tx.query(
    `update destinations set deleted_at = now(), updated_at = now()
     where team_id = $1 and id = $2 and deleted_at is null`,
    [team_id, id],
  );
}
