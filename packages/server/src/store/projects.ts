/**
 * Every write to `projects`, in the order of a project's life, and what others read of them. What a project has bought is
 * written down by the day in the same statement (throughput-stretches.ts).
 *
 * A new project gets a random secret that signs its deliveries, sealed. A deleted project keeps its row until all its
 * rows are removed (project-removal.ts). No other file may write `from projects`, and `npm run check` enforces it:
 * every reader must say whether deleted projects count.
 */
import { randomBytes } from "node:crypto";
import type { WebhookTopic } from "@posthorn/contract/webhook-topics";
import { newId } from "../ids.ts";
import type { Queryable } from "./database.ts";
import { UPDATED } from "./edited.ts";
import type { Sealer } from "./seal.ts";
import { withThroughputStretches } from "./throughput-stretches.ts";

/** Use it like a table: `from ${LIVE_PROJECTS}`. Nearly every reader means these. */
export const LIVE_PROJECTS = "(select * from projects where deleted_at is null) as projects";
/** Includes deleted projects. */
export const ALL_PROJECTS = "projects";

export interface NewProject {
  organization_id: string;
  name: string;
  /** The prefix of the headers that we add to its deliveries; null means our default. */
  headers_prefix?: string | null | undefined;
  /** Only admins of the organization see it, and people who are added to it. */
  private?: boolean | undefined;
  /** Its data is made up. An organization has one such project at most: the unique index refuses a second one. */
  is_sample?: boolean | undefined;
}

