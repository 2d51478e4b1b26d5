/** How do people come into an organization by mail? A real SMTP server receives the invitations. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createMail } from "../../outbound/mail.ts";
import { givenAccess, type GivenAccess } from "../../testing/given-access.ts";
import { type GivenApi, givenApi } from "../../testing/given-api.ts";
import { callAs } from "../../testing/given-person.ts";
import { type Mailbox, startMailbox } from "../../testing/mailbox.ts";

let mailbox: Mailbox;
let identity: GivenAccess;
let api: GivenApi;
let ada: string;
let organization_id: string;
let people = 0;
let email: string;
beforeAll(async () => {
  mailbox = await startMailbox();
  identity = await givenAccess({
    mail: createMail({ url: mailbox.url, from: "Posthorn <posthorn@example.com>" }),
  });
  api = await givenApi({ identity });
  ({ cookie: ada } = await api.signUp());
});
beforeEach(async () => {
  const { body } = await callAs(api, ada, "POST", "/organizations", { name: "Compilers" });
  organization_id = body.organization.id;
  email = `grace-${people++}@example.com`;
});
afterAll(async () => {
  await api.stop();
  await mailbox.stop();
});

const ask = (method: string, path: string, body?: unknown) =>
  callAs(api, ada, method, `/organizations/${organization_id}${path}`, body);
const invite = (...invitations: { email: string; role: string }[]) =>
  ask("POST", "/invitations", { invitations });

/** Waits for the `count`th mail to the address, and reads the key in its link. */
async function keyIn(to: string, count = 1): Promise<string> {
  const found = await expect
    .poll(() => mailbox.received.filter((mail) => mail.to.includes(to))[count - 1])
    .toBeDefined()
    .then(() => mailbox.received.filter((mail) => mail.to.includes(to))[count - 1]);
  const { text = "" } = (await found?.mail) ?? {};
  const link = /http:\/\/127\.0\.0\.1:4400\/invitation\?key=([\w-]+)/.exec(text);
  return link?.[1] ?? "";
}

async function signUp(key: string, body: object = {}) {
  const answer = await identity.post("/sign-up/email", {
    email,
    password: "long enough",
    name: "Grace",
    invitation: key,
    ...body,
  });
  return answer;
}

const accept = (cookie: string, key: string, body: object = {}) =>
  callAs(api, cookie, "POST", "/invitation", { key, ...body });
const shown = (key: string) => api.call("GET", `//dashboard-api/invitation?key=${key}`, { key: null });
const organizationsOf = async (cookie: string) =>
  (await callAs(api, cookie, "GET", "/session")).body.organizations.map(
    ({ id, role }: { id: string; role: string }) => ({ id, role }),
  );

/** Somebody who has an account here, through an organization that does not matter. */
async function somebody(): Promise<{ cookie: string; email: string }> {
  const own = `somebody-${people++}@example.com`;
  await invite({ email: own, role: "viewer" });
  const { cookie } = await identity.post("/sign-up/email", {
    email: own,
    password: "long enough",
    invitation: await keyIn(own),
  });
  await callAs(api, cookie, "POST", `/organizations/${organization_id}/leave`);
  return { cookie, email: own };
}

test("several people are invited at once, each with a role, a mail and a link of their own", async () => {
  const other = `linus-${people}@example.com`;

  const invited = await invite(
    { email: ` ${email.toUpperCase()} `, role: "admin" },
    { email: other, role: "viewer" },
  );

  expect(invited.body.models).toEqual([
    {
      id: expect.stringMatching(/^inv_/),
      email,
      role: "admin",
      inviter_name: "Ada",
      expires_at: expect.any(String),
      is_expired: false,
      created_at: expect.any(String),
      link: null,
    },
    expect.objectContaining({ email: other, role: "viewer" }),
  ]);
  const [first, second] = [await keyIn(email), await keyIn(other)];
  expect(first).toMatch(/^[\w-]{32}$/);
  expect(second).not.toBe(first);
  const mail = await mailbox.received.find(({ to }) => to.includes(email))?.mail;
  expect(mail?.subject).toBe("Join Compilers on Posthorn");
  expect(mail?.text).toContain("Ada invites you to join Compilers as admin.");
  const { rows } = await api.db.query<{ days: number }>(
    "select extract(epoch from expires_at - created_at)::float8 / 86400 as days from invitations where email = $1",
    [email],
  );
  expect(rows[0]?.days).toBeCloseTo(7, 3);
});

