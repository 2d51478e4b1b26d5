/** How does an owner set single sign-on up? The provider is a real one on loopback, and so is the name server. */
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  SSO_LAST_DOMAIN,
  SSO_NEEDS_CONNECTION,
  SSO_NEEDS_DOMAIN,
  SSO_NEEDS_TEST,
} from "@posthorn/contract/sso-texts";
import { callAs, givenPerson } from "../../testing/given-person.ts";
import { givenSso, type GivenSso } from "../../testing/given-sso.ts";
import {
  PROVIDER_CLIENT,
  startIdentityProvider,
  type IdentityProvider,
} from "../../testing/identity-provider.ts";
import { startForgedProvider, type ForgedProvider } from "../../testing/forged-provider.ts";

let given: GivenSso;
let provider: IdentityProvider;
let forged: ForgedProvider;
let connection: { issuer: string; client_id: string; client_secret: string };
beforeAll(async () => {
  given = await givenSso();
  provider = await startIdentityProvider(given.redirectUrl);
  forged = await startForgedProvider();
  connection = { issuer: provider.issuer, ...PROVIDER_CLIENT };
});
afterAll(async () => {
  await given.stop();
  await provider.close();
  await forged.close();
});

const reply = ({ status, body }: { status: number; body: { code?: string; data?: unknown } }) => [
  status,
  body.code,
  ...(body.data === undefined ? [] : [body.data]),
];
const asOwner = async (startUrl: string) => (await provider.signInAs(startUrl, "ada@acme.test")).search;

test("nothing is set up at first, and the owner sees where the provider sends people back to", async () => {
  expect((await given.ask("GET")).body).toEqual({
    redirect_url: `http://127.0.0.1:4400/sso/${given.organization_id}`,
    entity_id: `http://127.0.0.1:4400/sso/${given.organization_id}/metadata`,
    connection: null,
    domains: [],
    covered_members: 0,
    other_members: 0,
  });
  expect(reply(await given.setMode("optional"))).toEqual([
    422,
    "UNPROCESSABLE_ENTITY",
    [SSO_NEEDS_CONNECTION],
  ]);
});

test("only the owner sees and changes it", async () => {
  const admin = await givenPerson(
    given.api,
    { cookie: given.cookie, organization_id: given.organization_id },
    { email: "admin@example.com", role: "admin" },
  );

  expect((await given.ask("GET", "", undefined, admin.cookie)).status).toBe(403);
  expect((await given.ask("PUT", "/mode", { mode: "off" }, admin.cookie)).status).toBe(403);
  const body = { organization_id: given.organization_id };
  expect((await given.post("/sso/test", body, admin.cookie)).status).toBe(403);
  expect((await given.post("/sso/test", body)).status).toBe(401);
});

test("a connection is saved only if a provider answers there, and says why not", async () => {
  const { port } = new URL(forged.issuer);
  const save = async (issuer: string) => (await given.connect({ ...connection, issuer })).body.data?.[0];

  expect(await save("ftp://id.example.com")).toMatch(/^issuer cannot be used: The issuer must be an https/);
  expect(await save("http://10.0.0.1")).toMatch(/may not call the address/);
  expect(await save(`http://127.0.0.1:${port}/other`)).toMatch(/none of OpenID Connect/);
  expect(await save(`http://localhost:${port}`)).toMatch(/none of OpenID Connect/); // another issuer answers there
  forged.forgery.discovery = { authorization_endpoint: "javascript:alert(1)" };
  expect(await save(forged.issuer)).toMatch(/no authorization_endpoint that Posthorn can use/);
  forged.forgery.discovery = { jwks_uri: undefined };
  expect(await save(forged.issuer)).toMatch(/no jwks_uri that Posthorn can use/);
  forged.forgery.answers = {
    "/.well-known/openid-configuration": (response) => {
      response.writeHead(302, { location: "http://169.254.169.254/latest" });
      response.end();
    },
  };
  expect(await save(forged.issuer)).toMatch(/none of OpenID Connect/);
  forged.forgery.answers = {
    "/.well-known/openid-configuration": (response) => {
      response.end("x".repeat(300 * 1024));
    },
  };
  expect(await save(forged.issuer)).toMatch(/answer is too long/);
  forged.reform();
  expect((await given.ask("GET")).body.connection).toBeNull();
});

test("the secret goes in, stays when it is left out, and never comes out", async () => {
  const saved = await given.connect(connection);
  const again = await given.ask("PUT", "", {
    issuer: connection.issuer,
    client_id: connection.client_id,
    client_secret: null,
    default_role: "viewer",
  });
  const elsewhere = await given.ask("PUT", "", {
    issuer: forged.issuer,
    client_id: connection.client_id,
    client_secret: null,
    default_role: "viewer",
  });

  expect([saved.body.connection.default_role, again.body.connection.default_role]).toEqual([
    "member",
    "viewer",
  ]);
  expect(elsewhere.body.data).toEqual([expect.stringMatching(/another issuer does not get the stored one/)]);
  const seen = JSON.stringify([saved.body, again.body, given.api.logged]);
  expect(seen).not.toContain(connection.client_secret);
  const { rows } = await given.api.db.query<{ client_secret: Buffer }>(
    "select client_secret from sso_connections",
  );
  expect(rows[0]?.client_secret.includes(connection.client_secret)).toBe(false);
});

