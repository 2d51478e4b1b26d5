import { ACCOUNT_PATHS } from "@posthorn/contract/account";
import { afterEach, expect, test } from "vitest";
import { createMail } from "../outbound/mail.ts";
import { codeNow, wrongCode } from "../testing/authenticator.ts";
import { givenAccess, OWNER, type GivenAccess } from "../testing/given-access.ts";
import { startMailbox, type Mailbox } from "../testing/mailbox.ts";

const password = OWNER.password;
const WRONG_CODE = { code: "WRONG_CODE", status: 422, message: "The code is wrong" };

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

interface Begun {
  uri: string;
  secret: string;
  recovery_codes: string[];
}

async function begin(given: Given): Promise<Begun> {
  const { status, body } = await given.post(
    ACCOUNT_PATHS.beginTwoFactor,
    { password },
    { cookie: given.cookie },
  );
  expect(status).toBe(200);
  return body as Begun; // what the route returns with 200
}

const confirm = (given: Given, code: string) =>
  given.post(ACCOUNT_PATHS.confirmTwoFactor, { code }, { cookie: given.cookie });

/** An owner whose second factor is on, in the browser that turned it on. */
async function givenTwoFactor(): Promise<Given & Begun> {
  const given = await givenOwner();
  const begun = await begin(given);
  const { cookie } = await confirm(given, codeNow(begun.secret));
  return { ...given, ...begun, cookie };
}

/** Signs in up to the code. Returns the cookies that a browser has then. */
async function challenge(given: Given, cookie = ""): Promise<string> {
  const reply = await given.signIn(password, { cookie });
  expect([reply.status, reply.body]).toEqual([200, { second_factor: true }]);
  return reply.cookie;
}

const enter = (given: Given, cookie: string, code: string, trustBrowser = false) =>
  given.post("/sign-in/second-factor", { code, trustBrowser }, { cookie });

const ask = (given: Given, path: string) =>
  given.post(path, { password, code: "123456" }, { cookie: given.cookie });

const account = (given: Given, cookie = given.cookie) => given.access.accountView({ cookie });

test("it is on once the app has shown its first code, and not before", async () => {
  const given = await givenOwner();

  const { uri, secret, recovery_codes } = await begin(given);
  expect(new URL(uri).protocol).toBe("otpauth:");
  expect(decodeURIComponent(uri)).toContain(`Posthorn:${OWNER.email}`);
  expect(new Set(recovery_codes).size).toBe(10);
  expect((await given.signIn()).body).toHaveProperty("user");
  expect((await confirm(given, wrongCode(secret))).body).toEqual(WRONG_CODE);
  expect((await account(given))?.two_factor).toBeNull();

  const confirmed = await confirm(given, ` ${codeNow(secret).replace(/^.../, "$& ")}`);

  expect(confirmed.status).toBe(200);
  expect(await account(given, confirmed.cookie)).toMatchObject({
    two_factor: { since: expect.any(String), recovery_codes_left: 10 },
  });
  expect(await account(given)).toBeNull(); // a stolen cookie of before is worth nothing
  await given.mailbox.arrived(OWNER.email, "Two-factor authentication is on");
});

test("the password alone opens nothing, the code of the app opens the session", async () => {
  const given = await givenTwoFactor();

  const cookie = await challenge(given);
  expect(await given.access.sessionView({ cookie })).toBeNull();
  expect(await given.access.authenticate({ cookie })).toBeNull();
  const wrong = await enter(given, cookie, wrongCode(given.secret));
  const right = await enter(given, cookie, codeNow(given.secret));

  expect(wrong.body).toEqual(WRONG_CODE);
  expect(wrong.cookie).toBe("");
  expect(right).toMatchObject({ status: 200, body: { user: { email: OWNER.email } } });
  expect(await given.access.sessionView({ cookie: right.cookie })).not.toBeNull();
  expect(right.headers.getSetCookie().find((set) => set.includes("session_token"))).toContain(
    "Max-Age=34560000",
  );
});

test("a code without the password's cookie, or with one that was used, opens nothing", async () => {
  const given = await givenTwoFactor();
  const cookie = await challenge(given);
  await enter(given, cookie, codeNow(given.secret));

  for (const presented of ["", cookie, given.cookie]) {
    const reply = await enter(given, presented, codeNow(given.secret));
    expect([reply.status, reply.body]).toEqual([410, expect.objectContaining({ code: "SIGN_IN_EXPIRED" })]);
  }
});

test("a recovery code signs in once, with or without its hyphen, and the person hears of it", async () => {
  const given = await givenTwoFactor();
  const [first = "", second = ""] = given.recovery_codes;

  expect((await enter(given, await challenge(given), first)).status).toBe(200);
  expect((await enter(given, await challenge(given), first)).body).toEqual(WRONG_CODE);
  expect((await enter(given, await challenge(given), second.replace("-", ""))).status).toBe(200);

  expect((await account(given))?.two_factor?.recovery_codes_left).toBe(8);
  const text = await given.mailbox.arrived(OWNER.email, "A recovery code was used");
  expect(text).toContain("9 codes are left");
});

