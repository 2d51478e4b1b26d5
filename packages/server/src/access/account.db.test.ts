import { ACCOUNT_PATHS } from "@posthorn/contract/account";
import { afterEach, expect, test } from "vitest";
import { newId } from "../ids.ts";
import { createMail } from "../outbound/mail.ts";
import { recogniseCliClient } from "../store/cli-clients.ts";
import { issueCliKey } from "../store/cli-keys.ts";
import { givenAccess, OWNER, type GivenAccess } from "../testing/given-access.ts";
import { startMailbox, type Mailbox } from "../testing/mailbox.ts";

const NEW_EMAIL = "ada@acme.example";
const NEW_PASSWORD = "a better horse battery";
const password = OWNER.password;
const WRONG_PASSWORD = { code: "WRONG_PASSWORD", status: 422, message: "The password is wrong" };

let cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  const steps = cleanUp.toReversed();
  cleanUp = []; // first: a failing step must not run again after the next test
  for (const step of steps) await step();
});

interface Given extends GivenAccess {
  cookie: string;
  mailbox: Mailbox;
}

/** The owner, signed in, with a real mail server. */
async function givenOwner(): Promise<Given> {
  const mailbox = await startMailbox();
  cleanUp.push(() => mailbox.stop());
  const given = await givenAccess({
    mail: createMail({ url: mailbox.url, from: "Posthorn <posthorn@example.com>" }),
  });
  cleanUp.push(given.stop);
  const { cookie } = await given.signUp();
  return { ...given, cookie, mailbox };
}

const act = (given: Given, path: string, body: object = {}, cookie = given.cookie) =>
  given.post(path, body, { cookie });

const account = async (given: Given, cookie = given.cookie) => {
  const view = await given.access.accountView({ cookie });
  if (!view) throw new Error("nobody is signed in");
  return view;
};

async function linkIn(given: Given, to = NEW_EMAIL): Promise<string> {
  const text = await given.mailbox.arrived(to, "Confirm your new address for Posthorn");
  return /\/confirm-email\?token=([\w-]+)/.exec(text)?.[1] ?? "no link";
}

test("without a session nothing of an account can be read or changed", async () => {
  const given = await givenOwner();

  const answers = await Promise.all(
    Object.values(ACCOUNT_PATHS).map((path) =>
      given.post(path, { password, newEmail: NEW_EMAIL, newPassword: NEW_PASSWORD }),
    ),
  );

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
  expect(await given.access.accountView({})).toBeNull();
});

test("a person renames themselves, and everybody sees the new name", async () => {
  const given = await givenOwner();

  expect((await act(given, ACCOUNT_PATHS.rename, { name: "" })).status).toBe(422);
  expect((await act(given, ACCOUNT_PATHS.rename, { name: "x".repeat(156) })).status).toBe(422);
  expect((await act(given, ACCOUNT_PATHS.rename, { name: " Ada Lovell " })).status).toBe(200);

  expect((await account(given)).name).toBe("Ada Lovell");
  expect((await given.access.sessionView({ cookie: given.cookie }))?.user.name).toBe("Ada Lovell");
});

test.each([
  [ACCOUNT_PATHS.askEmail, { newEmail: NEW_EMAIL }],
  [ACCOUNT_PATHS.changePassword, { newPassword: NEW_PASSWORD }],
  [ACCOUNT_PATHS.beginTwoFactor, {}],
  [ACCOUNT_PATHS.endTwoFactor, {}],
  [ACCOUNT_PATHS.showRecoveryCodes, {}],
  [ACCOUNT_PATHS.renewRecoveryCodes, {}],
  [ACCOUNT_PATHS.beginPasskey, {}],
  [ACCOUNT_PATHS.removePasskey, { id: newId() }],
  [ACCOUNT_PATHS.delete, {}],
])(
  "%s changes nothing without the current password, and guesses are counted like sign-ins",
  async (path, body) => {
    const given = await givenOwner();
    const before = await account(given);

    expect((await act(given, path, body)).status).toBe(422);
    const guesses = [];
    for (let guess = 1; guess <= 11; guess += 1)
      guesses.push(await act(given, path, { ...body, password: `wrong ${guess}` }));

    expect(guesses.slice(0, 10).map(({ body: told }) => told)).toEqual(
      Array.from({ length: 10 }, () => WRONG_PASSWORD),
    );
    expect(guesses[10]?.status).toBe(429);
    expect(await account(given)).toEqual(before);
    expect(given.mailbox.received).toEqual([]);
  },
);

test("a new address counts when its owner has confirmed it, and the old address hears of it", async () => {
  const given = await givenOwner();

  const asked = await act(given, ACCOUNT_PATHS.askEmail, { password, newEmail: " Ada@Acme.example" });
  const token = await linkIn(given);

  expect(asked.status).toBe(200);
  expect(await account(given)).toMatchObject({ email: OWNER.email, email_change: { new_email: NEW_EMAIL } });
  expect((await given.signIn()).status).toBe(200);

  const confirmed = await act(given, ACCOUNT_PATHS.confirmEmail, { token });

  expect(confirmed.body).toEqual({ email: NEW_EMAIL });
  expect(await account(given)).toMatchObject({ email: NEW_EMAIL, email_change: null });
  expect((await given.signIn()).status).toBe(401);
  expect((await given.post("/sign-in/email", { email: NEW_EMAIL, password })).status).toBe(200);
  expect(await given.mailbox.arrived(OWNER.email, "Your Posthorn address was changed")).toContain(NEW_EMAIL);
  expect((await act(given, ACCOUNT_PATHS.confirmEmail, { token })).status).toBe(410);
});