test("a mail domain is proven by its TXT record, and by nothing else", async () => {
  const added = await given.ask("POST", "/domains", { domain: " ACME.test " });
  const { id, record } = added.body;
  expect(added.body).toMatchObject({
    domain: "acme.test",
    status: "pending",
    finding: "unchecked",
    members: 0,
  });
  expect(record).toEqual({
    name: "_posthorn.acme.test",
    value: expect.stringMatching(/^ph-verify=[\w-]{32}$/),
  });
  const check = async () => {
    const { status, finding } = (await given.ask("POST", `/domains/${id}/check`)).body;
    return [status, finding];
  };

  expect(await check()).toEqual(["pending", "missing"]);
  given.names["_posthorn.acme.test"] = { texts: ["ph-verify=something else"] };
  expect(await check()).toEqual(["pending", "wrong"]);
  expect(reply(await given.setMode("optional"))).toEqual([422, "UNPROCESSABLE_ENTITY", [SSO_NEEDS_DOMAIN]]);
  given.names["_posthorn.acme.test"] = { texts: ["v=spf1 -all", record.value] };
  expect(await check()).toEqual(["proven", "found"]);
  delete given.names["_posthorn.acme.test"];
  expect(await check()).toEqual(["proven", "missing"]); // a proof stays

  expect(reply(await given.ask("POST", "/domains", { domain: "acme.test" }))).toEqual([
    409,
    "SSO_DOMAIN_EXISTS",
  ]);
  for (const domain of ["", "acme", "a b.test", "ada@acme.test", "127.0.0.1", "localhost"])
    expect([domain, (await given.ask("POST", "/domains", { domain })).status]).toEqual([domain, 422]);
});

test("it is turned on only after a test that worked, which signs nobody in", async () => {
  expect(reply(await given.setMode("optional"))).toEqual([422, "UNPROCESSABLE_ENTITY", [SSO_NEEDS_TEST]]);

  const tested = await given.tryOut(asOwner);

  expect([tested.status, tested.body]).toEqual([200, { tested: true }]);
  expect(tested.headers.getSetCookie().filter((line) => line.includes("session_token"))).toEqual([]);
  const on = await given.setMode("optional");
  expect(on.body.connection).toMatchObject({
    mode: "optional",
    tested: { email: "ada@acme.test", duration_ms: expect.any(Number) },
  });
});

test("the last proven domain stays while it is on", async () => {
  const [domain] = (await given.ask("GET")).body.domains;

  const refused = await given.ask("DELETE", `/domains/${domain.id}`);

  expect(reply(refused)).toEqual([422, "UNPROCESSABLE_ENTITY", [SSO_LAST_DOMAIN]]);
});

test("other settings forget the test and turn it off", async () => {
  const changed = await given.connect({ ...connection, client_secret: "another one" });

  expect(changed.body.connection).toMatchObject({ mode: "off", tested: null });
  const wrong = await given.tryOut(asOwner);
  expect([wrong.status, wrong.body.code, wrong.body.message]).toEqual([
    422,
    "SSO_PROVIDER_REFUSED",
    "The identity provider refused the sign-on. It says: invalid_client.",
  ]);
});

test("another organization gets the domain when DNS shows it, and not before", async () => {
  const { body } = await callAs(given.api, given.cookie, "POST", "/organizations", { name: "Heirs" });
  const path = `/organizations/${body.organization.id}/sso/domains`;
  const heirs = (method: string, below = "", sent?: unknown) =>
    callAs(given.api, given.cookie, method, path + below, sent);
  const [mine] = (await given.ask("GET")).body.domains;
  const added = await heirs("POST", "", { domain: "acme.test" });
  const { id, record } = added.body;
  const check = () => heirs("POST", `/${id}/check`);

  given.names[record.name] = { texts: [record.value, mine.record.value] };
  expect(reply(await check())).toEqual([409, "SSO_DOMAIN_TAKEN"]);
  given.names[record.name] = { texts: [record.value] };
  expect((await check()).body).toMatchObject({ status: "proven" });
  expect((await given.ask("GET")).body.domains[0]).toMatchObject({ status: "pending", finding: "wrong" });
});

test("without the connection nothing of it is left but the domains", async () => {
  const removed = await given.ask("DELETE");

  expect(removed.body.connection).toBeNull();
  expect(removed.body.domains).toHaveLength(1);
  expect((await given.ask("DELETE", `/domains/${removed.body.domains[0].id}`)).status).toBe(200);
});

test("the audit log has every change, and the secret in none", async () => {
  const { rows } = await given.api.db.query<Record<string, unknown>>(
    `select action || ' ' || subject_type as said, before, after, fields, caller_kind from audit_entries
     where subject_type in ('single_sign_on', 'sso_domain') order by id`,
  );
  const of = (said: string) => rows.filter((row) => row["said"] === said);

  expect(new Set(rows.map((row) => row["said"]))).toEqual(
    new Set([
      "created single_sign_on",
      "edited single_sign_on",
      "deleted single_sign_on",
      "created sso_domain",
      "edited sso_domain",
      "deleted sso_domain",
    ]),
  );
  expect(of("edited single_sign_on")).toContainEqual(
    expect.objectContaining({ fields: [{ name: "mode", before: "off", after: "optional" }] }),
  );
  expect(of("edited single_sign_on")).toContainEqual(
    expect.objectContaining({ after: expect.objectContaining({ client_secret: "secret, changed" }) }),
  );
  expect(of("edited sso_domain")[0]).toMatchObject({
    before: { domain: "acme.test", is_proven: false },
    after: { domain: "acme.test", is_proven: true },
  });
  expect(rows.every((row) => row["caller_kind"] === "session")).toBe(true);
  expect(JSON.stringify(rows)).not.toContain(connection.client_secret);
});
