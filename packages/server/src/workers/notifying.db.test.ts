/** What happens to issues reaches their channels: once, in order, soon, and whatever fails in between. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { ServerResponse } from "node:http";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Channels } from "@posthorn/contract/issue-triggers";
import { publicId } from "@posthorn/contract/ids";
import type { NotificationProvider } from "@posthorn/contract/team-integrations";
import { newId } from "../ids.ts";
import { createLog } from "../log.ts";
import { createNotifier, type Notifier } from "../notifications/notifier.ts";
import { createAddressGuard } from "../outbound/address-guard.ts";
import { type Dialer, createDialer } from "../outbound/dialer.ts";
import { createMail } from "../outbound/mail.ts";
import { createProviderCall } from "../outbound/provider-call.ts";
import { insertIssueTrigger } from "../store/issue-triggers.ts";
import { changeIssueStatus, dismissIssue, recordSeen } from "../store/issues.ts";
import {
  claimDueNotifications,
  hurryNotifications,
  readFailedNotifications,
} from "../store/notifications.ts";
import { createProject } from "../store/new-project.ts";
import { createTeamIntegration, findTeamIntegration } from "../store/team-integrations.ts";
import { type FreshDatabase, freshDatabase } from "../testing/fresh-database.ts";
import { sealer, startFarEnd } from "../testing/gateway.ts";
import { type NotifyingDeps, createNotifying, tellSome } from "./notifying.ts";

const PUBLIC_URL = "http://posthorn.test";
const lines: string[] = [];
const log = createLog((line) => lines.push(line));

let database: FreshDatabase;
let dialer: Dialer;
let farEnd: Awaited<ReturnType<typeof startFarEnd>>;
/** By path. One that is not there is fine. */
const answers = new Map<string, (response: ServerResponse) => void>();
let smtp: SMTPServer;
const mails: { to: string[]; mail: Promise<Email> }[] = [];
let refusesMail = false;
let notifier: Notifier;
let withoutMail: Notifier;

beforeAll(async () => {
  database = await freshDatabase();
  dialer = createDialer(createAddressGuard(["127.0.0.0/8"]));
  farEnd = await startFarEnd((request, response) => {
    const answer = answers.get(request.url ?? "");
    if (answer) answer(response);
    else response.end('{"ok":true}');
  });
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: (_address, _session, done) => done(refusesMail ? new Error("no") : null),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        mails.push({ to, mail: PostalMime.parse(Buffer.concat(chunks)) });
        done();
      });
    },
  });
  const server = smtp.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // a TCP server has an AddressInfo
  const settings = {
    db: database.db,
    log,
    sealer,
    call: createProviderCall({ dialer, version: "1.2.3" }),
    publicUrl: PUBLIC_URL,
    urls: {
      slack: farEnd.url,
      pagerduty: `${farEnd.url}/pd`,
      opsgenie: { us: `${farEnd.url}/og`, eu: `${farEnd.url}/og` },
    },
  };
  const mail = createMail({ url: `smtp://127.0.0.1:${port}`, from: "Posthorn <posthorn@example.com>" });
  notifier = createNotifier({ ...settings, mail });
  withoutMail = createNotifier({ ...settings, mail: null });
});
afterAll(async () => {
  smtp.close();
  farEnd.close();
  await dialer.close();
  await database.drop();
});

let team_id: string;
let organization_id: string;
let connection: string;
beforeEach(async () => {
  answers.clear();
  refusesMail = false;
  farEnd.received.length = 0;
  mails.length = 0;
  lines.length = 0;
  const { db } = database;
  await db.query("delete from notifications"); // those of other tests would still be due
  organization_id = newId();
  team_id = await createProject(db, sealer, { organization_id, name: "Watched" });
  connection = newId();
  const [source_id, destination_id] = [newId(), newId()];
  await db.query(
    "insert into sources (id, team_id, name, type, config) values ($1, $2, 'shop', 'WEBHOOK', '{}')",
    [source_id, team_id],
  );
  await db.query(
    "insert into destinations (id, team_id, name, type, config) values ($1, $2, 'orders', 'HTTP', '{}')",
    [destination_id, team_id],
  );
  await db.query(
    "insert into connections (id, team_id, name, source_id, destination_id) values ($1, $2, 'orders', $3, $4)",
    [connection, team_id, source_id, destination_id],
  );
});

