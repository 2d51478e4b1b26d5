/**
 * How does a person connect a provider, look at it, and disconnect it?
 *
 * Nothing is stored before the provider has answered well once. A stored secret never leaves: replies show addresses,
 * names of headers, and of a webhook only the host.
 */
import { createdAt } from "../../ids.ts";
import { internalId, publicId } from "@posthorn/contract/ids";
import * as contract from "@posthorn/contract/team-integrations";
import { hurryNotifications } from "../../store/notifications.ts";
import * as store from "../../store/team-integrations.ts";
import type { ApiDeps } from "../api-deps.ts";
import { ApiError, notFound } from "../api-error.ts";
import type { Serve } from "../call.ts";

export function serveTeamIntegrations(
  serve: Serve,
  { db, log, sealer, metricsPush, notifier }: ApiDeps,
): void {
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

  /** The first contact. Null: it went well. */
  async function verified(team_id: string, input: contract.TeamIntegrationInput): Promise<string | null> {
    switch (input.provider) {
      case "prometheus":
        return null; // it calls us
      case "opentelemetry":
      case "datadog":
        return metricsPush.verify(team_id, input);
      case "slack":
      case "microsoft_teams":
      case "discord":
      case "pagerduty":
      case "opsgenie":
        return notifier.verify(input.provider, input.configs);
    }
  }

  serve(contract.listTeamIntegrations, async ({ team_id }) => ({
    models: (await store.readTeamIntegrations(db, team_id)).map(view),
    has_mail_server: notifier.hasMailServer,
  }));

  serve(contract.createTeamIntegration, async ({ team_id, body, asCaller }) => {
    const isThere = (await store.readTeamIntegrations(db, team_id)).some(
      ({ provider }) => provider === body.provider,
    );
    if (isThere) throw new ApiError("RESOURCE_ALREADY_EXISTS");
    const problem = await verified(team_id, body);
    if (problem !== null)
      throw new ApiError(
        "BAD_REQUEST",
        { provider: body.provider },
        { message: `Verification failed. ${problem}` },
      );
    const created = await store.createTeamIntegration(asCaller, sealer, { team_id, ...body });
    if (!created) throw new ApiError("RESOURCE_ALREADY_EXISTS");
    if (contract.isNotificationProvider(body.provider)) await hurryNotifications(db, team_id, body.provider);
    return { ...view(created.row), token: created.token };
  });

  serve(contract.deleteTeamIntegration, async ({ team_id, id, asCaller }) => {
    const uuid = internalId("team_integration", id);
    if (!uuid || !(await store.deleteTeamIntegration(asCaller, team_id, uuid))) throw notFound(id);
    return { id };
  });
}

function withoutSecrets(input: contract.TeamIntegrationInput): contract.TeamIntegration["configs"] {
  switch (input.provider) {
    case "opentelemetry":
      return { url: input.configs.url, header_names: Object.keys(input.configs.headers) };
    case "datadog":
      return { site: input.configs.site };
    case "opsgenie":
      return { region: input.configs.region };
    case "slack":
    case "microsoft_teams":
    case "discord":
      return "webhook_url" in input.configs ? { host: new URL(input.configs.webhook_url).host } : {};
    case "prometheus":
    case "pagerduty":
      return {};
  }
}
