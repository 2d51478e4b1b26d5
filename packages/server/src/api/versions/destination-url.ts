/**
 * How did destinations look before they had a type?
 *
 * Until 2024-09-01 a destination has no type and no config. A `url` makes it HTTP and a `cli_path` makes it CLI;
 * all settings are top-level fields, and its credentials are an `auth_method`. A mock is a destination whose URL is
 * the vendor's mock server, because existing clients have that URL in their configuration.
 */
import { DESTINATION_AUTH_TYPES } from "@posthorn/contract/destination-auth";
import * as contract from "@posthorn/contract/destinations";
import * as z from "zod/mini";
import { AnyCliPath } from "./cli-path.ts";
import type { Difference, Fields, Schema } from "./difference.ts";
import { present, shapeOf, sortedBy, withFields, withoutFields } from "./fields.ts";

const SIGNED_BY_HEADER = "CUSTOM_SIGNATURE";
const MOCK_URL = "https://mock.hookdeck.com";
const AuthType = z.enum(DESTINATION_AUTH_TYPES);
const AuthConfig = z.record(z.string(), z.unknown());

const { url, path: _path, ...sameInput } = contract.DestinationConfigInput.shape;

function inputShape(before: Schema): Schema {
  const { name, description } = shapeOf(before);
  const { auth_type: _type, auth: _auth, ...rest } = sameInput;
  const { delivery_timeout: _timeout, delivery_groups: _groups, ...settings } = rest; // fields of later versions
  return z
    .strictObject({
      ...(name && { name }),
      ...(description && { description }),
      url: z.optional(z.nullable(present(url))),
      cli_path: z.optional(z.nullable(AnyCliPath)),
      ...settings,
      auth_method: z.optional(
        z.nullable(z.strictObject({ type: AuthType, config: z.optional(z.nullable(AuthConfig)) })),
      ),
    })
    .check(({ value, issues }) => {
      if (value.url == null || value.cli_path == null) return;
      issues.push({
        code: "custom",
        path: ["cli_path"],
        message: "is not allowed together with url",
        input: value,
      });
    });
}

function isMock(text: unknown): boolean {
  return typeof text === "string" && new URL(text).origin === MOCK_URL;
}

function receive({ name, description, url: to, cli_path, auth_method, ...settings }: Fields): Fields {
  const config = {
    ...settings,
    ...(to != null && !isMock(to) && { url: to }),
    ...(cli_path != null && { path: cli_path }),
    ...authOf(auth_method),
  };
  const type = cli_path != null ? "CLI" : isMock(to) ? "MOCK_API" : to != null ? "HTTP" : undefined;
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(type && { type }),
    ...(Object.keys(config).length > 0 && { config }),
  };
}

function authOf(auth_method: unknown): Fields {
  if (auth_method === undefined) return {};
  if (auth_method === null) return { auth_type: null, auth: null };
  const { type, config } = auth_method as { type: string; config?: Fields | null }; // `inputShape` checked it
  // A caller that writes back what it read keeps the credentials, as with the canonical empty object.
  const isReadBack = type === SIGNED_BY_HEADER && config?.["key"] === "" && !config["signing_secret"];
  return { auth_type: type, ...(config != null && { auth: isReadBack ? {} : config }) };
}

function replyShape(before: Schema): Schema {
  const { type: _type, config: _config, ...rest } = shapeOf(before);
  const { http_method, path_forwarding_disabled } = contract.DestinationConfig.shape;
  return z.object({
    ...rest,
    url: z.nullable(z.string()),
    cli_path: z.nullable(z.string()),
    http_method,
    path_forwarding_disabled,
    rate_limit: z.nullable(z.number()),
    rate_limit_period: z.nullable(z.enum(contract.RATE_LIMIT_PERIODS)),
    auth_method: z.object({ type: AuthType, config: z.optional(z.object({ key: z.string() })) }),
  });
}

function answer({ type, config, ...rest }: Fields): Fields {
  const kept = config as contract.DestinationConfig; // the contract's reply shape
  return {
    ...rest,
    url: type === "MOCK_API" ? MOCK_URL : (kept.url ?? null),
    cli_path: kept.path ?? null,
    http_method: kept.http_method,
    path_forwarding_disabled: kept.path_forwarding_disabled,
    rate_limit: kept.rate_limit ?? null,
    rate_limit_period: kept.rate_limit_period ?? null,
    auth_method: authMethod(kept.auth_type),
  };
}

/**
 * Without `config`: an empty one would say that there are no credentials. Only for `CUSTOM_SIGNATURE` this version always
 * had one; its empty key says that the header's name is not shown.
 */
function authMethod(type: string): Fields {
  return { type, ...(type === SIGNED_BY_HEADER && { config: { key: "" } }) };
}

const words = [
  ["config.auth_type", "auth_method.type"],
  ["config.auth", "auth_method.config"],
  ["config.url", "url"],
  ["config.path", "cli_path"],
  ...(["http_method", "path_forwarding_disabled", "rate_limit", "rate_limit_period"] as const).map(
    (field) => [`config.${field}`, field] as const,
  ),
] as const;
const input = { shape: inputShape, receive, words };

export const destinationUrl: Difference = {
  name: "destination-url",
  summary:
    "A destination has no `type` and no `config`: `url` or `cli_path`, `rate_limit`, `rate_limit_period`, `http_method`, `path_forwarding_disabled` and `auth_method: {type, config}` stand at its top",
  changes: [
    { of: contract.Destination, shape: replyShape, answer },
    { of: contract.DestinationInput, ...input },
    { of: contract.updateDestination.body, ...input },
  ],
};

export const destinationSecrets: Difference = {
  name: "destination-secrets",
  summary: "The credentials of a destination are never shown: there is no `include`",
  changes: [{ of: contract.getDestination.query, shape: () => z.object({}) }],
};

export const destinationList: Difference = {
  name: "destination-list",
  summary: "Destinations cannot be listed by `type`, `url` and `path`, and are sorted by `created_at` only",
  changes: [
    {
      of: contract.listDestinations.query,
      shape: (before) => withoutFields(sortedBy(before, ["created_at"]), "type", "url", "path"),
    },
  ],
};

const { url: UrlFilter, path: PathFilter } = contract.listDestinations.query.shape;

export const destinationFilters: Difference = {
  name: "destination-filters",
  summary: "Destinations can be listed by `url` and `cli_path`",
  changes: [
    {
      of: contract.listDestinations.query,
      shape: (before) => withFields(before, { url: UrlFilter, cli_path: PathFilter }),
      receive: ({ cli_path, ...query }) => ({ ...query, ...(cli_path !== undefined && { path: cli_path }) }),
    },
  ],
};
