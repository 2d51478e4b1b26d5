/**
 * How can a delivery prove where it comes from, and which fields does each method need?
 *
 * One schema per authentication method: a destination's `config.auth` has to fit the one of its `auth_type`.
 * The schemas refuse values that HTTP cannot carry, so that saving fails instead of every delivery.
 */
import * as z from "zod/mini";
import { HttpUrl } from "./http-url.ts";
import { AUTH_FIELD_MAX_CHARACTERS } from "./limits.ts";

/** The first is the default. */
export const DESTINATION_AUTH_TYPES = [
  "HOOKDECK_SIGNATURE",
  "CUSTOM_SIGNATURE",
  "BASIC_AUTH",
  "API_KEY",
  "BEARER_TOKEN",
  "OAUTH2_CLIENT_CREDENTIALS",
  "OAUTH2_AUTHORIZATION_CODE",
  "AWS_SIGNATURE",
  "GCP_SERVICE_ACCOUNT",
] as const;
export type DestinationAuthType = (typeof DESTINATION_AUTH_TYPES)[number];
export const DEFAULT_AUTH_TYPE = DESTINATION_AUTH_TYPES[0];

/** Our own name for the default. We accept it as input; replies use the name that shipped clients know. */
export const DEFAULT_AUTH_TYPE_ALIAS = "POSTHORN_SIGNATURE";

/** RFC 9110 §5.6.2. */
const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** RFC 9110 §5.5: no control characters except tab, only one-byte characters, no space at either end. */
const HEADER_VALUE =
  /^[\u0021-\u007e\u0080-\u00ff]([\t\u0020-\u007e\u0080-\u00ff]*[\u0021-\u007e\u0080-\u00ff])?$/;
/** The HTTP client sets these itself, to suit the connection and the body. */
const NOT_FOR_CREDENTIALS = new Set([
  "connection",
  "content-length",
  "content-type",
  "expect",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Half a surrogate pair has no UTF-8 bytes, so we could neither send nor sign it. */
const WellFormed = z.refine<string>((text) => text.isWellFormed(), "is not well-formed text");
const Text = z.string().check(z.minLength(1), z.maxLength(AUTH_FIELD_MAX_CHARACTERS), WellFormed);
const OptionalText = z.optional(
  z.nullable(z.string().check(z.maxLength(AUTH_FIELD_MAX_CHARACTERS), WellFormed)),
);

const HeaderValue = Text.check(z.regex(HEADER_VALUE, "contains a character that HTTP headers cannot carry"));
const HeaderName = Text.check(
  z.regex(HEADER_NAME, "must be a valid HTTP header name"),
  z.refine(
    (name) => !NOT_FOR_CREDENTIALS.has(name.toLowerCase()),
    "is a header that every request sets itself",
  ),
);

const ApiKey = z
  .strictObject({
    key: Text,
    api_key: Text,
    to: z.optional(z.nullable(z.enum(["header", "query"]))),
  })
  .check(({ value, issues }) => {
    if (value.to === "query") return;
    const parts = { key: HeaderName.safeParse(value.key), api_key: HeaderValue.safeParse(value.api_key) };
    for (const [field, { error }] of Object.entries(parts)) {
      const message = error?.issues[0]?.message;
      if (message !== undefined) issues.push({ code: "custom", path: [field], message, input: value });
    }
  });

const OAuth2Client = {
  auth_server: HttpUrl,
  client_id: Text,
  client_secret: Text,
  scope: OptionalText,
};

export const DESTINATION_AUTH = {
  HOOKDECK_SIGNATURE: z.strictObject({}),
  /** If the secret is missing, the server generates one. */
  CUSTOM_SIGNATURE: z.strictObject({ key: HeaderName, signing_secret: OptionalText }),
  BASIC_AUTH: z.strictObject({
    // RFC 7617: the first colon ends the name.
    username: Text.check(z.refine((name) => !name.includes(":"), "may not contain a colon")),
    password: Text,
  }),
  API_KEY: ApiKey,
  BEARER_TOKEN: z.strictObject({ token: HeaderValue }),
  OAUTH2_CLIENT_CREDENTIALS: z.strictObject({
    ...OAuth2Client,
    authentication_type: z.optional(z.nullable(z.enum(["basic", "bearer", "x-www-form-urlencoded"]))),
  }),
  OAUTH2_AUTHORIZATION_CODE: z.strictObject({ ...OAuth2Client, refresh_token: Text }),
  AWS_SIGNATURE: z.strictObject({
    access_key_id: HeaderValue,
    secret_access_key: Text,
    region: HeaderValue,
    service: HeaderValue,
  }),
  /** The text of the JSON key file from Google. If it is none, deliveries fail; our own form asks `isKeyFile`. */
  GCP_SERVICE_ACCOUNT: z.strictObject({ service_account_key: Text, scope: OptionalText }),
} as const satisfies Record<DestinationAuthType, z.ZodMiniType>;

export type AuthFields<Type extends DestinationAuthType> = z.output<(typeof DESTINATION_AUTH)[Type]>;

/** A method together with its fields. */
export type DestinationAuth = {
  [Type in DestinationAuthType]: { auth_type: Type; auth: AuthFields<Type> };
}[DestinationAuthType];

const KeyFile = z.object({ client_email: z.string(), private_key: z.string() });

/** Whether a text has the form of the JSON key file that Google issues for a service account. */
export function isKeyFile(text: string): boolean {
  try {
    return KeyFile.safeParse(JSON.parse(text)).success;
  } catch {
    return false; // it is not even JSON
  }
}
