/** Is each threshold of a period told once, whatever processes, plans and the clock do meanwhile? With a real mail server. */
import type { Email } from "postal-mime";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { mailUsageNotices } from "../billing/mail-usage-notices.ts";
import { newId } from "../ids.ts";
import { createLog } from "../log.ts";
import { createMail } from "../outbound/mail.ts";
import { createUsageLook } from "../plans/look-at-usage.ts";
import { setBillingEmail } from "../store/billing.ts";
import { type Database, openDatabase } from "../store/database.ts";
import { liftPlans } from "../store/plans.ts";
import { setSubscription, subscribeNew } from "../store/subscriptions.ts";
import { claimNoticesToMail } from "../store/usage-notices.ts";
import { freshDatabase } from "../testing/fresh-database.ts";
import { eventually, sealer } from "../testing/gateway.ts";
import { letDaysPass } from "../testing/given-billing.ts";
import { givenPlans } from "../testing/given-plans.ts";
import { type Mailbox, startMailbox } from "../testing/mailbox.ts";
import { createProject } from "../store/new-project.ts";
import { moveAllNews } from "./counting.ts";
import { createUsageNotices } from "./usage-notices.ts";

const FILE = `
default: strict
plans:
  - { id: strict, version: 1, name: Strict, over_limit: reject, limits: { max_requests: 100 } }
  - id: open
    version: 1
    name: Open
    over_limit: accept
    prices: [{ price_type: package_with_allocation, allocation: 100, package_size: 50, package_amount: 150 }]
    limits: { max_requests: 100 }
  - { id: unlimited, version: 1, name: Unlimited }
`;
const log = createLog(() => undefined);
const publicUrl = "http://posthorn.test:4400";

let database: Awaited<ReturnType<typeof freshDatabase>>;
let db: Database;
/** Another process. */
let second: Database;
let mailbox: Mailbox;
beforeAll(async () => {
  database = await freshDatabase();
  ({ db } = database);
  second = openDatabase(database.url);
});
afterAll(async () => {
  await second.close();
  await database.drop();
});
beforeEach(async () => {
  mailbox = await startMailbox();
  await db.query("delete from organizations");
  await givenPlans(db, FILE);
  return () => mailbox.stop();
});

const sending = () => ({
  log,
  publicUrl,
  mail: createMail({ url: mailbox.url, from: "posthorn@example.com" }),
});
const mail = (at = db) => mailUsageNotices({ db: at, ...sending() });
/** As a process does that has just started. */
async function look(at = db): Promise<void> {
  const { findChanged, lookAt } = createUsageLook({ db: at, log });
  for (const limited of await findChanged()) await lookAt(limited);
}
async function lookAndMail(): Promise<void> {
  await look();
  await mail();
}
const mails = (): Promise<Email[]> => Promise.all(mailbox.received.map((one) => one.mail));
const subjects = async () => (await mails()).map(({ subject }) => subject);
const used = (percent: number | string) => `Acme has used ${percent} % of its events`;

interface Given {
  id: string;
  /** Counts so many events, so many days ago. */
  use: (events: number, daysAgo?: number) => Promise<void>;
  putOn: (plan: string, max_requests?: number) => Promise<void>;
}

async function givenOrganization(plan = "strict", name = "Acme"): Promise<Given> {
  const id = newId();
  await db.query("insert into organizations (id, name, slug) values ($1, $2, $3)", [id, name, id]);
  for (const role of ["owner", "admin", "member", "viewer"]) {
    const user = newId();
    await db.query("insert into users (id, name, email, email_verified) values ($1, $2, $3, true)", [
      user,
      role,
      `${role}.${id}@acme.dev`,
    ]);
    await db.query("insert into members (id, organization_id, user_id, role) values ($1, $2, $3, $4)", [
      newId(),
      id,
      user,
      role,
    ]);
  }
  await subscribeNew(db, id);
  const project = await createProject(db, sealer, { organization_id: id, name: "Shop" });
  const given: Given = {
    id,
    use: async (events, daysAgo = 0) => {
      await db.query(
        `insert into event_news (team_id, webhook_id, at, status, response_status, error_code, count, attempts, scheduled_retries)
         values ($1, $2, now() - $3 * interval '1 day', 'SUCCESSFUL', 200, '', $4, 1, 0)`,
        [project, newId(), daysAgo, events],
      );
    },
    putOn: (chosen, max_requests) =>
      setSubscription(db, id, {
        plan: { id: chosen, version: 1 },
        agreed_limits: max_requests === undefined ? {} : { max_requests },
      }),
  };
  await given.putOn(plan);
  return given;
}

