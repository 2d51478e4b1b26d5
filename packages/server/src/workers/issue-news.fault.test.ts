/**
 * A failure reaches every channel, wherever the process dies on its way there.
 *
 * The way has four steps: attempt, news, issue, notification. In each test the process kills itself (kill -9) at one line
 * of one step, and then starts again whole. One failure is one issue. Each channel gets one message; if the process died
 * after a message was sent and before that was recorded, each channel gets the same message twice. PagerDuty, Opsgenie and
 * mailboxes recognize the copy by its key. Slack, Microsoft Teams and Discord offer no key, and show the message twice.
 */
import type { Connection } from "@posthorn/contract/connections";
import { CHANNELS, type Channel } from "@posthorn/contract/issue-triggers";
import type { Issue } from "@posthorn/contract/issues";
import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ChannelStandIns, startChannelStandIns } from "../testing/channel-stand-ins.ts";
import { eventually, startFarEnd } from "../testing/gateway.ts";
import { type IssueTrail, claimsRunOut, everybodyTold, readIssueTrail } from "../testing/issue-trail.ts";
import { type Product, type Protection, createProduct } from "../testing/product.ts";

/** The loops look this often instead of every few seconds. */
const HURRY: readonly Protection[] = [
  {
    file: "workers/counting.ts",
    from: "const MOVE_EVERY_MS = 5_000;",
    to: "const MOVE_EVERY_MS = 100;",
  },
  {
    file: "workers/issue-opening.ts",
    from: "const EVERY_MS = 2_000;",
    to: "const EVERY_MS = 100;",
  },
  {
    file: "workers/notifying.ts",
    from: "const EVERY_MS = 2_000;",
    to: "const EVERY_MS = 100;",
  },
];

let channels: ChannelStandIns;
let farEnd: Awaited<ReturnType<typeof startFarEnd>>;
let answer: (response: ServerResponse) => void;
let product: Product;
beforeAll(async () => {
  channels = await startChannelStandIns();
  farEnd = await startFarEnd((_, response) => answer(response));
  product = await createProduct({
    environment: channels.environment,
    without: [...channels.rewrites, ...HURRY],
  });
  await product.start();
  await channels.connect(product);
});
afterAll(async () => {
  await product.remove();
  farEnd.close();
  channels.close();
});
beforeEach(() => {
  answer = (response) => response.writeHead(503).end();
});

let connections = 0;
function connect(): Promise<Connection> {
  const name = `orders-${++connections}-`;
  return product.api<Connection>("PUT", "/connections", {
    name,
    source: { name },
    destination: { name, config: { url: farEnd.url } },
  });
}

const send = ({ source }: Connection) => fetch(source.url, { method: "POST", body: "{}" });
const messagesAbout = ({ name }: Connection) =>
  channels.messages.filter(({ text }) => text.includes(name ?? ""));

/** How many messages each channel got about a connection, and how many of them have keys of their own. */
function perChannel(connection: Connection): Record<string, { messages: number; keys: number | null }> {
  return Object.fromEntries(
    CHANNELS.map((channel) => {
      const ofChannel = messagesAbout(connection).filter((message) => message.channel === channel);
      const keys = ofChannel.flatMap(({ key }) => key ?? []);
      return [channel, { messages: ofChannel.length, keys: keys.length > 0 ? new Set(keys).size : null }];
    }),
  );
}

const WITHOUT_KEY: ReadonlySet<Channel> = new Set(["slack", "microsoft_teams", "discord"]);
/** What `perChannel` says if every channel got so many copies of one message. */
const copies = (messages: number) =>
  Object.fromEntries(
    CHANNELS.map((channel) => [channel, { messages, keys: WITHOUT_KEY.has(channel) ? null : 1 }]),
  );

const KILL = 'process.kill(process.pid, "SIGKILL");';

