/**
 * Which command sends a request that an authenticated source accepts? One that shows the key or the password, or signs
 * the body with `openssl`.
 *
 * Null if a short command cannot do it: the provider signs the time too, or with a private key. Then Posthorn can still
 * send a signed test request itself, unless the key is private. Pure.
 */
import type { HmacRecipe, Recipe, Spot } from "@posthorn/contract/catalogue/recipe";
import { recipesOf, type SourceAuth } from "@posthorn/contract/catalogue/recipes-of";
import { authFieldDetails } from "@posthorn/contract/source-catalogue";
import type { SourceAuthType } from "@posthorn/contract/source-types";
import type { Source } from "@posthorn/contract/sources";
import { curlExample, shellQuoted, type CurlProof } from "./curl-example.ts";

export interface SignedCurl {
  /** With the secret in it. */
  command: string;
  /** The same with dots in place of the secret, to be shown. */
  shown: string;
}

/** `source` with its secrets. */
export function signedCurl(source: Pick<Source, "url" | "type" | "config">): SignedCurl | null {
  const method = source.config.auth_type ?? source.type;
  const auth = textsIn(source.config.auth);
  const command = commandWith(source, method, auth);
  const shown = commandWith(source, method, hidden(method, auth));
  return command !== null && shown !== null ? { command, shown } : null;
}

function textsIn(auth: Source["config"]["auth"]): SourceAuth {
  return Object.fromEntries(
    Object.entries(auth ?? {}).filter((field): field is [string, string] => typeof field[1] === "string"),
  );
}

const DOTS = "••••••••";

function hidden(method: SourceAuthType, auth: SourceAuth): SourceAuth {
  return Object.fromEntries(
    Object.entries(auth).map(([name, text]) => [
      name,
      authFieldDetails(method, name).is_secret ? DOTS : text,
    ]),
  );
}

function commandWith(
  source: Pick<Source, "url" | "config">,
  method: SourceAuthType,
  auth: SourceAuth,
): string | null {
  const proofs = recipesOf(method, auth).flatMap((recipe) => proofOf(recipe, auth) ?? []);
  return proofs[0] === undefined ? null : curlExample(source, proofs[0]);
}

function proofOf(recipe: Recipe, auth: SourceAuth): CurlProof | null {
  switch (recipe.scheme) {
    case "basic":
      return { option: `-u ${shellQuoted(`${auth["username"] ?? ""}:${auth["password"] ?? ""}`)}` };
    case "token": {
      const start = recipe.in_each_of === undefined ? headerStart(recipe.token) : null;
      return start === null ? null : { option: `-H ${shellQuoted(`${start}${auth[recipe.key] ?? ""}`)}` };
    }
    case "hmac":
      return hmacProof(recipe, auth);
    case "hash":
    case "public-key":
    case "fetched-key":
    case "jwt":
      return null;
  }
}

/** `x-signature: sha256=`. Null unless the whole value of a header is the prefix and the proof. */
function headerStart(spot: Spot): string | null {
  const { header, prefix = "", separator, field, is_percent_encoded, base64_json } = spot;
  const isPlain = !separator && !field && !is_percent_encoded && !base64_json;
  return header !== undefined && isPlain ? `${header}: ${prefix}` : null;
}

/** What turns the output of `openssl dgst` into the signature. `hex` removes the words before the digits. */
const ENCODINGS: Partial<Record<HmacRecipe["encoding"], string>> = {
  hex: "| sed 's/^.* //'",
  base64: "-binary | openssl base64 -A",
  base64url: "-binary | openssl base64 -A | tr '+/' '-_' | tr -d '='",
};

/** Only for signatures over the body alone, by a key that is a text. */
function hmacProof(recipe: HmacRecipe, auth: SourceAuth): CurlProof | null {
  const start = headerStart(recipe.signature);
  const encoding = ENCODINGS[recipe.encoding];
  const isOfBodyAlone =
    recipe.content === "{body}" && !recipe.timestamp && !recipe.items && !recipe.is_form && !recipe.requires;
  if (start === null || encoding === undefined || !isOfBodyAlone) return null;
  if (recipe.key_form !== undefined && recipe.key_form !== "text") return null;
  const key = shellQuoted(auth[recipe.key ?? "webhook_secret_key"] ?? "");
  return {
    signing: `SIGNATURE=$(printf '%s' "$BODY" | openssl dgst -${recipe.algorithm} -hmac ${key} ${encoding})`,
    option: `-H ${shellQuoted(start)}"$SIGNATURE"`,
  };
}