test("opening the link changes nothing; a sign-up with it joins the organization, once", async () => {
  await invite({ email, role: "member" });
  const key = await keyIn(email);

  const seen = [await shown(key), await shown(key)];
  expect(seen.map(({ status }) => status)).toEqual([200, 200]);
  expect(seen[0]?.body).toEqual({
    organization_name: "Compilers",
    inviter_name: "Ada",
    email,
    role: "member",
    expires_at: expect.any(String),
  });
  const joined = await signUp(key);

  expect([joined.status, joined.body]).toMatchObject([200, { user: { name: "Grace", email } }]);
  expect(await organizationsOf(joined.cookie)).toEqual([{ id: organization_id, role: "member" }]);
  expect((await ask("GET", "/invitations")).body.models).toEqual([]);
  expect((await shown(key)).body).toMatchObject({ code: "LINK_NOT_VALID", status: 410 });
  expect((await signUp(key, { email: "x@example.com" })).status).toBe(410);
  const { rows } = await api.db.query("select email_verified from users where email = $1", [email]);
  expect(rows).toEqual([{ email_verified: true }]);
});

test("of many sign-ups with one link exactly one joins", async () => {
  await invite({ email, role: "member" });
  const key = await keyIn(email);

  const answers = await Promise.all(
    [1, 2, 3, 4].map((at) => signUp(key, { email: `burst-${people}-${at}@example.com`, otherAddress: true })),
  );

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410, 410, 410]);
  expect((await ask("GET", "/members")).body.models).toHaveLength(2);
});

test("somebody who has an account accepts signed in, and is told to sign in if they sign up", async () => {
  const mate = await somebody();
  await invite({ email: mate.email, role: "admin" });
  const key = await keyIn(mate.email, 2);

  const again = await signUp(key, { email: mate.email });
  expect(again.body).toMatchObject({
    code: "ACCOUNT_EXISTS",
    status: 409,
    message: "There is an account with this email already. Sign in to accept the invitation.",
  });
  const accepted = await accept(mate.cookie, key);

  expect(accepted.body).toEqual({ organization_id });
  expect(await organizationsOf(mate.cookie)).toEqual([{ id: organization_id, role: "admin" }]);
  expect((await accept(mate.cookie, key)).body).toMatchObject({ code: "LINK_NOT_VALID", status: 410 });
});

test("another address than the invited one joins only if the person says so", async () => {
  const mate = await somebody();
  await invite({ email, role: "viewer" });
  const key = await keyIn(email);

  const asked = [await accept(mate.cookie, key), await signUp(key, { email: `other-${email}` })];
  expect(asked.map(({ status, body }) => [status, body])).toMatchObject([
    [409, { code: "OTHER_ADDRESS" }],
    [409, { code: "OTHER_ADDRESS" }],
  ]);
  expect(await organizationsOf(mate.cookie)).toEqual([]);
  const confirmed = await accept(mate.cookie, key, { other_address: true });

  expect(confirmed.status).toBe(200);
  expect(await organizationsOf(mate.cookie)).toEqual([{ id: organization_id, role: "viewer" }]);
});

test("a sign-up with another address than the invited one leaves that address unproven", async () => {
  await invite({ email, role: "viewer" });

  const joined = await signUp(await keyIn(email), { email: `other-${email}`, otherAddress: true });

  expect(joined.status).toBe(200);
  const { rows } = await api.db.query("select email_verified from users where email = $1", [
    `other-${email}`,
  ]);
  expect(rows).toEqual([{ email_verified: false }]);
});

test("a resent invitation has a new link, and the old one is no longer valid", async () => {
  const { body } = await invite({ email, role: "member" });
  const [first] = body.models;
  const old = await keyIn(email);
  await api.db.query("update invitations set expires_at = now() where email = $1", [email]);
  expect((await shown(old)).status).toBe(410);
  expect((await ask("GET", "/invitations")).body.models).toMatchObject([{ email, is_expired: true }]);

  const resent = await ask("POST", `/invitations/${first.id}/resend`);

  expect(resent.body).toMatchObject({ id: first.id, email, role: "member", is_expired: false });
  expect((await shown(old)).status).toBe(410);
  expect((await shown(await keyIn(email, 2))).status).toBe(200);
});

test("a second invitation to an address replaces the first one", async () => {
  await invite({ email, role: "member" });
  const old = await keyIn(email);

  await invite({ email, role: "viewer" });

  expect((await shown(old)).status).toBe(410);
  expect((await shown(await keyIn(email, 2))).body).toMatchObject({ role: "viewer" });
  expect((await ask("GET", `/invitations?search=GRACE`)).body.models).toHaveLength(1);
  expect((await ask("GET", `/invitations?search=nobody`)).body.models).toEqual([]);
});

