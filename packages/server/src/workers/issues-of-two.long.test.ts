/**
 * Two processes share a database and one failing destination: there is one issue, and each channel gets one message.
 *
 * The burst has 100,000 failed attempts. In the other tests one of the two dies, and the other one tells.
 */
import type { Connection } from "@posthorn/contract/connections";
import { CHANNELS } from "@posthorn/contract/issue-triggers";
import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type ChannelStandIns, startChannelStandIns } from "../testing/channel-stand-ins.ts";
import { eventually, startFarEnd } from "../testing/gateway.ts";
import { everybodyTold, readIssueTrail } from "../testing/issue-trail.ts";
import { type Product, type Protection, createProduct } from "../testing/product.ts";
import { type SharedPostgres, databaseAt, startSharedPostgres } from "../testing/shared-postgres.ts";
import { type Traffic, createTraffic } from "../testing/traffic.ts";

const EVENTS = 20_000;
const ATTEMPTS = 5;

let postgres: SharedPostgres;
let channels: ChannelStandIns;
let farEnd: Awaited<ReturnType<typeof startFarEnd>>;
let answer: (response: ServerResponse) => void;
let traffic: Traffic;
let one: Product;
let other: Product;
beforeEach(async () => {
  postgres = await startSharedPostgres();
  channels = await startChannelStandIns();
  answer = (response) => response.writeHead(503).end();
  farEnd = await startFarEnd((_, response) => answer(response));
  traffic = createTraffic();
  const options = {
    environment: { ...databaseAt(postgres.url), ...channels.environment },
    without: channels.rewrites,
  };
  [one, other] = [await createProduct(options), await createProduct(options)];
});
afterEach(async () => {
  await traffic.stop();
  await one.remove();
  await other.remove();
  farEnd.close();
  channels.close();
  await postgres.stop();
});

function connect(product: Product): Promise<Connection> {
  return product.connect(farEnd.url, [
    { type: "retry", strategy: "linear", interval: 0, count: ATTEMPTS - 1, response_status_codes: null },
  ]);
}
const urlAt = (product: Product, { source }: Connection) => product.ingestUrl + new URL(source.url).pathname;

const toldOnce = () => channels.messages.map(({ channel }) => channel).toSorted();

test("100,000 failures on two processes: one issue, one message for each channel", async () => {
  await one.start();
  await other.start();
  await channels.connect(one);
  const connection = await connect(one);

  const startedAtMs = performance.now();
  await Promise.all([one, other].map((product) => traffic.sendAll(urlAt(product, connection), EVENTS / 2)));
  await eventually(
    () => readIssueTrail(one, connection),
    ({ failed_attempts }) => failed_attempts >= EVENTS * ATTEMPTS,
  );
  console.info(`${EVENTS * ATTEMPTS} failures in ${Math.round((performance.now() - startedAtMs) / 1000)} s`);
  const trail = await everybodyTold(one, connection);

  expect(trail).toMatchObject({ issues: 1, notifications: CHANNELS.length });
  expect(toldOnce()).toEqual(CHANNELS.toSorted());
});

/** Tells nobody while another process lives, so that the other one is known to have claimed the notifications. */
const TELLS_ONLY_ALONE: Protection = {
  file: "workers/notifying.ts",
  from: "if (audiences <= 0) return [];",
  to: `if ((await deps.db.query("select from processes where heartbeat_at > now() - interval '5 seconds'")).rowCount > 1) return [];
       if (audiences <= 0) return [];`,
};
const DIES_WITH_CLAIM: Protection = {
  file: "workers/notifying.ts",
  from: "return claimed.map((one) => tellAudience(deps, one));",
  to: `if (claimed.length > 0) process.kill(process.pid, "SIGKILL");
       return claimed.map((one) => tellAudience(deps, one));`,
};

test("the process that was about to tell dies: the other one tells everybody once the claim has run out", async () => {
  await other.start([TELLS_ONLY_ALONE]);
  await channels.connect(other);
  const connection = await connect(other);
  await one.start([DIES_WITH_CLAIM]);

  await traffic.sendAll(urlAt(other, connection), 1);
  await one.ended();
  const left = await readIssueTrail(other, connection);
  await everybodyTold(other, connection);

  expect(left).toMatchObject({ issues: 1, claimed: CHANNELS.length, told: 0 });
  expect(toldOnce()).toEqual(CHANNELS.toSorted());
});

test("the process with the attempt dies: the other one tells of the interrupted attempt, and of what follows", async () => {
  await one.start();
  await other.start();
  await channels.connect(other);
  const connection = await connect(other);
  answer = () => undefined;

  await traffic.sendAll(urlAt(one, connection), 1);
  await farEnd.arrivals(1);
  await one.kill();
  answer = (response) => response.writeHead(503).end();
  const trail = await everybodyTold(other, connection, { issues: 2 });

  expect(trail.issues).toBe(2);
  expect(toldOnce()).toEqual([...CHANNELS, ...CHANNELS].toSorted());
});
