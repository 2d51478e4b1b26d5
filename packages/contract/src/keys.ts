/**
 * Which keys open a project, and which secret signs its deliveries?
 *
 * A project has one key of its own, which admins can look at again, and further keys, each shown once. CLI keys belong to
 * people, or are made from an API key. Only sessions reach these endpoints: a key that leaked must not show the others,
 * nor make a new one that outlives it.
 */
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";
import { API_KEY_NAME_MAX_CHARACTERS, API_RATE_LIMIT_MAX_PER_MINUTE } from "./limits.ts";
import { DeletedId, NullableTimestamp, Timestamp } from "./lists.ts";
import { GRANTED_ROLES } from "./roles.ts";
import { storable } from "./storable.ts";

/** How long the old one stays valid after a roll. */
export const ROLL_DELAYS_SECONDS = [0, 3_600, 86_400] as const;
export type RollDelaySeconds = (typeof ROLL_DELAYS_SECONDS)[number];

export const Secrets = z.object({
  api_key: z.object({
    id: z.string(),
    key: z.string(),
    created_at: Timestamp,
    /** The name of the person; null: Posthorn made it, or the person is gone. */
    created_by: z.nullable(z.string()),
    /** To the minute. */
    last_used_at: NullableTimestamp,
    rate_limit: z.nullable(z.int()),
    /** Keys that were rolled and are still valid, newest first. */
    previous: z.array(
      z.object({
        id: z.string(),
        /** Its last characters. */
        ending: z.string(),
        expires_at: Timestamp,
        last_used_at: NullableTimestamp,
      }),
    ),
  }),
  signing_secret: z.object({
    key: z.string(),
    created_at: Timestamp,
    created_by: z.nullable(z.string()),
    /** The headers that carry the signatures, with the project's prefix. */
    headers: z.array(z.string()),
    /** Null: deliveries carry one signature. */
    previous: z.nullable(z.object({ expires_at: Timestamp })),
  }),
});
export type Secrets = z.output<typeof Secrets>;

export const getSecrets = defineEndpoint({
  isForDashboard: true,
  method: "GET",
  path: "/secrets",
  isOpenUnderLock: true,
  summary: "The project's own API key and its signing secret",
  callers: "sessions",
  right: "manageKeys",
  reply: Secrets,
});

const rolling = {
  isForDashboard: true,
  method: "POST",
  isOpenUnderLock: true,
  callers: "sessions",
  right: "manageKeys",
  body: z.strictObject({ delay_sec: z.literal(ROLL_DELAYS_SECONDS) }),
  reply: Secrets,
  /** `If-Match` carries the `created_at` of the one that the person sees: two people never roll the same one twice. */
  errors: [412],
} as const;

export const rollApiKey = defineEndpoint({
  ...rolling,
  path: "/secrets/api-key/roll",
  summary: "Replace the project's own API key; the old one stays valid for the delay",
});

export const rollSigningSecret = defineEndpoint({
  ...rolling,
  path: "/secrets/signing-secret/roll",
  summary: "Replace the signing secret; deliveries carry both signatures for the delay",
});

const KeyName = storable(
  z.string().check(
    z.refine((text) => text.trim() !== "", "is required"),
    z.maxLength(API_KEY_NAME_MAX_CHARACTERS),
  ),
);
const RateLimit = z.nullable(z.int().check(z.minimum(1), z.maximum(API_RATE_LIMIT_MAX_PER_MINUTE)));

/** A further key, without the key itself. */
export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(GRANTED_ROLES),
  expires_at: NullableTimestamp,
  /** Calls per minute; null: the installation's limit for every key. */
  rate_limit: z.nullable(z.int()),
  /** To the minute. */
  last_used_at: NullableTimestamp,
  created_at: Timestamp,
  created_by: z.nullable(z.string()),
});
export type ApiKey = z.output<typeof ApiKey>;

export const listApiKeys = defineEndpoint({
  isForDashboard: true,
  method: "GET",
  path: "/api-keys",
  isOpenUnderLock: true,
  summary: "The further keys of the project, newest first, without the keys themselves",
  callers: "sessions",
  right: "manageKeys",
  reply: z.object({ models: z.array(ApiKey) }),
});

export const createApiKey = defineEndpoint({
  isForDashboard: true,
  method: "POST",
  path: "/api-keys",
  isOpenUnderLock: true,
  summary: "Make a further key; only this answer shows it",
  callers: "sessions",
  right: "manageKeys",
  body: z.strictObject({
    name: KeyName,
    role: z.enum(GRANTED_ROLES),
    rate_limit: z.optional(RateLimit),
  }),
  reply: z.extend(ApiKey, { key: z.string() }),
});

export const updateApiKey = defineEndpoint({
  isForDashboard: true,
  method: "PUT",
  path: "/api-keys/{id}",
  isOpenUnderLock: true,
  summary: "Give a key a limit of its own; null takes it away",
  callers: "sessions",
  right: "manageKeys",
  body: z.strictObject({ rate_limit: RateLimit }),
  reply: z.object({ id: z.string(), rate_limit: z.nullable(z.int()) }),
  errors: [404],
});

export const revokeApiKey = defineEndpoint({
  isForDashboard: true,
  method: "DELETE",
  path: "/api-keys/{id}",
  isOpenUnderLock: true,
  summary: "End a further key, or one that was rolled, with the CLI keys made from it",
  callers: "sessions",
  right: "manageKeys",
  reply: DeletedId,
  errors: [404],
});

export const CliKey = z.object({
  id: z.string(),
  device_name: z.string(),
  /** The person whose key it is; null: it was made from an API key. */
  user: z.nullable(z.object({ id: z.string(), name: z.string(), email: z.string() })),
  /** The name of the API key that it was made from; null: it is a person's. */
  api_key_name: z.nullable(z.string()),
  /** To the day. */
  last_used_at: Timestamp,
  created_at: Timestamp,
});
export type CliKey = z.output<typeof CliKey>;

export const listCliKeys = defineEndpoint({
  isForDashboard: true,
  method: "GET",
  path: "/cli-keys",
  isOpenUnderLock: true,
  summary: "The CLI keys of this organization that open the project, last used first",
  callers: "sessions",
  right: "manageKeys",
  reply: z.object({ models: z.array(CliKey) }),
});

export const revokeCliKey = defineEndpoint({
  isForDashboard: true,
  method: "DELETE",
  path: "/cli-keys/{id}",
  isOpenUnderLock: true,
  summary: "End a CLI key; its person has to log in again on that machine",
  callers: "sessions",
  right: "manageKeys",
  reply: DeletedId,
  errors: [404],
});
