/**
 * How does a sender prove itself at each type of source?
 *
 * Five types do not belong to a provider. WEBHOOK and HTTP accept any of the generic methods, MANAGED has a
 * token of its own, PUBLISH_API accepts only requests with an API key, and HOOKDECK_OUTPOST checks nothing.
 */
import * as z from "zod/mini";
import { SOURCE_TYPES_SINCE_2026, SOURCE_TYPES_UNTIL_2025 } from "./source-type-names.ts";

export const SOURCE_TYPES = [...SOURCE_TYPES_UNTIL_2025, ...SOURCE_TYPES_SINCE_2026] as const;
export type SourceType = (typeof SOURCE_TYPES)[number];

/** Methods that are not tied to one provider. */
export const GENERIC_AUTH_TYPES = ["HMAC", "BASIC_AUTH", "API_KEY", "STANDARD_WEBHOOKS"] as const;
export type GenericAuthType = (typeof GENERIC_AUTH_TYPES)[number];

/** Which generic methods a source of a type may choose. Types that are not listed have no `auth_type`. */
export const NAMED_AUTH: Readonly<Partial<Record<SourceType, readonly GenericAuthType[]>>> = {
  WEBHOOK: GENERIC_AUTH_TYPES,
  HTTP: GENERIC_AUTH_TYPES,
  AZURE_EVENT_GRID: GENERIC_AUTH_TYPES,
  /** For GitLab's signing tokens; its older secret token is a method of its own. */
  GITLAB: ["STANDARD_WEBHOOKS"],
};

/** What a WEBHOOK source may choose: a generic method, or the method of a provider. */
export const SOURCE_AUTH_TYPES = [...GENERIC_AUTH_TYPES, ...SOURCE_TYPES] as const;
export type SourceAuthType = (typeof SOURCE_AUTH_TYPES)[number];

export const HMAC_ALGORITHMS = ["sha1", "sha256", "sha512", "md5"] as const;
export const HMAC_ENCODINGS = ["base64", "base64url", "hex"] as const;

const SECRET_MAX_CHARACTERS = 4096;
const HEADER_NAME_MAX_CHARACTERS = 255;

const Secret = z.string().check(z.minLength(1), z.maxLength(SECRET_MAX_CHARACTERS));

/** No request can carry a header with any other name, so the source would reject every request. */
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

/** On the wire a colon ends the user name, so the name cannot contain one. */
const BasicAuth = z.strictObject({
  username: Secret.check(z.regex(/^[^:]*$/, "may not contain a colon")),
  password: Secret,
});
export type BasicAuth = z.output<typeof BasicAuth>;

const ApiKeyAuth = z.strictObject({ header_key: HeaderName, api_key: Secret });
export type ApiKeyAuth = z.output<typeof ApiKeyAuth>;

/** The key itself comes after `whsec_`, in base64. A sender cannot sign with anything else. */
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

/** The fields of `config.auth` for each method. */
export const SOURCE_AUTH = {
  HMAC: HmacAuth,
  BASIC_AUTH: BasicAuth,
  API_KEY: ApiKeyAuth,
  STANDARD_WEBHOOKS: StandardWebhooksAuth,
  MANAGED: ManagedAuth,
} as const;
export type VerifiedBy = keyof typeof SOURCE_AUTH;
