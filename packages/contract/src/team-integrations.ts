/**
 * What has a project connected, and which endpoints does that have?
 *
 * A project has at most one integration of each provider. Secrets go in and never come out: a reply shows where metrics
 * or notifications go, and whether they arrive.
 */
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";
import { HttpUrl } from "./http-url.ts";
import { INTEGRATION_MAX_HEADERS, INTEGRATION_SECRET_MAX_CHARACTERS } from "./limits.ts";
import { DeletedId, NullableTimestamp, Timestamp } from "./lists.ts";

export const METRICS_PROVIDERS = ["prometheus", "opentelemetry", "datadog"] as const;
export type MetricsProvider = (typeof METRICS_PROVIDERS)[number];

export const METRICS_PROVIDER_NAMES: Readonly<Record<MetricsProvider, string>> = {
  prometheus: "Prometheus",
  opentelemetry: "OpenTelemetry",
  datadog: "Datadog",
};

export const NOTIFICATION_PROVIDERS = [
  "slack",
  "microsoft_teams",
  "discord",
  "pagerduty",
  "opsgenie",
] as const;
export type NotificationProvider = (typeof NOTIFICATION_PROVIDERS)[number];

export const NOTIFICATION_PROVIDER_NAMES: Readonly<Record<NotificationProvider, string>> = {
  slack: "Slack",
  microsoft_teams: "Microsoft Teams",
  discord: "Discord",
  pagerduty: "PagerDuty",
  opsgenie: "Opsgenie",
};

export type Provider = MetricsProvider | NotificationProvider;

export const PROVIDER_NAMES: Readonly<Record<Provider, string>> = {
  ...METRICS_PROVIDER_NAMES,
  ...NOTIFICATION_PROVIDER_NAMES,
};

export function isNotificationProvider(provider: Provider): provider is NotificationProvider {
  return NOTIFICATION_PROVIDERS.some((known) => known === provider);
}

/** Each is a Datadog of its own, with its own keys. */
export const DATADOG_SITES = [
  "datadoghq.com",
  "us3.datadoghq.com",
  "us5.datadoghq.com",
  "datadoghq.eu",
  "ap1.datadoghq.com",
  "ap2.datadoghq.com",
  "uk1.datadoghq.com",
  "ddog-gov.com",
  "us2.ddog-gov.com",
] as const;

const HEADER_NAME = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/;
const HEADER_VALUE = /^[ -~]+$/;
const VISIBLE = /^[!-~]+$/;
/** These belong to the request itself. */
const OWN_HEADERS =
  /^(?:accept-encoding|connection|content-(?:encoding|length|type)|host|transfer-encoding|upgrade)$/i;

const Secret = z.string().check(z.minLength(1), z.maxLength(INTEGRATION_SECRET_MAX_CHARACTERS));

/** Sent with each push, for the receiver's credentials. */
export const OtlpHeaders = z
  .record(z.string().check(z.regex(HEADER_NAME)), Secret.check(z.regex(HEADER_VALUE)))
  .check(
    z.refine(
      (headers) => Object.keys(headers).length <= INTEGRATION_MAX_HEADERS,
      `At most ${INTEGRATION_MAX_HEADERS} headers`,
    ),
    z.refine(
      (headers) => !Object.keys(headers).some((name) => OWN_HEADERS.test(name)),
      "Posthorn sets this header itself",
    ),
  );

export const OpenTelemetryConfigs = z.strictObject({
  /** `/v1/metrics` is added unless the address ends in it. */
  url: HttpUrl,
  headers: z._default(OtlpHeaders, {}),
});
export type OpenTelemetryConfigs = z.output<typeof OpenTelemetryConfigs>;

export const DatadogConfigs = z.strictObject({
  site: z.enum(DATADOG_SITES),
  api_key: Secret.check(z.regex(VISIBLE)),
});
export type DatadogConfigs = z.output<typeof DatadogConfigs>;

const Key = Secret.check(z.regex(VISIBLE));

/** A bot of the workspace posts to the channel that a trigger names. An incoming webhook has one channel. */
export const SlackConfigs = z.union([
  z.strictObject({ token: Key }),
  z.strictObject({ webhook_url: HttpUrl }),
]);

