/** What if the identity provider, or somebody in its place, sends something that is not right? */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { givenSso, type GivenSso } from "../../testing/given-sso.ts";
import {
  FORGED_CLIENT,
  type ForgedProvider,
  type Forgery,
  startForgedProvider,
} from "../../testing/forged-provider.ts";

let given: GivenSso;
let provider: ForgedProvider;
beforeAll(async () => {
  given = await givenSso();
  provider = await startForgedProvider();
  await given.connect({ issuer: provider.issuer, ...FORGED_CLIENT });
  await given.prove("acme.test");
  await given.tryOut((startUrl) => provider.answerTo(startUrl));
  await given.setMode("optional");
});
afterEach(() => void provider.reform());
afterAll(async () => {
  await given.stop();
  await provider.close();
});

const signIn = (changes: Record<string, string> = {}) =>
  given.signIn("grace@acme.test", (startUrl) => provider.answerTo(startUrl, changes));

const inS = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

test("what is right lets somebody in", async () => {
  expect(await signIn()).toMatchObject({ status: 200, body: { user: { email: "grace@acme.test" } } });
});

const FOR_ANOTHER = /for another client/;
const CLOCK = /has expired or is from the future/;
const NOT_SIGNED = /not signed with a key and in a way that Posthorn accepts/;
const NO_OIDC = /none of OpenID Connect/;

test.each<[string, () => Partial<Forgery>, string, RegExp]>([
  ["another audience", () => ({ claims: { aud: "somebody else" } }), "SSO_TOKEN_NOT_VALID", FOR_ANOTHER],
  [
    "several audiences, for another one of them",
    () => ({ claims: { aud: [FORGED_CLIENT.client_id, "other"], azp: "other" } }),
    "SSO_TOKEN_NOT_VALID",
    FOR_ANOTHER,
  ],
  [
    "another issuer",
    () => ({ claims: { iss: "https://id.example.com" } }),
    "SSO_TOKEN_NOT_VALID",
    /has another issuer/,
  ],
  ["another nonce", () => ({ claims: { nonce: "x" } }), "SSO_TOKEN_NOT_VALID", /belongs to another sign-on/],
  ["a token that has expired", () => ({ claims: { exp: inS(-61) } }), "SSO_TOKEN_NOT_VALID", CLOCK],
  ["a token that is not valid yet", () => ({ claims: { nbf: inS(90) } }), "SSO_TOKEN_NOT_VALID", CLOCK],
  ["a clock too far ahead", () => ({ clockAheadS: 90 }), "SSO_TOKEN_NOT_VALID", CLOCK],
  ["a clock too far behind", () => ({ clockAheadS: -400 }), "SSO_TOKEN_NOT_VALID", CLOCK],
  ["a token without signature", () => ({ signedBy: "nobody" as const }), "SSO_TOKEN_NOT_VALID", NOT_SIGNED],
  [
    "a token without signature, although the provider lists that",
    () => ({
      signedBy: "nobody" as const,
      discovery: { id_token_signing_alg_values_supported: ["none", "RS256"] },
    }),
    "SSO_TOKEN_NOT_VALID",
    NOT_SIGNED,
  ],
  [
    "the signature of another key",
    () => ({ signedBy: "another key" as const }),
    "SSO_TOKEN_NOT_VALID",
    NOT_SIGNED,
  ],
  [
    "a signature with the client's secret",
    () => ({
      signedBy: "the secret" as const,
      discovery: { id_token_signing_alg_values_supported: ["HS256", "RS256"] },
    }),
    "SSO_TOKEN_NOT_VALID",
    NOT_SIGNED,
  ],
  [
    "an address that is not verified",
    () => ({ claims: { email_verified: false } }),
    "SSO_EMAIL_NOT_VERIFIED",
    /has verified/,
  ],
  [
    "an address of which it says nothing",
    () => ({ claims: { email_verified: undefined } }),
    "SSO_EMAIL_NOT_VERIFIED",
    /has verified/,
  ],
  ["no address", () => ({ claims: { email: undefined } }), "SSO_EMAIL_NOT_VERIFIED", /has verified/],
  [
    "what is no address",
    () => ({ claims: { email: "x@y@acme.test" } }),
    "SSO_EMAIL_NOT_VERIFIED",
    /has verified/,
  ],
  [
    "an address at another domain",
    () => ({ claims: { email: "ada@example.com" } }),
    "SSO_DOMAIN_NOT_PROVEN",
    /has not proven/,
  ],
  [
    "no token",
    () => ({ answers: { "/token": (response) => void response.end("{}") } }),
    "SSO_PROVIDER_FAILED",
    NO_OIDC,
  ],
  [
    "garbage instead of a token",
    () => ({
      answers: {
        "/token": (response) => {
          response.writeHead(200, { "content-type": "application/json" });
          response.end("<html>");
        },
      },
    }),
    "SSO_PROVIDER_FAILED",
    NO_OIDC,
  ],
  [
    "garbage instead of keys",
    () => ({
      answers: {
        "/keys": (response) => {
          response.writeHead(200, { "content-type": "application/json" });
          response.end('{"keys":[{"kty":"RSA","kid":"one","n":"!","e":"AQAB"}]}');
        },
      },
    }),
    "SSO_TOKEN_NOT_VALID",
    NOT_SIGNED,
  ],
  [
    "a redirect to an internal address",
    () => ({
      answers: {
        "/token": (response) => {
          response.writeHead(307, { location: "http://10.0.0.1/token" });
          response.end();
        },
      },
    }),
    "SSO_PROVIDER_FAILED",
    NO_OIDC,
  ],
  [
    "keys at an internal address",
    () => ({ discovery: { jwks_uri: "http://10.0.0.1/keys" } }),
    "SSO_PROVIDER_FAILED",
    /may not call the address/,
  ],
  [
    "a connection that ends",
    () => ({ answers: { "/token": (response) => void response.destroy() } }),
    "SSO_PROVIDER_FAILED",
    /could not be reached/,
  ],
  [
    "an answer without end",
    () => ({ answers: { "/keys": (response) => void response.end("x".repeat(300 * 1024)) } }),
    "SSO_PROVIDER_FAILED",
    /too long/,
  ],
])("%s lets nobody in", async (_what, forge, code, message) => {
  Object.assign(provider.forgery, forge());

  const refused = await signIn();

  expect(refused.body).toMatchObject({ code, message: expect.stringMatching(message) });
  expect(refused.cookie).toBe("");
});

