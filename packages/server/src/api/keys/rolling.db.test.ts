/**
 * Does anybody notice a roll who has not been told of it yet?
 *
 * Many calls and deliveries are under way while an admin rolls. The receivers check each delivery with the vendor's own
 * library, some with the old secret and some with the new one.
 */
import { verifyWebhookSignature } from "@hookdeck/sdk/webhooks/index.js";
import { publicId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually, startFarEnd, startGateway, type Received } from "../../testing/gateway.ts";
import { givenAccess, type GivenAccess } from "../../testing/given-access.ts";
import { type GivenApi, givenApi } from "../../testing/given-api.ts";

const AT_ONCE = 16;
/** The delays of rolls are hours. The last test moves the end of its windows this close. */
const WINDOW_MS = 3_000;
/** How far from the end of a window an old key or secret may stop: reliability promises two seconds. */
const TOLERANCE_MS = 2_000;

let identity: GivenAccess;
let gateway: Awaited<ReturnType<typeof startGateway>>;
let farEnd: Awaited<ReturnType<typeof startFarEnd>>;
let api: GivenApi;
let cookie: string;
/** The path of the source's URL. */
let path: string;
/** When each delivery arrived, in the order of `farEnd.received`. */
const arrivedMs: number[] = [];
beforeAll(async () => {
  identity = await givenAccess();
  const { db, databaseUrl: url, sealer, access } = identity;
  gateway = await startGateway({ db, url, drop: async () => undefined }, { sealer, access });
  farEnd = await startFarEnd((_, response) => {
    arrivedMs.push(Date.now());
    response.end("ok");
  });
  api = await givenApi({ identity, cli: gateway.cli, caughtUp: gateway.caughtUp });
  ({ cookie } = await api.signUp());
  await db.query("update projects set organization_id = (select id from organizations) where id = $1", [
    api.team_id,
  ]);
  const project = publicId("project", api.team_id);
  await api.call("PUT", `/projects/${project}`, { body: { headers_prefix: "x-hookdeck" } });
  const { body } = await api.call("PUT", "/connections", {
    body: {
      name: "orders",
      source: { name: "shop" },
      destination: { name: "orders", config: { url: farEnd.url } },
    },
  });
  path = new URL(body.source.url).pathname;
});
afterAll(async () => {
  await gateway.stop();
  farEnd.close();
  await api.stop();
});

const ask = async (method: string, at: string, body?: unknown) =>
  (
    await api.call(method, `//dashboard-api/secrets${at}`, {
      key: null,
      body,
      headers: { cookie, origin: "http://127.0.0.1:4400", "x-project-id": publicId("project", api.team_id) },
    })
  ).body;

/** Repeats `work` in many places at once until `isOver`, and returns all results. */
async function repeatedly<Result>(work: () => Promise<Result>, isOver: () => boolean): Promise<Result[]> {
  const results: Result[] = [];
  const one = async () => {
    while (!isOver()) results.push(await work());
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return results;
}

const send = async (body: object) =>
  (
    await fetch(gateway.url + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    })
  ).status;

async function isAccepted({ headers, body }: Received, signingSecret: string): Promise<boolean> {
  const { isValidSignature } = await verifyWebhookSignature({
    headers: headers as Record<string, string>, // single headers by name, as a Node receiver has them
    rawBody: String(body),
    signingSecret,
  });
  return isValidSignature;
}

const acceptedBy = async (deliveries: readonly Received[], secret: string) =>
  Promise.all(deliveries.map((delivery) => isAccepted(delivery, secret)));

test("no receiver rejects a delivery: not with the old secret, and once the roll is answered not with the new", async () => {
  const before = (await ask("GET", "")).signing_secret.key;
  let isRolled = false;
  let isOver = false;

  const sending = repeatedly(
    () => send({ isRolled }),
    () => isOver,
  );
  await farEnd.arrivals(AT_ONCE * 2);
  const after = (await ask("POST", "/signing-secret/roll", { delay_sec: 3_600 })).signing_secret.key;
  isRolled = true;
  await farEnd.arrivals(farEnd.received.length + AT_ONCE * 4);
  isOver = true;
  const answers = await sending;
  const deliveries = await farEnd.arrivals(answers.length);

  expect(new Set(answers)).toEqual(new Set([200]));
  expect((await acceptedBy(deliveries, before)).filter((accepted) => !accepted)).toEqual([]);
  const sentAfter = deliveries.filter(({ body }) => String(body) === '{"isRolled":true}');
  expect(sentAfter.length).toBeGreaterThan(AT_ONCE);
  expect((await acceptedBy(sentAfter, after)).filter((accepted) => !accepted)).toEqual([]);
});

