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

let identity: GivenAccess;
let gateway: Awaited<ReturnType<typeof startGateway>>;
let farEnd: Awaited<ReturnType<typeof startFarEnd>>;
let api: GivenApi;
let cookie: string;
/** The path of the source's URL. */
let path: string;
beforeAll(async () => {
  identity = await givenAccess();
  const { db, databaseUrl: url, sealer, access } = identity;
  gateway = await startGateway({ db, url, drop: async () => undefined }, { sealer, access });
  farEnd = await startFarEnd();
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

const send = async (isRolled: boolean) =>
  (
    await fetch(gateway.url + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ isRolled }),
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
    () => send(isRolled),
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

  await api.db.query("update projects set previous_signing_secret_until = now() where id = $1", [
    api.team_id,
  ]);
  await gateway.caughtUp();
  const already = farEnd.received.length;
  await send(true);
  const last = (await farEnd.arrivals(already + 1)).slice(already);
  expect([await acceptedBy(last, before), await acceptedBy(last, after)]).toEqual([[false], [true]]);
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

  await api.db.query("update api_keys set expires_at = now() where expires_at is not null");
  await eventually(
    () => call(before.key),
    (statuses) => statuses.every((status) => status === 401),
  );
  expect(await call(now.key)).toEqual([200, 200]);
});
