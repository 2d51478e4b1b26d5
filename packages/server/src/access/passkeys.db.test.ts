import { ACCOUNT_PATHS } from "@posthorn/contract/account";
import { afterEach, expect, test } from "vitest";
import { newId } from "../ids.ts";
import { createMail } from "../outbound/mail.ts";
import { insertPerson } from "../store/people.ts";
import { codeNow } from "../testing/authenticator.ts";
import { givenAccess, OWNER, type GivenAccess } from "../testing/given-access.ts";
import { startMailbox, type Mailbox } from "../testing/mailbox.ts";
import { softwarePasskey, type AnswerOptions, type SoftwarePasskey } from "../testing/software-passkey.ts";

const password = OWNER.password;
const BO = "bo@example.com";
const BEGIN_SIGN_IN = "/sign-in/passkey/begin";
const SIGN_IN = "/sign-in/passkey";
const WRONG_PASSKEY = expect.objectContaining({ code: "WRONG_PASSKEY", status: 422 });
const UNKNOWN_PASSKEY = expect.objectContaining({ code: "UNKNOWN_PASSKEY", status: 422 });

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

async function givenOwner(): Promise<Given> {
  const mailbox = await startMailbox();
  cleanUp.push(() => mailbox.stop());
  const mail = createMail({ url: mailbox.url, from: "Posthorn <posthorn@example.com>" });
  const given = await givenAccess({ mail });
  cleanUp.push(given.stop);
  const { cookie } = await given.signUp();
  return { ...given, cookie, mailbox };
}

interface Challenge {
  challenge: string;
  /** What the browser sends with its answer. */
  cookie: string;
  options: Record<string, unknown>;
}

async function challengeFrom(given: Given, path: string, body: object, cookie: string): Promise<Challenge> {
  const reply = await given.post(path, body, { cookie });
  expect(reply.status).toBe(200);
  const options = reply.body as Record<string, unknown>; // what the route returns with 200
  return { challenge: String(options["challenge"]), cookie: `${cookie}; ${reply.cookie}`, options };
}

const beginAdding = (given: Given, cookie = given.cookie) =>
  challengeFrom(given, ACCOUNT_PATHS.beginPasskey, { password }, cookie);

async function add(
  given: Given,
  passkey: SoftwarePasskey,
  name = "MacBook Pro",
  options: AnswerOptions = {},
) {
  const { challenge, cookie } = await beginAdding(given);
  const response = passkey.created(challenge, options);
  return given.post(ACCOUNT_PATHS.addPasskey, { name, response }, { cookie });
}

/** An owner with a passkey. */
async function givenPasskey(): Promise<Given & { passkey: SoftwarePasskey }> {
  const given = await givenOwner();
  const passkey = softwarePasskey();
  expect((await add(given, passkey)).status).toBe(200);
  return { ...given, passkey };
}

/** Another person, with the owner's password. Returns their id. */
async function givenBo(given: Given): Promise<string | null> {
  const { rows } = await given.db.query<{ password: string }>("select password from accounts");
  return insertPerson(given.db, {
    name: "Bo",
    email: BO,
    email_verified: true,
    password_hash: rows[0]?.password ?? "",
  });
}

const beginSigningIn = (given: Given, cookie = "") => challengeFrom(given, BEGIN_SIGN_IN, {}, cookie);

async function signInWith(given: Given, passkey: SoftwarePasskey, options: AnswerOptions = {}) {
  const { challenge, cookie } = await beginSigningIn(given);
  return given.post(SIGN_IN, { response: passkey.signed(challenge, options) }, { cookie });
}

const passkeysOf = async (given: Given) =>
  (await given.access.accountView({ cookie: given.cookie }))?.passkeys;

test("a passkey signs in without the password, and the person hears of it by mail", async () => {
  const given = await givenPasskey();
  expect(await passkeysOf(given)).toMatchObject([
    { name: "MacBook Pro", kind: "device", last_used_at: null },
  ]);

  const reply = await signInWith(given, given.passkey);

  expect(reply).toMatchObject({ status: 200, body: { user: { email: OWNER.email } } });
  expect(await given.access.sessionView({ cookie: reply.cookie })).not.toBeNull();
  expect(await passkeysOf(given)).toMatchObject([{ last_used_at: expect.any(String) }]);
  const text = await given.mailbox.arrived(OWNER.email, "A passkey was added to your account");
  expect(text).toContain("“MacBook Pro”");
});

