/**
 * Which fields does `config.auth` have for each method of authentication, and when are they valid?
 *
 * A method is one of the generic ones, or the scheme of a provider, whose fields are in the catalogue. The API checks a
 * source with these schemas, a form shows their fields, and the verifiers trust what they let through.
 */
import * as z from "zod/mini";
import type { AuthFieldDetails } from "./catalogue/entry.ts";
import { SOURCE_TYPE_ENTRIES } from "./catalogue/source-type-entries.ts";
import { STANDARD_WEBHOOKS_KEY } from "./catalogue/standard-webhooks.ts";
import {
  GENERIC_AUTH_TYPES,
  type GenericAuthType,
  NAMED_AUTH,
  SOURCE_TYPES,
  type SourceAuthType,
  type SourceType,
} from "./source-types.ts";

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

const StandardWebhooksAuth = z.strictObject({
  webhook_secret_key: Secret.check(z.regex(STANDARD_WEBHOOKS_KEY.regex, STANDARD_WEBHOOKS_KEY.message)),
});

const ManagedAuth = z.strictObject({ token: Secret });
export type ManagedAuth = z.output<typeof ManagedAuth>;

/** The methods that are not in the catalogue. */
export const GENERIC_AUTH = {
  HMAC: HmacAuth,
  BASIC_AUTH: BasicAuth,
  API_KEY: ApiKeyAuth,
  STANDARD_WEBHOOKS: StandardWebhooksAuth,
  MANAGED: ManagedAuth,
} as const;

export type AuthSchema = z.ZodMiniObject<Record<string, z.ZodMiniType>>;

/** Null: nobody can prove anything by this method. */
export function authSchemaOf(method: SourceAuthType): AuthSchema | null {
  return SCHEMAS.get(method) ?? null;
}

const SCHEMAS: ReadonlyMap<string, AuthSchema> = new Map([
  ...SOURCE_TYPES.flatMap((type): [string, AuthSchema][] => {
    const { auth } = SOURCE_TYPE_ENTRIES[type];
    return auth === undefined ? [] : [[type, schemaOf(Object.entries(auth))]];
  }),
  ...Object.entries<AuthSchema>(GENERIC_AUTH),
]);

function schemaOf(fields: [string, AuthFieldDetails][]): AuthSchema {
  return z.strictObject(
    Object.fromEntries(
      fields.map(([name, { pattern, options, is_optional }]) => {
        const text = pattern === undefined ? Secret : Secret.check(z.regex(pattern.regex, pattern.message));
        const value = options === undefined ? text : z.enum(options);
        return [name, is_optional ? z.optional(z.nullable(value)) : value];
      }),
    ),
  );
}

/** Every method that a source can be configured with, generic ones first. */
export const AUTH_METHODS: readonly SourceAuthType[] = [
  ...GENERIC_AUTH_TYPES,
  ...SOURCE_TYPES.filter((type) => SCHEMAS.has(type)),
];

/**
 * The methods by which a source of this type can check its senders; empty if it cannot. `named` is the method that it
 * names now: a WEBHOOK could name any provider, and a form offers only the one that is there.
 */
export function authMethodsOf(type: SourceType, named?: SourceAuthType | null): readonly SourceAuthType[] {
  const own = SCHEMAS.has(type) ? [type] : [];
  const methods = [...own, ...(NAMED_AUTH[type] ?? [])];
  return named == null || methods.includes(named) || !canName(type, named) ? methods : [...methods, named];
}

/**
 * Returns whether a source of this type may name this method as its `auth_type`. A WEBHOOK may name the scheme of any
 * provider.
 */
export function canName(type: SourceType, method: SourceAuthType): boolean {
  if (type === "WEBHOOK" && method !== "MANAGED" && SCHEMAS.has(method)) return true;
  return isGeneric(method) && (NAMED_AUTH[type] ?? []).includes(method);
}

function isGeneric(method: SourceAuthType): method is GenericAuthType {
  return GENERIC_AUTH_TYPES.some((generic) => generic === method);
}
