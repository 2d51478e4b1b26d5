/**
 * What does a recipe of the catalogue say about a request?
 *
 * Compiles a recipe with the opened secret of a source, once, into a function that reads a request. It returns at once,
 * unless it must fetch the provider's key. Null means that the secret has not the form that the recipe needs, so no request
 * can pass it.
 */
import type {
  FetchedKeyRecipe,
  HashRecipe,
  HmacRecipe,
  PublicKeyRecipe,
  Recipe,
  RequiredSpot,
  Spot,
  TokenRecipe,
} from "@posthorn/contract/catalogue/recipe";
import { createHash } from "node:crypto";
import { addressesOf } from "./addresses.ts";
import { basicAuthVerifier } from "./basic-auth.ts";
import { type Verdict, digestOf, keyBytes } from "./digest.ts";
import { headerBytes, headerValues } from "./evidence.ts";
import { keyFinder } from "./fetched-key.ts";
import { followedBy } from "./followed-by.ts";
import { compileJwt } from "./jwt.ts";
import type { ProviderFetches } from "./provider-fetches.ts";
import { publicKeyOf, publicKeyVerdict } from "./public-key.ts";
import { type Reading, failedAt, textsAt, valueAt, valuesAt } from "./reading.ts";
import { isSameSecret, isSameSignature } from "./same-secret.ts";
import { compileSignedText, beginsAsJson } from "./signed-text.ts";
import type { Auth, Chunk } from "./template.ts";
import { timestampAt } from "./timestamp.ts";
import { type Failed, PASSED, type Passed, failedHeader } from "./verification.ts";

export type CheckReading = (reading: Reading) => Passed | Failed | Promise<Passed | Failed>;

export interface CompiledRecipe {
  check: CheckReading;
  /** Whether the sender seems to mean this recipe: by what the recipe requires, or else by a header that it reads. */
  isMeant: (reading: Reading) => boolean;
}

/** A signature of a text that `isSignedForAnybody` proves nothing: a challenge gets the same one as its reply. */
export function compileRecipe(
  recipe: Recipe,
  auth: Auth,
  fetches: ProviderFetches,
  isSignedForAnybody: (chunks: readonly Chunk[]) => boolean,
): CompiledRecipe | null {
  switch (recipe.scheme) {
    case "basic":
      return basicRecipe(auth);
    case "token":
      return tokenRecipe(recipe, auth);
    case "public-key": {
      const key = publicKeyOf(auth[recipe.key] ?? "", recipe);
      return key && signedRecipe(recipe, auth, (...signed) => publicKeyVerdict(recipe, key, ...signed));
    }
    case "fetched-key":
      return fetchedKeyRecipe(recipe, auth, fetches);
    case "jwt": {
      const check = compileJwt(recipe, auth, fetches);
      return check && { check, isMeant: hasHeader([recipe.token]) };
    }
    case "hash":
      return signedRecipe(recipe, auth, digestOf(recipe.algorithm, recipe.encoding, null).verdict);
    case "hmac": {
      const key = keyBytes(auth[recipe.key ?? "webhook_secret_key"] ?? "", recipe.key_form);
      if (key === null) return null;
      const { verdict } = digestOf(recipe.algorithm, recipe.encoding, key);
      return signedRecipe(recipe, auth, (chunks, signatures) =>
        isSignedForAnybody(chunks) ? "MALFORMED" : verdict(chunks, signatures),
      );
    }
  }
}

type Judge = (chunks: readonly Chunk[], signatures: readonly string[]) => Verdict;

type SignedRecipe = HmacRecipe | HashRecipe | PublicKeyRecipe | FetchedKeyRecipe;

function signedRecipe(recipe: SignedRecipe, auth: Auth, judge: Judge): CompiledRecipe {
  const { check, isMeant } = compileSigned(recipe, auth);
  return { check: (reading) => check(reading, judge), isMeant };
}

/** Only a request in which everything is where it should be makes Posthorn fetch a key. */
function fetchedKeyRecipe(
  recipe: FetchedKeyRecipe,
  auth: Auth,
  fetches: ProviderFetches,
): CompiledRecipe | null {
  const findKey = keyFinder(recipe.key, auth, recipe.signature, fetches);
  if (findKey === null) return null;
  const { check, isMeant } = compileSigned(recipe, auth);
  return {
    isMeant,
    check(reading) {
      const withoutKey = check(reading, () => "PASSED");
      if (withoutKey.result === "failed") return withoutKey;
      return followedBy(findKey(reading), (key) =>
        "result" in key ? key : check(reading, (...signed) => publicKeyVerdict(recipe, key, ...signed)),
      );
    },
  };
}

