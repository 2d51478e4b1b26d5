/**
 * How does each kind of sender prove itself?
 *
 * One entry for each name that a source's `auth_type` or type can have; those of providers come from the catalogue. An
 * entry that fetches keys closes over `fetches`, so the table is a plain value that the routing table gets as an argument.
 */
import type { SourceTypeEntry } from "@posthorn/contract/catalogue/entry";
import { SOURCE_TYPE_ENTRIES } from "@posthorn/contract/catalogue/source-type-entries";
import { standardWebhooks } from "@posthorn/contract/catalogue/standard-webhooks";
import { GENERIC_AUTH, authSchemaOf } from "@posthorn/contract/source-auth";
import { SOURCE_TYPES, type SourceType } from "@posthorn/contract/source-types";
import type * as z from "zod/mini";
import { apiKeyVerifier } from "./api-key.ts";
import { basicAuthVerifier } from "./basic-auth.ts";
import { hmacVerifier } from "./hmac.ts";
import { managedTokenVerifier } from "./managed-token.ts";
import { NO_FETCHES, type ProviderFetches } from "./provider-fetches.ts";
import { challengesVerifier, recipesVerifier } from "./provider-verifier.ts";
import type { Auth } from "./template.ts";
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

export function createVerifiers(fetches: ProviderFetches): Verifiers {
  const providers = SOURCE_TYPES.flatMap((type): [string, VerifierEntry][] => {
    const entry = providerEntry(type, SOURCE_TYPE_ENTRIES[type], fetches);
    return entry === null ? [] : [[type, entry]];
  });
  const standard = { recipes: standardWebhooks() };
  return new Map([
    ...providers,
    ["HMAC", entryOf(GENERIC_AUTH.HMAC, hmacVerifier)],
    ["BASIC_AUTH", entryOf(GENERIC_AUTH.BASIC_AUTH, basicAuthVerifier)],
    ["API_KEY", entryOf(GENERIC_AUTH.API_KEY, apiKeyVerifier)],
    [
      "STANDARD_WEBHOOKS",
      entryOf(GENERIC_AUTH.STANDARD_WEBHOOKS, (auth) => recipesVerifier(standard, auth, fetches)),
    ],
    // A managed source never accepts any sender: if it has no token, it is not fully configured.
    [
      "MANAGED",
      { ...entryOf(GENERIC_AUTH.MANAGED, managedTokenVerifier), withoutAuth: () => NOT_CONFIGURED },
    ],
  ]);
}

/** For a process that does not dial out. */
export const VERIFIERS: Verifiers = createVerifiers(NO_FETCHES);

function entryOf<Schema extends z.ZodMiniType>(
  schema: Schema,
  create: (auth: z.output<Schema>) => Verify | null,
): VerifierEntry {
  return {
    withAuth(auth) {
      const read = schema.safeParse(auth);
      return read.success ? create(read.data) : null;
    },
    withoutAuth: null,
  };
}

/** Null: the provider neither proves itself nor asks anything. */
function providerEntry(
  type: SourceType,
  { recipes, challenges = [] }: SourceTypeEntry,
  fetches: ProviderFetches,
): VerifierEntry | null {
  const schema = authSchemaOf(type);
  const withoutAuth =
    challenges.length > 0
      ? challengesVerifier({ ...(recipes && { recipes }), challenges }, fetches, (auth) =>
          schema?.safeParse(auth).success ? { type, auth } : null,
        )
      : null;
  if (recipes === undefined || schema === null) return withoutAuth && { withAuth: () => null, withoutAuth };
  const entry = entryOf(schema, (auth) => recipesVerifier({ recipes, challenges }, textsOf(auth), fetches));
  return { ...entry, withoutAuth };
}

/** An optional field that is null counts as missing. */
function textsOf(auth: Readonly<Record<string, unknown>>): Auth {
  return Object.fromEntries(
    Object.entries(auth).filter((field): field is [string, string] => typeof field[1] === "string"),
  );
}
