import { afterEach, expect, test } from "vitest";
import { recogniseCliClient } from "../store/cli-clients.ts";
import { issueCliKey } from "../store/cli-keys.ts";
import { givenAccess, OWNER, type GivenAccess } from "../testing/given-access.ts";
import { createMail } from "../outbound/mail.ts";
import { startMailbox } from "../testing/mailbox.ts";

const NEW_PASSWORD = "a better horse battery";
const NOT_VALID = { code: "LINK_NOT_VALID", status: 410, message: "This link is no longer valid" };

let cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  const steps = cleanUp.toReversed();
  cleanUp = []; // first: a failing step must not run again after the next test
  for (const step of steps) await step();
});

async function givenOwner(settings: Parameters<typeof givenAccess>[0] = {}): Promise<GivenAccess> {
  const given = await givenAccess(settings);
  cleanUp.push(given.stop);
  await given.signUp();
  return given;
}

/** The links printed so far, oldest first. */
function printedLinks({ logged }: GivenAccess): URL[] {
  return logged
    .map((line): unknown => JSON.parse(line))
    .filter((line) => typeof line === "object" && line !== null)
    .flatMap((line) => ("url" in line && typeof line.url === "string" ? [new URL(line.url)] : []));
}

async function whenAskedForLink(given: GivenAccess): Promise<string> {
  const reply = await given.post("/request-password-reset", { email: OWNER.email });
  expect({ status: reply.status, body: reply.body }).toEqual({ status: 200, body: { status: true } });
  return printedLinks(given).at(-1)?.searchParams.get("token") ?? "no link was printed";
}

const reset = (given: GivenAccess, token: string) =>
  given.post("/reset-password", { token, newPassword: NEW_PASSWORD });

test("without SMTP the link is in the log, and it changes the password and ends all sessions", async () => {
  const given = await givenOwner();
  const { cookie } = await given.signIn();

  const token = await whenAskedForLink(given);
  const done = await reset(given, token);

  expect(printedLinks(given)[0]?.href).toBe(`http://127.0.0.1:4400/reset-password?token=${token}`);
  expect(done.status).toBe(200);
  expect(await given.access.sessionView({ cookie })).toBeNull();
  expect((await given.signIn()).status).toBe(401);
  expect((await given.signIn(NEW_PASSWORD)).status).toBe(200);
});

test.each(["0.0.0.0", "::", "10.1.2.3", "gateway.internal"])(
  "without SMTP, bound to %s, the link is written nowhere, and everybody who asks hears what to do",
  async (host) => {
    const given = await givenOwner({ host });

    const known = await given.post("/request-password-reset", { email: OWNER.email });
    const unknown = await given.post("/request-password-reset", { email: "nobody@example.com" });

    expect(known).toMatchObject({
      status: 422,
      body: {
        code: "MAIL_NOT_CONFIGURED",
        message: "Posthorn cannot send mail here. Ask the operator to set POSTHORN_SMTP_URL, then try again.",
      },
    });
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    expect(given.logged.join("\n")).not.toContain("reset-password?token");
    expect(given.logged.join("\n")).toContain("mail.not_configured");
    const { rows } = await given.db.query("select id from verifications");
    expect(rows).toEqual([]);
  },
);

test.each(["127.0.0.1", "127.0.0.53", "::1", "localhost"])(
  "without SMTP, bound to %s, only people on this machine can ask, and the link is in the log",
  async (host) => {
    const given = await givenOwner({ host });

    expect(await whenAskedForLink(given)).toMatch(/^\w{24}$/);
  },
);

test("a new password ends the CLI keys of the person", async () => {
  const given = await givenOwner();
  const { rows } = await given.db.query<{ user_id: string; team_id: string }>(
    "select user_id, projects.id as team_id from projects join members using (organization_id)",
  );
  const [owner] = rows;
  if (!owner) throw new Error("nobody owns the installation");
  const cli_id = await recogniseCliClient(given.db, { ...owner, device_name: "laptop" });
  const key = await issueCliKey(given.db, { ...owner, api_key_id: null, cli_id });
  const caller = () => given.access.authenticate({ authorization: `Bearer ${key}` });
  expect(await caller()).toMatchObject({ kind: "cli_key", user_id: owner.user_id, role: "owner" });

  await reset(given, await whenAskedForLink(given));

  expect(await caller()).toBeNull();
});

