/** Who gets in through a SAML provider, and who does not? Forged answers are in ../../access/sso-saml.test.ts. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  createForgedSaml,
  type ForgedSaml,
  SAML_FORMATS,
  samlRequestIn,
  type SamlForgery,
} from "../../testing/forged-saml.ts";
import { givenSso, type GivenSso } from "../../testing/given-sso.ts";

let given: GivenSso;
let provider: ForgedSaml;
beforeAll(async () => {
  given = await givenSso();
  provider = await createForgedSaml();
  await given.connectSaml(provider.settings);
  await given.prove("acme.test");
  await given.tryOut((startUrl) => provider.answerTo(startUrl));
  await given.setMode("optional");
});
afterEach(() => void provider.reform());
afterAll(() => given.stop());

const signIn = (changes: Record<string, string> = {}) =>
  given.signIn("grace@acme.test", (startUrl) => provider.answerTo(startUrl, changes));

const ANOTHER_SIGN_ON = /belongs to another sign-on/;

test.each<SamlForgery["signs"]>(["assertion", "response", "both"])(
  "what is right lets somebody in: a signature over %s",
  async (signs) => {
    provider.forgery.signs = signs;

    expect(await signIn()).toMatchObject({ status: 200, body: { user: { email: "grace@acme.test" } } });
  },
);

test.each<[string, () => Partial<SamlForgery>, string, RegExp]>([
  [
    "no address",
    () => ({ claims: { attributes: {} } }),
    "SSO_EMAIL_NOT_VERIFIED",
    /SAML: one attribute email/,
  ],
  [
    "two addresses",
    () => ({ claims: { attributes: { email: ["grace@acme.test", "owner@acme.test"] } } }),
    "SSO_EMAIL_NOT_VERIFIED",
    /has verified/,
  ],
  [
    "another address under another name",
    () => ({ claims: { attributes: { email: ["grace@acme.test"], mail: ["owner@acme.test"] } } }),
    "SSO_EMAIL_NOT_VERIFIED",
    /has verified/,
  ],
  [
    "what is no address",
    () => ({ claims: { attributes: { email: ["x@y@acme.test"] } } }),
    "SSO_EMAIL_NOT_VERIFIED",
    /has verified/,
  ],
  [
    "an address at another domain",
    () => ({ claims: { attributes: { email: ["ada@example.com"] } } }),
    "SSO_DOMAIN_NOT_PROVEN",
    /has not proven/,
  ],
  [
    "a change after the signature",
    () => ({ after: (xml) => xml.replace("grace@acme.test", "owner@acme.test") }),
    "SSO_TOKEN_NOT_VALID",
    /not signed with a certificate/,
  ],
])("%s lets nobody in", async (_what, forge, code, message) => {
  Object.assign(provider.forgery, forge());

  const refused = await signIn();

  expect(refused.body).toMatchObject({ code, message: expect.stringMatching(message) });
  expect(refused.cookie).toBe("");
});

test.each([
  ["mail", "mail"],
  ["emailAddress", "emailAddress"],
  ["the OID of mail", "urn:oid:0.9.2342.19200300.100.1.3"],
  ["Microsoft's claim", "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress"],
])("the address may be called %s", async (_what, name) => {
  provider.forgery.claims = { attributes: { [name]: ["Grace@Acme.test"], department: ["x"] } };

  expect((await signIn()).body).toMatchObject({ user: { email: "grace@acme.test" } });
});

test("a name ID that is an address is one, if there is no attribute", async () => {
  provider.forgery.claims = {
    nameId: "Linus@acme.test",
    nameIdFormat: SAML_FORMATS.email,
    attributes: {},
  };

  expect((await signIn()).body).toMatchObject({ user: { email: "linus@acme.test" } });
});

test("a name ID says who it is when the address has changed", async () => {
  const before = await signIn();
  provider.forgery.claims = { attributes: { email: ["grace.hopper@acme.test"] } };

  const after = await signIn();

  expect(after.body.user.id).toBe(before.body.user.id);
});

test("an answer counts once, in the browser where the sign-on began", async () => {
  const { organization_id } = given;
  const finish = (answer: string, cookie: string) =>
    given.post("/sign-in/sso/finish", { organization_id, answer }, cookie);
  const begun = await given.post("/sign-in/sso", { email: "grace@acme.test" });
  const answer = provider.answerTo(begun.body.url);
  const other = await given.post("/sign-in/sso", { email: "grace@acme.test" });
  const othersState = new URL(other.body.url).searchParams.get("RelayState") ?? "";

  const nowhere = await finish(answer, "");
  const elsewhere = await finish(answer, other.cookie);
  const retold = await finish(provider.answerTo(begun.body.url, { RelayState: othersState }), other.cookie);
  const done = await finish(answer, begun.cookie);
  const replayed = await finish(answer, begun.cookie);

  expect([nowhere, elsewhere, replayed].map(({ status, body }) => [status, body.code])).toEqual(
    [1, 2, 3].map(() => [410, "SSO_EXPIRED"]),
  );
  expect(retold.body).toMatchObject({
    code: "SSO_TOKEN_NOT_VALID",
    message: expect.stringMatching(ANOTHER_SIGN_ON),
  });
  expect(done.status).toBe(200);
});

test("a captured assertion does not answer the next sign-on", async () => {
  const first = await given.post("/sign-in/sso", { email: "grace@acme.test" });
  const captured = provider.responseTo(first.body.url);
  provider.forgery.after = () => captured;

  expect((await signIn()).body.message).toMatch(ANOTHER_SIGN_ON);
});

test("without relay state, or with another one, nothing is finished", async () => {
  expect((await signIn({ RelayState: "" })).body.code).toBe("SSO_EXPIRED");
  expect((await signIn({ RelayState: "another" })).body.code).toBe("SSO_EXPIRED");
});

test("a sign-on begins with a request that names us, each time with another ID", async () => {
  const urls = [];
  for (const _ of [1, 2])
    urls.push((await given.post("/sign-in/sso", { email: "grace@acme.test" })).body.url);

  const [first, second] = urls.map(samlRequestIn);
  expect(new URL(urls[0]).searchParams.get("tenant")).toBe("1");
  expect(first).toMatchObject({
    id: expect.stringMatching(/^_[\w-]{43}$/),
    issuer: `${given.redirectUrl}/metadata`,
    acsUrl: given.redirectUrl,
  });
  expect(first?.xml).toContain('Destination="https://idp.example.com/sign-in?tenant=1"');
  expect(first?.id).not.toBe(second?.id);
});

test("no secret of a sign-on and nothing of an answer is in the log", async () => {
  provider.forgery.signedBy = "another key";
  const begun = await given.post("/sign-in/sso", { email: "grace@acme.test" });
  const { organization_id } = given;
  const answer = provider.answerTo(begun.body.url);
  await given.post("/sign-in/sso/finish", { organization_id, answer }, begun.cookie);

  const logged = given.identity.logged.join("\n");
  expect(logged).toContain("sso.provider_refused");
  expect(logged).not.toContain(new URL(begun.body.url).searchParams.get("RelayState"));
  expect(logged).not.toContain(samlRequestIn(begun.body.url).id.slice(1));
  expect(logged).not.toContain("grace@acme.test");
  expect(logged).not.toContain("person-1");
});
