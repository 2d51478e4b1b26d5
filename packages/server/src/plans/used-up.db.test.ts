/** What happens once the events of a period are used up, on a plan that rejects more? Real requests, real counts. */
import { API_ERRORS } from "@posthorn/contract/errors";
import { internalId, publicId } from "@posthorn/contract/ids";
import { LOCK_REASONS, lockText } from "@posthorn/contract/plans";
import { afterAll, beforeAll, expect, test } from "vitest";
import { issueApiKey } from "../store/api-keys.ts";
import { setSubscription } from "../store/subscriptions.ts";
import { connectCli, givenCliConnection, sessionId } from "../testing/cli-client.ts";
import { eventually, givenConnection, startFarEnd, startGateway } from "../testing/gateway.ts";
import { givenAccess } from "../testing/given-access.ts";
import { type GivenApi, givenApi } from "../testing/given-api.ts";
import { givenPlans } from "../testing/given-plans.ts";

const FILE = `
default: strict
plans:
  - { id: strict, version: 1, name: Strict, over_limit: reject, limits: { max_requests: 3 } }
  - { id: open, version: 1, name: Open, over_limit: accept, limits: { max_requests: 3 } }
`;

let gateway: Awaited<ReturnType<typeof startGateway>>;
let farEnd: Awaited<ReturnType<typeof startFarEnd>>;
let api: GivenApi;
let cookie: string;
let organization_id: string;
let given: Awaited<ReturnType<typeof givenConnection>>;
let key: string;
beforeAll(async () => {
  const identity = await givenAccess();
  const { db, databaseUrl: url, sealer } = identity;
  farEnd = await startFarEnd();
  gateway = await startGateway({ db, url, drop: async () => undefined }, { sealer });
  api = await givenApi({ identity, cli: gateway.cli, caughtUp: gateway.caughtUp });
  ({ cookie } = await api.signUp());
  given = await givenConnection(db, { url: farEnd.url });
  const { rows } = await db.query<{ organization_id: string }>(
    `update projects set organization_id = (select id from organizations) where id = $1 returning organization_id`,
    [given.project],
  );
  organization_id = rows[0]?.organization_id ?? "";
  ({ key } = await issueApiKey(db, { team_id: given.project, name: "test", expires_at: null }));
  await givenPlans(db, FILE);
  await putOn("strict");
});
afterAll(async () => {
  await gateway.stop();
  await api.stop();
  farEnd.close();
});

async function putOn(plan: string, agreed_limits = {}): Promise<void> {
  await setSubscription(api.db, organization_id, { plan: { id: plan, version: 1 }, agreed_limits });
  expect(await gateway.caughtUp()).toBe(true);
}

const send = () => fetch(gateway.url + given.path, { method: "POST", body: "{}" });
const subscription = async () => {
  const path = `//dashboard-api/organizations/${publicId("organization", organization_id)}/subscription`;
  return (await api.call("GET", path, { key: null, headers: { cookie } })).body;
};
const lock = async () => {
  const { body } = await api.call("GET", "//dashboard-api/session", { key: null, headers: { cookie } });
  return body.organizations[0].plan.lock;
};