const DEATHS: readonly { dies: string; at: Protection; left: Partial<IssueTrail> }[] = [
  {
    dies: "after the attempt is stored, before its news move",
    at: {
      file: "store/counters.ts",
      from: "if (place !== null) await tx.query(moveStatement(fact), [from, place]);",
      to: `if (place !== null && fact === "attempt") ${KILL}
           if (place !== null) await tx.query(moveStatement(fact), [from, place]);`,
    },
    left: { failed_attempts: 1, attempt_news: 1, issue_news: 0, issues: 0 },
  },
  {
    dies: "while the news move, before the commit",
    at: {
      file: "store/counters.ts",
      from: "if (place !== null) await tx.query(moveStatement(fact), [from, place]);",
      to: `if (place !== null) await tx.query(moveStatement(fact), [from, place]);
           if (place !== null && fact === "attempt") ${KILL}`,
    },
    left: { failed_attempts: 1, attempt_news: 1, issue_news: 0, issues: 0 },
  },
  {
    dies: "after the news moved, before they are an issue",
    at: {
      file: "workers/counting.ts",
      from: "place = await db.transaction((tx) => moveNews(tx, fact, from));",
      to: `place = await db.transaction((tx) => moveNews(tx, fact, from));
           if (place !== null && fact === "attempt") ${KILL}`,
    },
    left: { failed_attempts: 1, attempt_news: 0, issue_news: 1, issues: 0 },
  },
  {
    dies: "while the issue is written, before the commit",
    at: {
      file: "workers/issue-opening.ts",
      from: "return news.length > 0;",
      to: `if (news.length > 0) ${KILL}
           return news.length > 0;`,
    },
    left: { attempt_news: 0, issue_news: 1, issues: 0, notifications: 0 },
  },
  {
    dies: "after the issue is open, before a worker looks at its notifications",
    at: {
      file: "workers/notifying.ts",
      from: "const claimed = await claimDueNotifications(",
      to: `if ((await deps.db.query("select from notifications where due_at <= now()")).rowCount > 0) ${KILL}
           else return []; // else the claim could find what has become due since this look
           const claimed = await claimDueNotifications(`,
    },
    left: { issue_news: 0, issues: 1, notifications: CHANNELS.length, claimed: 0, told: 0 },
  },
  {
    dies: "after a worker has claimed the notifications, before it sends any",
    at: {
      file: "workers/notifying.ts",
      from: "return claimed.map((one) => tellAudience(deps, one));",
      to: `if (claimed.length > 0) ${KILL}
           return claimed.map((one) => tellAudience(deps, one));`,
    },
    left: { issues: 1, notifications: CHANNELS.length, claimed: CHANNELS.length, told: 0 },
  },
];

test.each(DEATHS)("the process dies $dies: one issue, one message for each channel", async ({ at, left }) => {
  const connection = await connect();
  await product.kill();
  await product.start([at]);

  await send(connection);
  await product.ended();

  expect(await readIssueTrail(product, connection)).toMatchObject(left);
  expect(messagesAbout(connection)).toEqual([]);

  await claimsRunOut(product);
  await product.start();
  const trail = await everybodyTold(product, connection);

  expect(trail).toMatchObject({ failed_attempts: 1, issues: 1, notifications: CHANNELS.length });
  expect(perChannel(connection)).toEqual(copies(1));
});

test("the process dies after the channels have answered, before it records that: each gets a copy of the message", async () => {
  const connection = await connect();
  await product.kill();
  await product.start([
    {
      file: "workers/notifying.ts",
      from: "if (failure === null) await recordTold(",
      to: "if (failure === null) await new Promise(() => undefined); else if (false) await recordTold(",
    },
  ]);

  const before = product.output().length;
  await send(connection);
  await eventually(
    () => Promise.resolve(product.output().slice(before).split("notification.tried").length - 1),
    (answered) => answered === CHANNELS.length,
  );
  await product.kill();
  await claimsRunOut(product);
  await product.start();
  await everybodyTold(product, connection);

  expect(perChannel(connection)).toEqual(copies(2));
});

test("the process dies while it waits for the channels' answers: each gets a copy of the message", async () => {
  const connection = await connect();
  channels.setSilent(true);

  await send(connection);
  await eventually(
    () => Promise.resolve(messagesAbout(connection).length),
    (count) => count === CHANNELS.length,
  );
  await product.kill();
  channels.setSilent(false);
  await claimsRunOut(product);
  await product.start();
  await everybodyTold(product, connection);

  expect(perChannel(connection)).toEqual(copies(2));
});

test("the process dies after everybody was told: nobody is told again", async () => {
  const connection = await connect();
  await send(connection);
  await everybodyTold(product, connection);

  await product.kill();
  await product.start();
  await send(connection); // the same issue, once more
  await eventually(
    () => readIssueTrail(product, connection),
    ({ failed_attempts, attempt_news, issue_news }) =>
      failed_attempts === 2 && attempt_news === 0 && issue_news === 0,
  );
  await everybodyTold(product, connection);

  expect(perChannel(connection)).toEqual(copies(1));
});

test("the process dies while the destination answers: the interrupted attempt is an issue, and so is the next one", async () => {
  const connection = await connect();
  answer = () => undefined;
  const before = farEnd.received.length;
  await send(connection);
  await farEnd.arrivals(before + 1);

  await product.kill();
  answer = (response) => response.writeHead(503).end();
  await product.start();
  await everybodyTold(product, connection, { issues: 2 });

  const { models } = await product.api<{ models: Issue[] }>(
    "GET",
    `/issues?aggregation_keys[webhook_id]=${connection.id}`,
  );
  const keys = models.map(({ aggregation_keys }) => aggregation_keys);
  expect(keys).toHaveLength(2);
  expect(keys).toContainEqual({ webhook_id: [connection.id], response_status: [503], error_code: [] });
  expect(keys).toContainEqual({
    webhook_id: [connection.id],
    response_status: [],
    error_code: ["INTERNAL_ERROR"],
  });
  expect(messagesAbout(connection)).toHaveLength(2 * CHANNELS.length);
});
