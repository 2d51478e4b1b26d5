/**
 * How does a sender prove itself at each kind of source?
 *
 * Five kinds are not a provider's: WEBHOOK and HTTP take any of the generic ways to authenticate, MANAGED has
 * a token of its own, PUBLISH_API is fed by API key only, and HOOKDECK_OUTPOST is taken as it comes.
 */
import * as z from "zod/mini";
import { SOURCE_TYPES_SINCE_2026, SOURCE_TYPES_UNTIL_2025 } from "./source-type-names.ts";

export const SOURCE_TYPES = [...SOURCE_TYPES_UNTIL_2025, ...SOURCE_TYPES_SINCE_2026] as const;
export type SourceType = (typeof SOURCE_TYPES)[number];

/** The ways that every sender can be made to use, whoever it is. */
export const GENERIC_AUTH_TYPES = ["HMAC", "BASIC_AUTH", "API_KEY", "STANDARD_WEBHOOKS"] as const;
export type GenericAuthType = (typeof GENERIC_AUTH_TYPES)[number];

/** Which generic ways a source of a type may name; types that are not here have no `auth_type`. */
export const NAMED_AUTH: Readonly<Partial<Record<SourceType, readonly GenericAuthType[]>>> = {
  WEBHOOK: GENERIC_AUTH_TYPES,
  HTTP: GENERIC_AUTH_TYPES,
  AZURE_EVENT_GRID: GENERIC_AUTH_TYPES,
  /** Its signing tokens; the older secret token is a way of its own. */
  GITLAB: ["STANDARD_WEBHOOKS"],
};

/** What a WEBHOOK source may name: a generic way, or the way of a provider. */
export const SOURCE_AUTH_TYPES = [...GENERIC_AUTH_TYPES, ...SOURCE_TYPES] as const;
export type SourceAuthType = (typeof SOURCE_AUTH_TYPES)[number];

export const HMAC_ALGORITHMS = ["sha1", "sha256", "sha512", "md5"] as const;
export const HMAC_ENCODINGS = ["base64", "base64url", "hex"] as const;

const SECRET_MAX_CHARACTERS = 4096;
const HEADER_NAME_MAX_CHARACTERS = 255;

const Secret = z.string().check(z.minLength(1), z.maxLength(SECRET_MAX_CHARACTERS));

/** Anything else could never arrive, so every request would be refused. */
const HeaderName = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(HEADER_NAME_MAX_CHARACTERS),
    z.regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/, "must be a valid header name"),
  );

const HmacAuth = z.strictObject({
  algorithm: z.enum(HMAC_ALGORITHMS),
  encoding: z.enum(HMAC_ENCODINGS),
  header_key: HeaderName,
  webhook_secret_key: Secret,
});
export type HmacAuth = z.output<typeof HmacAuth>;

/** A colon ends the user name on the wire, so none can contain one. */
const BasicAuth = z.strictObject({
  username: Secret.check(z.regex(/^[^:]*$/, "may not contain a colon")),
  password: Secret,
});
export type BasicAuth = z.output<typeof BasicAuth>;

const ApiKeyAuth = z.strictObject({ header_key: HeaderName, api_key: Secret });
export type ApiKeyAuth = z.output<typeof ApiKeyAuth>;

/** The key itself is what stands behind `whsec_`; one that is not base64 could never have signed anything. */
const StandardWebhooksAuth = z.strictObject({
  webhook_secret_key: Secret.check(
    z.regex(
      /^(?:whsec_)?(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)$/,
      "must be a key in base64, with or without whsec_ before it",
    ),
  ),
});
export type StandardWebhooksAuth = z.output<typeof StandardWebhooksAuth>;

const ManagedAuth = z.strictObject({ token: Secret });
export type ManagedAuth = z.output<typeof ManagedAuth>;

/** What `config.auth` holds, by what the sender must show. */
export const SOURCE_AUTH = {
  HMAC: HmacAuth,
  BASIC_AUTH: BasicAuth,
  API_KEY: ApiKeyAuth,
  STANDARD_WEBHOOKS: StandardWebhooksAuth,
  MANAGED: ManagedAuth,
} as const;
export type VerifiedBy = keyof typeof SOURCE_AUTH;