test("with SMTP the link arrives by mail, and is not in the log", async () => {
  const mailbox = await startMailbox();
  cleanUp.push(() => mailbox.stop());
  const mail = createMail({ url: mailbox.url, from: "Posthorn <posthorn@example.com>" });
  const given = await givenAccess({ mail });
  await given.signUp();

  await given.post("/request-password-reset", { email: OWNER.email });
  await given.post("/request-password-reset", { email: "nobody@example.com" });
  await given.stop(); // waits for mails that are being sent

  expect(mailbox.received.map(({ to }) => to)).toEqual([[OWNER.email]]);
  expect((await mailbox.received[0]?.mail)?.text).toMatch(
    /http:\/\/127\.0\.0\.1:4400\/reset-password\?token=\w{24}/,
  );
  expect(printedLinks(given)).toEqual([]);
});

test("a mail server that fails is told to the operator, not to the one who asked", async () => {
  const given = await givenAccess({ mail: createMail({ url: "smtp://127.0.0.1:1", from: "a@b.c" }) });
  await given.signUp();

  const reply = await given.post("/request-password-reset", { email: OWNER.email });
  await given.stop();

  expect(reply.status).toBe(200);
  expect(given.logged.join("\n")).toContain("mail.failed");
});

test("whether an account exists cannot be read from the answer", async () => {
  const given = await givenOwner();

  const known = await given.post("/request-password-reset", { email: OWNER.email });
  const unknown = await given.post("/request-password-reset", { email: "nobody@example.com" });

  expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
  expect(printedLinks(given)).toHaveLength(1);
});

test("a link works once, even when it is used twice at the same moment", async () => {
  const given = await givenOwner();
  const token = await whenAskedForLink(given);

  const replies = await Promise.all([reset(given, token), reset(given, token)]);

  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410]);
  expect((await reset(given, token)).body).toEqual(NOT_VALID);
});

test("a link that has expired, was replaced or was made up does not work", async () => {
  const given = await givenOwner();
  const replaced = await whenAskedForLink(given);
  const expired = await whenAskedForLink(given);
  expect((await reset(given, replaced)).body).toEqual(NOT_VALID);

  await given.db.query("update verifications set expires_at = now() - interval '1 second'");

  expect((await reset(given, expired)).body).toEqual(NOT_VALID);
  expect((await reset(given, "made up")).body).toEqual(NOT_VALID);
  expect((await reset(given, "")).body).toEqual(NOT_VALID);
  expect((await given.signIn()).status).toBe(200);
});

test("a link lasts an hour, and only a hash of it is stored", async () => {
  const given = await givenOwner();
  const token = await whenAskedForLink(given);

  const { rows } = await given.db.query<{ row: string; minutes: number }>(
    `select verifications::text as row, extract(epoch from expires_at - now())::float8 / 60 as minutes
     from verifications`,
  );

  expect(rows).toHaveLength(1);
  expect(rows[0]?.minutes).toBeGreaterThan(59);
  expect(rows[0]?.minutes).toBeLessThanOrEqual(60);
  expect(rows[0]?.row).not.toContain(token);
});

test("a password that is too short does not use the link up", async () => {
  const given = await givenOwner();
  const token = await whenAskedForLink(given);

  const refused = await given.post("/reset-password", { token, newPassword: "short" });

  expect(refused).toMatchObject({
    status: 422,
    body: { message: "newPassword must have at least 8 characters" },
  });
  expect((await reset(given, token)).status).toBe(200);
});

test("an account closed by failures opens when its password is reset", async () => {
  const given = await givenOwner();
  for (let time = 0; time < 10; time++) await given.signIn("wrong");
  expect((await given.signIn()).status).toBe(429);

  await reset(given, await whenAskedForLink(given));

  expect((await given.signIn(NEW_PASSWORD)).status).toBe(200);
});

test("a mailbox cannot be flooded through us", async () => {
  const given = await givenOwner();
  for (let time = 0; time < 10; time++) await whenAskedForLink(given);

  const reply = await given.post("/request-password-reset", { email: OWNER.email });

  expect(reply.status).toBe(429);
  expect((await given.signIn()).status).toBe(200);
});
