/**
 * Every write to `integrations`, in the order of an integration's life.
 *
 * A source names its integration (`sources.integration_id`), so it has one at most. Whoever changes an integration or the
 * sources that have it locks the integration first, and a source after it.
 */
import type { INTEGRATION_FEATURES } from "@posthorn/contract/integrations";
import type { SourceAuthType } from "@posthorn/contract/source-types";
import { createdAt } from "../ids.ts";
import type { Queryable } from "./database.ts";
import { UPDATED } from "./edited.ts";

export interface IntegrationRow {
  id: string;
  team_id: string;
  label: string;
  provider: SourceAuthType;
  features: (typeof INTEGRATION_FEATURES)[number][];
  /** Sealed. */
  configs: Buffer;
  updated_at: string;
}

export const INTEGRATION_COLUMNS = "id, team_id, label, provider, features, configs, updated_at";

export interface IntegrationKey {
  team_id: string;
  id: string;
}

export async function insertIntegration(
  db: Queryable,
  { id, team_id, label, provider, features, configs }: Omit<IntegrationRow, "updated_at">,
): Promise<void> {
  await db.query(
    `insert into integrations (id, team_id, label, provider, features, configs, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, team_id, label, provider, features, configs, createdAt(id)],
  );
}

/** Returns null when there is no such integration. Otherwise no other transaction changes it or its sources' share in it. */
export async function lockIntegration(
  tx: Queryable,
  { team_id, id }: IntegrationKey,
): Promise<IntegrationRow | null> {
  const { rows } = await tx.query<IntegrationRow>(
    `select ${INTEGRATION_COLUMNS} from integrations where team_id = $1 and id = $2 for update`,
    [team_id, id],
  );
  return rows[0] ?? null;
}

export async function updateIntegration(
  tx: Queryable,
  {
    team_id,
    id,
    label,
    provider,
    features,
    configs,
  }: Pick<IntegrationRow, "team_id" | "id" | "label" | "provider" | "features" | "configs">,
): Promise<void> {
  await tx.query(
    `update integrations set label = $3, provider = $4, features = $5, configs = $6, ${UPDATED}
     where team_id = $1 and id = $2`,
    [team_id, id, label, provider, features, configs],
  );
}

/** The database refuses while a source has it. */
export async function deleteIntegration(tx: Queryable, { team_id, id }: IntegrationKey): Promise<void> {
  await tx.query("delete from integrations where team_id = $1 and id = $2", [team_id, id]);
}

/** For a deleted project, whose sources have lost theirs before. */
export async function deleteIntegrationsOf(tx: Queryable, team_id: string): Promise<void> {
  await tx.query("delete from integrations where team_id = $1", [team_id]);
}
