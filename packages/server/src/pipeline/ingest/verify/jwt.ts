/**
 * Is this JSON Web Token the provider's, and is it about this request?
 *
 * A token says by which algorithm it is signed. Only those of the recipe count, and the key must be of the algorithm's
 * kind. So nobody can take a public key, which everybody knows, for the secret of an HMAC, and `none` is no algorithm.
 */
import { type KeyObject, createHash, createHmac, createSecretKey, verify } from "node:crypto";
import type { JwtAlgorithm, JwtRecipe, Spot } from "@posthorn/contract/catalogue/recipe";
import { keyBytes } from "./digest.ts";
import { keyFinder } from "./fetched-key.ts";
import { followedBy } from "./followed-by.ts";
import type { ProviderFetches } from "./provider-fetches.ts";
import { isPublicKeyText } from "./public-key-text.ts";
import { keyFromText } from "./public-key.ts";
import { type Reading, failedAt, valueAt } from "./reading.ts";
import {
  type Auth,
  type CompiledTemplate,
  type TemplateValues,
  compileTemplate,
  textOf,
} from "./template.ts";
import { isSameSignature } from "./same-secret.ts";
import { type Failed, PASSED, type Passed } from "./verification.ts";

/** How far the provider's clock may be from ours. */
const LEEWAY_S = 60;
/** How failures call a token that is the whole body. */
const WHOLE_BODY: Spot = { body: "JWT" };
const PART = /^[A-Za-z0-9_-]+$/;

interface Kind {
  hash: string | null;
  type: "secret" | "rsa" | "ec" | "ed25519";
  curve?: string;
}

const KINDS: Record<JwtAlgorithm, Kind> = {
  HS256: { hash: "sha256", type: "secret" },
  HS384: { hash: "sha384", type: "secret" },
  HS512: { hash: "sha512", type: "secret" },
  RS256: { hash: "sha256", type: "rsa" },
  RS384: { hash: "sha384", type: "rsa" },
  RS512: { hash: "sha512", type: "rsa" },
  ES256: { hash: "sha256", type: "ec", curve: "prime256v1" },
  ES384: { hash: "sha384", type: "ec", curve: "secp384r1" },
  ES512: { hash: "sha512", type: "ec", curve: "secp521r1" },
  EdDSA: { hash: null, type: "ed25519" },
};

interface Token {
  algorithm: JwtAlgorithm;
  kid: string;
  claims: object;
  signed: Buffer;
  signature: Buffer;
}

type Check = (reading: Reading) => Passed | Failed | Promise<Passed | Failed>;

/** Null: the field has no key of this kind. */
export function compileJwt(recipe: JwtRecipe, auth: Auth, fetches: ProviderFetches): Check | null {
  const spot = recipe.token ?? WHOLE_BODY;
  const findKey =
    typeof recipe.key === "string"
      ? fixedKey(jwtKeyOf(auth[recipe.key] ?? "", recipe))
      : keyFinder(recipe.key, auth, spot, fetches);
  if (findKey === null) return null;
  const claims = Object.entries(recipe.claims ?? {}).map(([name, values]): Claim => ({
    name,
    right: values.map((value) => compileTemplate(value)),
  }));

  return (reading) => {
    const text = recipe.token ? valueAt(reading, recipe.token) : wholeBody(reading);
    if (typeof text !== "string") return text;
    const token = tokenOf(text, recipe.algorithms);
    if (token === null) return failedAt("MALFORMED", spot);
    return followedBy(findKey(reading, token.kid), (key) => {
      if ("result" in key) return key;
      if (!isSignedBy(key, token)) return failedAt("DIFFERS", spot);
      const { receivedAtMs, body } = reading.evidence;
      const problem = timeProblem(recipe, token.claims, receivedAtMs / 1000);
      if (problem) return failedAt(problem, spot);
      const isRightToken =
        isAboutBody(recipe, token.claims, body) &&
        claims.every((claim) => isRight(claim, token.claims, { reading, auth }));
      return isRightToken ? PASSED : failedAt("DIFFERS", spot);
    });
  };
}

function fixedKey(key: KeyObject | null): (() => KeyObject) | null {
  return key && (() => key);
}

/** Returns whether the provider and the source share the key of this algorithm. */
export function isSharedSecret(algorithm: JwtAlgorithm): boolean {
  return KINDS[algorithm].type === "secret";
}

/**
 * Null: the text is no key for any of the algorithms. A public key is no secret: a field with one never becomes the key of
 * an HMAC.
 */