test("the events of a period are accepted, more are rejected with a cause, and the projects are locked", async () => {
  expect([await lock(), (await subscription()).limit_exceeded_at]).toEqual([null, null]);
  const { webhook_id } = await givenCliConnection(api.db, given.project);
  const cli = { url: api.url, key, session: sessionId(), connections: [webhook_id] };
  const listening = await connectCli(cli);
  for (let sent = 0; sent < 3; sent++) expect((await send()).status).toBe(200);
  await farEnd.arrivals(3);

  const refused = await eventually(send, ({ status }) => status === 429);
  const { message, request_id } = (await refused.json()) as { message: string; request_id: string };
  expect(message).toBe("Plan limit reached");
  const { period_end } = await subscription();
  const waitS = Number(refused.headers.get("retry-after"));
  expect(Math.abs(waitS - (Date.parse(period_end) - Date.now()) / 1000)).toBeLessThan(60);

  await eventually(lock, (found) => found === "events");
  const { limit_exceeded_at, usage } = await subscription();
  expect(Date.now() - Date.parse(limit_exceeded_at)).toBeLessThan(60_000);
  expect(usage.events).toBeGreaterThanOrEqual(3);
  const { rows } = await api.db.query<{ rejection_cause: string }>(
    "select rejection_cause from requests where team_id = $1 and id = $2",
    [given.project, internalId("request", request_id)],
  );
  expect(rows).toEqual([{ rejection_cause: "PLAN_LIMIT_REACHED" }]);
  expect((await api.call("GET", "/requests", { key })).body).toEqual({
    code: "PLAN_LOCKED",
    status: API_ERRORS.PLAN_LOCKED.status,
    message: lockText("events"),
    data: { lock: "events" },
  });
  expect(await listening.closed).toEqual({ code: 1008, reason: LOCK_REASONS.events });
  await expect(connectCli(cli)).rejects.toThrow(
    `403 ${JSON.stringify({ error: { message: lockText("events") } })}`,
  );
});

test("the time of the first excess stays, whatever is read later", async () => {
  const { limit_exceeded_at } = await subscription();

  const before = gateway.readings().loops.find(({ name }) => name === "quota_reading")?.succeededAtMs ?? 0;
  expect((await send()).status).toBe(429);
  await eventually(
    async () => gateway.readings().loops.find(({ name }) => name === "quota_reading")?.succeededAtMs ?? 0,
    (at) => at > before,
  );

  expect((await subscription()).limit_exceeded_at).toBe(limit_exceeded_at);
});

test("a raised limit opens both at once, and what was rejected can be retried", async () => {
  const { limit_exceeded_at, usage } = await subscription();
  await putOn("strict", { max_requests: usage.events + 2 });
  expect([await lock(), (await subscription()).limit_exceeded_at]).toEqual([null, null]);

  const [rejected] = await eventually(
    async () =>
      (await api.call("GET", "/requests?rejection_cause=PLAN_LIMIT_REACHED", { key })).body.models ?? [],
    (models) => models.length > 0,
  );
  const retried = await gateway.retryRequest({
    team_id: given.project,
    id: internalId("request", rejected.id) ?? "",
  });
  expect(retried).toMatchObject({ result: "accepted", events: [expect.any(String)] });
  expect((await send()).status).toBe(200);

  await eventually(lock, (found) => found === "events");
  expect(Date.parse((await subscription()).limit_exceeded_at)).toBeGreaterThan(Date.parse(limit_exceeded_at));
  await putOn("strict");
  expect(await lock()).toBe("events");
});

test("a plan that accepts more locks nothing", async () => {
  await putOn("open");

  expect((await send()).status).toBe(200);
  expect([await lock(), (await subscription()).limit_exceeded_at]).toEqual([null, null]);
});

test("a version that was stored before it said what happens beyond its events accepts more, and may say so", async () => {
  await api.db.query("update plans set content = content - 'over_limit' where id = 'open'");
  const { plan } = await subscription();
  expect([plan.id, plan.over_limit]).toEqual(["open", "accept"]);

  await givenPlans(api.db, FILE);
  await expect(givenPlans(api.db, FILE.replace("accept", "reject"))).rejects.toThrow(
    'version 1 of the plan "open" has changed',
  );
});

test("a time of an earlier period says nothing, and a process that died is made up for", async () => {
  await putOn("strict");
  expect(await lock()).toBe("events");
  await gateway.stop(); // else it may note the time again before it is looked at
  await api.db.query(
    "update used_up_limits set period_start = period_start - interval '2 months', period_end = period_end - interval '2 months'",
  );
  expect([await lock(), (await subscription()).limit_exceeded_at]).toEqual([null, null]);

  gateway = await startGateway({ db: api.db, url: gateway.databaseUrl, drop: async () => undefined });
  await eventually(lock, (found) => found === "events");
});
