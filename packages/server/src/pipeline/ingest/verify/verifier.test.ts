/** Signatures here are made by node:crypto alone, and never by the code that checks them. */
import { createHmac, randomBytes } from "node:crypto";
import { AUTH_METHODS, HMAC_ALGORITHMS, HMAC_ENCODINGS } from "@posthorn/contract/source-auth";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createSealer } from "../../../store/seal.ts";
import type { Evidence } from "./evidence.ts";
import { PASSED, type Verification, failedHeader } from "./verification.ts";
import { verifierOf } from "./verifier.ts";
import { VERIFIERS, type VerifierEntry } from "./verifiers.ts";

const sealer = createSealer("a master key for tests, long enough to pass");
const ROW = { team_id: "a project", id: "a source" };
const seal = (plain: string) => sealer.seal(plain, "sources.auth", ROW);
const open = (sealed: Buffer) => sealer.open(sealed, "sources.auth", ROW);

const NOW_MS = 1_700_000_000_000;
const EVIDENCE: Evidence = {
  method: "POST",
  path: "/",
  query: null,
  url: "https://in.test/e/token",
  headers: [],
  body: Buffer.from("body"),
  receivedAtMs: NOW_MS,
};

/** The immediate result for a request; none of the schemes here has to fetch anything. */
function verification(auth_type: string | null, auth: unknown, type = "WEBHOOK") {
  const verify = verifierOf({ type, auth_type, sealedAuth: seal(JSON.stringify(auth)) }, open);
  if (!verify) throw new Error("a source with a secret has a verifier");
  return (evidence: Partial<Evidence>) => {
    const said = verify({ ...EVIDENCE, ...evidence });
    if (said instanceof Promise) throw new Error("a promise on the way of every request");
    return said;
  };
}

function verifier(auth_type: string | null, auth: unknown, type = "WEBHOOK") {
  const verify = verification(auth_type, auth, type);
  return (evidence: Partial<Evidence>) => verify(evidence).result === "passed";
}

function isOpen(type: string, auth_type: string | null): boolean {
  return verifierOf({ type, auth_type, sealedAuth: null }, open) === null;
}

const SECRET = "whsec_žluťoučký";
const notConfigured = { result: "failed", failure: { problem: "NOT_CONFIGURED", looked_at: null } };
const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;

describe.each(
  HMAC_ALGORITHMS.flatMap((algorithm) => HMAC_ENCODINGS.map((encoding) => [algorithm, encoding] as const)),
)("HMAC with %s as %s", (algorithm, encoding) => {
  const body = Buffer.from([0, 255, 13, 10, 128]);
  const auth = { algorithm, encoding, header_key: "X-Signature", webhook_secret_key: SECRET };
  const right = createHmac(algorithm, SECRET).update(body).digest(encoding);
  const isVerified = (...headers: string[]) => verifier("HMAC", auth)({ headers, body });

  test("takes the right signature, under any spelling of the header", () => {
    expect(isVerified("X-Signature", right)).toBe(true);
    expect(isVerified("x-SIGNATURE", right)).toBe(true);
    expect(isVerified("Host", "x", "x-signature", right)).toBe(true);
  });

  test("strips the name of the algorithm", () => {
    expect(isVerified("X-Signature", `${algorithm}=${right}`)).toBe(true);
    expect(isVerified("X-Signature", `hmac-${algorithm}=${right}`)).toBe(true);
  });

  test("one right signature among several is enough", () => {
    expect(isVerified("X-Signature", "wrong", "x-signature", right)).toBe(true);
    expect(isVerified("X-Signature", "wrong", "x-signature", "wrong too")).toBe(false);
  });

  test("refuses what is missing, short, long, empty, wrong or of another body or secret", () => {
    expect(isVerified()).toBe(false);
    expect(isVerified("X-Signature-2", right)).toBe(false);
    for (const wrong of [
      "",
      `${algorithm}=`,
      right.slice(0, -3),
      `${right}00`,
      `${right} ${right}`,
      `v1=${right}`,
      right.split("").toReversed().join(""),
      createHmac(algorithm, "another").update(body).digest(encoding),
      createHmac(algorithm, SECRET).update("another").digest(encoding),
      "\u00ff".repeat(right.length),
    ])
      expect([wrong, isVerified("X-Signature", wrong)]).toEqual([wrong, false]);
  });
});

