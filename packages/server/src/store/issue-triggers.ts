/**
 * Every write to `issue_triggers`, in the order of a trigger's life, and the reads that several callers need.
 *
 * A deleted trigger keeps its row, because the issues that it opened name it.
 */
import type { IssueType } from "@posthorn/contract/causes";
import type {
  BackpressureConfigs,
  Channels,
  DeliveryConfigs,
  RequestConfigs,
  TransformationConfigs,
} from "@posthorn/contract/issue-triggers";
import { BACKPRESSURE_DELAY_DEFAULT_MS, ISSUE_TRIGGERS_MAX } from "@posthorn/contract/limits";
import { createdAt, newId } from "../ids.ts";
import type { Queryable, Transactions } from "./database.ts";
import { UPDATED } from "./edited.ts";
import { ALL_PROJECTS } from "./projects.ts";

/** A trigger's type and its configurations, which the API has checked against each other. */
export type TypedConfigs =
  | { type: "delivery"; configs: DeliveryConfigs }
  | { type: "transformation"; configs: TransformationConfigs }
  | { type: "backpressure"; configs: BackpressureConfigs }
  | { type: "request"; configs: RequestConfigs };

export type IssueTriggerRow = TypedConfigs & {
  id: string;
  team_id: string;
  name: string | null;
  channels: Channels | null;
  disabled_at: string | null;
  deleted_at: string | null;
  updated_at: string;
};

export const ISSUE_TRIGGER_COLUMNS =
  "id, team_id, name, type, configs, channels, disabled_at, deleted_at, updated_at";

export type NewIssueTrigger = TypedConfigs & Pick<IssueTriggerRow, "id" | "team_id" | "name" | "channels">;

const INSERT = `insert into issue_triggers (id, team_id, name, type, configs, channels, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7)`;

function valuesOf({ id, team_id, name, type, configs, channels }: NewIssueTrigger): unknown[] {
  return [
    id,
    team_id,
    name,
    type,
    JSON.stringify(configs),
    channels && JSON.stringify(channels),
    createdAt(id),
  ];
}

/** What a new project begins with: everybody of the project gets a mail. */
const DEFAULTS: readonly TypedConfigs[] = [
  { type: "delivery", configs: { strategy: "first_attempt", connections: "*" } },
  { type: "transformation", configs: { log_level: "warn", transformations: "*" } },
  { type: "backpressure", configs: { delay: BACKPRESSURE_DELAY_DEFAULT_MS, destinations: "*" } },
];

export async function insertDefaultTriggers(tx: Queryable, team_id: string): Promise<void> {
  for (const typed of DEFAULTS)
    await insertTriggerOfNewProject(tx, { team_id, channels: { email: {} }, ...typed });
}

/** Without a name. Nobody else can know the project yet, so nothing limits its triggers. Returns the id. */
export async function insertTriggerOfNewProject(
  tx: Queryable,
  trigger: TypedConfigs & Pick<IssueTriggerRow, "team_id" | "channels">,
): Promise<string> {
  const id = newId();
  await tx.query(INSERT, valuesOf({ ...trigger, id, name: null }));
  return id;
}

/** Returns null when the name is taken, and "full" when the project has as many triggers as it may have. */
export async function insertIssueTrigger(
  db: Transactions,
  trigger: NewIssueTrigger,
): Promise<IssueTriggerRow | "full" | null> {
  return db.transaction(async (tx) => {
    // Without the lock, two people could both make the last trigger that there is room for.
    await tx.query(`select 1 from ${ALL_PROJECTS} where id = $1 for no key update`, [trigger.team_id]);
    const counted = await tx.query<{ count: number }>(
      "select count(*)::int as count from issue_triggers where team_id = $1 and deleted_at is null",
      [trigger.team_id],
    );
    if ((counted.rows[0]?.count ?? 0) >= ISSUE_TRIGGERS_MAX) return "full";
    const { rows } = await tx.query<IssueTriggerRow>(
      `${INSERT} on conflict (team_id, name) where deleted_at is null do nothing returning ${ISSUE_TRIGGER_COLUMNS}`,
      valuesOf(trigger),
    );
    return rows[0] ?? null;
  });
}

export interface IssueTriggerKey {
  team_id: string;
  id: string;
}