test("a revoked invitation is no longer valid", async () => {
  const { body } = await invite({ email, role: "member" });
  const key = await keyIn(email);
  const { id } = body.models[0];

  expect((await ask("DELETE", `/invitations/${id}`)).body).toEqual({ id });

  expect([(await shown(key)).status, (await signUp(key)).status]).toEqual([410, 410]);
  expect((await ask("DELETE", `/invitations/${id}`)).status).toBe(404);
  expect((await ask("POST", `/invitations/${id}/resend`)).status).toBe(404);
});

test("all are invited or none: members, doubles, owners and what is no address are refused", async () => {
  const good = { email, role: "member" };
  const refusals = [
    await invite(good, { email: "ada@example.com", role: "member" }),
    await invite(good, { ...good, role: "viewer" }),
    await invite(good, { email: "no address", role: "member" }),
    await invite(good, { email: `x${email}`, role: "owner" }),
    await invite(),
    await invite(...Array.from({ length: 51 }, (_, at) => ({ ...good, email: `${at}-${email}` }))),
  ];

  expect(refusals.map(({ status, body }) => [status, body.data[0]])).toEqual([
    [422, "invitations[1].email is a member already"],
    [422, "invitations[1].email is named twice"],
    [422, "invitations[1].email must be a valid email"],
    [422, expect.stringContaining("invitations[1].role")],
    [422, expect.stringContaining("invitations")],
    [422, expect.stringContaining("invitations")],
  ]);
  expect((await ask("GET", "/invitations")).body.models).toEqual([]);
});

test("names that people choose add nothing to the mail", async () => {
  await ask("PUT", "", { name: "Free money\r\n\r\nhttps://evil.test" });

  await invite({ email, role: "member" });

  await keyIn(email);
  const mail = await mailbox.received.find(({ to }) => to.includes(email))?.mail;
  expect(mail?.subject).toBe("Join Free money https://evil.test on Posthorn");
  expect(mail?.text?.split("\n\n").slice(0, 2)).toEqual([
    "Join Free money https://evil.test on Posthorn",
    expect.stringMatching(
      /^Ada invites you to join Free money https:\/\/evil\.test as member\.\nYou join only/,
    ),
  ]);
});

test("with a mail server the link leaves the server only by mail", async () => {
  const invited = await invite({ email, role: "member" });
  const resent = await ask("POST", `/invitations/${invited.body.models[0].id}/resend`);

  expect([invited.body.models[0].link, resent.body.link]).toEqual([null, null]);
  expect((await ask("GET", "/invitations")).body.has_mail_server).toBe(true);
  const keys = [await keyIn(email), await keyIn(email, 2)];
  const written = JSON.stringify([invited.body, resent.body, api.logged, identity.logged]);
  expect(keys.filter((key) => key === "" || written.includes(key))).toEqual([]);
});

test.each(["127.0.0.1", "0.0.0.0"])(
  "without a mail server the admin who invites gets the link, and only they do (host %s)",
  async (host) => {
    const mute = await givenAccess({ host, mail: null });
    const elsewhere = await givenApi({ identity: mute });
    const { cookie } = await elsewhere.signUp();
    const { body: session } = await callAs(elsewhere, cookie, "GET", "/session");
    const path = `/organizations/${session.organizations[0].id}/invitations`;

    const invited = await callAs(elsewhere, cookie, "POST", path, {
      invitations: [{ email, role: "member" }],
    });
    const resent = await callAs(elsewhere, cookie, "POST", `${path}/${invited.body.models[0].id}/resend`);

    const links: string[] = [invited.body.models[0].link, resent.body.link];
    const keys = links.map(
      (link) => /^http:\/\/127\.0\.0\.1:4400\/invitation\?key=([\w-]{32})$/.exec(link)?.[1] ?? "",
    );
    expect(new Set(keys).size).toBe(2);
    const listed = await callAs(elsewhere, cookie, "GET", path);
    expect(listed.body.has_mail_server).toBe(false);
    const written = JSON.stringify([listed.body, elsewhere.logged, mute.logged]);
    expect(keys.filter((key) => key === "" || written.includes(key))).toEqual([]);

    // The link shows that an admin has let the person in. It does not show whose mailbox that is.
    const password = "long enough";
    const [old, latest] = keys;
    expect((await mute.post("/sign-up/email", { email, password, invitation: old })).status).toBe(410);
    expect((await mute.post("/sign-up/email", { email, password, invitation: latest })).status).toBe(200);
    const { rows } = await mute.db.query("select email_verified from users where email = $1", [email]);
    expect(rows).toEqual([{ email_verified: false }]);
    await elsewhere.stop();
  },
);