test("hexadecimal signatures may be in capitals, base64 ones may not", () => {
  const auth = { algorithm: "sha256", header_key: "s", webhook_secret_key: SECRET };
  const hex = createHmac("sha256", SECRET).update("body").digest("hex").toUpperCase();
  const base64 = createHmac("sha256", SECRET).update("body").digest("base64").toUpperCase();

  expect(verifier("HMAC", { ...auth, encoding: "hex" })({ headers: ["s", hex] })).toBe(true);
  expect(verifier("HMAC", { ...auth, encoding: "base64" })({ headers: ["s", base64] })).toBe(false);
});

test("base64url signatures come with and without padding", () => {
  const auth = { algorithm: "sha256", encoding: "base64url", header_key: "s", webhook_secret_key: SECRET };
  const bare = createHmac("sha256", SECRET).update("body").digest("base64url");

  expect(verifier("HMAC", auth)({ headers: ["s", `${bare}=`] })).toBe(true);
  expect(verifier("HMAC", auth)({ headers: ["s", bare] })).toBe(true);
});

test("Basic takes exactly this user name with exactly this password", () => {
  const verify = verifier("BASIC_AUTH", { username: "ada", password: "pä:ss" });
  const isVerified = (...values: string[]) =>
    verify({ headers: values.flatMap((text) => ["Authorization", text]) });

  expect(isVerified(basic("ada:pä:ss"))).toBe(true);
  expect(isVerified(basic("ada:pä:ss").replace("Basic", "BASIC"))).toBe(true);
  expect(isVerified("Bearer x", basic("ada:pä:ss"))).toBe(true);
  for (const wrong of [
    "",
    "Basic",
    "Basic ",
    basic(""),
    basic(":"),
    basic("ada:"),
    basic("ada"),
    basic("ADA:pä:ss"),
    basic("ada:pä:ss "),
    basic("ada:pä:ss").replace("Basic ", ""),
    basic("ada:pä:ss").replace("Basic", "Bearer"),
    "Basic %%%%",
  ])
    expect([wrong, isVerified(wrong)]).toEqual([wrong, false]);
  expect(isVerified()).toBe(false);
});

test("an API key counts in its header and in the query parameter of that name", () => {
  const isVerified = verifier("API_KEY", { header_key: "X-Api-Key", api_key: "clé 1+1" });
  const asBytes = Buffer.from("clé 1+1").toString("latin1"); // how a header of those bytes reaches us

  expect(isVerified({ headers: ["x-api-key", asBytes] })).toBe(true);
  expect(isVerified({ headers: ["x-api-key", "wrong", "X-API-KEY", asBytes] })).toBe(true);
  expect(isVerified({ query: `a=1&x-api-key=${encodeURIComponent("clé 1+1")}` })).toBe(true);
  for (const wrong of [
    "",
    "clé 1+",
    `${asBytes} `,
    `${asBytes}${asBytes}`,
    `${asBytes}, ${asBytes}`,
    "null",
  ]) {
    expect([wrong, isVerified({ headers: ["x-api-key", wrong] })]).toEqual([wrong, false]);
    expect([wrong, isVerified({ query: `x-api-key=${wrong}` })]).toEqual([wrong, false]);
  }
  expect(isVerified({})).toBe(false);
  expect(isVerified({ headers: ["authorization", asBytes], query: "api-key=clé 1+1" })).toBe(false);
});

test("a managed source takes its token as Bearer, and nothing else", () => {
  const verify = verifier(null, { token: "t0ken" }, "MANAGED");
  const isVerified = (text: string) => verify({ headers: ["Authorization", text] });

  expect(isVerified("Bearer t0ken")).toBe(true);
  expect(isVerified("bearer  t0ken")).toBe(true);
  for (const wrong of [
    "",
    "Bearer",
    "Bearer ",
    "Bearer T0KEN",
    "t0ken",
    basic("t0ken:"),
    "Bearer t0ken t0ken",
  ])
    expect([wrong, isVerified(wrong)]).toEqual([wrong, false]);
});

test("a source without a secret is open, unless its configuration says otherwise", () => {
  expect(isOpen("WEBHOOK", null)).toBe(true);
  expect(isOpen("STRIPE", null)).toBe(true);
  expect(isOpen("WEBHOOK", "HMAC")).toBe(false);
  expect(isOpen("MANAGED", null)).toBe(false);
});