test("only the newest link works, a cancelled one does not, and one that is a day old neither", async () => {
  const given = await givenOwner();
  await act(given, ACCOUNT_PATHS.askEmail, { password, newEmail: NEW_EMAIL });
  const first = await linkIn(given);

  expect((await act(given, ACCOUNT_PATHS.sendEmailLinkAgain)).status).toBe(200);
  expect((await act(given, ACCOUNT_PATHS.confirmEmail, { token: first })).status).toBe(410);
  await expect.poll(() => given.mailbox.received.length).toBe(2);
  const again = (await given.mailbox.received[1]?.mail)?.text ?? "";
  const second = /token=([\w-]+)/.exec(again)?.[1];

  await given.db.query("update email_changes set sent_at = sent_at - interval '24 hours'");
  expect((await act(given, ACCOUNT_PATHS.confirmEmail, { token: second })).status).toBe(410);
  await act(given, ACCOUNT_PATHS.cancelEmail);

  expect((await account(given)).email_change).toBeNull();
  expect((await act(given, ACCOUNT_PATHS.sendEmailLinkAgain)).status).toBe(404);
});

test("a link counts only for the person who asked for it", async () => {
  const given = await givenOwner();
  await givenMember(given, "eve@example.com");
  const eve = await given.post("/sign-in/email", { email: "eve@example.com", password });
  await act(given, ACCOUNT_PATHS.askEmail, { password, newEmail: NEW_EMAIL });
  const token = await linkIn(given);

  expect((await given.post(ACCOUNT_PATHS.confirmEmail, { token })).status).toBe(401);
  expect((await act(given, ACCOUNT_PATHS.confirmEmail, { token }, eve.cookie)).status).toBe(410);

  expect((await account(given)).email).toBe(OWNER.email);
});

test("an address of another account is found out only by those who read its mail", async () => {
  const given = await givenOwner();
  await givenMember(given, NEW_EMAIL);

  const asked = await act(given, ACCOUNT_PATHS.askEmail, { password, newEmail: NEW_EMAIL });
  const confirmed = await act(given, ACCOUNT_PATHS.confirmEmail, { token: await linkIn(given) });

  expect(asked).toMatchObject({ status: 200, body: { status: true } });
  expect(confirmed).toMatchObject({ status: 409, body: { code: "EMAIL_TAKEN" } });
  expect((await account(given)).email).toBe(OWNER.email);
});

test("a reset link of the old address does not work any more", async () => {
  const given = await givenOwner();
  await given.post("/request-password-reset", { email: OWNER.email });
  const reset = await given.mailbox.arrived(OWNER.email, "Choose a new password for Posthorn");
  await act(given, ACCOUNT_PATHS.askEmail, { password, newEmail: NEW_EMAIL });
  await act(given, ACCOUNT_PATHS.confirmEmail, { token: await linkIn(given) });

  const token = /token=(\w+)/.exec(reset)?.[1];

  expect((await given.post("/reset-password", { token, newPassword: NEW_PASSWORD })).status).toBe(410);
});

test("a new password signs out everything else, and this browser stays signed in", async () => {
  const given = await givenOwner();
  const other = await given.signIn();
  const key = await givenCliKey(given);
  const before = await account(given);

  const changed = await act(given, ACCOUNT_PATHS.changePassword, { password, newPassword: NEW_PASSWORD });

  expect(changed.status).toBe(200);
  expect(changed.headers.getSetCookie()[0]).toContain("Max-Age=34560000");
  const after = await account(given, changed.cookie);
  expect(after.sessions.map(({ kind, is_current }) => [kind, is_current])).toEqual([["browser", true]]);
  expect(after.sessions[0]).toMatchObject({ device: before.sessions.find((one) => one.is_current)?.device });
  expect(Date.parse(after.password_changed_at ?? "")).toBeGreaterThan(
    Date.parse(before.password_changed_at ?? ""),
  );
  expect(await given.access.sessionView({ cookie: other.cookie })).toBeNull();
  expect(await given.access.authenticate({ authorization: `Bearer ${key}` })).toBeNull();
  expect((await given.signIn()).status).toBe(401);
  expect((await given.signIn(NEW_PASSWORD)).status).toBe(200);
  await given.mailbox.arrived(OWNER.email, "Your Posthorn password was changed");
});

