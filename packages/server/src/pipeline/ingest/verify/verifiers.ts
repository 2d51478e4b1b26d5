/**
 * How does each kind of sender prove itself?
 *
 * One entry for each name that a source's `auth_type` or type can have. An entry that fetches keys closes over the
 * dialer and its own cache, so the table is a value that whoever reads sources can be given.
 */
import { SOURCE_AUTH } from "@posthorn/contract/source-types";
import type * as z from "zod/mini";
import { apiKeyVerifier } from "./api-key.ts";
import { basicAuthVerifier } from "./basic-auth.ts";
import { hmacVerifier } from "./hmac.ts";
import { managedTokenVerifier } from "./managed-token.ts";
import { standardWebhooksVerifier } from "./standard-webhooks.ts";
import { NOT_CONFIGURED, type Verify, type VerifyOpen } from "./verification.ts";

export interface VerifierEntry {
  /** `auth` is what the source's secret holds. Null: not what this scheme needs, so nothing may pass. */
  withAuth: (auth: unknown) => Verify | null;
  /** For a source of this type that has no secret. Null: it is open to everybody, and sends no challenges. */
  withoutAuth: VerifyOpen | null;
}

/** A map, because a name may be any text, `__proto__` too. */
export type Verifiers = ReadonlyMap<string, VerifierEntry>;

export const VERIFIERS: Verifiers = new Map([
  ["HMAC", entryOf(SOURCE_AUTH.HMAC, hmacVerifier)],
  ["BASIC_AUTH", entryOf(SOURCE_AUTH.BASIC_AUTH, basicAuthVerifier)],
  ["API_KEY", entryOf(SOURCE_AUTH.API_KEY, apiKeyVerifier)],
  ["STANDARD_WEBHOOKS", entryOf(SOURCE_AUTH.STANDARD_WEBHOOKS, standardWebhooksVerifier)],
  // A managed source is never open: one without a token was not finished.
  ["MANAGED", { ...entryOf(SOURCE_AUTH.MANAGED, managedTokenVerifier), withoutAuth: () => NOT_CONFIGURED }],
]);

function entryOf<Schema extends z.ZodMiniType>(
  schema: Schema,
  create: (auth: z.output<Schema>) => Verify,
): VerifierEntry {
  return {
    withAuth(auth) {
      const read = schema.safeParse(auth);
      return read.success ? create(read.data) : null;
    },
    withoutAuth: null,
  };
}
