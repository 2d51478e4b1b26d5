/** Which provider secrets had another name, or extra fields, in 2024? */
import { Integration, IntegrationInput, IntegrationUpdate } from "@posthorn/contract/integrations";
import { Source, SourceInput, updateSource } from "@posthorn/contract/sources";
import type { Change, Difference, Fields } from "./difference.ts";

interface ConfigsChange {
  receive: (configs: Fields) => Fields;
  answer?: (configs: Fields) => Fields;
}

/** Changes the `configs` of one type only, of sources and of integrations. */
function configsOf(type: string, change: ConfigsChange): Change[] {
  return [...ofSources(type, change), ...ofIntegrations(type, change)];
}

/** An update that names no provider stays as it is. */
function ofIntegrations(type: string, { receive, answer }: ConfigsChange): Change[] {
  const within = (integration: Fields, change: (configs: Fields) => Fields): Fields => {
    const { provider, configs } = integration;
    if (String(provider).toLowerCase() !== type || !configs) return integration;
    // The schema takes only objects there.
    return { ...integration, configs: change(configs as Fields) };
  };
  return [
    ...[IntegrationInput, IntegrationUpdate].map((of): Change => ({
      of,
      receive: (integration) => within(integration, receive),
    })),
    ...(answer ? [{ of: Integration, answer: (integration: Fields) => within(integration, answer) }] : []),
  ];
}

/** Runs after `source-verification`. */
function ofSources(type: string, { receive, answer }: ConfigsChange): Change[] {
  const within = (source: Fields, change: (configs: Fields) => Fields): Fields => {
    // The shape that `source-verification` produces.
    const verification = source["verification"] as
      | { type: string; configs?: Fields | null }
      | null
      | undefined;
    if (verification?.type.toLowerCase() !== type || !verification.configs) return source;
    return { ...source, verification: { ...verification, configs: change(verification.configs) } };
  };
  return [
    ...[SourceInput, updateSource.body].map((of): Change => ({
      of,
      receive: (source) => within(source, receive),
    })),
    ...(answer ? [{ of: Source, answer: (source: Fields) => within(source, answer) }] : []),
  ];
}

/** Moves a value to another field name; null stays null, and an absent field stays absent. */
function renamed(fields: Fields, from: string, to: string): Fields {
  const { [from]: value, ...rest } = fields;
  return value === undefined ? fields : { ...rest, [to]: value };
}

export const vercelLogDrains: Difference = {
  name: "vercel-log-drains",
  summary: "The secret of Vercel's log drains is called `vercel_log_drains_secret`",
  changes: configsOf("vercel_log_drains", {
    receive: (configs) => renamed(configs, "vercel_log_drains_secret", "log_drains_secret"),
    answer: (configs) => renamed(configs, "log_drains_secret", "vercel_log_drains_secret"),
  }),
};

export const shopifyConfigs: Difference = {
  name: "shopify-configs",
  summary:
    "The configs of Shopify may also have `rate_limit`, `rate_limit_period`, `api_key`, `api_secret` and `shop`, which mean nothing",
  changes: configsOf("shopify", {
    receive: ({ rate_limit: _1, rate_limit_period: _2, api_key: _3, api_secret: _4, shop: _5, ...configs }) =>
      configs,
  }),
};
