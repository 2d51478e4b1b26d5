/** Which JSON Web Tokens count? Signed here by the library jose, and by hand where it refuses. */
import { createHash } from "node:crypto";
import { SignJWT, UnsecuredJWT, exportSPKI, generateKeyPair } from "jose";
import { describe, expect, test } from "vitest";
import { OTHER_RSA, RSA, certificateOf, jwt } from "../../../testing/fetched-samples.ts";
import { writtenKeys } from "../../../testing/written-keys.ts";
import type { Evidence } from "./evidence.ts";
import { keyMistakes } from "./key-mistakes.ts";
import { VERIFIERS } from "./verifiers.ts";

const NOW_S = 1_767_225_600;
const BODY = '{"event":{"type":"user.create"}}';
const SECRET = "a-secret-of-fusionauth-with-64-bytes-for-the-longest-of-the-hmacs";
const claims = { request_body_sha256: createHash("sha256").update(BODY).digest("base64") };
const PEM = RSA.publicKey.export({ type: "spki", format: "pem" }).toString();

function evidenceOf(body: string, ...headers: string[]): Evidence {
  return {
    method: "POST",
    path: "/",
    query: null,
    url: "https://in.example.com/e/t0k3n",
    headers,
    body: Buffer.from(body),
    receivedAtMs: NOW_S * 1000,
  };
}

function fusionAuth(token: string, webhook_secret_key: string, body = BODY) {
  const verify = VERIFIERS.get("FUSIONAUTH")?.withAuth({ webhook_secret_key });
  return verify?.(evidenceOf(body, "X-FusionAuth-Signature-JWT", token));
}

const PASSED = { result: "passed" };
const failed = (problem: string) => ({
  result: "failed",
  failure: { problem, looked_at: { part: "header", name: "x-fusionauth-signature-jwt" } },
});

const signed = (alg: string, more: object = {}) =>
  new SignJWT({ ...claims, ...more }).setProtectedHeader({ alg, typ: "JWT", kid: "k" });

describe("by the library jose", () => {
  test.each(["HS256", "HS384", "HS512"])("%s with the secret", async (alg) => {
    const token = await signed(alg).sign(Buffer.from(SECRET));

    expect(fusionAuth(token, SECRET)).toEqual(PASSED);
    expect(fusionAuth(token, SECRET, `${BODY} `)).toEqual(failed("DIFFERS"));
    expect(fusionAuth(token, `${SECRET}x`)).toEqual(failed("DIFFERS"));
  });

  test.each(["RS256", "RS384", "RS512", "ES256", "ES384", "ES512", "EdDSA"])(
    "%s with the public key",
    async (alg) => {
      const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
      const token = await signed(alg).sign(privateKey);
      const pem = await exportSPKI(publicKey);

      expect(fusionAuth(token, pem)).toEqual(PASSED);
      expect(fusionAuth(token, pem.replaceAll("\n", ""))).toEqual(PASSED);
      expect(fusionAuth(token, pem, `${BODY} `)).toEqual(failed("DIFFERS"));
      expect(fusionAuth(token, PEM)).toEqual(failed("DIFFERS"));
    },
  );
});

const WRITTEN_KEYS = writtenKeys(RSA.publicKey, await certificateOf(RSA));

test.each(Object.entries(WRITTEN_KEYS))("a public key is never the secret of an HMAC: %s", async (_, key) => {
  const isPassed = async (alg: string, signer: Parameters<typeof jwt>[2]) =>
    (await fusionAuth(jwt({ alg }, claims, signer), key))?.result === "passed";

  for (const alg of ["HS256", "HS384", "HS512"]) expect(await isPassed(alg, key)).toBe(false);
  // What the API takes for a public key is one; without any key there is no verifier.
  const isConfigured = VERIFIERS.get("FUSIONAUTH")?.withAuth({ webhook_secret_key: key }) !== null;
  expect(await isPassed("RS256", RSA.privateKey)).toBe(isConfigured);
  expect(keyMistakes("FUSIONAUTH", { webhook_secret_key: key })).toHaveLength(isConfigured ? 0 : 1);
});

