/**
 * Who checks what arrives at this source?
 *
 * Null: nobody, the source is open. Everything else that we do not know, or cannot read, lets nothing
 * pass. A secret is opened when the first request needs it; one that does not open any more is our fault
 * and rises as such, for this source alone.
 */
import { SOURCE_AUTH } from "@posthorn/contract/source-types";
import type * as z from "zod/mini";
import { apiKeyVerifier } from "./api-key.ts";
import { basicAuthVerifier } from "./basic-auth.ts";
import type { Verify } from "./evidence.ts";
import { hmacVerifier } from "./hmac.ts";
import { managedTokenVerifier } from "./managed-token.ts";
import { standardWebhooksVerifier } from "./standard-webhooks.ts";

export interface SourceSecrets {
  type: string;
  /** What the source's configuration names, where its type does not say it all. */
  auth_type: string | null;
  sealedAuth: Buffer | null;
}

const passNothing: Verify = () => false;

export function verifierOf(
  { type, auth_type, sealedAuth }: SourceSecrets,
  open: (sealed: Buffer) => string,
): Verify | null {
  if (sealedAuth === null) return auth_type === null && type !== "MANAGED" ? null : passNothing;
  let verify: Verify | undefined;
  return (evidence) => {
    verify ??= createVerifier(auth_type ?? type, JSON.parse(open(sealedAuth)));
    return verify(evidence);
  };
}

function createVerifier(verifiedBy: string, auth: unknown): Verify {
  switch (verifiedBy) {
    case "HMAC":
      return madeFrom(SOURCE_AUTH.HMAC, auth, hmacVerifier);
    case "BASIC_AUTH":
      return madeFrom(SOURCE_AUTH.BASIC_AUTH, auth, basicAuthVerifier);
    case "API_KEY":
      return madeFrom(SOURCE_AUTH.API_KEY, auth, apiKeyVerifier);
    case "STANDARD_WEBHOOKS":
      return madeFrom(SOURCE_AUTH.STANDARD_WEBHOOKS, auth, standardWebhooksVerifier);
    case "MANAGED":
      return madeFrom(SOURCE_AUTH.MANAGED, auth, managedTokenVerifier);
    default:
      return passNothing;
  }
}

function madeFrom<Schema extends z.ZodMiniType>(
  schema: Schema,
  auth: unknown,
  create: (auth: z.output<Schema>) => Verify,
): Verify {
  const read = schema.safeParse(auth);
  return read.success ? create(read.data) : passNothing;
}
