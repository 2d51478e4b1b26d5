/**
 * How does a person connect a provider, look at it, and disconnect it?
 *
 * Nothing is stored before the provider has answered well once. A stored secret never leaves: replies show addresses and
 * names of headers.
 */
import { createdAt } from "../../ids.ts";
import { internalId, publicId } from "@posthorn/contract/ids";
import * as contract from "@posthorn/contract/team-integrations";
import * as store from "../../store/team-integrations.ts";
import type { ApiDeps } from "../api-deps.ts";
import { ApiError, notFound } from "../api-error.ts";
import type { Serve } from "../call.ts";

export function serveTeamIntegrations(serve: Serve, { db, log, sealer, metricsPush }: ApiDeps): void {
  function view(row: store.TeamIntegrationRow): contract.TeamIntegration {
    const { id, provider, features, succeeded_at, error, next_push_at } = row;
    return {
      id: publicId("team_integration", id),
      provider,
      features,
      configs: shownConfigs(row),
      succeeded_at,
      error,
      next_push_at,
      created_at: createdAt(id),
    };
  }

  /** Empty if the seal does not open: the integration can still be disconnected. */
  function shownConfigs({
    id,
    team_id,
    provider,
    configs,
  }: store.TeamIntegrationRow): contract.TeamIntegration["configs"] {
    try {
      const opened: unknown = JSON.parse(sealer.open(configs, "team_integrations.configs", { team_id, id }));
      return withoutSecrets(contract.TeamIntegrationInput.parse({ provider, configs: opened }));
    } catch (error) {
      log.error("team_integration.not_opened", { team_id, provider, error });
      return {};
    }
  }

  serve(contract.listTeamIntegrations, async ({ team_id }) => ({
    models: (await store.readTeamIntegrations(db, team_id)).map(view),
  }));

  serve(contract.createTeamIntegration, async ({ team_id, body }) => {
    const isThere = (await store.readTeamIntegrations(db, team_id)).some(
      ({ provider }) => provider === body.provider,
    );
    if (isThere) throw new ApiError("RESOURCE_ALREADY_EXISTS");
    const problem = body.provider === "prometheus" ? null : await metricsPush.verify(team_id, body);
    if (problem !== null)
      throw new ApiError(
        "BAD_REQUEST",
        { provider: body.provider },
        { message: `Verification failed. ${problem}` },
      );
    const created = await store.createTeamIntegration(db, sealer, { team_id, ...body });
    if (!created) throw new ApiError("RESOURCE_ALREADY_EXISTS");
    return { ...view(created.row), token: created.token };
  });

  serve(contract.deleteTeamIntegration, async ({ team_id, id }) => {
    const uuid = internalId("team_integration", id);
    if (!uuid || !(await store.deleteTeamIntegration(db, team_id, uuid))) throw notFound(id);
    return { id };
  });
}

function withoutSecrets(input: contract.TeamIntegrationInput): contract.TeamIntegration["configs"] {
  if (input.provider === "opentelemetry")
    return { url: input.configs.url, header_names: Object.keys(input.configs.headers) };
  return input.provider === "datadog" ? { site: input.configs.site } : {};
}