/** Their leases run out. */
const leasesRunOut = () =>
  db.query("update usage_notices set mail_due_at = now() where mail_due_at is not null");

test("80 % and 100 % are told once each, to the owner, the admins and the billing email", async () => {
  const { id, use } = await givenOrganization();
  await setBillingEmail(db, id, "billing@acme.dev");
  await use(79);
  await lookAndMail();
  expect(await subjects()).toEqual([]);

  await use(1);
  await lookAndMail();
  await use(5);
  await lookAndMail();
  expect(await subjects()).toEqual([used(80)]);
  expect(mailbox.received[0]?.to.toSorted()).toEqual([
    `admin.${id}@acme.dev`,
    "billing@acme.dev",
    `owner.${id}@acme.dev`,
  ]);

  await use(16);
  await lookAndMail();
  await use(300);
  await lookAndMail();
  expect(await subjects()).toEqual([used(80), used(101)]);
  expect((await mails())[1]?.text).toContain("Requests are rejected with 429");
});

test("an address that is the billing email of its admin gets one mail, and only what was met last is told", async () => {
  const { id, use } = await givenOrganization();
  await setBillingEmail(db, id, `admin.${id}@acme.dev`);
  await use(85);
  await look();
  await use(30);
  await lookAndMail();

  expect(await subjects()).toEqual([used(115)]);
  expect(mailbox.received[0]?.to).toHaveLength(2);
});

test("a plan that accepts more tells each further 100 %, and what more costs", async () => {
  const { use } = await givenOrganization("open");
  for (const events of [80, 20, 99, 1, 150, 5_000]) {
    await use(events);
    await lookAndMail();
  }
  await use(5_000);
  await lookAndMail();

  expect(await subjects()).toEqual([80, 100, 200, 350, "5,350"].map(used));
  expect((await mails())[2]?.text).toContain(
    "Posthorn accepts more. Each further package of 50 events costs $1.50.",
  );
});

test("two processes that look and send at once tell each organization once", async () => {
  const names = Array.from({ length: 12 }, (_none, at) => `Acme ${at}`);
  for (const name of names) await (await givenOrganization("strict", name)).use(90);

  await Promise.all([look(), look(second), look(), look(second)]);
  await Promise.all([mail(), mail(second), mail(), mail(second)]);

  const told = await subjects();
  expect(told).toHaveLength(names.length);
  expect(new Set(told)).toEqual(new Set(names.map((name) => `${name} has used 90 % of its events`)));
});

test("a process that has counted a moment earlier takes nothing back", async () => {
  const { use } = await givenOrganization();
  const { findChanged, lookAt } = createUsageLook({ db: second, log });
  await use(100);
  await lookAndMail();
  // To the second process, the events of the last moment are not counted yet.
  await db.query("update event_news set count = 70");
  for (const limited of await findChanged()) await lookAt(limited);
  await db.query("update event_news set count = 100");
  await lookAndMail();

  expect(await subjects()).toEqual([used(100)]);
});

test("a process that dies before it sends leaves the mail to another one, when its lease has run out", async () => {
  const { use } = await givenOrganization();
  await use(80);
  await look();
  expect(await claimNoticesToMail(second, { limit: 10, leaseMs: 60_000 })).toHaveLength(1);

  await mail();
  expect(await subjects()).toEqual([]);
  await leasesRunOut();
  await mail();
  expect(await subjects()).toEqual([used(80)]);
});

test("a process that dies after it has sent sends it once more, under the same id, and no third time", async () => {
  const { use } = await givenOrganization();
  await use(80);
  await look();
  // The server ends the connection in the last statement, as when the process is killed there.
  await db.query(`create function die() returns trigger language plpgsql as $$
    begin
      perform pg_terminate_backend(pg_backend_pid());
      return new;
    end $$`);
  await db.query(
    `create trigger die before update on usage_notices for each row when (new.mail_due_at is null) execute function die()`,
  );
  await expect(mail(second)).rejects.toThrow(/terminat/);
  await db.query("drop trigger die on usage_notices");
  await db.query("drop function die()");

  await mail();
  expect(await subjects()).toEqual([used(80)]);
  await leasesRunOut();
  await mail();
  await leasesRunOut();
  await mail();
  const [first, again, ...more] = await mails();
  expect(first?.messageId).toMatch(/^<usage\..*\.80\.100@posthorn\.test>$/);
  expect(again?.messageId).toBe(first?.messageId);
  expect(more).toEqual([]);
});

const waits = async () => {
  const { rows } = await db.query<{ failures: number; is_later: boolean }>(
    "select mail_failures as failures, mail_due_at > now() as is_later from usage_notices",
  );
  return rows;
};

