/**
 * By which recipes does a sender prove itself, if a source names this method? The method of a provider has them in the
 * catalogue. A generic method has one that follows from what the person configured.
 *
 * The server signs examples by them, and the dashboard writes a command that signs.
 */
import { GENERIC_AUTH } from "../source-auth.ts";
import type { GenericAuthType, SourceAuthType, SourceType } from "../source-types.ts";
import type { Recipe } from "./recipe.ts";
import { SOURCE_TYPE_ENTRIES } from "./source-type-entries.ts";
import { standardWebhooks } from "./standard-webhooks.ts";

/** `config.auth` of a source: all its fields are texts. */
export type SourceAuth = Readonly<Record<string, string>>;

const GENERIC_RECIPES: Record<GenericAuthType | "MANAGED", (auth: SourceAuth) => readonly Recipe[]> = {
  HMAC: hmacRecipes,
  API_KEY: ({ header_key = "" }) => [{ scheme: "token", token: { header: header_key }, key: "api_key" }],
  BASIC_AUTH: () => [{ scheme: "basic" }],
  STANDARD_WEBHOOKS: () => standardWebhooks(),
  MANAGED: () => [{ scheme: "token", token: { header: "Authorization", prefix: "Bearer " }, key: "token" }],
};

export function recipesOf(method: SourceAuthType, auth: SourceAuth): readonly Recipe[] {
  const generic = Object.entries(GENERIC_RECIPES).find(([name]) => name === method)?.[1];
  // Safe: what is not generic is the scheme of a type.
  return generic ? generic(auth) : (SOURCE_TYPE_ENTRIES[method as SourceType].recipes ?? []);
}

/** Returns whether nobody but the provider can sign what this method checks. */
export function isSignedByProviderAlone(method: SourceAuthType): boolean {
  const recipes = recipesOf(method, {});
  return recipes.length > 0 && recipes.every(({ scheme }) => !SHARED.has(scheme));
}

/** The schemes whose secret the provider and the source share. */
const SHARED: ReadonlySet<Recipe["scheme"]> = new Set(["hmac", "hash", "token", "basic"]);

function hmacRecipes(auth: SourceAuth): Recipe[] {
  const read = GENERIC_AUTH.HMAC.safeParse(auth);
  if (!read.success) return [];
  const { algorithm, encoding, header_key } = read.data;
  return [{ scheme: "hmac", algorithm, encoding, signature: { header: header_key }, content: "{body}" }];
}