test("the browser is asked for a passkey that it keeps, and that verifies the person, at our host", async () => {
  const given = await givenPasskey();

  const adding = await beginAdding(given);
  const signingIn = await beginSigningIn(given, given.cookie);

  expect(adding.options).toMatchObject({
    rp: { id: "localhost", name: "Posthorn" },
    user: { name: OWNER.email },
    excludeCredentials: [{ id: given.passkey.id }],
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  expect(signingIn.options).toMatchObject({ rpId: "localhost", userVerification: "required" });
  expect(signingIn.options).not.toHaveProperty("allowCredentials"); // also with a session: another person may sign in
});

test("a passkey counts as both factors: no code is asked", async () => {
  const given = await givenPasskey();
  const begun = await given.post(ACCOUNT_PATHS.beginTwoFactor, { password }, { cookie: given.cookie });
  const { secret } = begun.body as { secret: string }; // what the route returns with 200
  const code = codeNow(secret);
  expect((await given.post(ACCOUNT_PATHS.confirmTwoFactor, { code }, { cookie: given.cookie })).status).toBe(
    200,
  );
  expect((await given.signIn()).body).toEqual({ second_factor: true });

  const reply = await signInWith(given, given.passkey);

  expect(reply.body).toHaveProperty("user");
});

test("an authenticator that did not verify the person adds nothing and opens nothing", async () => {
  const given = await givenPasskey();

  expect((await add(given, softwarePasskey(), "A key", { isVerified: false })).body).toEqual(WRONG_PASSKEY);
  expect((await signInWith(given, given.passkey, { isVerified: false })).body).toEqual(WRONG_PASSKEY);

  expect(await passkeysOf(given)).toHaveLength(1);
});

test("an answer for another page, another challenge or a second time opens nothing", async () => {
  const given = await givenPasskey();
  const { passkey } = given;
  const origin = "https://posthorn.evil.example";

  expect((await add(given, softwarePasskey(), "A key", { origin })).body).toEqual(WRONG_PASSKEY);
  expect((await signInWith(given, passkey, { origin })).body).toEqual(WRONG_PASSKEY);
  const first = await beginSigningIn(given);
  const other = await beginSigningIn(given);
  const crossed = await given.post(
    SIGN_IN,
    { response: passkey.signed(other.challenge) },
    { cookie: first.cookie },
  );
  expect(crossed.body).toEqual(WRONG_PASSKEY);
  const response = passkey.signed(other.challenge);
  expect((await given.post(SIGN_IN, { response }, { cookie: other.cookie })).status).toBe(200);
  expect((await given.post(SIGN_IN, { response }, { cookie: other.cookie })).body).toEqual(WRONG_PASSKEY);
  expect((await given.post(SIGN_IN, { response })).body).toEqual(WRONG_PASSKEY);
  expect(given.logged.filter((line) => line.includes('"level":"error"'))).toEqual([]);
});

test.each([undefined, null, "text", {}, { id: 5 }, { id: "a b" }, { id: "\u0000" }, { id: "abc" }])(
  "%j is no answer to a challenge",
  async (response) => {
    const given = await givenOwner();
    const adding = await beginAdding(given);
    const signingIn = await beginSigningIn(given);

    const added = await given.post(
      ACCOUNT_PATHS.addPasskey,
      { name: "A key", response },
      { cookie: adding.cookie },
    );
    const signedIn = await given.post(SIGN_IN, { response }, { cookie: signingIn.cookie });

    expect([added.status, signedIn.status]).toEqual([422, 422]);
    expect(await passkeysOf(given)).toEqual([]);
  },
);

test("a challenge for one person adds nothing to another, and one account's passkey is added once", async () => {
  const given = await givenPasskey();
  await givenBo(given);
  const bo = await given.post("/sign-in/email", { email: BO, password });
  const { challenge, cookie } = await beginAdding(given, bo.cookie);

  const response = softwarePasskey().created(challenge);
  const stolen = await given.post(
    ACCOUNT_PATHS.addPasskey,
    { name: "Mine", response },
    { cookie: `${given.cookie}; ${cookie.replace(bo.cookie, "")}` },
  );
  const again = await add(given, given.passkey);

  expect([stolen.body, again.body]).toEqual([WRONG_PASSKEY, WRONG_PASSKEY]);
  expect(await passkeysOf(given)).toHaveLength(1);
});

test("a passkey is renamed, and removed with the password: then it opens nothing", async () => {
  const given = await givenPasskey();
  const { cookie } = given;
  const [{ id } = { id: "" }] = (await passkeysOf(given)) ?? [];

  expect((await given.post(ACCOUNT_PATHS.renamePasskey, { id, name: " " }, { cookie })).status).toBe(422);
  expect((await given.post(ACCOUNT_PATHS.renamePasskey, { id, name: "Work" }, { cookie })).status).toBe(200);
  expect(await passkeysOf(given)).toMatchObject([{ name: "Work" }]);
  expect((await given.post(ACCOUNT_PATHS.removePasskey, { id }, { cookie })).status).toBe(422);
  expect((await given.post(ACCOUNT_PATHS.removePasskey, { id, password }, { cookie })).status).toBe(200);

  expect(await passkeysOf(given)).toEqual([]);
  expect((await signInWith(given, given.passkey)).body).toEqual(UNKNOWN_PASSKEY);
  const text = await given.mailbox.arrived(OWNER.email, "A passkey was removed from your account");
  expect(text).toContain("“Work”");
});

test("nobody renames or removes a passkey that is not theirs", async () => {
  const given = await givenPasskey();
  const { cookie } = given;
  await given.db.query("update passkeys set user_id = $1", [await givenBo(given)]);
  const { rows } = await given.db.query<{ id: string }>("select id from passkeys");

  for (const id of [rows[0]?.id, newId(), "no id"])
    for (const path of [ACCOUNT_PATHS.renamePasskey, ACCOUNT_PATHS.removePasskey])
      expect((await given.post(path, { id, name: "Mine", password }, { cookie })).status).toBe(404);
});

test("sign-ins that were begun and not ended are counted for their address, until one succeeds", async () => {
  const given = await givenPasskey();
  for (let begun = 1; begun <= 9; begun += 1) await beginSigningIn(given);
  expect((await signInWith(given, given.passkey)).status).toBe(200);

  for (let begun = 1; begun <= 10; begun += 1) await beginSigningIn(given);
  const refused = await given.post(BEGIN_SIGN_IN, {});
  const elsewhere = await given.post(BEGIN_SIGN_IN, {}, { "x-forwarded-for": "203.0.113.7" });

  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(elsewhere.status).toBe(200);
  expect((await given.signIn()).status).toBe(200); // the password still works
});

test("challenges that nobody answered leave the database", async () => {
  const given = await givenOwner();
  await beginSigningIn(given);
  await given.db.query("update verifications set expires_at = now() - interval '1 second'");

  await beginSigningIn(given);

  expect((await given.db.query("select id from verifications")).rows).toHaveLength(1);
});