/** The address of a workflow that posts what it gets to one channel. */
export const MicrosoftTeamsConfigs = z.strictObject({ webhook_url: HttpUrl });

/** The address of a webhook, which has one channel. */
export const DiscordConfigs = z.strictObject({ webhook_url: HttpUrl });

/** The integration key of a service's "Events API V2". */
export const PagerDutyConfigs = z.strictObject({ routing_key: Key });

export const OPSGENIE_REGIONS = ["us", "eu"] as const;
export type OpsgenieRegion = (typeof OPSGENIE_REGIONS)[number];
export const OpsgenieConfigs = z.strictObject({
  region: z._default(z.enum(OPSGENIE_REGIONS), "us"),
  api_key: Key,
});

export const TeamIntegrationInput = z.discriminatedUnion("provider", [
  z.strictObject({ provider: z.literal("prometheus"), configs: z._default(z.strictObject({}), {}) }),
  z.strictObject({ provider: z.literal("opentelemetry"), configs: OpenTelemetryConfigs }),
  z.strictObject({ provider: z.literal("datadog"), configs: DatadogConfigs }),
  z.strictObject({ provider: z.literal("slack"), configs: SlackConfigs }),
  z.strictObject({ provider: z.literal("microsoft_teams"), configs: MicrosoftTeamsConfigs }),
  z.strictObject({ provider: z.literal("discord"), configs: DiscordConfigs }),
  z.strictObject({ provider: z.literal("pagerduty"), configs: PagerDutyConfigs }),
  z.strictObject({ provider: z.literal("opsgenie"), configs: OpsgenieConfigs }),
]);
export type TeamIntegrationInput = z.output<typeof TeamIntegrationInput>;

export const TeamIntegration = z.object({
  id: z.string(),
  provider: z.enum([...METRICS_PROVIDERS, ...NOTIFICATION_PROVIDERS]),
  features: z.array(z.enum(["notification", "metrics"])),
  /** Without secrets: of headers only the names, of a webhook only the host. */
  configs: z.object({
    url: z.optional(z.string()),
    header_names: z.optional(z.array(z.string())),
    site: z.optional(z.string()),
    host: z.optional(z.string()),
    region: z.optional(z.string()),
  }),
  /** When metrics or a notification last arrived at the provider; null for one that reads metrics itself. */
  succeeded_at: NullableTimestamp,
  /** Why the last push or notification did not arrive, and what to do; null if it did. */
  error: z.nullable(z.string()),
  /** When Posthorn pushes metrics next; null for a provider that reads them itself, or that gets notifications. */
  next_push_at: NullableTimestamp,
  created_at: Timestamp,
});
export type TeamIntegration = z.output<typeof TeamIntegration>;

export const listTeamIntegrations = defineEndpoint({
  isForDashboard: true,
  method: "GET",
  path: "/team-integrations",
  isOpenUnderLock: true,
  summary: "What the project has connected",
  right: "see",
  reply: z.object({
    models: z.array(TeamIntegration),
    /** Email is a channel without an integration: the operator sets up a mail server for all projects. */
    has_mail_server: z.boolean(),
  }),
});
export const createTeamIntegration = defineEndpoint({
  isForDashboard: true,
  method: "POST",
  path: "/team-integrations",
  isOpenUnderLock: true,
  summary: "Connect a provider, after a first contact with it has succeeded",
  right: "manageProject",
  features: [
    { feature: "all_integrations", isNeededFor: ({ provider }) => isNotificationProvider(provider) },
    { feature: "metrics", isNeededFor: ({ provider }) => !isNotificationProvider(provider) },
    { feature: "metrics_export", isNeededFor: ({ provider }) => !isNotificationProvider(provider) },
  ],
  body: TeamIntegrationInput,
  reply: z.extend(TeamIntegration, {
    /** What a scraper presents. Shown once; null for a provider that Posthorn sends to. */
    token: z.nullable(z.string()),
  }),
  errors: [409],
});
export const deleteTeamIntegration = defineEndpoint({
  isForDashboard: true,
  method: "DELETE",
  path: "/team-integrations/{id}",
  isOpenUnderLock: true,
  summary: "Disconnect a provider",
  right: "manageProject",
  reply: DeletedId,
  errors: [404],
});
