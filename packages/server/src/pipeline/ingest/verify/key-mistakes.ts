/**
 * Which fields of a source should have a public key, and do not?
 *
 * The API asks when a source is configured. With such a text in its place no request could ever pass, and only the page of
 * the first request would say so. The recipes of a method say which keys they need, so a new provider needs nothing here.
 * A field counts only if all recipes that use it need a public key: FusionAuth's may also have a secret.
 */
import type { JwtAlgorithm, Recipe, SignatureAlgorithm } from "@posthorn/contract/catalogue/recipe";
import { SOURCE_TYPE_ENTRIES } from "@posthorn/contract/catalogue/source-type-entries";
import { SOURCE_TYPES, type SourceAuthType } from "@posthorn/contract/source-types";
import { isSharedSecret, jwtKeyOf } from "./jwt.ts";
import { publicKeyOf } from "./public-key.ts";

export interface KeyMistake {
  field: string;
  /** Completes "public_key …". */
  message: string;
}

interface WantedKey {
  field: string;
  /** Null: any text may be a key of this recipe. */
  form: { isKey: (text: string) => boolean; message: string } | null;
}

export function keyMistakes(method: SourceAuthType, auth: object): KeyMistake[] {
  const type = SOURCE_TYPES.find((one) => one === method);
  const wanted = ((type && SOURCE_TYPE_ENTRIES[type].recipes) ?? []).flatMap(
    (recipe) => wantedBy(recipe) ?? [],
  );
  return Object.entries(auth).flatMap(([field, text]: [string, unknown]) => {
    const forms = wanted.filter((one) => one.field === field).map(({ form }) => form);
    const isFine = forms.length === 0 || forms.some((form) => form === null || form.isKey(String(text)));
    return isFine ? [] : [{ field, message: forms[0]?.message ?? "" }];
  });
}

/** Null: the recipe has no key in a field. */
function wantedBy(recipe: Recipe): WantedKey | null {
  if (recipe.scheme === "public-key") {
    const message = `must be ${kindOf(recipe.algorithm)} public key, ${WRITTEN[recipe.key_form]}`;
    return { field: recipe.key, form: { isKey: (text) => publicKeyOf(text, recipe) !== null, message } };
  }
  if (recipe.scheme === "hmac") return anyText(recipe.key ?? "webhook_secret_key");
  if (recipe.scheme === "token") return anyText(recipe.key);
  if (recipe.scheme !== "jwt" || typeof recipe.key !== "string") return null;
  const [algorithm] = recipe.algorithms;
  if (algorithm === undefined || recipe.algorithms.some(isSharedSecret)) return anyText(recipe.key);
  const message = `must be ${kindOf(algorithm)} public key, ${WRITTEN.der}`;
  return { field: recipe.key, form: { isKey: (text) => jwtKeyOf(text, recipe) !== null, message } };
}

function anyText(field: string): WantedKey {
  return { field, form: null };
}

const WRITTEN = {
  der: "in PEM or in base64",
  "raw-hex": "as 64 hexadecimal digits",
  "raw-base64": "as 32 bytes in base64",
} as const;

function kindOf(algorithm: SignatureAlgorithm | JwtAlgorithm): string {
  if (/^(?:rsa|RS)/.test(algorithm)) return "an RSA";
  return /^(?:ecdsa|ES)/.test(algorithm) ? "an elliptic-curve (EC)" : "an Ed25519";
}
