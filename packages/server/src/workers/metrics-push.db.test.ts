/** Do a project's real counts arrive at providers that speak their real protocols? Over real HTTP. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { publicId } from "@posthorn/contract/ids";
import { createLog } from "../log.ts";
import { createMetricsPush } from "../metrics/metrics-push.ts";
import { createTeamIntegration, readTeamIntegrations } from "../store/team-integrations.ts";
import {
  type ConfiguredConnection,
  eventually,
  givenConnection,
  sealer,
  startFarEnd,
  startGateway,
} from "../testing/gateway.ts";
import { readOtlp } from "../testing/read-otlp.ts";
import { pushSome } from "./metrics-push.ts";

const log = createLog(() => undefined);
let gateway: Awaited<ReturnType<typeof startGateway>>;
let farEnd: Awaited<ReturnType<typeof startFarEnd>>;
let provider: Awaited<ReturnType<typeof startFarEnd>>;
let providerStatus = 200;
let given: ConfiguredConnection;
/** Pushes are made in this moment, so that a test which runs into the next day still asks about this one. */
let countedMs: number;

beforeAll(async () => {
  gateway = await startGateway();
  farEnd = await startFarEnd();
  provider = await startFarEnd((_request, response) => {
    response.statusCode = providerStatus;
    response.end();
  });
  given = await givenConnection(gateway.db, { url: farEnd.url });
  await fetch(gateway.url + given.path, { method: "POST", body: "1" });
  await fetch(gateway.url + given.path, { method: "POST", body: "2" });
  const attempts = async () =>
    (await gateway.db.query("select from attempts where team_id = $1", [given.project])).rowCount;
  await eventually(attempts, (count) => count === 2);
  countedMs = Date.now();
});
afterAll(async () => {
  farEnd.close();
  provider.close();
  await gateway.stop();
});
beforeEach(async () => {
  providerStatus = 200;
  provider.received.length = 0;
  await gateway.db.query("delete from team_integrations");
});

const push = createPush(() => countedMs);
function createPush(now: () => number) {
  return (asked: Parameters<ReturnType<typeof createMetricsPush>["push"]>[0]) =>
    createMetricsPush({
      db: gateway.db,
      dialer: gateway.dialer,
      version: "1.2.3",
      datadogUrl: () => provider.url,
      now,
    }).push(asked);
}

const connect = {
  opentelemetry: () =>
    createTeamIntegration(gateway.db, sealer, {
      team_id: given.project,
      provider: "opentelemetry",
      configs: { url: `${provider.url}/otlp`, headers: { Authorization: "Basic abc" } },
    }),
  datadog: () =>
    createTeamIntegration(gateway.db, sealer, {
      team_id: given.project,
      provider: "datadog",
      configs: { site: "datadoghq.eu", api_key: "key" },
    }),
};

const pushDue = (send = push) => pushSome({ db: gateway.db, log, sealer, push: send });
const dueAgain = () => gateway.db.query("update team_integrations set next_push_at = now()");

test("OpenTelemetry gets the day's counts since midnight, with the credentials of the integration", async () => {
  await connect.opentelemetry();

  await pushDue();

  const [received] = provider.received;
  expect(received).toMatchObject({ method: "POST", url: "/otlp/v1/metrics" });
  expect(received?.headers).toMatchObject({
    authorization: "Basic abc",
    "content-type": "application/x-protobuf",
  });
  const { resource, metrics } = readOtlp(received?.body ?? Buffer.of());
  expect(resource).toEqual({
    "service.name": "posthorn",
    "service.version": "1.2.3",
    "posthorn.project_id": publicId("project", given.project),
  });
  const requests = metrics.get("posthorn_project_requests");
  expect(requests).toMatchObject({ kind: "sum", isMonotonic: true, isCumulative: true });
  expect(requests?.points).toMatchObject([
    { attributes: { source_id: publicId("source", given.source), source: "shop" }, value: 2 },
  ]);
  expect((requests?.points[0]?.startMs ?? 1) % (24 * 60 * 60 * 1000)).toBe(0);
  expect(metrics.get("posthorn_project_attempts")?.points).toMatchObject([
    {
      attributes: {
        connection_id: publicId("connection", given.connection),
        connection: "shop -> orders",
        destination_id: publicId("destination", given.destination),
        destination: "orders",
        status: "SUCCESSFUL",
      },
      value: 2,
    },
  ]);
  const latency = metrics.get("posthorn_project_attempt_response_seconds");
  expect(latency).toMatchObject({ kind: "histogram", unit: "s", isCumulative: true });
  expect(latency?.points[0]?.value).toBe(2);
  expect(latency?.points[0]?.bucketCounts?.reduce((sum, count) => sum + count, 0)).toBe(2);
  expect(latency?.points[0]?.bucketCounts).toHaveLength((latency?.points[0]?.bounds?.length ?? 0) + 1);
});