test.each([
  ["REPAY", { webhook_secret_key: SECRET }],
  ["NO_SUCH_TYPE", {}],
  ["__proto__", {}],
  ["constructor", {}],
  ["HMAC", { algorithm: "crc32", encoding: "hex", header_key: "s", webhook_secret_key: SECRET }],
  ["HMAC", { algorithm: "sha256", encoding: "hex", header_key: "s", webhook_secret_key: "" }],
  ["BASIC_AUTH", { username: "", password: "" }],
  ["API_KEY", { header_key: "x-key" }],
  ["API_KEY", null],
  ["MANAGED", { token: "" }],
  ["STANDARD_WEBHOOKS", { webhook_secret_key: "" }],
  ["STANDARD_WEBHOOKS", { webhook_secret_key: "whsec_" }],
  ["STANDARD_WEBHOOKS", { webhook_secret_key: SECRET }],
  ["STANDARD_WEBHOOKS", {}],
])("%s with %o lets nothing pass", (auth_type, auth) => {
  const signedWithNothing = createHmac("sha256", "").update("id.1700000000.body").digest("base64");
  const headers = ["s", "", "x-key", "undefined", "authorization", basic(":"), "authorization", "Bearer "];
  headers.push("webhook-id", "id", "webhook-timestamp", "1700000000", "webhook-signature");
  headers.push(`v1,${signedWithNothing}`);
  expect(verification(auth_type, auth)({ headers, query: "x-key=" })).toEqual(notConfigured);
});

test("a source that asks for a proof and holds no secret lets nothing pass, and says that it is not configured", () => {
  for (const [type, auth_type] of [
    ["WEBHOOK", "HMAC"],
    ["MANAGED", null],
  ] as const) {
    const verify = verifierOf({ type, auth_type, sealedAuth: null }, open);
    expect(verify?.(EVIDENCE)).toEqual(notConfigured);
  }
});

test("every way to authenticate that the contract has a shape for has an entry", () => {
  for (const method of AUTH_METHODS) expect([method, VERIFIERS.has(method)]).toEqual([method, true]);
});

test("a secret that does not open any more is told as our fault, not taken for a pass", () => {
  const sealedAuth = Buffer.from(seal("{}"));
  sealedAuth[20] = (sealedAuth[20] ?? 0) ^ 1;
  const verify = verifierOf({ type: "WEBHOOK", auth_type: "HMAC", sealedAuth }, open);

  expect(() => verify?.(EVIDENCE)).toThrow("cannot be opened");
});

const CONFIGURED = {
  HMAC: verifier("HMAC", {
    algorithm: "sha256",
    encoding: "hex",
    header_key: "x-sig",
    webhook_secret_key: SECRET,
  }),
  "HMAC in base64": verifier("HMAC", {
    algorithm: "sha512",
    encoding: "base64",
    header_key: "x-sig",
    webhook_secret_key: SECRET,
  }),
  BASIC_AUTH: verifier("BASIC_AUTH", { username: "ada", password: randomBytes(16).toString("hex") }),
  API_KEY: verifier("API_KEY", { header_key: "x-sig", api_key: randomBytes(16).toString("hex") }),
  STANDARD_WEBHOOKS: verifier("STANDARD_WEBHOOKS", {
    webhook_secret_key: `whsec_${randomBytes(24).toString("base64")}`,
  }),
  MANAGED: verifier(null, { token: randomBytes(16).toString("hex") }, "MANAGED"),
};

/** Header values as the parser gives them, and worse: any text, often with a prefix that a scheme looks for. */
const value = fc
  .tuple(
    fc.constantFrom(
      "",
      "sha256=",
      "Basic ",
      "Bearer ",
      "basic  ",
      "=",
      "sha256=sha256=",
      "v1,",
      "1700000000",
    ),
    fc.oneof(
      fc.string({ unit: "binary" }),
      fc.base64String(),
      fc.string({ minLength: 1, maxLength: 8 }).map((text) => text.repeat(500)),
    ),
  )
  .map((parts) => parts.join(""));
const NAMES =
  `x-sig X-SIG Authorization authorization __proto__ webhook-id webhook-timestamp Webhook-Signature
  svix-id svix-timestamp svix-signature`.split(/\s+/);
const name = fc.constantFrom("", ...NAMES);

test.each(Object.entries(CONFIGURED))("%s never throws and never passes what is made up", (_, isVerified) => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(name, value), { maxLength: 4 }),
      fc.boolean(),
      fc.option(
        fc.oneof(
          value,
          value.map((text) => `x-sig=${text}`),
        ),
      ),
      fc.uint8Array(),
      (pairs, isOdd, query, body) => {
        const headers = isOdd ? [...pairs.flat(), "x-sig"] : pairs.flat();
        expect(isVerified({ headers, query, body })).toBe(false);
      },
    ),
    { numRuns: 1_000 },
  );
});

