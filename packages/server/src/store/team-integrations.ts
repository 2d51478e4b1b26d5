/**
 * Every write to `team_integrations`, in the order of an integration's life, and the reads that several callers need.
 *
 * `claimDuePushes` is the lease: it moves the time of the next push before the push begins. So two processes never push
 * the same integration at the same time, and one whose process died is due again a minute later.
 */
import { createHash, randomBytes } from "node:crypto";
import { type Provider, isNotificationProvider } from "@posthorn/contract/team-integrations";
import { newId } from "../ids.ts";
import type { Queryable } from "./database.ts";
import { LIVE_PROJECTS } from "./projects.ts";
import type { Sealer } from "./seal.ts";

/** Lets people, and secret scanners of code hosts, recognize a leaked token. */
const TOKEN_PREFIX = "phm_";
const TOKEN_RANDOM_BYTES = 24;

export interface TeamIntegrationRow {
  id: string;
  team_id: string;
  provider: Provider;
  features: ("notification" | "metrics")[];
  configs: Buffer;
  next_push_at: string | null;
  /** Pushes that failed since the last success. */
  failures: number;
  succeeded_at: string | null;
  error: string | null;
}

const COLUMNS = "id, team_id, provider, features, configs, next_push_at, failures, succeeded_at, error";

function hashOfToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

export interface NewTeamIntegration {
  team_id: string;
  provider: Provider;
  /** Plain; they are sealed here. */
  configs: object;
}

/** Null if the project has an integration of this provider already. `token` is null where Posthorn sends. */
export async function createTeamIntegration(
  db: Queryable,
  sealer: Pick<Sealer, "seal">,
  { team_id, provider, configs }: NewTeamIntegration,
): Promise<{ row: TeamIntegrationRow; token: string | null } | null> {
  const id = newId();
  const isRead = provider === "prometheus";
  const isNotified = isNotificationProvider(provider);
  const token = isRead ? TOKEN_PREFIX + randomBytes(TOKEN_RANDOM_BYTES).toString("base64url") : null;
  const sealed = sealer.seal(JSON.stringify(configs), "team_integrations.configs", { team_id, id });
  const { rows } = await db.query<TeamIntegrationRow>(
    `insert into team_integrations (id, team_id, provider, features, configs, token_hash, next_push_at)
     values ($1, $2, $3, $4, $5, $6, case when $7 then now() end)
     on conflict (team_id, provider) do nothing
     returning ${COLUMNS}`,
    [
      id,
      team_id,
      provider,
      [isNotified ? "notification" : "metrics"],
      sealed,
      token === null ? null : hashOfToken(token),
      !isRead && !isNotified,
    ],
  );
  return rows[0] ? { row: rows[0], token } : null;
}

export async function readTeamIntegrations(db: Queryable, team_id: string): Promise<TeamIntegrationRow[]> {
  const { rows } = await db.query<TeamIntegrationRow>(
    `select ${COLUMNS} from team_integrations where team_id = $1 order by id`,
    [team_id],
  );
  return rows;
}

export async function findTeamIntegration(
  db: Queryable,
  team_id: string,
  provider: Provider,
): Promise<TeamIntegrationRow | null> {
  const { rows } = await db.query<TeamIntegrationRow>(
    `select ${COLUMNS} from team_integrations where team_id = $1 and provider = $2`,
    [team_id, provider],
  );
  return rows[0] ?? null;
}

/** The project whose metrics this token opens; null if there is none. */
export async function findProjectOfToken(db: Queryable, token: string): Promise<string | null> {
  if (!token.startsWith(TOKEN_PREFIX)) return null;
  const { rows } = await db.query<{ team_id: string }>(
    `select team_id from team_integrations join ${LIVE_PROJECTS} on projects.id = team_id where token_hash = $1`,
    [hashOfToken(token)],
  );
  return rows[0]?.team_id ?? null;
}

/** Lends up to `limit` integrations whose push is due. Each is due again after `leaseMs`, however the push ends. */
export async function claimDuePushes(
  db: Queryable,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<TeamIntegrationRow[]> {
  const { rows } = await db.query<TeamIntegrationRow>(
    `update team_integrations set next_push_at = now() + $2 * interval '1 millisecond'
     where id in (
       select id from team_integrations where next_push_at <= now()
       order by next_push_at limit $1
       for update skip locked)
     returning ${COLUMNS}`,
    [limit, leaseMs],
  );
  return rows;
}

export async function recordPush(db: Queryable, id: string): Promise<void> {
  await db.query(
    "update team_integrations set failures = 0, error = null, succeeded_at = now() where id = $1",
    [id],
  );
}

export async function recordFailedPush(
  db: Queryable,
  { id, error, waitMs }: { id: string; error: string; waitMs: number },
): Promise<void> {
  await db.query(
    `update team_integrations
     set failures = failures + 1, error = $2, next_push_at = now() + $3 * interval '1 millisecond'
     where id = $1`,
    [id, error, waitMs],
  );
}

/** How the last message to this provider ended; null: it has arrived. */
export async function recordMessage(db: Queryable, id: string, error: string | null): Promise<void> {
  await db.query(
    `update team_integrations
     set error = $2, succeeded_at = case when $2::text is null then now() else succeeded_at end
     where id = $1`,
    [id, error],
  );
}

export async function deleteTeamIntegration(db: Queryable, team_id: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query("delete from team_integrations where team_id = $1 and id = $2", [
    team_id,
    id,
  ]);
  return rowCount > 0;
}

/** For a deleted project: nothing more is sent, and its tokens open nothing. */
export async function deleteTeamIntegrationsOf(tx: Queryable, team_id: string): Promise<void> {
  await tx.query("delete from team_integrations where team_id = $1", [team_id]);
}