const CONFIGS: Readonly<Record<NotificationProvider, () => object>> = {
  slack: () => ({ token: "xoxb-secret" }),
  microsoft_teams: () => ({ webhook_url: `${farEnd.url}/teams` }),
  discord: () => ({ webhook_url: `${farEnd.url}/discord` }),
  pagerduty: () => ({ routing_key: "key" }),
  opsgenie: () => ({ api_key: "key" }),
};
const connect = (provider: NotificationProvider) =>
  createTeamIntegration(database.db, sealer, { team_id, provider, configs: CONFIGS[provider]() });

async function givenTrigger(channels: Channels): Promise<string> {
  const id = newId();
  await insertIssueTrigger(database.db, {
    id,
    team_id,
    name: null,
    channels,
    type: "delivery",
    configs: { strategy: "first_attempt", connections: "*" },
  });
  return id;
}

/** As the worker that opens issues does. Returns the issue's id. */
async function open(issue_trigger_id: string, key = "503"): Promise<string> {
  const opened = await recordSeen(database.db, {
    team_id,
    type: "delivery",
    subject_id: connection,
    key,
    issue_trigger_id,
    first_at: new Date().toISOString(),
    last_at: "2100-01-01T00:00:00Z",
  });
  expect(opened).not.toBeNull();
  return opened?.id ?? "";
}
const resolve = (id: string) =>
  changeIssueStatus(database.db, { team_id, id }, { status: "RESOLVED", user_id: null });

const deps = () => ({ db: database.db, log, notifier, publicUrl: PUBLIC_URL });
/** One turn of one worker, to its end. */
const turn = async () => {
  await Promise.all(await tellSome(deps(), 16));
};
const hoursPass = (hours: number) =>
  database.db.query(
    `update notifications set told_at = told_at - $1 * interval '1 hour', due_at = due_at - $1 * interval '1 hour',
       failing_since = failing_since - $1 * interval '1 hour', claimed_until = claimed_until - $1 * interval '1 hour'`,
    [hours],
  );
const toldTo = (path: string) => farEnd.received.filter(({ url }) => url === path);
const jsonOf = ({ body }: { body: Buffer }) => JSON.parse(body.toString());

async function givenMember(email: string, isVerified = false): Promise<void> {
  const id = newId();
  await database.db.query("insert into users (id, name, email, email_verified) values ($1, 'Ada', $2, $3)", [
    id,
    email,
    isVerified,
  ]);
  await database.db.query(
    "insert into organizations (id, name, slug) values ($1::uuid, 'Acme', $1::text) on conflict do nothing",
    [organization_id],
  );
  await database.db.query(
    "insert into members (id, organization_id, user_id, role) values ($1, $2, $3, 'member')",
    [newId(), organization_id, id],
  );
}

