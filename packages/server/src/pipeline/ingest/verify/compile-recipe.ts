/**
 * What does a recipe of the catalogue say about a request?
 *
 * Compiles a recipe with the opened secret of a source, once, into a function that reads a request and returns at once.
 * Null means that the secret has not the form that the recipe needs, so no request can pass it.
 */
import type {
  HashRecipe,
  HmacRecipe,
  PublicKeyRecipe,
  Recipe,
  Timestamp,
  TokenRecipe,
} from "@posthorn/contract/catalogue/recipe";
import { createHash } from "node:crypto";
import { addressesOf } from "./addresses.ts";
import { basicAuthVerifier } from "./basic-auth.ts";
import { type Verdict, digestOf, keyBytes } from "./digest.ts";
import { headerBytes, headerValues } from "./evidence.ts";
import { publicKeyOf, publicKeyVerdict } from "./public-key.ts";
import { type Reading, failedAt, valueAt, valuesAt } from "./reading.ts";
import { isSameSecret, isSameSignature } from "./same-secret.ts";
import { type Auth, type Chunk, compileTemplate } from "./template.ts";
import { type Failed, PASSED, type Passed, failedHeader } from "./verification.ts";

export type CheckReading = (reading: Reading) => Passed | Failed;

export interface CompiledRecipe {
  check: CheckReading;
  /** The headers that it reads: a request that has one of them means this recipe. */
  headers: readonly string[];
}

export function compileRecipe(recipe: Recipe, auth: Auth): CompiledRecipe | null {
  switch (recipe.scheme) {
    case "basic":
      return basicRecipe(auth);
    case "token":
      return tokenRecipe(recipe, auth);
    case "public-key": {
      const key = publicKeyOf(auth[recipe.key] ?? "", recipe);
      return key && signedRecipe(recipe, auth, (...signed) => publicKeyVerdict(recipe, key, ...signed));
    }
    case "hash":
      return signedRecipe(recipe, auth, digestOf(recipe.algorithm, recipe.encoding, null).verdict);
    case "hmac": {
      const key = keyBytes(auth[recipe.key ?? "webhook_secret_key"] ?? "", recipe.key_form);
      return key && signedRecipe(recipe, auth, digestOf(recipe.algorithm, recipe.encoding, key).verdict);
    }
  }
}

type Judge = (chunks: readonly Chunk[], signatures: readonly string[]) => Verdict;

function signedRecipe(
  recipe: HmacRecipe | HashRecipe | PublicKeyRecipe,
  auth: Auth,
  judge: Judge,
): CompiledRecipe {
  const { signature, timestamp, nonce, body_sha256, items, is_form } = recipe;
  const content = compileTemplate(recipe.content);

  function check(reading: Reading): Passed | Failed {
    if (is_form && !reading.isForm()) return failedAt("MISSING", signature);
    if (items === undefined) return checkOne(reading);
    const readings = reading.items(items);
    if (readings === null || readings.length === 0) return failedAt("MISSING", { body: items });
    return readings.map(checkOne).find(({ result }) => result === "failed") ?? PASSED;
  }

  function checkOne(reading: Reading): Passed | Failed {
    const signatures = valuesAt(reading, signature);
    if (!Array.isArray(signatures)) return signatures;
    const signedAt = timestamp === undefined ? "" : timestampAt(reading, timestamp);
    if (typeof signedAt !== "string") return signedAt;
    const word = nonce === undefined ? "" : valueAt(reading, nonce);
    if (typeof word !== "string") return word;
    if (body_sha256 !== undefined) {
      const shown = valueAt(reading, body_sha256);
      if (typeof shown !== "string") return shown;
      const right = Buffer.from(sha256(reading.evidence.body));
      if (!isSameSignature(Buffer.from(shown.toLowerCase()), right)) return failedAt("DIFFERS", body_sha256);
    }
    let verdict: Verdict = "MALFORMED";
    for (const url of content.hasUrl ? addressesOf(reading.evidence) : [""]) {
      const chunks = content.chunks({ reading, auth, url, timestamp: signedAt, nonce: word });
      if (!Array.isArray(chunks)) return chunks;
      verdict = judge(chunks, signatures);
      if (verdict === "PASSED") return PASSED;
    }
    return failedAt(verdict, signature);
  }

  const headers = [signature.header, timestamp?.header].filter((name) => name !== undefined);
  return { check, headers: [...headers, ...content.headers] };
}

function sha256(body: Uint8Array): string {
  return createHash("sha256").update(body).digest("hex");
}

const TIMES: Record<Timestamp["unit"], { form: RegExp; toMs: (text: string) => number }> = {
  s: { form: /^\d{1,12}$/, toMs: (text) => Number(text) * 1000 },
  ms: { form: /^\d{1,15}$/, toMs: Number },
  iso: { form: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)?$/, toMs: isoToMs },
};

/** A time without a zone is in UTC. */
function isoToMs(text: string): number {
  const hasZone = /(?:Z|[+-]\d\d:\d\d)$/.test(text);
  return Date.parse(hasZone ? text : `${text}Z`);
}

/** The text of the timestamp, if it is one and recent. */
function timestampAt(reading: Reading, timestamp: Timestamp): string | Failed {
  const text = valueAt(reading, timestamp);
  if (typeof text !== "string") return text;
  const { form, toMs } = TIMES[timestamp.unit];
  const signedAtMs = form.test(text) ? toMs(text) : Number.NaN;
  if (Number.isNaN(signedAtMs)) return failedAt("MALFORMED", timestamp);
  // Seconds are compared as seconds: the sender has cut off the rest.
  const { receivedAtMs } = reading.evidence;
  const nowMs = timestamp.unit === "s" ? Math.floor(receivedAtMs / 1000) * 1000 : receivedAtMs;
  return Math.abs(nowMs - signedAtMs) <= timestamp.tolerance_s * 1000 ? text : failedAt("STALE", timestamp);
}

function tokenRecipe({ token, key }: TokenRecipe, auth: Auth): CompiledRecipe | null {
  const right = keyBytes(auth[key] ?? "");
  return (
    right && {
      headers: token.header === undefined ? [] : [token.header],
      check(reading) {
        const shown = valueAt(reading, token);
        if (typeof shown !== "string") return shown;
        const bytes = token.header === undefined ? Buffer.from(shown) : headerBytes(shown);
        return isSameSecret(bytes, right) ? PASSED : failedAt("DIFFERS", token);
      },
    }
  );
}

function basicRecipe({ username = "", password = "" }: Auth): CompiledRecipe | null {
  if (username === "" || password === "") return null;
  const verify = basicAuthVerifier({ username, password });
  return {
    headers: ["authorization"],
    check: ({ evidence }) =>
      headerValues(evidence.headers, "authorization").length > 1
        ? failedHeader("DUPLICATED", "authorization")
        : verify(evidence),
  };
}