export function jwtKeyOf(text: string, { algorithms }: Pick<JwtRecipe, "algorithms">): KeyObject | null {
  const types = new Set<string>(algorithms.map((algorithm) => KINDS[algorithm].type));
  if (types.has("secret") && types.size > 1) throw new Error("a recipe takes secrets and public keys");
  const publicKey = publicKeyIn(text);
  if (!types.has("secret"))
    return publicKey && types.has(publicKey.asymmetricKeyType ?? "") ? publicKey : null;
  const bytes = keyBytes(text);
  return publicKey === null && bytes !== null && !isPublicKeyText(text) ? createSecretKey(bytes) : null;
}

function publicKeyIn(text: string): KeyObject | null {
  try {
    return keyFromText(text);
  } catch {
    return null; // which is the answer
  }
}

function wholeBody({ evidence: { body } }: Reading): string | Failed {
  return body.length === 0 ? failedAt("MISSING", WHOLE_BODY) : Buffer.from(body).toString("latin1");
}

function tokenOf(text: string, algorithms: readonly JwtAlgorithm[]): Token | null {
  const [head = "", payload = "", signature = "", ...others] = text.split(".", 4);
  if (others.length > 0 || ![head, payload, signature].every((part) => PART.test(part))) return null;
  const header = objectIn(head);
  const claims = objectIn(payload);
  // An extension that the token calls critical, and that we do not know, makes it another kind of token.
  if (header === null || claims === null || Reflect.has(header, "crit")) return null;
  const alg: unknown = Reflect.get(header, "alg");
  const algorithm = algorithms.find((one) => one === alg);
  const kid: unknown = Reflect.get(header, "kid");
  return algorithm === undefined
    ? null
    : {
        algorithm,
        kid: typeof kid === "string" ? kid : "",
        claims,
        signed: Buffer.from(`${head}.${payload}`),
        signature: Buffer.from(signature, "base64url"),
      };
}

function objectIn(part: string): object | null {
  try {
    const json: unknown = JSON.parse(Buffer.from(part, "base64url").toString());
    return typeof json === "object" && json !== null && !Array.isArray(json) ? json : null;
  } catch {
    return null; // not JSON
  }
}

function isSignedBy(key: KeyObject, { algorithm, signed, signature }: Token): boolean {
  const { hash, type, curve } = KINDS[algorithm];
  if (type === "secret") {
    if (key.type !== "secret" || hash === null) return false;
    const right = createHmac(hash, key).update(signed).digest();
    return isSameSignature(signature, right);
  }
  if (key.type !== "public" || key.asymmetricKeyType !== type) return false;
  if (curve !== undefined && key.asymmetricKeyDetails?.namedCurve !== curve) return false;
  return verify(hash, signed, type === "ec" ? { key, dsaEncoding: "ieee-p1363" } : key, signature);
}

function timeProblem(
  { needs_expiry }: JwtRecipe,
  claims: object,
  nowS: number,
): "MALFORMED" | "STALE" | null {
  const times = ["exp", "nbf", "iat"].map((name) => claimOf(claims, name));
  if (times.some((time) => time !== undefined && !Number.isFinite(time))) return "MALFORMED";
  const [exp, nbf, iat] = times.map((time) => (typeof time === "number" ? time : null));
  if (exp == null && needs_expiry) return "MALFORMED";
  if (exp != null && nowS > exp + LEEWAY_S) return "STALE";
  return [nbf, iat].some((start) => start != null && nowS < start - LEEWAY_S) ? "STALE" : null;
}

function isAboutBody({ body_sha256_claim: name }: JwtRecipe, claims: object, body: Uint8Array): boolean {
  return name === undefined || claimOf(claims, name) === createHash("sha256").update(body).digest("base64");
}

/** A claim that the token must have, and its possible values. */
interface Claim {
  name: string;
  right: readonly CompiledTemplate[];
}

/** A claim with a list (`aud`) is right if one of its members is. */
function isRight({ name, right }: Claim, claims: object, values: TemplateValues): boolean {
  const members = [claimOf(claims, name)].flat();
  return right.some((template) => {
    const text = textOf(template, values);
    return text !== "" && members.some((member) => isScalar(member) && String(member) === text);
  });
}

function claimOf(claims: object, name: string): unknown {
  return Object.hasOwn(claims, name) ? Reflect.get(claims, name) : undefined;
}

function isScalar(value: unknown): boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}