test("a token without a signature, or by an algorithm that the recipe does not name, does not count", () => {
  const unsecured = new UnsecuredJWT(claims).encode();
  const tokens = [
    unsecured,
    `${unsecured}AAAA`,
    ...["none", "hs256", "HS1", "__proto__", "toString"].map((alg) =>
      jwt({ alg: "HS256" }, claims, SECRET).replace(
        /^[^.]*/,
        Buffer.from(JSON.stringify({ alg })).toString("base64url"),
      ),
    ),
  ];

  for (const token of tokens) expect(fusionAuth(token, SECRET)).toEqual(failed("MALFORMED"));
  expect(fusionAuth(jwt({ alg: "RS256" }, claims, RSA.privateKey), SECRET)).toMatchObject({
    result: "failed",
  });
});

const at = async (times: object) =>
  fusionAuth(await signed("HS256", times).sign(Buffer.from(SECRET)), SECRET);

test("times count in every token that has them, with a minute of tolerance", async () => {
  expect(await at({ iat: NOW_S, nbf: NOW_S, exp: NOW_S + 5 })).toEqual(PASSED);
  expect(await at({ iat: NOW_S + 59, nbf: NOW_S + 59, exp: NOW_S - 59 })).toEqual(PASSED);
  for (const stale of [{ exp: NOW_S - 61 }, { nbf: NOW_S + 61 }, { iat: NOW_S + 61 }])
    expect(await at(stale)).toEqual(failed("STALE"));
  for (const odd of ["1", null, {}, [NOW_S + 5]]) {
    const token = jwt({ alg: "HS256" }, { ...claims, exp: odd }, SECRET);
    expect(fusionAuth(token, SECRET)).toEqual(failed("MALFORMED"));
  }
});

test("what is no token is malformed, and nothing throws", () => {
  const [head = "", payload = "", signature = ""] = jwt({ alg: "HS256" }, claims, SECRET).split(".");
  const critical = jwt({ alg: "HS256", crit: ["exp"] }, claims, SECRET);
  const texts = [
    `${head}.${payload}`,
    `${head}.${payload}.${signature}.x`,
    `${head}..${signature}`,
    `${head}.${payload}.${signature}=`,
    `${head}. ${payload}.${signature}`,
    `bnVsbA.${payload}.${signature}`,
    `W10.${payload}.${signature}`,
    `${head}.bnVsbA.${signature}`,
    `....`,
    critical,
  ];

  for (const text of texts) expect(fusionAuth(text, SECRET)).toEqual(failed("MALFORMED"));
});

test("a claim that only the prototype of objects has is no claim", () => {
  const token = jwt({ alg: "HS256" }, { __proto__: null, toString: 1 }, SECRET);

  expect(fusionAuth(token, SECRET)).toEqual(failed("DIFFERS"));
});

test("Wix: the whole body is the token", async () => {
  const verify = VERIFIERS.get("WIX")?.withAuth({ webhook_secret_key: PEM });
  const data = JSON.stringify({ data: "x".repeat(50_000) });
  const sign = (key: typeof RSA.privateKey) =>
    new SignJWT({ data })
      .setProtectedHeader({ alg: "RS256" })
      .setExpirationTime(NOW_S + 60)
      .sign(key);

  expect(verify?.(evidenceOf(await sign(RSA.privateKey)))).toEqual(PASSED);
  expect(verify?.(evidenceOf(await sign(OTHER_RSA.privateKey)))).toMatchObject({
    failure: { problem: "DIFFERS", looked_at: { part: "body", name: "JWT" } },
  });
  expect(verify?.(evidenceOf(`${await sign(RSA.privateKey)}\n`))).toMatchObject({ result: "failed" });
});