test("a person sees where they are signed in, and signs out one place or all others", async () => {
  const given = await givenOwner();
  const phone = await given.signIn(password, { "user-agent": "Phone", "x-forwarded-for": "203.0.113.24" });
  const tablet = await given.signIn(password, { "user-agent": "Tablet" });
  const key = await givenCliKey(given);

  const { sessions } = await account(given);
  expect(sessions[0]).toMatchObject({ kind: "browser", is_current: true });
  expect(sessions.map(({ kind, device }) => [kind, device])).toEqual(
    expect.arrayContaining([
      ["browser", "Phone"],
      ["browser", "Tablet"],
      ["cli", "laptop"],
    ]),
  );
  const { id, address } = sessions.find(({ device }) => device === "Phone") ?? {};
  expect(address).toBe("203.0.113.24");

  expect((await act(given, ACCOUNT_PATHS.endSession, { id })).status).toBe(200);
  expect(await given.access.sessionView({ cookie: phone.cookie })).toBeNull();
  expect(await given.access.sessionView({ cookie: tablet.cookie })).not.toBeNull();
  const cli = sessions.find(({ kind }) => kind === "cli")?.id;
  expect((await act(given, ACCOUNT_PATHS.endSession, { id: cli })).status).toBe(200);
  expect(await given.access.authenticate({ authorization: `Bearer ${key}` })).toBeNull();

  await givenCliKey(given);
  expect((await act(given, ACCOUNT_PATHS.endOtherSessions)).status).toBe(200);
  expect((await account(given)).sessions.map(({ is_current }) => is_current)).toEqual([true]);
});

test("nobody can end a session or a key of another person", async () => {
  const given = await givenOwner();
  await givenCliKey(given);
  await givenMember(given, "eve@example.com");
  const { sessions } = await account(given);
  const eve = await given.post("/sign-in/email", { email: "eve@example.com", password });

  for (const { id } of sessions)
    expect((await act(given, ACCOUNT_PATHS.endSession, { id }, eve.cookie)).status).toBe(404);
  expect((await act(given, ACCOUNT_PATHS.endSession, { id: "1; drop" }, eve.cookie)).status).toBe(404);
  await act(given, ACCOUNT_PATHS.endOtherSessions, {}, eve.cookie);

  expect((await account(given)).sessions.length).toBe(sessions.length);
});

test("an owner keeps the account until somebody else owns the organization; then all that is theirs goes", async () => {
  const given = await givenOwner();
  await givenMember(given, "eve@example.com");
  const key = await givenCliKey(given);

  const refused = await act(given, ACCOUNT_PATHS.delete, { password });
  expect(refused).toMatchObject({ status: 409, body: { code: "OWNS_ORGANIZATION" } });
  expect((await account(given)).owned_organizations).toEqual(["Engines"]);

  await given.db.query("update members set role = case when role = 'owner' then 'admin' else 'owner' end");
  const deleted = await act(given, ACCOUNT_PATHS.delete, { password });

  expect(deleted.status).toBe(200);
  expect(deleted.headers.getSetCookie()[0]).toContain("Max-Age=0");
  expect(await given.access.sessionView({ cookie: given.cookie })).toBeNull();
  expect(await given.access.authenticate({ authorization: `Bearer ${key}` })).toBeNull();
  expect((await given.signIn()).status).toBe(401);
  await given.mailbox.arrived(OWNER.email, "Your Posthorn account was deleted");
});

test("without a mail server the link is in the log on loopback, and elsewhere no address can be changed", async () => {
  const here = await givenAccess();
  cleanUp.push(here.stop);
  const elsewhere = await givenAccess({ host: "0.0.0.0" });
  cleanUp.push(elsewhere.stop);

  expect((await signUpAndAsk(here)).status).toBe(200);
  expect(here.logged.join("\n")).toContain("/confirm-email?token=");
  expect(await signUpAndAsk(elsewhere)).toMatchObject({ status: 422, body: { code: "MAIL_NOT_CONFIGURED" } });
  expect(elsewhere.logged.join("\n")).not.toContain("/confirm-email?token=");
});

async function signUpAndAsk({ post, signUp }: GivenAccess) {
  const { cookie } = await signUp();
  return post(ACCOUNT_PATHS.askEmail, { password, newEmail: NEW_EMAIL }, { cookie });
}

/** A second person of the organization, with the owner's password. */
async function givenMember({ db }: GivenAccess, email: string): Promise<void> {
  const id = newId();
  await db.query("insert into users (id, name, email, email_verified) values ($1, 'Eve', $2, true)", [
    id,
    email,
  ]);
  await db.query(
    `insert into accounts (id, user_id, account_id, provider_id, password)
     select $1, $2, $3, 'credential', password from accounts`,
    [newId(), id, id],
  );
  await db.query(
    "insert into members (id, organization_id, user_id, role) select $1, id, $2, 'member' from organizations",
    [newId(), id],
  );
}

/** A CLI key of the owner. */
async function givenCliKey({ db }: GivenAccess): Promise<string> {
  const { rows } = await db.query<{ user_id: string; team_id: string }>(
    `select user_id, projects.id as team_id from projects join members using (organization_id)
     where role = 'owner'`,
  );
  const [owner] = rows;
  if (!owner) throw new Error("nobody owns the installation");
  const cli_id = await recogniseCliClient(db, { ...owner, device_name: "laptop" });
  return issueCliKey(db, { ...owner, api_key_id: null, cli_id });
}
