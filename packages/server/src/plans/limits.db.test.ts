/** Where does a plan's limit bite? Everywhere that an own setting would, in every process, as soon as the plan changes. */
import { publicId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { issueApiKey } from "../store/api-keys.ts";
import { readRetentions } from "../store/retention.ts";
import { setSubscription } from "../store/subscriptions.ts";
import { givenConnection, startGateway } from "../testing/gateway.ts";
import { givenAccess } from "../testing/given-access.ts";
import { type GivenApi, givenApi } from "../testing/given-api.ts";
import { givenPlans } from "../testing/given-plans.ts";
import { applyPlans } from "./apply-plans.ts";

const FILE = `
default: small
plans:
  - id: small
    version: 1
    name: Small
    limits: { retention_days: 3, included_throughput: 5, max_payload_size_mb: 1, attempt_timeout: 20, api_rate_limit: 60 }
  - { id: free, version: 1, name: Free }
`;
const MB = 1024 * 1024;

let gateway: Awaited<ReturnType<typeof startGateway>>;
let api: GivenApi;
let cookie: string;
let organization_id: string;
let key: string;
let given: Awaited<ReturnType<typeof givenConnection>>;
beforeAll(async () => {
  const identity = await givenAccess();
  const { db, databaseUrl: url, sealer } = identity;
  gateway = await startGateway({ db, url, drop: async () => undefined }, { sealer });
  api = await givenApi({
    identity,
    cli: gateway.cli,
    caughtUp: gateway.caughtUp,
    apiRateLimitPerMinute: 100,
  });
  ({ cookie } = await api.signUp());
  given = await givenConnection(db, { url: "http://127.0.0.1:9" });
  const { rows } = await db.query<{ organization_id: string }>(
    `update projects set organization_id = (select id from organizations) where id = $1 returning organization_id`,
    [given.project],
  );
  organization_id = rows[0]?.organization_id ?? "";
  ({ key } = await issueApiKey(db, { team_id: given.project, name: "test", expires_at: null }));
  await givenPlans(db, FILE);
  expect(await gateway.caughtUp()).toBe(true);
});
afterAll(async () => {
  await gateway.stop();
  await api.stop();
});

async function putOn(plan: string, agreed_limits = {}): Promise<void> {
  await setSubscription(api.db, organization_id, { plan: { id: plan, version: 1 }, agreed_limits });
  expect(await gateway.caughtUp()).toBe(true);
}

const quotas = (method: string, body?: unknown) =>
  api.call(method, "//dashboard-api/quotas", {
    key: null,
    body,
    headers: { cookie, origin: "http://127.0.0.1:4400", "x-project-id": publicId("project", given.project) },
  });

function routed() {
  const route = gateway.routing.byToken(given.path.split("/")[2] ?? "");
  return {
    cap: gateway.routing.limits().get(given.destination)?.max_events_per_second,
    maxBodyBytes: route?.maxBodyBytes,
    deadlineMs: route?.connections[0]?.destination.deadlineMs,
  };
}

const retentionDays = async () =>
  (await readRetentions(api.db)).retentions.find(({ team_ids }) => team_ids.includes(given.project))?.days;
const sessionDays = async () => {
  const { body } = await api.call("GET", "//dashboard-api/session", { key: null, headers: { cookie } });
  return body.projects.find(({ id }: { id: string }) => id === publicId("project", given.project))
    .retention_days;
};

test("an organization without a plan is not limited, although plans are in force", async () => {
  expect(routed()).toEqual({ cap: null, maxBodyBytes: 10 * MB, deadlineMs: 60_000 });
  expect([await retentionDays(), await sessionDays()]).toEqual([30, 30]);
});

test("the plan bounds every setting, an agreed limit stands instead of the plan's, and both count at once", async () => {
  await putOn("small");

  expect(routed()).toEqual({ cap: 5, maxBodyBytes: MB, deadlineMs: 20_000 });
  expect([await retentionDays(), await sessionDays()]).toEqual([3, 3]);
  expect((await quotas("GET")).body).toEqual({ max_events_per_second: 5, retention_days: 3 });
  const project = await api.call("GET", `/projects/${publicId("project", given.project)}`, { key });
  expect(project.body.max_events_per_second).toBe(5);

  await putOn("small", { included_throughput: 50, attempt_timeout: null });
  expect(routed()).toEqual({ cap: 50, maxBodyBytes: MB, deadlineMs: 60_000 });
});

test("a body above the plan is rejected like one above our own bound", async () => {
  await putOn("small");
  const send = (bytes: number) =>
    fetch(gateway.url + given.path, {
      method: "POST",
      body: "x".repeat(bytes),
      headers: { "content-type": "text/plain" },
    });

  expect((await send(MB)).status).toBe(200);
  expect((await send(MB + 1)).status).toBe(413);
  const { rows } = await api.db.query(
    "select from requests where team_id = $1 and rejection_cause = 'PAYLOAD_TOO_LARGE'",
    [given.project],
  );
  expect(rows).toHaveLength(1);
});

test("an own setting below the plan counts; one above it is refused, and the way to say as much as possible is null", async () => {
  await putOn("small");

  expect((await quotas("PUT", { max_events_per_second: 6, retention_days: 4 })).body.data).toEqual([
    "max_events_per_second must be at most 5, which is what the plan Small allows",
    "retention_days must be at most 3, which is what the plan Small allows",
  ]);
  expect((await quotas("PUT", { max_events_per_second: 4, retention_days: 2 })).body).toEqual({
    max_events_per_second: 4,
    retention_days: 2,
  });
  expect([routed().cap, await retentionDays()]).toEqual([4, 2]);
  expect((await quotas("PUT", { max_events_per_second: null, retention_days: 3 })).body).toEqual({
    max_events_per_second: 5,
    retention_days: 3,
  });
});

const limitOf = async (rate_limit: number | null) => {
  const made = await issueApiKey(api.db, {
    team_id: given.project,
    name: "k",
    expires_at: null,
    rate_limit,
  });
  return (await api.call("GET", "/sources", { key: made.key })).headers.get("x-ratelimit-limit");
};

test("a key has the lowest of its own limit, the installation's and the plan's", async () => {
  await putOn("small");
  expect([await limitOf(null), await limitOf(40), await limitOf(500)]).toEqual(["60", "40", "60"]);
  await putOn("small", { api_rate_limit: 300 });
  expect([await limitOf(null), await limitOf(500)]).toEqual(["100", "300"]);
});

test("without the operator's file nothing is limited, and the settings of the project are as they were", async () => {
  await quotas("PUT", { max_events_per_second: null });
  await api.db.query("update projects set retention_days = 30 where id = $1", [given.project]);
  await putOn("small");

  await applyPlans(api.db, null);
  await gateway.reload(given.source);

  expect(routed()).toEqual({ cap: null, maxBodyBytes: 10 * MB, deadlineMs: 60_000 });
  expect([await retentionDays(), await sessionDays()]).toEqual([30, 30]);
  await givenPlans(api.db, FILE);
  await gateway.reload(given.source);
  expect(routed()).toEqual({ cap: 5, maxBodyBytes: MB, deadlineMs: 20_000 });
});