test("no call is refused: neither with the old key until its end, nor with the new one from the answer on", async () => {
  const before = (await ask("GET", "")).api_key;
  let now = before;
  let calls = 0;
  let isOver = false;
  const call = async (key: string) => {
    const listed = await api.call("GET", "/sources", { key });
    const published = await fetch(`${gateway.url}/v1/publish`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "x-posthorn-source-name": "shop",
        "content-type": "application/json",
      },
      body: "{}",
    });
    calls++;
    return [listed.status, published.status];
  };

  const calling = repeatedly(
    async () => [...(await call(before.key)), ...(await call(now.key))],
    () => isOver,
  );
  await eventually(
    async () => calls,
    (count) => count > AT_ONCE * 2,
  );
  now = (await ask("POST", "/api-key/roll", { delay_sec: 3_600 })).api_key;
  const callsBefore = calls;
  await eventually(
    async () => calls,
    (count) => count > callsBefore + AT_ONCE * 4,
  );
  isOver = true;

  expect(new Set((await calling).flat())).toEqual(new Set([200]));
  expect(now.previous).toMatchObject([{ id: before.id }]);
});

test("the old key and the old secret end with their windows, within two seconds", async () => {
  await ask("POST", "/signing-secret/roll", { delay_sec: 0 }); // ends what the first test has left open
  const before = await ask("GET", "");
  await ask("POST", "/api-key/roll", { delay_sec: 3_600 });
  const after = await ask("POST", "/signing-secret/roll", { delay_sec: 3_600 });
  let endsMs = Number.POSITIVE_INFINITY;
  const isEarly = (ms: number) => ms < endsMs - TOLERANCE_MS;
  const isLate = (ms: number) => ms > endsMs + TOLERANCE_MS;
  const calls: { begunMs: number; answeredMs: number; status: number }[] = [];
  const late = () => calls.filter(({ begunMs }) => isLate(begunMs));

  const calling = repeatedly(
    async () => {
      const begunMs = Date.now();
      await send({ begunMs });
      const { status } = await api.call("GET", "/sources", { key: before.api_key.key });
      calls.push({ begunMs, answeredMs: Date.now(), status });
    },
    () => late().length >= AT_ONCE,
  );
  await eventually(
    async () => calls.length,
    (count) => count >= AT_ONCE,
  );
  endsMs = await endWindowsIn(WINDOW_MS);
  await calling;
  const deliveries = await eventually(
    async () => timedDeliveries(),
    ({ length }) => length === calls.length,
  );

  const early = calls.filter(({ answeredMs }) => isEarly(answeredMs));
  expect(new Set(early.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(late().map(({ status }) => status))).toEqual(new Set([401]));
  const [oldSecret, newSecret] = [before.signing_secret.key, after.signing_secret.key];
  const signedEarly = deliveries.filter((delivery) => isEarly(delivery.arrivedMs));
  expect(new Set(await acceptedBy(signedEarly, oldSecret))).toEqual(new Set([true]));
  const signedLate = deliveries.filter(({ begunMs }) => isLate(begunMs));
  expect(new Set(await acceptedBy(signedLate, oldSecret))).toEqual(new Set([false]));
  expect(new Set(await acceptedBy(deliveries, newSecret))).toEqual(new Set([true]));
});

/** The deliveries of the last test: when each was begun by its sender, and when it arrived. */
function timedDeliveries() {
  return farEnd.received.flatMap((delivery, at) => {
    const { begunMs } = JSON.parse(String(delivery.body)) as { begunMs?: number }; // as `send` has written it
    return begunMs === undefined ? [] : [{ ...delivery, begunMs, arrivedMs: arrivedMs[at] ?? 0 }];
  });
}

/** Moves the end of both open windows, and returns it once the gateway knows. */
async function endWindowsIn(windowMs: number): Promise<number> {
  const { rows } = await api.db.query<{ ends_ms: number }>(
    `with moved as (
       update api_keys set expires_at = now() + $2 * interval '1 millisecond' where team_id = $1 and expires_at is not null)
     update projects set previous_signing_secret_until = now() + $2 * interval '1 millisecond' where id = $1
     returning date_part('epoch', previous_signing_secret_until) * 1000 as ends_ms`,
    [api.team_id, windowMs],
  );
  await gateway.caughtUp();
  return rows[0]?.ends_ms ?? 0;
}