export async function findIssueTrigger(
  db: Queryable,
  { team_id, id }: IssueTriggerKey,
): Promise<IssueTriggerRow | null> {
  const { rows } = await db.query<IssueTriggerRow>(
    `select ${ISSUE_TRIGGER_COLUMNS} from issue_triggers where team_id = $1 and id = $2 and deleted_at is null`,
    [team_id, id],
  );
  return rows[0] ?? null;
}

export async function findIssueTriggerNamed(
  db: Queryable,
  team_id: string,
  name: string,
): Promise<IssueTriggerRow | null> {
  const { rows } = await db.query<IssueTriggerRow>(
    `select ${ISSUE_TRIGGER_COLUMNS} from issue_triggers where team_id = $1 and name = $2 and deleted_at is null`,
    [team_id, name],
  );
  return rows[0] ?? null;
}

/** Undefined keeps a field. Null: there is no such trigger. Throws if the name is taken. */
export async function updateIssueTrigger(
  db: Queryable,
  { team_id, id }: IssueTriggerKey,
  change: {
    name?: string | null | undefined;
    configs?: TypedConfigs["configs"] | undefined;
    channels?: Channels | null | undefined;
    disabled_at?: string | null | undefined;
  },
): Promise<IssueTriggerRow | null> {
  const { name, configs, channels, disabled_at } = change;
  const { rows } = await db.query<IssueTriggerRow>(
    `update issue_triggers set
       name = case when $3 then $4 else name end,
       configs = coalesce($5, configs),
       channels = case when $6 then $7::jsonb else channels end,
       disabled_at = case when $8 then $9::timestamptz else disabled_at end, ${UPDATED}
     where team_id = $1 and id = $2 and deleted_at is null
     returning ${ISSUE_TRIGGER_COLUMNS}`,
    [
      team_id,
      id,
      name !== undefined,
      name ?? null,
      configs ? JSON.stringify(configs) : null,
      channels !== undefined,
      channels ? JSON.stringify(channels) : null,
      disabled_at !== undefined,
      disabled_at ?? null,
    ],
  );
  return rows[0] ?? null;
}

/** A trigger that is disabled already keeps its time. */
export async function setIssueTriggerDisabled(
  db: Queryable,
  { team_id, id }: IssueTriggerKey,
  isDisabled: boolean,
): Promise<IssueTriggerRow | null> {
  const { rows } = await db.query<IssueTriggerRow>(
    `update issue_triggers set disabled_at = case when $3 then coalesce(disabled_at, now()) end, ${UPDATED}
     where team_id = $1 and id = $2 and deleted_at is null
     returning ${ISSUE_TRIGGER_COLUMNS}`,
    [team_id, id, isDisabled],
  );
  return rows[0] ?? null;
}

/**
 * Adds channels to every trigger of the project. A channel that a trigger has already stays, with the name that a person
 * gave it there. Returns how many triggers have got one.
 */
export async function attachChannels(db: Queryable, team_id: string, channels: Channels): Promise<number> {
  const { rowCount } = await db.query(
    `update issue_triggers set channels = $2::jsonb || coalesce(channels, '{}'), ${UPDATED}
     where team_id = $1 and deleted_at is null
       and not coalesce(channels, '{}') ?& array(select jsonb_object_keys($2::jsonb))`,
    [team_id, JSON.stringify(channels)],
  );
  return rowCount;
}

export async function deleteIssueTrigger(db: Queryable, { team_id, id }: IssueTriggerKey): Promise<boolean> {
  const { rowCount } = await db.query(
    `update issue_triggers set deleted_at = now(), ${UPDATED} where team_id = $1 and id = $2 and deleted_at is null`,
    [team_id, id],
  );
  return rowCount > 0;
}

/** The triggers that can open issues of these projects. */
export async function readActiveTriggers(
  db: Queryable,
  team_ids: readonly string[],
  type: IssueType,
): Promise<IssueTriggerRow[]> {
  const { rows } = await db.query<IssueTriggerRow>(
    `select ${ISSUE_TRIGGER_COLUMNS} from issue_triggers
     where team_id = any ($1::uuid[]) and type = $2 and disabled_at is null and deleted_at is null`,
    [team_ids, type],
  );
  return rows;
}
