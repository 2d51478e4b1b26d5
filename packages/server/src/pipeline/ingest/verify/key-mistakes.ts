/**
 * Which fields of a source have another kind of key than its method needs?
 *
 * The API asks when a source is configured. Without a public key where one belongs, no request could ever pass, and only
 * the page of the first request would say so. With a public key in place of a secret, everybody could sign. The recipes of
 * a method say which keys they need, so a new provider needs nothing here. If several recipes use a field, as FusionAuth's
 * do, a key for one of them is enough.
 */
import type { JwtAlgorithm, Recipe, SignatureAlgorithm } from "@posthorn/contract/catalogue/recipe";
import { SOURCE_TYPE_ENTRIES } from "@posthorn/contract/catalogue/source-type-entries";
import { SOURCE_TYPES, type SourceAuthType } from "@posthorn/contract/source-types";
import { isSharedSecret, jwtKeyOf } from "./jwt.ts";
import { isPublicKeyText } from "./public-key-text.ts";
import { publicKeyOf } from "./public-key.ts";

export interface KeyMistake {
  field: string;
  /** Completes "public_key …". */
  message: string;
}

interface WantedKey {
  field: string;
  isKey: (text: string) => boolean;
  /** What the field must have, such as "an RSA public key, in PEM or in base64". */
  wanted: string;
}

export function keyMistakes(method: SourceAuthType, auth: object): KeyMistake[] {
  const wanted = keysWantedBy(method);
  return Object.entries(auth).flatMap(([field, text]: [string, unknown]) => {
    const keys = wanted.filter((one) => one.field === field);
    if (keys.length === 0 || keys.some(({ isKey }) => isKey(String(text)))) return [];
    return [{ field, message: messageFor(keys) }];
  });
}

function messageFor(keys: readonly WantedKey[]): string {
  const kinds = [...new Set(keys.map((one) => one.wanted))];
  const [isAnotherForm, isSecret] = [kinds.length > 1, kinds.includes(SECRET)];
  const found = isSecret ? `. This is a public key${isAnotherForm ? " in another form" : ""}` : "";
  return `must be ${kinds.join(", or ")}${found}`;
}

function keysWantedBy(method: SourceAuthType): WantedKey[] {
  if (method === "HMAC" || method === "STANDARD_WEBHOOKS") return [secretIn("webhook_secret_key")];
  const type = SOURCE_TYPES.find((one) => one === method);
  return ((type && SOURCE_TYPE_ENTRIES[type].recipes) ?? []).flatMap(wantedBy);
}

function wantedBy(recipe: Recipe): WantedKey[] {
  switch (recipe.scheme) {
    case "public-key": {
      const wanted = `${kindOf([recipe.algorithm])} public key, ${WRITTEN[recipe.key_form]}`;
      return [{ field: recipe.key, isKey: (text) => publicKeyOf(text, recipe) !== null, wanted }];
    }
    case "hmac":
      return [secretIn(recipe.key ?? "webhook_secret_key")];
    case "hash":
      return [secretIn("webhook_secret_key")];
    case "token":
      return [secretIn(recipe.key)];
    case "jwt": {
      if (typeof recipe.key !== "string") return [];
      if (recipe.algorithms.some(isSharedSecret)) return [secretIn(recipe.key)];
      const wanted = `${kindOf(recipe.algorithms)} public key, ${WRITTEN.der}`;
      return [{ field: recipe.key, isKey: (text) => jwtKeyOf(text, recipe) !== null, wanted }];
    }
    case "fetched-key":
    case "basic":
      return [];
  }
}

const SECRET = "a secret";

function secretIn(field: string): WantedKey {
  return { field, isKey: (text) => !isPublicKeyText(text), wanted: SECRET };
}

const WRITTEN = {
  der: "in PEM or in base64",
  "raw-hex": "as 64 hexadecimal digits",
  "raw-base64": "as 32 bytes in base64",
} as const;

function kindOf(algorithms: readonly (SignatureAlgorithm | JwtAlgorithm)[]): string {
  return [...new Set(algorithms.map(kindOfOne))].join(" or ");
}

function kindOfOne(algorithm: SignatureAlgorithm | JwtAlgorithm): string {
  if (/^(?:rsa|RS)/.test(algorithm)) return "an RSA";
  return /^(?:ecdsa|ES)/.test(algorithm) ? "an elliptic-curve (EC)" : "an Ed25519";
}