test("of two sign-ins with one recovery code at the same moment, one succeeds", async () => {
  const given = await givenTwoFactor();
  const [code = ""] = given.recovery_codes;
  const cookies = [await challenge(given), await challenge(given)];

  const replies = await Promise.all(cookies.map((cookie) => enter(given, cookie, code)));

  expect(replies.filter(({ status }) => status === 200).length).toBe(1);
});

test("five wrong codes end a sign-in, ten in a row close the account to codes, and open sessions go on", async () => {
  const given = await givenTwoFactor();
  const guess = async (cookie: string, times: number) => {
    for (let guessed = 0; guessed < times; guessed += 1)
      expect((await enter(given, cookie, wrongCode(given.secret))).body).toEqual(WRONG_CODE);
  };

  const first = await challenge(given);
  await guess(first, 5);
  expect((await enter(given, first, codeNow(given.secret))).status).toBe(410);
  const second = await challenge(given);
  await guess(second, 5);
  const locked = await enter(given, await challenge(given), codeNow(given.secret));

  expect(locked.status).toBe(429);
  expect(locked.headers.get("retry-after")).toBe("900");
  expect(await account(given)).not.toBeNull();

  await given.db.query("update two_factors set locked_until = now()");
  expect((await enter(given, await challenge(given), codeNow(given.secret))).status).toBe(200);
});

test("a trusted browser needs no code, until the password changes or the person signs out all others", async () => {
  const given = await givenTwoFactor();
  const trusted = await enter(given, await challenge(given), codeNow(given.secret), true);
  const withoutCode = async (cookie: string) => {
    const { body, cookie: next } = await given.signIn(password, { cookie });
    return { isLetIn: Object.hasOwn(body as object, "user"), next };
  };

  const again = await withoutCode(trusted.cookie);
  expect(again.isLetIn).toBe(true);
  expect((await withoutCode("")).isLetIn).toBe(false);

  await given.post("/request-password-reset", { email: OWNER.email }); // by a stranger
  const later = await withoutCode(again.next);
  expect(later.isLetIn).toBe(true);

  await given.post(ACCOUNT_PATHS.endOtherSessions, {}, { cookie: given.cookie });
  expect((await withoutCode(later.next)).isLetIn).toBe(false);
});

test("a new password from a reset link still needs the code", async () => {
  const given = await givenTwoFactor();
  await given.post("/request-password-reset", { email: OWNER.email });
  const text = await given.mailbox.arrived(OWNER.email, "Choose a new password for Posthorn");
  const token = /token=(\w+)/.exec(text)?.[1];

  const newPassword = "a better horse battery";
  expect((await given.post("/reset-password", { token, newPassword })).status).toBe(200);

  expect((await given.signIn(newPassword)).body).toEqual({ second_factor: true });
  await given.mailbox.arrived(OWNER.email, "Your Posthorn password was changed");
});

test("recovery codes can be read and replaced with the password; the old ones end", async () => {
  const given = await givenTwoFactor();

  const shown = (await ask(given, ACCOUNT_PATHS.showRecoveryCodes)).body;
  // What the route returns with 200.
  const { recovery_codes } = (await ask(given, ACCOUNT_PATHS.renewRecoveryCodes)).body as Begun;

  expect(shown).toEqual({ recovery_codes: given.recovery_codes });

  expect(new Set([...recovery_codes, ...given.recovery_codes]).size).toBe(20);
  const [old = ""] = given.recovery_codes;
  expect((await enter(given, await challenge(given), old)).body).toEqual(WRONG_CODE);
  expect((await enter(given, await challenge(given), recovery_codes[0] ?? "")).status).toBe(200);
  await given.mailbox.arrived(OWNER.email, "You have new recovery codes");
});

test("turned off, the password is enough again, and the old secret is gone", async () => {
  const given = await givenTwoFactor();

  const off = await given.post(ACCOUNT_PATHS.endTwoFactor, { password }, { cookie: given.cookie });

  expect(off.status).toBe(200);
  expect((await account(given, off.cookie))?.two_factor).toBeNull();
  expect((await given.signIn()).body).toHaveProperty("user");
  expect((await given.db.query("select id from two_factors")).rows).toEqual([]);
  await given.mailbox.arrived(OWNER.email, "Two-factor authentication is off");
});

test("what is on cannot be begun again, and what is off has no codes", async () => {
  const given = await givenTwoFactor();
  const none = await givenOwner();

  const answers = [
    await ask(given, ACCOUNT_PATHS.beginTwoFactor),
    await ask(given, ACCOUNT_PATHS.confirmTwoFactor),
    await ask(none, ACCOUNT_PATHS.confirmTwoFactor),
    await ask(none, ACCOUNT_PATHS.showRecoveryCodes),
    await ask(none, ACCOUNT_PATHS.renewRecoveryCodes),
  ];

  expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422]);
});

test("no table shows the secret or a recovery code", async () => {
  const given = await givenTwoFactor();

  const { rows } = await given.db.query<{ text: string }>("select row::text as text from two_factors as row");

  for (const hidden of [given.secret, ...given.recovery_codes])
    expect(rows.some(({ text }) => text.includes(hidden))).toBe(false);
});
