/** Who gets in through the identity provider of an organization, and as whom? The provider is a real one on loopback. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { internalId } from "@posthorn/contract/ids";
import { SSO_PROJECT_STAYS, SSO_USER_STAYS } from "@posthorn/contract/sso-texts";
import { browserOf, callAs, givenPerson } from "../../testing/given-person.ts";
import { givenSso, type GivenSso } from "../../testing/given-sso.ts";
import {
  PROVIDER_CLIENT,
  startIdentityProvider,
  type IdentityProvider,
} from "../../testing/identity-provider.ts";

let given: GivenSso;
let provider: IdentityProvider;
let people = 0;
let email: string;
beforeAll(async () => {
  given = await givenSso();
  provider = await startIdentityProvider(given.redirectUrl);
  await given.connect({ issuer: provider.issuer, ...PROVIDER_CLIENT });
  await given.prove("acme.test");
  await given.tryOut(as("ada@acme.test"));
  await given.setMode("optional");
});
beforeEach(() => {
  email = `grace-${people++}@acme.test`;
});
afterAll(async () => {
  await given.stop();
  await provider.close();
});

const as = (address: string) => async (startUrl: string) =>
  (await provider.signInAs(startUrl, address)).search;
const signIn = (address = email) => given.signIn(address, as(address));
const sessionOf = async (cookie: string) => (await callAs(given.api, cookie, "GET", "/session")).body;
const invited = (address: string, role: "viewer" | "member" | "admin") =>
  givenPerson(
    given.api,
    { cookie: given.cookie, organization_id: given.organization_id },
    { email: address, role },
  );
const organizationUuid = () => internalId("organization", given.organization_id);

test("somebody new gets an account and joins with the default role; the second time they are the same", async () => {
  const first = await signIn();
  const second = await signIn();

  expect([first.status, first.body]).toEqual([
    200,
    { user: { id: expect.any(String), name: `Grace-${people - 1}`, email } },
  ]);
  expect(second.body).toEqual(first.body);
  const session = await sessionOf(second.cookie);
  expect(session.organizations).toEqual([
    expect.objectContaining({ id: given.organization_id, role: "member", uses_sso: true, is_sso_user: true }),
  ]);
  const { rows } = await given.api.db.query("select email_verified from users where email = $1", [email]);
  expect(rows).toEqual([{ email_verified: true }]);
  const account = await callAs(given.api, second.cookie, "GET", "/account");
  expect(account.body).toMatchObject({ email, password_changed_at: null });
});

test("the session is like every other one: it signs out, and its cookie is strict", async () => {
  const { headers, cookie } = await signIn();

  const line = headers.getSetCookie().find((one) => one.includes("session_token")) ?? "";
  expect(line).toMatch(/HttpOnly/i);
  expect(line).toMatch(/SameSite=Strict/i);
  await given.post("/sign-out", {}, cookie);
  expect((await callAs(given.api, cookie, "GET", "/session")).status).toBe(401);
});

test("an invitation decides the role, and is used up", async () => {
  await callAs(given.api, given.cookie, "POST", `/organizations/${given.organization_id}/invitations`, {
    invitations: [{ email, role: "admin" }],
  });

  const { cookie } = await signIn();

  expect((await sessionOf(cookie)).organizations[0].role).toBe("admin");
  const path = `/organizations/${given.organization_id}/invitations?search=${email}`;
  expect((await callAs(given.api, given.cookie, "GET", path)).body.models).toEqual([]);
});

test("a member with this address keeps account and role", async () => {
  const member = await invited(email, "viewer");
  await given.api.db.query("update users set email_verified = true where email = $1", [email]);

  const { body, cookie } = await signIn();

  expect(body.user.id).toBe(member.user_id);
  expect((await sessionOf(cookie)).organizations[0].role).toBe("viewer");
  expect((await given.post("/sign-in/email", { email, password: "long enough" })).status).toBe(200);
});

test("what opened an account whose address nobody had confirmed ends when its person comes", async () => {
  const squatter = await invited(email, "viewer"); // by a link that was handed over

  const { body } = await signIn();

  expect(body.user.id).toBe(squatter.user_id);
  expect((await callAs(given.api, squatter.cookie, "GET", "/session")).status).toBe(401);
  expect(await given.post("/sign-in/email", { email, password: "long enough" })).toMatchObject({
    status: 401,
    body: { code: "WRONG_CREDENTIALS" },
  });
});

test("an address that goes to somebody else does not open the account of the one before", async () => {
  await signIn();
  await given.api.db.query(
    "update sso_identities set subject = 'the one before' where user_id = (select id from users where email = $1)",
    [email],
  );

  const successor = await signIn();

  expect([successor.status, successor.body.code, successor.cookie]).toEqual([409, "SSO_OTHER_IDENTITY", ""]);
  const path = `/organizations/${given.organization_id}/members`;
  const [member] = (await callAs(given.api, given.cookie, "GET", `${path}?search=${email}`)).body.models;
  await callAs(given.api, given.cookie, "DELETE", `${path}/${member.id}`);
  expect((await signIn()).status).toBe(200);
});

test("an address that the provider has not verified opens nothing", async () => {
  provider.unverified.add(email);

  const refused = await signIn();

  expect([refused.status, refused.body.code]).toEqual([422, "SSO_EMAIL_NOT_VERIFIED"]);
  const { rows } = await given.api.db.query("select 1 from users where email = $1", [email]);
  expect(rows).toEqual([]);
});

test("an address at a domain that is not proven opens nothing, also not its account", async () => {
  const outsider = await invited(`guest-${people}@elsewhere.test`, "viewer");

  const refused = await given.signIn(email, as(outsider.email));

  expect([refused.status, refused.body.code]).toEqual([422, "SSO_DOMAIN_NOT_PROVEN"]);
  expect(refused.body.message).toMatch(/has not proven/);
});

test.each(["nobody@elsewhere.test", "nobody@sub.acme.test"])(
  "nothing begins for %s, whose domain no organization has proven",
  async (address) => {
    expect(await given.post("/sign-in/sso", { email: address })).toMatchObject({
      status: 422,
      body: { code: "SSO_NOT_SET_UP" },
    });
  },
);

test("while it is off nobody comes in, also not those who are on their way", async () => {
  const begun = await given.post("/sign-in/sso", { email });
  const answer = await as(email)(begun.body.url);
  await given.setMode("off");

  const { organization_id } = given;
  const late = await given.post("/sign-in/sso/finish", { organization_id, answer }, begun.cookie);
  const next = await given.post("/sign-in/sso", { email });
  await given.setMode("optional");

  expect([late.body.code, next.body.code]).toEqual(["SSO_NOT_SET_UP", "SSO_NOT_SET_UP"]);
});

test("a sign-on is finished once, in the browser where it began, and within ten minutes", async () => {
  const { organization_id } = given;
  const finish = (answer: string, cookie: string) =>
    given.post("/sign-in/sso/finish", { organization_id, answer }, cookie);
  const begun = await given.post("/sign-in/sso", { email });
  const answer = await as(email)(begun.body.url);
  const other = await given.post("/sign-in/sso", { email });

  const elsewhere = await finish(answer, other.cookie);
  const nowhere = await finish(answer, "");
  const done = await finish(answer, begun.cookie);
  const replayed = await finish(answer, begun.cookie);
  const late = await as(email)(other.body.url);
  await given.api.db.query("update sso_attempts set expires_at = now() - interval '1 second'");
  const expired = await finish(late, other.cookie);

  expect([elsewhere, nowhere, replayed, expired].map(({ status, body }) => [status, body.code])).toEqual(
    [1, 2, 3, 4].map(() => [410, "SSO_EXPIRED"]),
  );
  expect(done.status).toBe(200);
});

test("a test of somebody else ends nowhere", async () => {
  const { organization_id } = given;
  const begun = await given.post("/sso/test", { organization_id }, given.cookie);
  const answer = await as("ada@acme.test")(begun.body.url);
  const { cookie } = await signIn();
  const ssoCookie = begun.cookie.split("; ").find((one) => one.includes(".sso="));

  const stolen = await given.post(
    "/sign-in/sso/finish",
    { organization_id, answer },
    `${cookie}; ${ssoCookie}`,
  );

  expect([stolen.status, stolen.body.code]).toEqual([410, "SSO_EXPIRED"]);
});

test("who begins too many sign-ons waits, their colleagues and other places do not, and a sign-in forgives", async () => {
  const begin = (address: string, place: string) =>
    given.api.call("POST", "//auth/sign-in/sso", {
      key: null,
      headers: { "x-forwarded-for": place, ...browserOf("") },
      body: { email: address },
    });
  const office = "203.0.113.9";
  const { rows } = await given.api.db.query<{ before: number }>(
    "select count(*)::int as before from login_failures",
  );

  const answers = [];
  for (let at = 0; at < 11; at++) answers.push((await begin(email, office)).status);
  const others = [await begin(`another-${email}`, office), await begin(email, "203.0.113.10")];
  await signIn();

  expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  expect(others.map(({ status }) => status)).toEqual([200, 200]);
  const after = await given.api.db.query<{ count: number }>(
    "select count(*)::int as count from login_failures",
  );
  expect(after.rows[0]?.count).toBe((rows[0]?.before ?? 0) + 12); // the sign-in has left none
});

test("people who came through it leave neither the organization nor a project by themselves", async () => {
  const { cookie } = await signIn();
  const guest = await invited(`guest-${people}@elsewhere.test`, "member");
  const leave = (who: string) =>
    callAs(given.api, who, "POST", `/organizations/${given.organization_id}/leave`);

  expect((await leave(cookie)).body).toMatchObject({ code: "SSO_USER_STAYS", message: SSO_USER_STAYS });
  expect((await callAs(given.api, guest.cookie, "POST", "/project-members/leave")).body).toMatchObject({
    code: "SSO_USER_STAYS",
    message: SSO_PROJECT_STAYS,
  });
  expect((await leave(guest.cookie)).status).toBe(200);
  expect((await sessionOf(cookie)).organizations).toHaveLength(1);
});

test("a person without a password is told so, and can set one by mail", async () => {
  const { cookie } = await signIn();

  const refused = await given.post(
    "/account/password",
    { password: "x", newPassword: "long enough" },
    cookie,
  );

  expect(refused.body).toMatchObject({ code: "NO_PASSWORD", status: 422 });
  await given.post("/request-password-reset", { email });
  const link = given.identity.logged.findLast((line) => line.includes("password_reset.link")) ?? "";
  const token = /token=([\w-]+)/.exec(link)?.[1];
  expect((await given.post("/reset-password", { token, newPassword: "long enough" })).status).toBe(200);
  expect((await given.post("/sign-in/email", { email, password: "long enough" })).status).toBe(200);
});

test("an organization that uses it has no plans to choose", async () => {
  const path = `/organizations/${given.organization_id}/plan`;

  const chosen = await callAs(given.api, given.cookie, "PUT", path, { plan: "team" });
  const cancelled = await callAs(given.api, given.cookie, "POST", `${path}/cancel`);

  expect([chosen, cancelled].map(({ status, body }) => [status, body.code])).toEqual([
    [403, "SSO_HAS_NO_PLANS"],
    [403, "SSO_HAS_NO_PLANS"],
  ]);
});

test("who is removed loses the bond to the provider, and comes back as somebody new would", async () => {
  const { body } = await signIn();
  await given.api.db.query("delete from members where organization_id = $1 and user_id = $2", [
    organizationUuid(),
    body.user.id,
  ]);
  const bonds = await given.api.db.query("select 1 from sso_identities where user_id = $1", [body.user.id]);

  const again = await signIn();

  expect(bonds.rows).toEqual([]);
  expect(again.body.user.id).toBe(body.user.id);
  expect((await sessionOf(again.cookie)).organizations[0].role).toBe("member");
});
