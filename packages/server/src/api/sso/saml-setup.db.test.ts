/**
 * How does an owner set SAML up, and how does what a provider posts reach the dashboard?
 *
 * The provider is a real one on loopback (samlify), which knows us by our metadata, and so is the name server.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { SAML_CERTIFICATES_MAX } from "@posthorn/contract/limits";
import * as texts from "@posthorn/contract/sso-texts";
import { createForgedSaml, type ForgedSaml } from "../../testing/forged-saml.ts";
import { givenSso, type GivenSso, type SamlSettings } from "../../testing/given-sso.ts";
import { certificate } from "../../testing/peers.ts";
import { type SamlProvider, startSamlProvider } from "../../testing/saml-provider.ts";
import { samlAnswerIn } from "./saml-edge.ts";

let given: GivenSso;
let provider: SamlProvider;
let forged: ForgedSaml;
beforeAll(async () => {
  given = await givenSso();
  provider = await startSamlProvider();
  provider.trust(await given.metadata());
  forged = await createForgedSaml();
});
afterAll(async () => {
  await given.stop();
  await provider.close();
});

const signIn = (email: string) => given.signIn(email, (startUrl) => provider.signInAs(startUrl, email));
const tryOut = () => given.tryOut((startUrl) => provider.signInAs(startUrl, "ada@acme.test"));
const connection = async () => (await given.ask("GET")).body.connection;

test("our metadata say who we are and where answers go", async () => {
  const metadata = await given.metadata();

  expect((await given.ask("GET")).body).toMatchObject({
    redirect_url: given.redirectUrl,
    entity_id: `${given.redirectUrl}/metadata`,
  });
  expect(metadata).toContain(`entityID="${given.redirectUrl}/metadata"`);
  expect(metadata).toContain(`Location="${given.redirectUrl}" index="0"`);
  expect(metadata).toContain('WantAssertionsSigned="true"');
  expect((await given.api.call("GET", "//sso/org_unknown/metadata", { key: null })).status).toBe(404);
});

test("settings that cannot work are refused, with what to do", async () => {
  const { settings } = provider;
  const save = async (change: Partial<SamlSettings>) => {
    const { status, body } = await given.connectSaml({ ...settings, ...change });
    return [status, body.data?.[0]];
  };
  const [pem = ""] = settings.certificates;
  const elliptic = await certificate({ name: "idp.test" });
  const short = await certificate({ name: "idp.test", keyType: "rsa", keySize: 1024 });
  const url = `sign_in_url cannot be used: ${texts.SAML_URL_NOT_VALID}`;

  expect(await save({ issuer: " " })).toEqual([422, "issuer is required"]);
  expect(await save({ sign_in_url: "javascript:alert(1)" })).toEqual([422, url]);
  expect(await save({ sign_in_url: "https://user:secret@idp.test" })).toEqual([422, url]);
  expect(await save({ certificates: [] })).toEqual([
    422,
    "certificates must contain a number of items larger than or equal to 1",
  ]);
  expect(await save({ certificates: Array.from({ length: SAML_CERTIFICATES_MAX + 1 }, () => pem) })).toEqual([
    422,
    "certificates must contain a number of items less than or equal to 5",
  ]);
  expect(await save({ certificates: [pem, "MIIB"] })).toEqual([
    422,
    `certificates[1] cannot be used: ${texts.SAML_CERTIFICATE_NOT_READABLE}`,
  ]);
  for (const { cert } of [elliptic, short])
    expect(await save({ certificates: [cert] })).toEqual([
      422,
      `certificates[0] cannot be used: ${texts.SAML_KEY_NOT_ACCEPTED}`,
    ]);
  expect(await save({ certificates: [pem, pem.replaceAll(/-----[^-]+-----/g, "")] })).toEqual([
    422,
    `certificates[1] cannot be used: ${texts.SAML_CERTIFICATE_TWICE}`,
  ]);
  expect(await connection()).toBeNull();
});

test("a test that worked turns it on, and somebody new comes in through a real provider", async () => {
  const saved = await given.connectSaml(provider.settings);
  await given.prove("acme.test");
  const tooEarly = await given.setMode("optional");
  const tested = await tryOut();
  await given.setMode("optional");

  const first = await signIn("grace.hopper@acme.test");
  provider.sign.message = true;
  const second = await signIn("grace.hopper@acme.test");
  provider.sign.message = false;

  expect(saved.body.connection).toMatchObject({
    kind: "saml",
    issuer: provider.settings.issuer,
    sign_in_url: provider.settings.sign_in_url,
    certificates: [
      {
        pem: expect.stringContaining("BEGIN CERTIFICATE"),
        fingerprint: expect.stringMatching(/^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/),
        expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        is_tested: false,
      },
    ],
    tested: null,
    mode: "off",
  });
  expect(tooEarly.body.data).toEqual([texts.SSO_NEEDS_TEST]);
  expect(tested.body).toEqual({ tested: true });
  expect(await connection()).toMatchObject({
    mode: "optional",
    tested: { email: "ada@acme.test" },
    certificates: [{ is_tested: true }],
  });
  expect([first.status, first.body]).toEqual([
    200,
    { user: { id: expect.any(String), name: "Grace Hopper", email: "grace.hopper@acme.test" } },
  ]);
  expect(second.body).toEqual(first.body);
});

test("a new certificate is added while people sign in; the tested one stays until another is tested", async () => {
  const { settings } = provider;
  const [present = ""] = settings.certificates;
  const both = { ...settings, certificates: [forged.nextCertificate, present] };

  await given.connectSaml(both);
  expect(await connection()).toMatchObject({ mode: "optional", tested: { email: "ada@acme.test" } });
  expect((await signIn("grace.hopper@acme.test")).status).toBe(200);

  await given.connectSaml({ ...settings, certificates: [forged.nextCertificate] });
  expect(await connection()).toMatchObject({ mode: "off", tested: null });
});

test.each<[string, () => SamlSettings]>([
  ["another sign-in URL", () => ({ ...provider.settings, sign_in_url: "https://idp.test/elsewhere" })],
  ["another provider", () => ({ ...provider.settings, issuer: "https://idp.test/another" })],
])("%s must be tested again, and ends what is under way", async (_what, settings) => {
  await given.connectSaml(provider.settings);
  await tryOut();
  await given.setMode("optional");
  const begun = await given.post("/sign-in/sso", { email: "grace@acme.test" });
  const answer = await provider.signInAs(begun.body.url, "grace@acme.test");

  await given.connectSaml(settings());

  expect(await connection()).toMatchObject({ mode: "off", tested: null });
  const { organization_id } = given;
  const late = await given.post("/sign-in/sso/finish", { organization_id, answer }, begun.cookie);
  expect(late.body.code).toBe("SSO_EXPIRED");
});

test("a test with settings that have changed meanwhile does not count", async () => {
  await given.connectSaml(provider.settings);
  const begun = await given.post("/sso/test", { organization_id: given.organization_id }, given.cookie);
  const answer = await provider.signInAs(begun.body.url, "ada@acme.test");
  await given.connectSaml({ ...provider.settings, sign_in_url: "https://idp.test/elsewhere" });

  const { organization_id } = given;
  await given.post("/sign-in/sso/finish", { organization_id, answer }, begun.cookie);

  expect(await connection()).toMatchObject({ tested: null });
});

test("another role for new people lets a test go on", async () => {
  await given.connectSaml(provider.settings);
  const begun = await given.post("/sso/test", { organization_id: given.organization_id }, given.cookie);
  const answer = await provider.signInAs(begun.body.url, "ada@acme.test");
  await given.connectSaml(provider.settings, { default_role: "viewer" });

  const { organization_id } = given;
  await given.post("/sign-in/sso/finish", { organization_id, answer }, begun.cookie);

  expect(await connection()).toMatchObject({ tested: { email: "ada@acme.test" }, default_role: "viewer" });
});

test("OpenID Connect takes its place, and is as new: its secret is asked for", async () => {
  await given.connectSaml(provider.settings);

  const { body } = await given.ask("PUT", "", {
    issuer: provider.settings.issuer,
    client_id: "posthorn",
    client_secret: null,
    default_role: "member",
  });

  expect(body.data?.[0]).toMatch(/issuer cannot be used|client_secret is required/);
  expect(await connection()).toMatchObject({ kind: "saml" });
});

const post = (form: string, more: Record<string, string> = {}) =>
  fetch(`${given.api.url}/sso/${given.organization_id}`, {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      origin: "https://idp.example.com",
      accept: "text/html",
      ...more,
    },
    body: form,
  });

test("what a provider posts comes back as a page of ours, which no cache keeps", async () => {
  const response = await post(
    new URLSearchParams({ SAMLResponse: "PHg+/w==", RelayState: "a-b_c" }).toString(),
  );

  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.getSetCookie()).toEqual([]);
});

test.each(['"><script>alert(1)</script>', "a b", "'", "&quot;"])(
  "a field with other letters (%s) does not come back",
  (text) => {
    const form = new URLSearchParams({ SAMLResponse: text.replace("a b", "<a>"), RelayState: text });

    expect(samlAnswerIn(form.toString()).toString()).toBe("");
  },
);

test("a form that is too large is refused, and so is anything else than a form", async () => {
  const large = await post(`SAMLResponse=${"A".repeat(513 * 1024)}`);
  const other = await post("{}", { "content-type": "application/json" });

  expect(large.status).toBe(413);
  expect(other.status).toBe(415);
});

test("the audit log has every change", async () => {
  const { rows } = await given.api.db.query<{ action: string; fields: { name: string }[] }>(
    "select action, fields from audit_entries where subject_type = 'single_sign_on' order by id",
  );

  expect(new Set(rows.map(({ action }) => action))).toEqual(new Set(["created", "edited", "deleted"]));
  const edited = rows.flatMap(({ fields }) => fields.map(({ name }) => name));
  expect(edited).toEqual(expect.arrayContaining(["certificates", "mode", "sign_in_url"]));
});