const looked = (problem: string, at: string, part = "header") => ({
  result: "failed",
  failure: { problem, looked_at: { part, name: at } },
});

test("a failed HMAC says which header was looked at and what kind of mistake it is, and no more", () => {
  const auth = { algorithm: "sha256", encoding: "hex", header_key: "X-Sig", webhook_secret_key: SECRET };
  const verify = verification("HMAC", auth);

  expect(verify({})).toEqual(looked("MISSING", "x-sig"));
  expect(verify({ headers: ["x-sig", "sha256=abc"] })).toEqual(looked("MALFORMED", "x-sig"));
  const wrong = verify({ headers: ["x-sig", "0".repeat(64)] });
  expect(wrong).toEqual(looked("DIFFERS", "x-sig"));
  const right = createHmac("sha256", SECRET).update("body").digest("hex");
  expect(JSON.stringify(wrong)).not.toContain(right);
});

test("failed credentials and keys say where they were looked for", () => {
  const basicAuth = verification("BASIC_AUTH", { username: "ada", password: "secret" });
  expect(basicAuth({})).toEqual(looked("MISSING", "authorization"));
  expect(basicAuth({ headers: ["Authorization", "Bearer x"] })).toEqual(looked("MALFORMED", "authorization"));
  expect(basicAuth({ headers: ["Authorization", basic("ada:x")] })).toEqual(
    looked("DIFFERS", "authorization"),
  );

  const managed = verification(null, { token: "t0ken" }, "MANAGED");
  expect(managed({})).toEqual(looked("MISSING", "authorization"));
  expect(managed({ headers: ["Authorization", basic("t:")] })).toEqual(looked("MALFORMED", "authorization"));
  expect(managed({ headers: ["Authorization", "Bearer x"] })).toEqual(looked("DIFFERS", "authorization"));

  const apiKey = verification("API_KEY", { header_key: "X-Key", api_key: "secret" });
  expect(apiKey({})).toEqual(looked("MISSING", "x-key"));
  expect(apiKey({ headers: ["X-Key", "x"], query: "x-key=x" })).toEqual(looked("DIFFERS", "x-key"));
  expect(apiKey({ query: "X-KEY=x" })).toEqual(looked("DIFFERS", "x-key", "query"));
});

/** An entry like a provider's, and a source that it checks. */
function withEntry(entry: Partial<VerifierEntry>, isConfigured = true) {
  const verifiers = new Map([["PROVIDER", { withAuth: () => null, withoutAuth: null, ...entry }]]);
  const sealedAuth = isConfigured ? seal('{"secret":"s"}') : null;
  const source = { type: "PROVIDER", auth_type: null, sealedAuth };
  return verifierOf(source, open, { verifiers, fetchWithinMs: 50 });
}

test("an entry of a table gets the opened secret, once, and answers at once or later", async () => {
  const opened: unknown[] = [];
  const verify = withEntry({
    withAuth(auth) {
      opened.push(auth);
      return ({ method }) => (method === "GET" ? PASSED : Promise.resolve(failedHeader("STALE", "x-time")));
    },
  });

  expect(verify?.({ ...EVIDENCE, method: "GET" })).toEqual(PASSED);
  expect(await verify?.(EVIDENCE)).toEqual(looked("STALE", "x-time"));
  expect(opened).toEqual([{ secret: "s" }]);
});

test("an entry that does not know what its secret holds lets nothing pass", () => {
  expect(withEntry({})?.(EVIDENCE)).toEqual(notConfigured);
});

test("a key that does not come in time lets nothing pass, and a late one changes nothing", async () => {
  const late = Promise.withResolvers<Verification>();
  const verify = withEntry({ withAuth: () => () => late.promise });

  const said = await verify?.(EVIDENCE);
  late.resolve(PASSED);

  expect(said).toEqual({ result: "failed", failure: { problem: "KEY_UNAVAILABLE", looked_at: null } });
});

test("a type may answer challenges at a source that asks for no proof", () => {
  const reply = { status: 200, headers: [], body: "" };
  const verify = withEntry(
    {
      withoutAuth: ({ method }) => (method === "GET" ? { result: "challenged", reply } : { result: "open" }),
    },
    false,
  );

  expect(verify?.({ ...EVIDENCE, method: "GET" })).toEqual({ result: "challenged", reply });
  expect(verify?.(EVIDENCE)).toEqual({ result: "open" });
});
