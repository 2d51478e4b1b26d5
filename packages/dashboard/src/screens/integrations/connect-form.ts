/**
 * What does the form of a provider hold, and what does the API get for it?
 *
 * One set of values serves all providers; a provider's schema checks only its own.
 */
import {
  DATADOG_SITES,
  OPSGENIE_REGIONS,
  type Provider,
  type TeamIntegrationInput,
} from "@posthorn/contract/team-integrations";
import { HttpUrl } from "@posthorn/contract/http-url";
import { REQUIRED } from "@posthorn/contract/texts";
import * as z from "zod/mini";
import { headersIn, HeaderLines } from "../../resources/team-integrations/header-lines.ts";

const Values = z.object({
  url: z.string(),
  headers: z.string(),
  site: z.enum(DATADOG_SITES),
  api_key: z.string(),
  /** How Posthorn posts to Slack. */
  method: z.enum(["bot", "webhook"]),
  token: z.string(),
  webhook_url: z.string(),
  routing_key: z.string(),
  region: z.enum(OPSGENIE_REGIONS),
});
export type ConnectValues = z.output<typeof Values>;

export const EMPTY: ConnectValues = {
  url: "",
  headers: "",
  site: "datadoghq.com",
  api_key: "",
  method: "bot",
  token: "",
  webhook_url: "",
  routing_key: "",
  region: "us",
};

const required = z.string().check(z.refine((text) => text.trim() !== "", REQUIRED));
/** Headers cannot carry anything else, and no provider has a key with spaces. */
const VISIBLE = /^[!-~]+$/;
const Key = required.check(
  z.refine((text) => text.trim() === "" || VISIBLE.test(text.trim()), "Must be one word of plain characters"),
);
const Address = z.pipe(required, HttpUrl);

const { shape } = Values;

export const CONNECT_FORMS = {
  prometheus: Values,
  opentelemetry: z.object({ ...shape, url: Address, headers: HeaderLines }),
  datadog: z.object({ ...shape, api_key: Key }),
  slack: Values.check((context) => {
    const name = context.value.method === "bot" ? "token" : "webhook_url";
    const { error } = (name === "token" ? Key : Address).safeParse(context.value[name]);
    const message = error?.issues[0]?.message;
    if (message !== undefined)
      context.issues.push({ code: "custom", path: [name], input: context.value, message });
  }),
  microsoft_teams: z.object({ ...shape, webhook_url: Address }),
  discord: z.object({ ...shape, webhook_url: Address }),
  pagerduty: z.object({ ...shape, routing_key: Key }),
  opsgenie: z.object({ ...shape, api_key: Key }),
} as const satisfies Record<Provider, z.ZodMiniType<ConnectValues>>;

/** The field with the credentials: a person continues there after the provider has refused them. */
export function credentialsField(provider: Provider, { method }: ConnectValues): keyof ConnectValues {
  switch (provider) {
    case "slack":
      return method === "bot" ? "token" : "webhook_url";
    case "microsoft_teams":
    case "discord":
      return "webhook_url";
    case "pagerduty":
      return "routing_key";
    case "datadog":
    case "opsgenie":
      return "api_key";
    case "prometheus":
    case "opentelemetry":
      return "url";
  }
}

export function integrationInputOf(provider: Provider, values: ConnectValues): TeamIntegrationInput {
  const api_key = values.api_key.trim();
  const webhook_url = values.webhook_url.trim();
  switch (provider) {
    case "prometheus":
      return { provider, configs: {} };
    case "opentelemetry":
      return { provider, configs: { url: values.url.trim(), headers: headersIn(values.headers) ?? {} } };
    case "datadog":
      return { provider, configs: { site: values.site, api_key } };
    case "slack":
      return {
        provider,
        configs: values.method === "bot" ? { token: values.token.trim() } : { webhook_url },
      };
    case "microsoft_teams":
    case "discord":
      return { provider, configs: { webhook_url } };
    case "pagerduty":
      return { provider, configs: { routing_key: values.routing_key.trim() } };
    case "opsgenie":
      return { provider, configs: { region: values.region, api_key } };
  }
}