/** Returns the id of the project. It has no triggers yet: see new-project.ts. */
export async function insertProject(
  db: Queryable,
  sealer: Pick<Sealer, "seal">,
  { organization_id, name, headers_prefix = null, private: isPrivate = false, is_sample = false }: NewProject,
): Promise<string> {
  const id = newId();
  await db.query(
    `insert into projects (id, organization_id, name, headers_prefix, private, is_sample, signing_secret)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, organization_id, name, headers_prefix, isPrivate, is_sample, newSigningSecret(sealer, id)],
  );
  return id;
}

/** Returns null if the organization has no sample project. */
export async function findSampleProject(db: Queryable, organization_id: string): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    "select id from projects where organization_id = $1 and is_sample and deleted_at is null",
    [organization_id],
  );
  return rows[0]?.id ?? null;
}

function newSigningSecret(sealer: Pick<Sealer, "seal">, id: string): Buffer {
  return sealer.seal(randomBytes(32).toString("base64url"), "projects.signing_secret", { team_id: id, id });
}

/** Undefined keeps a field. The database announces the change to the processes that deliver for the project. */
export async function updateProject(
  db: Queryable,
  id: string,
  {
    name,
    headers_prefix,
    private: isPrivate,
  }: Pick<NewProject, "headers_prefix" | "private"> & { name?: string | undefined },
): Promise<void> {
  await db.query(
    `update projects set name = coalesce($2, name),
       headers_prefix = case when $3 then $4 else headers_prefix end, private = coalesce($5, private),
       ${UPDATED}
     where id = $1 and deleted_at is null`,
    [id, name ?? null, headers_prefix !== undefined, headers_prefix ?? null, isPrivate ?? null],
  );
}

/** What an admin has asked for. The plan may allow less: `project_limits` has both. Undefined keeps a field. */
export async function setProjectQuotas(
  db: Queryable,
  id: string,
  {
    max_events_per_second,
    retention_days,
  }: { [Name in keyof ProjectQuotas]?: ProjectQuotas[Name] | undefined },
): Promise<void> {
  await db.query(
    `update projects set max_events_per_second = case when $2 then $3 else max_events_per_second end,
       retention_days = coalesce($4, retention_days), ${UPDATED}
     where id = $1 and deleted_at is null`,
    [id, max_events_per_second !== undefined, max_events_per_second ?? null, retention_days ?? null],
  );
}

/** Null: nothing. It counts from today on, and the organization pays for it by the day. */
export async function setBoughtThroughput(
  tx: Queryable,
  id: string,
  events_per_second: number | null,
): Promise<void> {
  await tx.query(
    withThroughputStretches(
      `update projects set bought_throughput = $2, ${UPDATED}
       where id = $1 and deleted_at is null and bought_throughput is distinct from $2
       returning organization_id, id, name, bought_throughput`,
    ),
    [id, events_per_second],
  );
}

/** What the project may deliver at most: what its plan includes, or what it has bought. Null: it is not limited. */
export async function readThroughput(db: Queryable, id: string): Promise<number | null> {
  const { rows } = await db.query<{ throughput: number | null }>(
    "select throughput from project_limits where team_id = $1",
    [id],
  );
  return rows[0]?.throughput ?? null;
}

export interface BoughtThroughput {
  organization_id: string;
  /** Null: nothing. */
  bought_throughput: number | null;
}

/** Returns null if the project is deleted. */
export async function readBoughtThroughput(db: Queryable, id: string): Promise<BoughtThroughput | null> {
  const { rows } = await db.query<BoughtThroughput>(
    "select organization_id, bought_throughput from projects where id = $1 and deleted_at is null",
    [id],
  );
  return rows[0] ?? null;
}

export interface ProjectQuotas {
  /** Null: no cap. */
  max_events_per_second: number | null;
  retention_days: number;
}

/** What counts: what an admin has asked for, as far as the plan allows it. */
export async function readProjectQuotas(db: Queryable, id: string): Promise<ProjectQuotas | null> {
  const { rows } = await db.query<ProjectQuotas>(
    `select limits.max_events_per_second, limits.retention_days
     from projects join project_limits as limits on limits.team_id = projects.id
     where projects.id = $1 and projects.deleted_at is null`,
    [id],
  );
  return rows[0] ?? null;
}

/** Returns its version, or null if it is deleted. Until the transaction ends no other can change or delete it. */
export async function lockProject(tx: Queryable, id: string): Promise<{ updated_at: string } | null> {
  const { rows } = await tx.query<{ updated_at: string }>(
    "select updated_at from projects where id = $1 and deleted_at is null for no key update",
    [id],
  );
  return rows[0] ?? null;
}

export interface SigningSecretRow {
  signing_secret: Buffer;
  /** Null: as old as the project. */
  signing_secret_rolled_at: string | null;
  /** The name of the person. Null: it was never rolled, or the person is gone. */
  rolled_by: string | null;
  /** When the previous secret expires; null if none is valid. */
  previous_signing_secret_until: string | null;
  /** Null means our default prefix. */
  headers_prefix: string | null;
}

/** Returns null if the project is deleted. */
export async function readSigningSecret(db: Queryable, id: string): Promise<SigningSecretRow | null> {
  const { rows } = await db.query<SigningSecretRow>(
    `select signing_secret, signing_secret_rolled_at, headers_prefix,
       (select users.name from users where users.id = signing_secret_rolled_by) as rolled_by,
       case when previous_signing_secret is not null and previous_signing_secret_until > now()
         then previous_signing_secret_until end as previous_signing_secret_until
     from projects where id = $1 and deleted_at is null`,
    [id],
  );
  return rows[0] ?? null;
}

export interface SigningSecretRoll {
  /** The secret that it has now. */
  secret: string;
  delaySeconds: number;
  rolled_by: string | null;
}

/** Gives a locked project a new secret. The old one signs beside it until the delay is over. */
export async function rollProjectSecret(
  tx: Queryable,
  sealer: Pick<Sealer, "seal">,
  id: string,
  { secret, delaySeconds, rolled_by }: SigningSecretRoll,
): Promise<void> {
  const previous =
    delaySeconds === 0 ? null : sealer.seal(secret, "projects.previous_signing_secret", { team_id: id, id });
  await tx.query(
    `update projects set signing_secret = $2, previous_signing_secret = $3,
       previous_signing_secret_until = case when $4 > 0 then now() + $4 * interval '1 second' end,
       signing_secret_rolled_at = date_trunc('milliseconds', now()), signing_secret_rolled_by = $5
     where id = $1`,
    [id, newSigningSecret(sealer, id), previous, delaySeconds, rolled_by],
  );
}

export interface ProjectWebhooks {
  webhooks_enabled: boolean;
  webhook_topics: readonly WebhookTopic[];
  /** Null: none was chosen. */
  webhook_source_id: string | null;
}

/** Returns the topics that it asked for until now. */
export async function setProjectWebhooks(
  tx: Queryable,
  id: string,
  { webhooks_enabled, webhook_topics, webhook_source_id }: ProjectWebhooks,
): Promise<readonly WebhookTopic[]> {
  const { rows } = await tx.query<Pick<ProjectWebhooks, "webhooks_enabled" | "webhook_topics">>(
    "select webhooks_enabled, webhook_topics from projects where id = $1 and deleted_at is null for no key update",
    [id],
  );
  await tx.query(
    `update projects set webhooks_enabled = $2, webhook_topics = $3, webhook_source_id = $4, ${UPDATED}
     where id = $1 and deleted_at is null`,
    [id, webhooks_enabled, webhook_topics, webhook_source_id],
  );
  return rows[0]?.webhooks_enabled ? rows[0].webhook_topics : [];
}

/** Returns the ids of an organization's projects. Until the transaction ends no other can delete one of them. */
export async function lockProjectsOf(tx: Queryable, organization_id: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    "select id from projects where organization_id = $1 and deleted_at is null order by id for no key update",
    [organization_id],
  );
  return rows.map((row) => row.id);
}

/** Throws if there is no such project: its caller has just entered it. */
export async function findOrganizationOf(db: Queryable, id: string): Promise<string> {
  const { rows } = await db.query<{ organization_id: string }>(
    "select organization_id from projects where id = $1 and deleted_at is null",
    [id],
  );
  if (!rows[0]) throw new Error("A project has no row");
  return rows[0].organization_id;
}

/** The transaction has locked it. What it has bought goes with it: from today on the new organization pays. */
export async function moveProject(tx: Queryable, id: string, organization_id: string): Promise<void> {
  await tx.query(
    withThroughputStretches(
      `select organization_id, id, name, bought_throughput from moved where bought_throughput is not null
       union all
       select present.organization_id, id, name, null from moved, present where bought_throughput is not null`,
      {
        before: `present as (select organization_id from projects where id = $1), moved as (
          update projects set organization_id = $2, ${UPDATED} where id = $1 and deleted_at is null
          returning organization_id, id, name, bought_throughput), `,
      },
    ),
    [id, organization_id],
  );
}

/** Replaces its signing secret by a random one that is known to nobody. What it has bought is not charged any more. */
export async function markProjectDeleted(
  tx: Queryable,
  sealer: Pick<Sealer, "seal">,
  id: string,
): Promise<void> {
  await tx.query(
    withThroughputStretches(
      "select organization_id, id, name, null::integer as bought_throughput from deleted where bought_throughput is not null",
      {
        before: `deleted as (
          update projects
          set deleted_at = now(), updated_at = now(), signing_secret = $2, previous_signing_secret = null,
            previous_signing_secret_until = null
          where id = $1 and deleted_at is null
          returning organization_id, id, name, bought_throughput), `,
      },
    ),
    [id, newSigningSecret(sealer, id)],
  );
}

/** Deletes the project's row. The database refuses while any row still refers to the project. */
export async function removeProject(db: Queryable, id: string): Promise<void> {
  await db.query("delete from projects where id = $1 and deleted_at is not null", [id]);
}
