/**
 * Does the time of a comparison say how much of a signature is right?
 *
 * A clock cannot prove that it does not, so these tests prove it by construction: every secret is compared in
 * `same-secret.ts`, and there by `timingSafeEqual`, on as many bytes wherever two values differ. `npm run bench -- --only
 * verify` measures it.
 */
import crypto from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { SOURCE_TYPE_ENTRIES } from "@posthorn/contract/catalogue/source-type-entries";
import { SOURCE_TYPES } from "@posthorn/contract/source-types";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PROVIDER_SAMPLES } from "../../../testing/provider-samples.ts";
import { signedSample } from "../../../testing/signed-sample.ts";
import { apiKeyVerifier } from "./api-key.ts";
import type { Evidence } from "./evidence.ts";
import { hmacVerifier } from "./hmac.ts";
import { managedTokenVerifier } from "./managed-token.ts";
import type { Verify } from "./verification.ts";
import { VERIFIERS } from "./verifiers.ts";

const SOURCES = readdirSync(import.meta.dirname)
  .filter((name) => /(?<!\.test)\.ts$/.test(name))
  .map((name) => ({ name, code: readFileSync(join(import.meta.dirname, name), "utf8") }));

/** `a === b`, unless b is written out or a is a length. */
const COMPARED_VALUES =
  /(\S+)(?<!length)\s[!=]==?\s+(?!["'`\d]|(?:undefined|null|true|false)\b|[A-Z][A-Z\d_]+\b(?!\[))(\S+)/g;

test("two values are compared by === only where neither is a secret", () => {
  const found = SOURCES.flatMap(({ name, code }) =>
    [...code.matchAll(COMPARED_VALUES)].map(([text]) => `${name}: ${text}`),
  );

  expect(found.toSorted()).toEqual([
    "addresses.ts: other === url", // two spellings of our own address
    "api-key.ts: key.toLowerCase() === name", // the name of a parameter
    "challenge.ts: evidence.method !== method)", // a method of HTTP
    "challenge.ts: values[0] === String(spot.value);", // a word of the catalogue, which everybody can read
    "evidence.ts: given.toLowerCase() === name)", // the name of a header
    'fetched-key.ts: key.environment !== auth["environment"])', // the name of an environment
    "jwt.ts: String(member) === text);", // a claim, which everybody can read in the token
    "jwt.ts: key.asymmetricKeyDetails?.namedCurve !== curve)", // the kind of a public key
    "jwt.ts: key.asymmetricKeyType !== type)", // the kind of a public key
    'jwt.ts: name) === createHash("sha256").update(body).digest("base64");', // the digest of a body that the sender knows
    "jwt.ts: one === alg);", // the name of an algorithm
    "key-mistakes.ts: one === method);", // the name of a type
    "key-mistakes.ts: one.field === field);", // the name of a field
    "public-key.ts: (key.asymmetricKeyType !== type)", // the kind of a public key
    "public-key.ts: key.asymmetricKeyType === KINDS[algorithm].type", // the kind of a public key
    "raw-member.ts: member.name === name);", // the name of a member
    "request-draft.ts: one.toLowerCase() === name.toLowerCase());", // the name of a header
    'signed-text.ts: ...following].join(""))?.[0] === text;', // a time that the sender shows
    "signed-text.ts: at === free", // a place in a template
    "signed-text.ts: beginningOf(chunks[next]))?.index === text.length;", // a place in what the sender shows
    "signed-text.ts: body)?.index === (body", // a place in what the sender shows
    "signed-text.ts: name === (free_part", // the name of a part
    "signed-text.ts: piece.name === name)", // the name of a part
    "template.ts: body === name", // the name of a field
  ]);
});

/** A text that is looked for in another one, unless it is written out. */
const SOUGHT_VALUES = /(\S+)\.(?:startsWith|endsWith|includes)\((?!["'`])[^()]*\)/g;

test("no secret is looked for in what a sender shows", () => {
  const found = SOURCES.flatMap(({ name, code }) =>
    [...code.matchAll(SOUGHT_VALUES)].map(([text]) => `${name}: ${text}`),
  );

  expect(found.toSorted()).toEqual([
    "challenge.ts: body.byteLength).includes(name)", // the name of a field
    "compile-recipe.ts: (!spot.one_of.includes(shown)", // words of the catalogue
    'jwt.ts: "boolean"].includes(typeof value)', // the name of a type
    "key-mistakes.ts: kinds.includes(SECRET)", // the name of a kind of key
    "provider-verifier.ts: !confirmed.includes(challenge)", // challenges of the catalogue
    "public-key-text.ts: bytes.includes(kind)", // the name of a kind of key
    'reading.ts: "boolean"].includes(typeof value)', // the name of a type
    "reading.ts: text.startsWith(start)", // what stands before a signature
    "signed-text.ts: !textOf(chunks[at]).includes(between)", // what stands between two parts
    "signed-text.ts: !textOf(chunks[at]).includes(between)", // the same, from the end
  ]);
});

function using(pattern: RegExp): string[] {
  return SOURCES.filter(({ code }) => pattern.test(code)).map(({ name }) => name);
}

test("one file compares secrets, and no other way of comparing bytes is in use", () => {
  expect(using(/\btimingSafeEqual\b/)).toEqual(["same-secret.ts"]);
  expect(using(/\.(?:equals|compare|localeCompare)\(|Object\.is\(|isDeepStrictEqual/)).toEqual([]);
});

/** Lengths that `timingSafeEqual` was called with. */
let compared: number[] = [];
const { timingSafeEqual } = crypto;
beforeAll(() => {
  const counting: typeof timingSafeEqual = (one, other) => {
    compared.push(one.byteLength);
    return timingSafeEqual(one, other);
  };
  Object.assign(crypto, { timingSafeEqual: counting });
  syncBuiltinESMExports();
});
afterAll(() => {
  Object.assign(crypto, { timingSafeEqual });
  syncBuiltinESMExports();
});

async function comparisonsOf(verify: Verify, evidence: Evidence) {
  compared = [];
  const answer = await verify(evidence);
  return { problem: answer.result === "failed" ? answer.failure.problem : answer.result, compared };
}

/** The last long word of a text is its signature. */
function wrongAt(text: string, place: "start" | "end"): string {
  const word = [...text.matchAll(/[A-Za-z\d+/_-]{5,}/g)].at(-1);
  if (!word) return text;
  // The very last character of base64 may stand for bits that do not count.
  const at = word.index + (place === "start" ? 0 : word[0].length - 3);
  return text.slice(0, at) + (text[at] === "0" ? "1" : "0") + text.slice(at + 1);
}

/** The comparisons of a request whose proof is wrong at its start, and of one that is wrong at its end. */
async function bothWays(verify: Verify, evidence: Evidence) {
  const found = [];
  for (const [at, value] of evidence.headers.entries()) {
    if (at % 2 === 0) continue;
    const wrong = (place: "start" | "end") =>
      comparisonsOf(verify, { ...evidence, headers: evidence.headers.with(at, wrongAt(value, place)) });
    const [early, late] = [await wrong("start"), await wrong("end")];
    if (early.problem === "DIFFERS" && late.problem === "DIFFERS") found.push({ early, late });
  }
  return found;
}

/** Those whose proof is a secret, in a header. A public key is no secret, so neither is its comparison. */
const TYPES = SOURCE_TYPES.filter(
  (type) =>
    PROVIDER_SAMPLES[type]?.published === undefined &&
    SOURCE_TYPE_ENTRIES[type].recipes?.some(({ scheme }) => scheme !== "public-key") === true &&
    Object.keys(signedSample(type).proof).length > 0,
);

test("most types are tried", () => {
  expect(TYPES.length).toBeGreaterThan(60);
});

test.each(TYPES)("%s compares as many bytes, wherever a proof is wrong", async (type) => {
  const verify = VERIFIERS.get(type)?.withAuth(PROVIDER_SAMPLES[type]?.auth);

  const found = verify ? await bothWays(verify, signedSample(type).evidence) : [];

  expect(found).not.toEqual([]);
  for (const { early, late } of found) {
    expect(early.compared).toEqual(late.compared);
    expect(early.compared).not.toEqual([]);
  }
});

test("so do the methods that people choose themselves", async () => {
  const body = Buffer.from("{}");
  const hmac = { algorithm: "sha256", encoding: "hex", header_key: "x-proof" } as const;
  const signature = crypto.createHmac("sha256", "s3cret").update(body).digest("hex");
  for (const [verify, header] of [
    [hmacVerifier({ ...hmac, webhook_secret_key: "s3cret" }), ["x-proof", signature]],
    [apiKeyVerifier({ header_key: "x-proof", api_key: "a-long-key" }), ["x-proof", "a-long-key"]],
    [managedTokenVerifier({ token: "a-long-token" }), ["authorization", "Bearer a-long-token"]],
  ] as const) {
    const evidence = { ...signedSample("GITHUB").evidence, headers: header, body };
    expect((await comparisonsOf(verify, evidence)).problem).toBe("passed");
    const [found] = await bothWays(verify, evidence);
    expect(found?.early.compared).toEqual(found?.late.compared);
    expect(found?.early.compared).not.toEqual([]);
  }
});
