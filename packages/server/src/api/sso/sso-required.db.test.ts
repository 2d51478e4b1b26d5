/** What if an organization requires single sign-on? Nothing else lets its people in, except the owner. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { callAs, givenPerson, type GivenPerson } from "../../testing/given-person.ts";
import { OWNER } from "../../testing/given-access.ts";
import { givenSso, type GivenSso } from "../../testing/given-sso.ts";
import { FORGED_CLIENT, type ForgedProvider, startForgedProvider } from "../../testing/forged-provider.ts";

let given: GivenSso;
let provider: ForgedProvider;
let people = 0;
let member: GivenPerson;
beforeAll(async () => {
  given = await givenSso();
  provider = await startForgedProvider();
  await given.connect({ issuer: provider.issuer, ...FORGED_CLIENT });
  await given.prove("example.com"); // the owner's address is there, too
  await given.tryOut((startUrl) => provider.answerTo(startUrl));
});
beforeEach(async () => {
  await given.setMode("optional");
  member = await givenPerson(
    given.api,
    { cookie: given.cookie, organization_id: given.organization_id },
    { email: `grace-${people++}@example.com`, role: "member" },
  );
});
afterAll(async () => {
  await given.stop();
  await provider.close();
});

const password = "long enough";
const isSignedIn = async (cookie: string) =>
  (await callAs(given.api, cookie, "GET", "/session")).status === 200;
const signIn = (email: string, typed = password) => given.post("/sign-in/email", { email, password: typed });

test("members of the domain are signed out, and come in through the provider only", async () => {
  const on = await given.setMode("required");

  expect(on.body).toMatchObject({ covered_members: people, other_members: 0 });
  expect([await isSignedIn(member.cookie), await isSignedIn(given.cookie)]).toEqual([false, true]);
  const refused = await signIn(member.email);
  expect([refused.status, refused.body.code]).toEqual([403, "SSO_REQUIRED"]);
  expect(refused.body.message).toContain("Continue with single sign-on");
  expect(refused.cookie).toBe("");
  provider.forgery.claims = { sub: member.email, email: member.email };
  const through = await given.signIn(member.email, (startUrl) => provider.answerTo(startUrl));
  expect(through.status).toBe(200);
  expect(await isSignedIn(through.cookie)).toBe(true);
});

test("the owner keeps the password, also while the provider is down", async () => {
  await given.setMode("required");
  provider.forgery.answers = {
    "/.well-known/openid-configuration": (response) => void response.destroy(),
  };

  const down = await given.post("/sign-in/sso", { email: OWNER.email });
  const { status, cookie } = await signIn(OWNER.email, OWNER.password);
  provider.reform();

  expect(down.body.code).toBe("SSO_PROVIDER_FAILED");
  expect([status, await isSignedIn(cookie)]).toEqual([200, true]);
});

test("a wrong password and a request for a link do not show who the owner is", async () => {
  await given.setMode("required");
  const addresses = [OWNER.email, member.email, "nobody@example.com"];

  const wrong = [];
  const links = [];
  for (const email of addresses) {
    wrong.push((await signIn(email, "not it, sorry")).body);
    links.push((await given.post("/request-password-reset", { email })).body);
  }

  expect(new Set(wrong.map((body) => JSON.stringify(body))).size).toBe(1);
  expect(wrong[0].code).toBe("SSO_REQUIRED");
  expect(new Set(links.map((body) => JSON.stringify(body))).size).toBe(1);
  expect(links[0]).toMatchObject({
    code: "SSO_REQUIRED",
    message: expect.stringMatching(/no password to reset/),
  });
  const sent = given.identity.logged.filter((line) => line.includes("password_reset.link"));
  expect(sent.map((line) => JSON.parse(line).email)).toEqual([OWNER.email]);
});

test("guessing passwords there is limited as everywhere", async () => {
  await given.setMode("required");
  const from = { origin: "http://127.0.0.1:4400", "x-forwarded-for": "203.0.113.77" };
  const guess = () =>
    given.api.call("POST", "//auth/sign-in/email", {
      key: null,
      headers: from,
      body: { email: member.email, password },
    });

  const answers = [];
  for (let at = 0; at < 11; at++) answers.push((await guess()).status);

  expect(answers.slice(-2)).toEqual([403, 429]);
});

test("nobody signs up with an address at the domain", async () => {
  await given.setMode("required");
  const email = `linus-${people}@example.com`;
  const invited = await callAs(
    given.api,
    given.cookie,
    "POST",
    `/organizations/${given.organization_id}/invitations`,
    { invitations: [{ email, role: "member" }] },
  );
  const key = new URL(invited.body.models[0].link).searchParams.get("key");

  const refused = await given.post("/sign-up/email", { email, password, invitation: key });
  const elsewhere = await given.post("/sign-up/email", {
    email: `linus-${people}@elsewhere.test`,
    password,
    invitation: key,
    otherAddress: true,
  });

  expect([refused.status, refused.body.code, elsewhere.status]).toEqual([403, "SSO_REQUIRED", 200]);
});

test("with a session from the provider, nobody makes another way in", async () => {
  await given.setMode("required");
  provider.forgery.claims = { sub: member.email, email: member.email };
  const { cookie } = await given.signIn(member.email, (startUrl) => provider.answerTo(startUrl));

  const calls = [
    await given.post("/account/password", { password, newPassword: "another one" }, cookie),
    await given.post("/account/email", { password, newEmail: "me@elsewhere.test" }, cookie),
    await given.post("/account/email/confirm", { token: "x" }, cookie),
    await given.post("/account/passkeys/begin", { password }, cookie),
  ];

  expect(calls.map(({ status, body }) => [status, body.code])).toEqual(
    calls.map(() => [403, "SSO_REQUIRED"]),
  );
});

test("a passkey lets nobody in", async () => {
  await given.setMode("required");
  await given.api.db.query(
    `insert into passkeys (id, user_id, name, public_key, credential_id, counter, device_type, backed_up, created_at)
     values (gen_random_uuid(), $1, 'laptop', 'x', 'known-credential', 0, 'singleDevice', false, now())`,
    [member.user_id],
  );

  const refused = await given.post("/sign-in/passkey", { response: { id: "known-credential" } });

  expect([refused.status, refused.body.code]).toEqual([403, "SSO_REQUIRED"]);
});

test("whoever becomes the owner can get a password, and the one before needs the provider", async () => {
  await given.setMode("required");
  await callAs(
    given.api,
    given.cookie,
    "PUT",
    `/organizations/${given.organization_id}/members/${member.member_id}`,
    { role: "owner" },
  );

  const [heir, before] = [await signIn(member.email), await signIn(OWNER.email, OWNER.password)];
  await given.api.db.query("update members set role = 'admin' where role = 'owner' and user_id = $1", [
    member.user_id,
  ]);
  await given.api.db.query(
    "update members set role = 'owner' where user_id = (select id from users where email = $1)",
    [OWNER.email],
  );

  expect([heir.status, before.body.code]).toEqual([200, "SSO_REQUIRED"]);
});

test("people at other domains are not concerned", async () => {
  const guest = await givenPerson(
    given.api,
    { cookie: given.cookie, organization_id: given.organization_id },
    { email: `guest-${people}@elsewhere.test`, role: "member" },
  );

  const on = await given.setMode("required");

  expect(on.body.other_members).toBeGreaterThan(0);
  expect(await isSignedIn(guest.cookie)).toBe(true);
  expect((await signIn(guest.email)).status).toBe(200);
});
