import { afterEach, beforeEach, expect, test } from "vitest";
import { givenAccess, OWNER, type GivenAccess } from "../testing/given-access.ts";
import { COSTLY_PASSWORDS } from "./passwords.ts";

let given: GivenAccess;
beforeEach(async () => {
  given = await givenAccess();
  await given.signUp();
});
afterEach(() => given.stop());

const WRONG = { code: "WRONG_CREDENTIALS", status: 401, message: "Email or password is wrong" };

test("signing in starts a new session, and signing out ends it on the next call", async () => {
  const first = await given.signIn();
  const second = await given.signIn();
  expect(second.cookie).not.toBe(first.cookie);

  const signedOut = await given.post("/sign-out", {}, { cookie: first.cookie });

  expect(signedOut.status).toBe(200);
  expect(signedOut.headers.getSetCookie()[0]).toContain("Max-Age=0");
  expect(await given.access.sessionView({ cookie: first.cookie })).toBeNull();
  expect(await given.access.authenticate({ cookie: first.cookie })).toBeNull();
  expect(await given.access.sessionView({ cookie: second.cookie })).not.toBeNull();
});

test("the cookies of session and device are kept from scripts and from other sites", async () => {
  const { headers } = await given.signIn();

  const cookies = headers.getSetCookie();

  expect(cookies.map((cookie) => cookie.split("=", 1)[0])).toEqual([
    "posthorn.session_token",
    "posthorn.device",
  ]);
  for (const cookie of cookies) {
    expect(cookie).toContain("HttpOnly");
    expect(cookie).toContain("SameSite=Strict");
    expect(cookie).not.toContain("Secure");
  }
});

test("behind https the cookie never travels in the clear, and no other host can set or see it", async () => {
  const secure = await givenAccess({ publicUrl: "https://hooks.example.com" });

  const { headers, cookie } = await secure.signUp();

  // A browser refuses `__Host-` without these two, or with a domain.
  const [set] = headers.getSetCookie();
  expect(set).toMatch(/^__Host-posthorn\.session_token=/);
  expect(set?.split("; ")).toEqual(expect.arrayContaining(["Secure", "Path=/"]));
  expect(set).not.toContain("Domain");
  expect(await secure.access.sessionView({ cookie })).not.toBeNull();
  await secure.stop();
});

/** The time that the processor worked for it, which other programs on the machine do not stretch. */
const timed = async ({ post }: GivenAccess, email: string) => {
  const before = process.cpuUsage();
  const { status, body } = await post("/sign-in/email", { email, password: "not it, sorry" });
  const { user, system } = process.cpuUsage(before);
  return { status, body, microseconds: user + system };
};
type Timed = Awaited<ReturnType<typeof timed>>;
const fastest = (answers: Timed[]) => Math.min(...answers.map(({ microseconds }) => microseconds));

test("wrong email and wrong password are the same answer, and take about the same time", async () => {
  const costly = await givenAccess({ hasCheapPasswords: false });
  await costly.signUp();
  await timed(costly, OWNER.email); // the first call loads the library
  const wrongPassword: Timed[] = [];
  const wrongEmail: Timed[] = [];
  for (const name of ["v", "w", "x", "y", "z"]) {
    wrongPassword.push(await timed(costly, OWNER.email));
    wrongEmail.push(await timed(costly, `${name}@example.com`));
  }
  const { rows } = await costly.db.query<{ password: string }>("select password from accounts");
  await costly.stop();

  for (const { status, body } of [...wrongPassword, ...wrongEmail]) {
    expect({ status, body }).toEqual({ status: 401, body: WRONG });
  }
  // Without hashing the password for unknown accounts it would be a tenth.
  expect(fastest(wrongEmail) / fastest(wrongPassword)).toBeGreaterThan(0.4);
  expect(fastest(wrongEmail) / fastest(wrongPassword)).toBeLessThan(2.5);
  // And it is the cost of the product, not that of most tests.
  for (const { password: hash } of rows)
    expect(await COSTLY_PASSWORDS.verify({ hash, password: OWNER.password })).toBe(true);
  expect(rows).toHaveLength(1);
});

test("what is no email at all is as wrong as any other", async () => {
  expect((await given.post("/sign-in/email", { email: "ada", password: "x" })).body).toEqual(WRONG);
  expect((await given.signIn("x".repeat(200))).body).toEqual(WRONG);
});

test("the email is recognised in any letter case", async () => {
  const reply = await given.post("/sign-in/email", { ...OWNER, email: " ADA@Example.com " });

  expect(reply.status).toBe(200);
});

test("a session that has ended opens nothing", async () => {
  const { cookie } = await given.signIn();

  await given.db.query("update sessions set expires_at = now() - interval '1 second'");

  expect(await given.access.authenticate({ cookie })).toBeNull();
  expect(await given.access.sessionView({ cookie })).toBeNull();
});

test("a session that is used is prolonged, one that was just prolonged is not written again", async () => {
  const { cookie } = await given.signIn();
  const daysLeft = async () =>
    (
      await given.db.query<{ days: number }>(
        "select extract(epoch from max(expires_at) - now())::float8 / 86400 as days from sessions",
      )
    ).rows[0]?.days;
  await given.db.query("update sessions set expires_at = now() + interval '6 days 23 hours 30 minutes'");
  await given.access.authenticate({ cookie });
  expect(await daysLeft()).toBeLessThan(6.99);
  await given.db.query("update sessions set expires_at = now() + interval '1 hour'");

  await given.access.authenticate({ cookie });

  expect(await daysLeft()).toBeGreaterThan(6.99);
});

test("a call from a foreign page is refused, and so is one with a cookie and no origin", async () => {
  const { cookie } = await given.signIn();

  for (const origin of ["https://evil.example", "http://127.0.0.1:4401", "null", ""]) {
    const reply = await given.post("/sign-out", {}, { cookie, origin });
    expect(reply.body).toEqual({
      code: "ORIGIN_NOT_ALLOWED",
      status: 403,
      message: "Request origin not allowed",
    });
  }
  expect(await given.access.sessionView({ cookie })).not.toBeNull();
});

test("connections that the database drops are replaced", async () => {
  const dropped = () => given.logged.filter((line) => line.includes("identity.connection_lost")).length;
  const { rowCount } = await given.db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'posthorn-identity' and datname = current_database()`,
  );
  await expect.poll(dropped).toBe(rowCount);

  expect(rowCount).toBeGreaterThan(0);
  expect((await given.signIn()).status).toBe(200);
});

test("neither passwords nor cookies reach the log", async () => {
  const { cookie } = await given.signIn();
  await given.signIn("a wrong password");

  const log = given.logged.join("\n");

  expect(log).toContain("auth.answered");
  for (const secret of [OWNER.password, "a wrong password", cookie, decodeURIComponent(cookie)]) {
    expect(log).not.toContain(secret);
  }
});

test("while the database cannot answer, the caller is told to come back", async () => {
  const released = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const holding = given.db.transaction(async (tx) => {
    await tx.query("lock table login_failures in access exclusive mode");
    held.resolve();
    await released.promise;
  });
  await held.promise;

  const answer = await given.signIn();
  released.resolve();
  await holding;

  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("5");
  expect(answer.body).toMatchObject({ code: "UNAVAILABLE" });
});
