/**
 * How does each kind of sender prove itself?
 *
 * One entry for each name that a source's `auth_type` or type can have. An entry that fetches keys closes over the
 * dialer and its own cache, so the table is a plain value that the routing table gets as an argument.
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
  /**
   * `auth` is the opened secret. Returns null if it has not the form that this scheme needs: then no request may pass.
   */
  withAuth: (auth: unknown) => Verify | null;
  /** For a source of this type without a secret. Null: it accepts any sender, and there are no challenges. */
  withoutAuth: VerifyOpen | null;
}

/** A map, because a name may be any text, `__proto__` too. */
export type Verifiers = ReadonlyMap<string, VerifierEntry>;

export const VERIFIERS: Verifiers = new Map([
  ["HMAC", entryOf(SOURCE_AUTH.HMAC, hmacVerifier)],
  ["BASIC_AUTH", entryOf(SOURCE_AUTH.BASIC_AUTH, basicAuthVerifier)],
  ["API_KEY", entryOf(SOURCE_AUTH.API_KEY, apiKeyVerifier)],
  ["STANDARD_WEBHOOKS", entryOf(SOURCE_AUTH.STANDARD_WEBHOOKS, standardWebhooksVerifier)],
  // A managed source never accepts any sender: if it has no token, it is not fully configured.
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