describe("mail", () => {
  test("reaches everybody of the project in one message, with a link to the issue", async () => {
    const [ada, grace] = [`ada-${team_id}@example.com`, `grace-${team_id}@example.com`];
    await givenMember(ada);
    await givenMember(grace, true);
    const issue = await open(await givenTrigger({ email: {} }));

    await turn();

    expect(mails.map(({ to }) => to)).toEqual([[ada, grace]]);
    const mail = await mails[0]?.mail;
    const url = `${PUBLIC_URL}/issues/${publicId("issue", issue)}`;
    expect(mail?.subject).toBe("orders: the destination answers 503");
    // The preview of a phone shows these words.
    expect(mail?.text).toMatch(/^orders: the destination answers 503\n\nSince /);
    expect(mail?.text?.split("\n")).toContain(url);
    expect(mail?.html).toContain(`href="${url}"`);
  });

  test("has the same id if it is sent once more, so a mailbox can drop it", async () => {
    await givenMember(`ada-${team_id}@example.com`);
    await open(await givenTrigger({ email: {} }));
    const dying = { ...deps(), db: dyingAfterSending() };

    await Promise.allSettled(await tellSome(dying, 16));
    await hoursPass(1); // its claim runs out
    await turn();
    await turn();

    const ids = await Promise.all(mails.map(async ({ mail }) => (await mail).messageId));
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  test("that the server refuses is tried again, and the log has the reason", async () => {
    await givenMember(`ada-${team_id}@example.com`);
    await open(await givenTrigger({ email: {} }));
    refusesMail = true;

    await turn();
    const [failed] = await readFailedNotifications(database.db, team_id, 10);
    refusesMail = false;
    await hoursPass(1);
    await turn();

    expect(failed?.error).toContain("The mail server did not take the message.");
    expect(lines.join()).toContain("notification.failed");
    expect(mails).toHaveLength(1);
    expect(await readFailedNotifications(database.db, team_id, 10)).toEqual([]);
  });
});

const turnWithoutMail = async () => {
  await Promise.all(await tellSome({ ...deps(), notifier: withoutMail }, 16));
};

describe("without a mail server", () => {
  test("no mail waits and none fails, other channels get their messages, and the channel says what is missing", async () => {
    await connect("slack");
    await givenMember(`ada-${team_id}@example.com`);
    await open(await givenTrigger({ email: {}, slack: { channel_name: "#a" } }));

    await turnWithoutMail();

    expect(await readFailedNotifications(database.db, team_id, 10)).toEqual([]);
    expect(toldTo("/api/chat.postMessage")).toHaveLength(1);
    expect(await claimDueNotifications(database.db, { limit: 16, leaseMs: 0 })).toEqual([]);
    expect(await withoutMail.sendTest({ team_id, channel: "email", settings: {} })).toBe(
      "Posthorn has no mail server. The operator sets it with POSTHORN_SMTP_URL.",
    );
  });

  test("once there is one, the next opening is a mail, and old ones are not sent", async () => {
    await givenMember(`ada-${team_id}@example.com`);
    const trigger = await givenTrigger({ email: {} });
    const issue = await open(trigger);
    await turnWithoutMail();

    await turn();
    const early = mails.length;
    await resolve(issue);
    await open(trigger);
    await turn();

    expect(early).toBe(0);
    expect(mails).toHaveLength(1);
  });
});

/** A process that dies after the channel has answered and before it writes that down. */
function dyingAfterSending(): FreshDatabase["db"] {
  return {
    ...database.db,
    query: (text, values) =>
      text.includes("told_openings = greatest")
        ? Promise.reject(new Error("killed"))
        : database.db.query(text, values),
  };
}

test("an issue that opens is told to each channel of its trigger, once, however many workers look", async () => {
  await Promise.all(Object.keys(CONFIGS).map((provider) => connect(provider as NotificationProvider))); // safe: its keys
  const issue = await open(
    await givenTrigger({
      slack: { channel_name: "#a" },
      microsoft_teams: { channel_name: "b" },
      discord: { channel_name: "c" },
      pagerduty: {},
      opsgenie: {},
    }),
  );

  await Promise.all([turn(), turn(), turn()]);
  await turn();

  expect(farEnd.received.map(({ url }) => url).toSorted()).toEqual([
    "/api/chat.postMessage",
    "/discord",
    "/og/v2/alerts",
    "/pd/v2/enqueue",
    "/teams",
  ]);
  expect(toldTo("/pd/v2/enqueue").map(jsonOf)).toMatchObject([{ dedup_key: publicId("issue", issue) }]);
  expect(await findTeamIntegration(database.db, team_id, "slack")).toMatchObject({
    error: null,
    succeeded_at: expect.any(String),
  });
});

test("an issue that was rolled back is told to nobody", async () => {
  await connect("slack");
  const trigger = await givenTrigger({ slack: { channel_name: "#a" } });
  const crash = database.db.transaction(async (tx) => {
    await recordSeen(tx, {
      team_id,
      type: "delivery",
      subject_id: connection,
      key: "503",
      issue_trigger_id: trigger,
      first_at: new Date().toISOString(),
      last_at: new Date().toISOString(),
    });
    throw new Error("killed");
  });

  await expect(crash).rejects.toThrow("killed");
  await turn();

  expect(farEnd.received).toEqual([]);
});

describe("a process that dies", () => {
  test("before it sends, has told nobody; another one does when the claim has run out", async () => {
    await connect("slack");
    await open(await givenTrigger({ slack: { channel_name: "#a" } }));

    await claimDueNotifications(database.db, { limit: 16, leaseMs: 60_000 });
    await turn();
    const early = farEnd.received.length;
    await hoursPass(1);
    await turn();
    await turn();

    expect(early).toBe(0);
    expect(toldTo("/api/chat.postMessage")).toHaveLength(1);
  });

  test("after it has sent, raises the same alert once more", async () => {
    await connect("pagerduty");
    const issue = await open(await givenTrigger({ pagerduty: {} }));

    await Promise.allSettled(await tellSome({ ...deps(), db: dyingAfterSending() }, 16));
    await hoursPass(1);
    await turn();
    await turn();

    const key = publicId("issue", issue);
    expect(toldTo("/pd/v2/enqueue").map((call) => jsonOf(call).dedup_key)).toEqual([key, key]);
  });
});

describe("the end of an issue", () => {
  test.each(["resolved", "dismissed"])("ends its alert, and is no message elsewhere: %s", async (how) => {
    for (const provider of ["pagerduty", "opsgenie", "slack"] as const) await connect(provider);
    const issue = await open(
      await givenTrigger({ pagerduty: {}, opsgenie: {}, slack: { channel_name: "#a" } }),
    );
    await turn();
    if (how === "resolved") await resolve(issue);
    else await dismissIssue(database.db, { team_id, id: issue }, null);
    await turn();
    await turn();

    expect(toldTo("/pd/v2/enqueue").map((call) => jsonOf(call).event_action)).toEqual(["trigger", "resolve"]);
    expect(toldTo(`/og/v2/alerts/${publicId("issue", issue)}/close?identifierType=alias`)).toHaveLength(1);
    expect(toldTo("/api/chat.postMessage")).toHaveLength(1);
  });

  test("is told after its opening, also when the opening arrived late", async () => {
    await connect("pagerduty");
    const issue = await open(await givenTrigger({ pagerduty: {} }));
    await turn();
    answers.set("/pd/v2/enqueue", (response) => response.writeHead(500).end());
    await resolve(issue);
    await turn();
    answers.clear();
    await hoursPass(1);
    await turn();

    expect(toldTo("/pd/v2/enqueue").map((call) => jsonOf(call).event_action)).toEqual([
      "trigger",
      "resolve",
      "resolve",
    ]);
  });

  test("while its opening is on the way, follows it", async () => {
    await connect("pagerduty");
    const issue = await open(await givenTrigger({ pagerduty: {} }));
    const hangs = Promise.withResolvers<ServerResponse>();
    answers.set("/pd/v2/enqueue", (response) => hangs.resolve(response));

    const telling = turn();
    const response = await hangs.promise;
    await resolve(issue);
    await turn(); // the audience is taken
    answers.clear();
    response.end();
    await telling;
    await turn();

    expect(toldTo("/pd/v2/enqueue").map((call) => jsonOf(call).event_action)).toEqual(["trigger", "resolve"]);
  });

  test.each([
    ["was not recorded, because the process died", async (dying: NotifyingDeps) => dying],
    [
      "got no answer",
      async () => {
        answers.set("/pd/v2/enqueue", (response) => response.destroy());
        return deps();
      },
    ],
  ])("ends the alert also if the opening %s", async (_what, telling) => {
    await connect("pagerduty");
    const issue = await open(await givenTrigger({ pagerduty: {} }));
    await Promise.allSettled(await tellSome(await telling({ ...deps(), db: dyingAfterSending() }), 16));
    answers.clear();

    await resolve(issue);
    await hoursPass(1); // the claim runs out, and the wait after a failure
    await turn();
    await turn();

    expect(toldTo("/pd/v2/enqueue").map((call) => jsonOf(call).event_action)).toEqual(["trigger", "resolve"]);
  });

  test("that was never told raises no alert", async () => {
    await connect("pagerduty");
    const issue = await open(await givenTrigger({ pagerduty: {} }));
    await resolve(issue);

    await turn();
    await turn();

    expect(farEnd.received).toEqual([]);
  });
});

describe("quiet", () => {
  test("an issue that opens and closes again and again is told once an hour, with how often", async () => {
    await connect("slack");
    const trigger = await givenTrigger({ slack: { channel_name: "#a" } });
    const issue = await open(trigger);
    await turn();
    for (let times = 0; times < 3; times++) {
      await resolve(issue);
      await open(trigger);
      await turn();
    }
    const early = toldTo("/api/chat.postMessage").length;
    await hoursPass(1);
    await turn();
    await turn();

    expect(early).toBe(1);
    const [, second, ...more] = toldTo("/api/chat.postMessage").map((call) => call.body.toString());
    expect(more).toEqual([]);
    expect(second).toContain("It has opened 3 times since the last message about it.");
  });

  test("more than ten that open at once become one message", async () => {
    await connect("slack");
    const trigger = await givenTrigger({ slack: { channel_name: "#a" } });
    for (let status = 500; status < 540; status++) await open(trigger, String(status));

    await turn();
    await turn();

    const [digest, ...more] = toldTo("/api/chat.postMessage").map(jsonOf);
    expect(more).toEqual([]);
    expect(digest).toMatchObject({ text: "40 issues have opened" });
    expect(JSON.stringify(digest)).toContain("and 20 more.");
  });

  test("a digest that fails is tried again as one message", async () => {
    await connect("slack");
    const trigger = await givenTrigger({ slack: { channel_name: "#a" } });
    for (let status = 500; status < 515; status++) await open(trigger, String(status));
    answers.set("/api/chat.postMessage", (response) => response.writeHead(503).end());
    await turn();
    answers.clear();
    await hoursPass(1);
    await turn();
    await turn();

    expect(toldTo("/api/chat.postMessage")).toHaveLength(2);
  });

  test("each alert is raised, however many there are", async () => {
    await connect("pagerduty");
    const trigger = await givenTrigger({ pagerduty: {} });
    for (let status = 500; status < 523; status++) await open(trigger, String(status));

    for (let turns = 0; turns < 4; turns++) await turn();

    expect(new Set(toldTo("/pd/v2/enqueue").map((call) => jsonOf(call).dedup_key)).size).toBe(23);
    expect(toldTo("/pd/v2/enqueue")).toHaveLength(23);
  });
});

const dueIn = async () => {
  const { rows } = await database.db.query<{ seconds: number | null }>(
    "select extract(epoch from due_at - now())::float8 as seconds from notifications where team_id = $1",
    [team_id],
  );
  return rows[0]?.seconds ?? null;
};

describe("a channel that fails", () => {
  test("is tried for a day and then given up; the failure stays to be seen, until the next message arrives", async () => {
    await connect("slack");
    const trigger = await givenTrigger({ slack: { channel_name: "#gone" } });
    const issue = await open(trigger);
    answers.set("/api/chat.postMessage", (response) =>
      response.end('{"ok":false,"error":"channel_not_found"}'),
    );

    await turn();
    const [trying] = await readFailedNotifications(database.db, team_id, 10);
    await hoursPass(24);
    await turn();
    const [gaveUp] = await readFailedNotifications(database.db, team_id, 10);
    await hoursPass(24);
    await turn();
    const tries = toldTo("/api/chat.postMessage").length;

    expect(trying).toMatchObject({ issue_id: issue, channel: "slack", due_at: expect.any(String) });
    expect(gaveUp).toMatchObject({ due_at: null, error: expect.stringContaining('the channel "#gone"') });
    expect(tries).toBe(2);
    expect((await findTeamIntegration(database.db, team_id, "slack"))?.error).toBe(gaveUp?.error);

    answers.clear();
    await resolve(issue);
    await open(trigger);
    await turn();
    expect(toldTo("/api/chat.postMessage").at(-1)?.body.toString()).toContain("It has opened 2 times.");
    expect(await readFailedNotifications(database.db, team_id, 10)).toEqual([]);
    expect((await findTeamIntegration(database.db, team_id, "slack"))?.error).toBeNull();
  });

  test("is left in peace for as long as it asks", async () => {
    await connect("discord");
    await open(await givenTrigger({ discord: { channel_name: "a" } }));
    answers.set("/discord", (response) => response.writeHead(429, { "retry-after": "3600" }).end());

    await turn();
    await turn();

    expect(toldTo("/discord")).toHaveLength(1);
    expect(await dueIn()).toBeGreaterThan(3500);
  });

  test("is tried again even if nothing new happens, and news do not make it sooner", async () => {
    await connect("slack");
    const trigger = await givenTrigger({ slack: { channel_name: "#a" } });
    const issue = await open(trigger);
    answers.set("/api/chat.postMessage", (response) => response.writeHead(500).end());
    await turn();
    await resolve(issue);
    await open(trigger);
    await turn();

    expect(toldTo("/api/chat.postMessage")).toHaveLength(1);
    expect(await dueIn()).toBeGreaterThan(0);
  });

  test("that is not connected says so, and is told when it is", async () => {
    await open(await givenTrigger({ slack: { channel_name: "#a" } }));
    await turn();
    const [failed] = await readFailedNotifications(database.db, team_id, 10);
    await connect("slack");
    await hurryNotifications(database.db, team_id, "slack");
    await turn();

    expect(failed?.error).toBe("Slack is not connected. Connect it under Settings, Integrations.");
    expect(toldTo("/api/chat.postMessage")).toHaveLength(1);
  });

  test("and never answers delays no other one", async () => {
    for (const provider of ["discord", "slack"] as const) await connect(provider);
    const trigger = await givenTrigger({ discord: { channel_name: "a" }, slack: { channel_name: "#a" } });
    const hangs = Promise.withResolvers<ServerResponse>();
    answers.set("/discord", (response) => hangs.resolve(response));
    const loop = createNotifying(deps());

    loop.start();
    try {
      await open(trigger, "500");
      const response = await hangs.promise;
      await open(trigger, "501");
      loop.poke();
      await farEnd.arrivals(3); // the one that hangs, and both of the other channel
      expect(toldTo("/discord")).toHaveLength(1);
      expect(toldTo("/api/chat.postMessage")).toHaveLength(2);
      response.end();
    } finally {
      await loop.stop();
    }
  });

  test("whose seal does not open fails like any other", async () => {
    await connect("slack");
    await database.db.query("update team_integrations set configs = '\\x02' where team_id = $1", [team_id]);
    await open(await givenTrigger({ slack: { channel_name: "#a" } }));

    await turn();

    expect((await readFailedNotifications(database.db, team_id, 10))[0]?.error).toContain(
      "Posthorn could not send the message.",
    );
  });
});

test("nothing is told of a deleted project", async () => {
  await connect("slack");
  await open(await givenTrigger({ slack: { channel_name: "#a" } }));
  await database.db.query("update projects set deleted_at = now() where id = $1", [team_id]);

  await turn();

  expect(farEnd.received).toEqual([]);
});

test("no secret is in the log", async () => {
  await connect("slack");
  await open(await givenTrigger({ slack: { channel_name: "#a" } }));
  answers.set("/api/chat.postMessage", (response) => response.writeHead(500).end("xoxb-secret"));

  await turn();

  expect(lines.join()).toContain("notification.tried");
  expect(lines.join()).not.toContain("secret");
});