test("a server that refuses is asked again later, and a higher threshold takes the place of the mail", async () => {
  const { use } = await givenOrganization();
  await use(80);
  await look();
  await mailbox.stop();
  await mail();
  expect(await waits()).toEqual([{ failures: 1, is_later: true }]);

  mailbox = await startMailbox();
  await use(20);
  await lookAndMail();
  expect(await subjects()).toEqual([used(100)]);
  expect(await waits()).toEqual([{ failures: 0, is_later: null }]);
});

test("under a raised limit a threshold that was told is met again, and one that stays met is not told again", async () => {
  const { use, putOn } = await givenOrganization();
  await use(100);
  await lookAndMail();
  expect(await subjects()).toEqual([used(100)]);

  await putOn("strict", 120); // 83 %: nothing new
  await lookAndMail();
  await use(20);
  await lookAndMail();
  expect(await subjects()).toEqual([used(100), used(100)]);

  await putOn("strict", 1_000);
  await lookAndMail();
  await use(680);
  await lookAndMail();
  await putOn("strict", 990); // still above 80 %
  await lookAndMail();
  expect(await subjects()).toEqual([used(100), used(100), used(80)]);
});

test("a smaller plan tells what it finds, and one without a limit takes back what is not sent yet", async () => {
  const { use, putOn } = await givenOrganization("unlimited");
  await use(500);
  await lookAndMail();
  expect(await subjects()).toEqual([]);

  await putOn("open");
  await look();
  await putOn("unlimited");
  await mail();
  expect(await subjects()).toEqual([]);
  await putOn("strict");
  await lookAndMail();
  expect(await subjects()).toEqual([used(500)]);
});

test("the next period counts from nothing, and tells its own thresholds, also after months without power", async () => {
  const { use } = await givenOrganization();
  for (const days of [32, 33, 92]) {
    await use(90);
    await lookAndMail();
    await letDaysPass(db, days);
    await db.query("update event_news set at = at - $1 * interval '1 day'", [days]);
    await lookAndMail();
  }
  await use(80);
  await lookAndMail();

  expect(await subjects()).toEqual([used(90), used(90), used(90), used(80)]);
});

test("what was not sent while its period lasted is not sent in the next one", async () => {
  const { use } = await givenOrganization();
  await use(90);
  await look();
  await letDaysPass(db, 33);

  await mail();

  expect(await subjects()).toEqual([]);
});

test("without plans in force nobody is looked at and nothing is sent, and the notice is back with the plans", async () => {
  const { use } = await givenOrganization();
  await use(80);
  await look();
  await liftPlans(db);
  expect(await createUsageLook({ db, log }).findChanged()).toEqual([]);
  await mail();
  expect(await subjects()).toEqual([]);

  await givenPlans(db, FILE);
  await mail();
  expect(await subjects()).toEqual([used(80)]);
});

test("an organization is looked at after traffic and after a change of its limit, and not without them", async () => {
  const { id, use, putOn } = await givenOrganization();
  const { findChanged, lookAt } = createUsageLook({ db, log });
  const lookAround = async () => {
    const changed = await findChanged();
    for (const limited of changed) await lookAt(limited);
    return changed.map(({ organization_id }) => organization_id);
  };
  expect(await lookAround()).toEqual([id]);
  expect(await lookAround()).toEqual([]);

  await use(10);
  await moveAllNews(db);
  expect([await lookAround(), await lookAround()]).toEqual([[id], []]);
  await putOn("strict", 11);
  expect([await lookAround(), await lookAround()]).toEqual([[id], []]);
  await putOn("unlimited");
  expect(await lookAround()).toEqual([]);
});

test("the loops of a process note and send by themselves; without a mail server they only note", async () => {
  const { id, use } = await givenOrganization();
  await use(80);
  const noting = createUsageNotices({ db, ...sending(), mail: null });
  expect(noting).toHaveLength(1);
  for (const loop of noting) loop.start();
  await eventually(
    async () => (await db.query("select from usage_notices")).rowCount,
    (notices) => notices === 1,
  );
  for (const loop of noting) await loop.stop();
  expect(await subjects()).toEqual([]);

  const telling = createUsageNotices({ db, ...sending() });
  for (const loop of telling) loop.start();
  const owner = `owner.${id}@acme.dev`;
  await mailbox.arrived(owner, used(80));
  await use(20);
  await moveAllNews(db);
  for (const loop of telling) loop.poke();
  await mailbox.arrived(owner, used(100));
  for (const loop of telling) await loop.stop();
  expect(await subjects()).toEqual([used(80), used(100)]);
});