test("the first push of a day closes the day before", async () => {
  const DAY_MS = 24 * 60 * 60 * 1000;
  const todayMs = countedMs - (countedMs % DAY_MS);
  await createPush(() => todayMs + DAY_MS + 60_000)({
    team_id: given.project,
    target: { provider: "opentelemetry", configs: { url: provider.url, headers: {} } },
    succeededAtMs: todayMs + DAY_MS - 1,
  });

  const [closing, first] = provider.received.map(({ body }) => readOtlp(body).metrics);
  expect(closing?.get("posthorn_project_requests")?.points).toMatchObject([
    { startMs: todayMs, atMs: todayMs + DAY_MS - 1, value: 2 },
  ]);
  expect(closing?.has("posthorn_project_events_by_status")).toBe(false);
  expect(first?.has("posthorn_project_requests")).toBe(false);
});

test("Datadog gets counts of minutes, and the same minutes again with the next push", async () => {
  await connect.datadog();

  await pushDue();
  await dueAgain();
  await pushDue();

  expect(provider.received).toHaveLength(2);
  for (const { url, headers, body } of provider.received) {
    expect(url).toBe("/api/v2/series");
    expect(headers).toMatchObject({ "dd-api-key": "key", "content-type": "application/json" });
    const { series } = JSON.parse(body.toString());
    const attempts = series.filter(({ metric }: { metric: string }) => metric === "posthorn.attempts");
    expect(attempts[0]).toMatchObject({ type: 1, interval: 60 });
    expect(attempts[0].tags).toContain("status:SUCCESSFUL");
    const points = attempts.flatMap((one: { points: { timestamp: number; value: number }[] }) => one.points);
    expect(points.reduce((sum: number, { value }: { value: number }) => sum + value, 0)).toBe(2);
    for (const { timestamp } of points) expect(timestamp % 60).toBe(0);
  }
});

const integration = async () => (await readTeamIntegrations(gateway.db, given.project))[0];

test("two processes never send the same push", async () => {
  await connect.datadog();

  const sent = await Promise.all([pushDue(), pushDue()]);

  expect(sent.toSorted()).toEqual([0, 1]);
  expect(provider.received).toHaveLength(1);
  expect(await integration()).toMatchObject({ error: null, failures: 0, succeeded_at: expect.any(String) });
});

test("a provider that fails is shown with the reason, counts its failures, and recovers", async () => {
  await connect.datadog();
  providerStatus = 403;

  await pushDue();
  expect(await integration()).toMatchObject({
    error: "The provider refused the credentials (403).",
    succeeded_at: null,
    failures: 1,
  });
  await dueAgain();
  await pushDue();
  expect(await integration()).toMatchObject({ failures: 2 });

  providerStatus = 202;
  await dueAgain();
  await pushDue();
  expect(await integration()).toMatchObject({ error: null, failures: 0 });
});

test("an address of our own network is refused, as for deliveries", async () => {
  const reason = await push({
    team_id: given.project,
    target: { provider: "opentelemetry", configs: { url: "http://10.0.0.1:4318", headers: {} } },
    succeededAtMs: null,
  });

  expect(reason).toBe("This address is not allowed.");
});
