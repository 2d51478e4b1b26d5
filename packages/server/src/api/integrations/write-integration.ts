/**
 * How is an integration created, changed and deleted, and what happens to the sources that have it?
 *
 * A source with an integration has a copy of its secrets, so receiving a request needs no look at the integration. Each
 * function that changes an integration is one transaction with its sources. A source whose authentication is written
 * otherwise has its own from then on.
 */
import type { IntegrationInput, IntegrationUpdate } from "@posthorn/contract/integrations";
import { canName } from "@posthorn/contract/source-auth";
import type { SourceAuthType } from "@posthorn/contract/source-types";
import { newId } from "../../ids.ts";
import type { Queryable, Transactions } from "../../store/database.ts";
import * as store from "../../store/integrations.ts";
import type { Sealer } from "../../store/seal.ts";
import {
  lockSourcesOfIntegration,
  releaseSourcesOfIntegration,
  updateSource,
  type SourceRow,
} from "../../store/sources.ts";
import { holdSource, type Named } from "../cascades.ts";
import { authOfMethod, notAvailable } from "../sources/auth-input.ts";
import { settingsOf } from "../sources/source-settings.ts";
import { invalid } from "../validation.ts";

interface Deps {
  db: Transactions;
  sealer: Pick<Sealer, "open" | "seal">;
}

/** Returns the id of the integration. */
export async function createIntegration(
  { db, sealer }: Deps,
  team_id: string,
  { provider, label = provider, features = ["VERIFICATION"], configs }: IntegrationInput,
): Promise<string> {
  const key = { team_id, id: newId() };
  const checked = checkedConfigs(provider, configs);
  const integration = {
    ...key,
    label,
    provider,
    features: unique(features),
    configs: sealer.seal(JSON.stringify(checked), "integrations.configs", key),
  };
  await db.transaction((tx) => store.insertIntegration(tx, integration));
  return key.id;
}

/** Returns false if there is no such integration. */
export async function changeIntegration(
  { db, sealer }: Deps,
  key: store.IntegrationKey,
  { provider, label, features, configs }: IntegrationUpdate,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const before = await store.lockIntegration(tx, key);
    if (!before) return false;
    const isOther = provider !== undefined && provider !== before.provider;
    if (isOther && configs === undefined) throw invalid("configs is required");
    const method = provider ?? before.provider;
    const checked = configs && checkedConfigs(method, configs);
    await store.updateIntegration(tx, {
      ...key,
      label: label ?? before.label,
      provider: method,
      features: features ? unique(features) : before.features,
      configs: checked ? sealer.seal(JSON.stringify(checked), "integrations.configs", key) : before.configs,
    });
    if (!checked) return true;
    const sources = await lockSourcesOfIntegration(tx, { team_id: key.team_id, integration_id: key.id });
    for (const source of sources)
      await give(tx, sealer, { id: key.id, provider: method, configs: checked }, source);
    return true;
  });
}

/**
 * Returns false if there is no such integration. Its sources keep their copy of the secrets: without one, they would let in
 * every sender from then on. Detaching a source is the way to say so.
 */
export async function deleteIntegration({ db }: Deps, key: store.IntegrationKey): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await store.lockIntegration(tx, key))) return false;
    await releaseSourcesOfIntegration(tx, { team_id: key.team_id, integration_id: key.id });
    await store.deleteIntegration(tx, key);
    return true;
  });
}

/** Returns false if there is no such integration; throws if there is no such source. */
export async function attachSource(
  { db, sealer }: Deps,
  key: store.IntegrationKey,
  named: Named,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const integration = await store.lockIntegration(tx, key);
    if (!integration) return false;
    const { id, provider, configs: sealed } = integration;
    // It was checked before it was sealed.
    const configs = JSON.parse(sealer.open(sealed, "integrations.configs", key)) as object;
    await give(tx, sealer, { id, provider, configs }, await holdSource(tx, named));
    return true;
  });
}

/** A source that does not have this integration stays as it is. Returns and throws as `attachSource`. */
export async function detachSource({ db }: Deps, key: store.IntegrationKey, named: Named): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await store.lockIntegration(tx, key))) return false;
    const { id } = await holdSource(tx, named);
    const attached = await lockSourcesOfIntegration(tx, { team_id: key.team_id, integration_id: key.id });
    for (const source of attached) if (source.id === id) await takeBack(tx, source);
    return true;
  });
}

/** The source keeps its type if that can name the method. Otherwise it becomes a WEBHOOK, which can name any. */
async function give(
  tx: Queryable,
  { seal }: Pick<Sealer, "seal">,
  { id, provider, configs }: { id: string; provider: SourceAuthType; configs: object },
  source: SourceRow,
): Promise<void> {
  const isOwn = source.type === provider;
  const type = isOwn || canName(source.type, provider) ? source.type : "WEBHOOK";
  const { config } = settingsOf(source, {
    type,
    config: { auth_type: isOwn ? null : provider, auth: { ...configs } },
  });
  const auth = seal(JSON.stringify(configs), "sources.auth", source);
  await updateSource(tx, source, { type, config, auth, integration_id: id });
}

async function takeBack(tx: Queryable, source: SourceRow): Promise<void> {
  const { type, config } = settingsOf(source, { config: { auth: null, auth_type: null } });
  await updateSource(tx, source, { type, config, auth: null });
}

function checkedConfigs(provider: SourceAuthType, configs: object = {}): object {
  if (!canName("WEBHOOK", provider)) throw notAvailable(provider);
  return authOfMethod(provider, configs, ["configs"]);
}

function unique<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)];
}