function compileSigned(recipe: SignedRecipe, auth: Auth) {
  const { signature, timestamp, nonce, body_sha256, items, is_form, is_json, header_names } = recipe;
  const { requires = [] } = recipe;
  const content = compileSignedText(recipe);

  function check(reading: Reading, judge: Judge): Passed | Failed {
    const other = otherThan(requires, reading);
    if (other) return other;
    if (is_form && !reading.isForm()) return failedAt("MISSING", signature);
    if (is_json && !beginsAsJson(reading.evidence.body)) return failedAt("MALFORMED", signature);
    if (items === undefined) return checkOne(reading, judge);
    const readings = reading.items(items);
    if (readings === null || readings.length === 0) return failedAt("MISSING", { body: items });
    return readings.map((one) => checkOne(one, judge)).find(({ result }) => result === "failed") ?? PASSED;
  }

  function checkOne(reading: Reading, judge: Judge): Passed | Failed {
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
    const headerNames = header_names === undefined ? "" : headerNamesAt(reading, header_names);
    if (typeof headerNames !== "string") return headerNames;
    let verdict: Verdict = "MALFORMED";
    for (const url of content.hasUrl ? addressesOf(reading.evidence) : [""]) {
      const chunks = content.chunks({ reading, auth, url, timestamp: signedAt, nonce: word, headerNames });
      if (!Array.isArray(chunks)) return chunks;
      verdict = judge(chunks, signatures);
      if (verdict === "PASSED") return PASSED;
    }
    return failedAt(verdict, signature);
  }

  const isMeant =
    requires.length > 0
      ? (reading: Reading) => otherThan(requires, reading) === null
      : hasHeader([signature, timestamp, ...content.headers.map((header) => ({ header }))]);
  return { check, isMeant };
}

const HEADER_NAMES = /^[A-Za-z0-9_-]+(?: [A-Za-z0-9_-]+)*$/;

function headerNamesAt(reading: Reading, spot: Spot): string | Failed {
  const names = valueAt(reading, spot);
  if (typeof names !== "string") return names;
  return HEADER_NAMES.test(names) ? names : failedAt("MALFORMED", spot);
}

/** Null: each of these spots has one of its values. */
function otherThan(required: readonly RequiredSpot[], reading: Reading): Failed | null {
  for (const spot of required) {
    const shown = valueAt(reading, spot);
    if (typeof shown !== "string") return shown;
    if (!spot.one_of.includes(shown)) return failedAt("MALFORMED", spot);
  }
  return null;
}

function hasHeader(spots: readonly (Spot | undefined)[]): (reading: Reading) => boolean {
  const headers = spots.flatMap((spot) => spot?.header ?? []);
  return ({ raw }) => headers.some((header) => raw({ header }).length > 0);
}

function sha256(body: Uint8Array): string {
  return createHash("sha256").update(body).digest("hex");
}

function tokenRecipe({ token, in_each_of, key }: TokenRecipe, auth: Auth): CompiledRecipe | null {
  const right = keyBytes(auth[key] ?? "");
  return (
    right && {
      isMeant: hasHeader([token]),
      check(reading) {
        if (in_each_of !== undefined) return checkEach(reading.field(in_each_of), token, right);
        const shown = valueAt(reading, token);
        if (typeof shown !== "string") return shown;
        const bytes = token.header === undefined ? Buffer.from(shown) : headerBytes(shown);
        return isSameSecret(bytes, right) ? PASSED : failedAt("DIFFERS", token);
      },
    }
  );
}

/** Every member of the list shows the secret, and there is one at least. */
function checkEach(list: unknown, token: Spot, right: Uint8Array): Passed | Failed {
  if (!Array.isArray(list) || list.length === 0) return failedAt("MISSING", token);
  for (const member of list) {
    const [shown] = textsAt(member, token.body ?? "");
    if (shown === undefined) return failedAt("MISSING", token);
    if (!isSameSecret(Buffer.from(shown), right)) return failedAt("DIFFERS", token);
  }
  return PASSED;
}

function basicRecipe({ username = "", password = "" }: Auth): CompiledRecipe | null {
  if (username === "" || password === "") return null;
  const verify = basicAuthVerifier({ username, password });
  return {
    isMeant: hasHeader([{ header: "authorization" }]),
    check: ({ evidence }) =>
      headerValues(evidence.headers, "authorization").length > 1
        ? failedHeader("DUPLICATED", "authorization")
        : verify(evidence),
  };
}