test.each([50, -350])("a clock that is off by less than a minute is fine (%i s)", async (clockAheadS) => {
  provider.forgery.clockAheadS = clockAheadS; // a token is valid for 300 s

  expect((await signIn()).status).toBe(200);
});

test("an answer of another provider, or of nobody, lets nobody in", async () => {
  expect((await signIn({ iss: "https://id.example.com" })).body.code).toBe("SSO_PROVIDER_FAILED");
  expect((await signIn({ state: "another" })).body.code).toBe("SSO_EXPIRED");
  const { organization_id } = given;
  expect((await given.post("/sign-in/sso/finish", { organization_id, answer: "" })).body.code).toBe(
    "SSO_EXPIRED",
  );
});

test("a code counts once", async () => {
  const first = await signIn({ code: "taken" });
  const second = await signIn({ code: "taken" });

  expect([first.status, second.body.message]).toEqual([
    200,
    "The identity provider refused the sign-on. It says: invalid_grant.",
  ]);
});

const says = async (error: string) => {
  const reply = await signIn({ error, error_description: "Call 0800 EVIL now" });
  return [reply.body.code, reply.body.message];
};

test("the provider's no is passed on by its name, and nothing else that it writes", async () => {
  expect(await says("access_denied")).toEqual([
    "SSO_PROVIDER_REFUSED",
    "The identity provider refused the sign-on. It says: access_denied.",
  ]);
  expect(await says("Call 0800 EVIL now")).toEqual([
    "SSO_PROVIDER_REFUSED",
    "The identity provider refused the sign-on.",
  ]);
});

test("the answer to one organization's sign-on does not finish at another one", async () => {
  const begun = await given.post("/sign-in/sso", { email: "grace@acme.test" });
  const answer = provider.answerTo(begun.body.url);

  const elsewhere = await given.post(
    "/sign-in/sso/finish",
    { organization_id: given.organization_id.replace(/.$/, (last) => (last === "0" ? "1" : "0")), answer },
    begun.cookie,
  );

  expect(elsewhere.body.code).toBe("SSO_EXPIRED");
});

test("a sign-on begins with state, nonce and PKCE, each time with others", async () => {
  const urls = [];
  for (const _ of [1, 2])
    urls.push(new URL((await given.post("/sign-in/sso", { email: "grace@acme.test" })).body.url));

  const [first, second] = urls.map(({ searchParams }) => Object.fromEntries(searchParams));
  expect(first).toEqual({
    client_id: "posthorn",
    redirect_uri: given.redirectUrl,
    response_type: "code",
    scope: "openid email profile",
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: "S256",
    login_hint: "grace@acme.test",
  });
  for (const name of ["state", "nonce", "code_challenge"]) expect(first?.[name]).not.toBe(second?.[name]);
});

test("no secret of a sign-on and no address is in the log", async () => {
  provider.forgery.claims = { aud: "somebody else" };
  const begun = await given.post("/sign-in/sso", { email: "grace@acme.test" });
  const answer = provider.answerTo(begun.body.url);
  const { organization_id } = given;
  await given.post("/sign-in/sso/finish", { organization_id, answer }, begun.cookie);

  const logged = given.identity.logged.join("\n");
  expect(logged).toContain("sso.provider_refused");
  const secrets = [...new URL(begun.body.url).searchParams].filter(
    ([name]) => name === "state" || name === "nonce",
  );
  for (const [, secret] of secrets) expect(logged).not.toContain(secret);
  expect(logged).not.toContain("grace@acme.test");
});

test("a provider that never answers is given up", async () => {
  const hasty = await givenSso({ fetchWithinMs: 50 });
  const silent = await startForgedProvider();
  silent.forgery.answers = { "/.well-known/openid-configuration": () => undefined };

  const refused = await hasty.connect({ issuer: silent.issuer, ...FORGED_CLIENT });
  await hasty.stop();
  await silent.close();

  expect(refused.body.data).toEqual([expect.stringMatching(/did not answer in time/)]);
});

test("a provider that is down is said to be", async () => {
  const begun = await given.post("/sign-in/sso", { email: "grace@acme.test" });
  const answer = provider.answerTo(begun.body.url);
  const { organization_id } = given;
  await provider.close();

  const finished = await given.post("/sign-in/sso/finish", { organization_id, answer }, begun.cookie);
  const next = await given.post("/sign-in/sso", { email: "grace@acme.test" });
  provider = await startForgedProvider();

  for (const { body } of [finished, next])
    expect(body).toMatchObject({
      code: "SSO_PROVIDER_FAILED",
      message: "The identity provider could not be reached. Try again.",
    });
});
