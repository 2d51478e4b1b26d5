/**
 * What do the endpoints of keys and secrets answer?
 *
 * All of them need an admin at the dashboard. No handler logs a key, and the audit log keeps none: of these tables it
 * keeps only the columns that its migration lists.
 */
import { internalId, publicId } from "@posthorn/contract/ids";
import * as contract from "@posthorn/contract/keys";
import { API_KEYS_MAX, LIST_MAX_LIMIT } from "@posthorn/contract/limits";
import { API_KEYS_LIMIT_REACHED } from "@posthorn/contract/settings-texts";
import { createdAt } from "../../ids.ts";
import { headerNames } from "../../pipeline/send/header-names.ts";
import { ensureOwnKey, issueApiKey, revokeApiKey, setRateLimitOfKey } from "../../store/api-keys.ts";
import { type CliKeyRow, readCliKeys, revokeCliKeyOfProject } from "../../store/cli-keys.ts";
import { lockProject, readSigningSecret } from "../../store/projects.ts";
import type { ApiDeps } from "../api-deps.ts";
import { notFound } from "../api-error.ts";
import type { Serve } from "../call.ts";
import { invalid } from "../validation.ts";
import { type FurtherKeyRow, type OwnKeyRow, readFurtherKeys, readOwnKeys } from "./keys.sql.ts";
import { rollApiKey, rollSigningSecret } from "./roll-secrets.ts";

/** As much of a key as a person needs to recognize it. */
const ENDING_CHARACTERS = 4;

export function serveKeys(serve: Serve, { db, sealer, access }: ApiDeps): void {
  const openedKey = (team_id: string, { id, sealed }: OwnKeyRow) =>
    sealer.open(sealed, "api_keys.sealed", { team_id, id });

  function previousView(team_id: string, key: OwnKeyRow, expires_at: string) {
    const { id, last_used_at } = key;
    const ending = openedKey(team_id, key).slice(-ENDING_CHARACTERS);
    return { id: publicId("api_key", id), ending, expires_at, last_used_at };
  }

  async function secretsOf(team_id: string): Promise<contract.Secrets> {
    await ensureOwnKey(db, sealer, { team_id, created_by: null });
    const [signing, [own, ...previous]] = [
      await readSigningSecret(db, team_id),
      await readOwnKeys(db, team_id),
    ];
    if (!signing || !own) throw notFound(publicId("project", team_id)); // the project was deleted meanwhile
    return {
      api_key: {
        id: publicId("api_key", own.id),
        key: openedKey(team_id, own),
        created_at: createdAt(own.id),
        created_by: own.created_by,
        last_used_at: own.last_used_at,
        rate_limit: own.rate_limit,
        previous: previous.flatMap((key) =>
          key.expires_at === null ? [] : [previousView(team_id, key, key.expires_at)],
        ),
      },
      signing_secret: {
        key: sealer.open(signing.signing_secret, "projects.signing_secret", { team_id, id: team_id }),
        created_at: signing.signing_secret_rolled_at ?? createdAt(team_id),
        created_by: signing.rolled_by,
        headers: [...headerNames(signing.headers_prefix).signatures],
        previous: signing.previous_signing_secret_until
          ? { expires_at: signing.previous_signing_secret_until }
          : null,
      },
    };
  }

  serve(contract.getSecrets, ({ team_id }) => secretsOf(team_id));
  serve(
    contract.rollApiKey,
    async ({ team_id, user_id, ifUnchangedSince: seen, body: { delay_sec }, asCaller }) => {
      await rollApiKey(asCaller, sealer, { team_id, delay_sec, user_id, seen });
      access.forgetKeysOf(team_id);
      return secretsOf(team_id);
    },
  );
  serve(
    contract.rollSigningSecret,
    async ({ team_id, user_id, ifUnchangedSince: seen, body: { delay_sec }, asCaller }) => {
      await rollSigningSecret(asCaller, sealer, { team_id, delay_sec, user_id, seen });
      return secretsOf(team_id);
    },
  );

  serve(contract.listApiKeys, async ({ team_id }) => ({
    models: (await readFurtherKeys(db, team_id)).map(apiKeyView),
  }));
  serve(contract.createApiKey, async ({ team_id, user_id, body: { name, role, rate_limit }, asCaller }) => {
    const { id, key } = await asCaller.transaction(async (tx) => {
      if (!(await lockProject(tx, team_id))) throw notFound(publicId("project", team_id));
      if ((await readFurtherKeys(tx, team_id)).length >= API_KEYS_MAX) throw invalid(API_KEYS_LIMIT_REACHED);
      return issueApiKey(tx, {
        team_id,
        name: name.trim(),
        expires_at: null,
        role,
        rate_limit: rate_limit ?? null,
        created_by: user_id,
      });
    });
    const [row] = await readFurtherKeys(db, team_id, id);
    if (!row) throw notFound(publicId("api_key", id)); // it was revoked meanwhile
    return { ...apiKeyView(row), key };
  });
  serve(contract.updateApiKey, async ({ team_id, id, body: { rate_limit }, asCaller }) => {
    const uuid = internalId("api_key", id);
    if (!uuid || !(await setRateLimitOfKey(asCaller, { team_id, id: uuid }, rate_limit))) throw notFound(id);
    access.forgetKeysOf(team_id);
    return { id, rate_limit };
  });
  serve(contract.revokeApiKey, async ({ team_id, id, asCaller }) => {
    const uuid = internalId("api_key", id);
    if (!uuid || !(await revokeApiKey(asCaller, team_id, uuid))) throw notFound(id);
    access.forgetKeysOf(team_id);
    return { id };
  });

  serve(contract.listCliKeys, async ({ team_id }) => ({
    models: (await readCliKeys(db, team_id, LIST_MAX_LIMIT)).map(cliKeyView),
  }));
  serve(contract.revokeCliKey, async ({ team_id, id, asCaller }) => {
    const uuid = internalId("cli_key", id);
    if (!uuid || !(await revokeCliKeyOfProject(asCaller, team_id, uuid))) throw notFound(id);
    return { id };
  });
}

function apiKeyView(row: FurtherKeyRow): contract.ApiKey {
  const { id, name, role, expires_at, rate_limit, last_used_at, created_by } = row;
  return {
    id: publicId("api_key", id),
    name,
    role,
    expires_at,
    rate_limit,
    last_used_at,
    created_at: createdAt(id),
    created_by,
  };
}

function cliKeyView({ id, device_name, user, api_key_name, last_used_at }: CliKeyRow): contract.CliKey {
  return {
    id: publicId("cli_key", id),
    device_name,
    user,
    api_key_name,
    last_used_at,
    created_at: createdAt(id),
  };
}
