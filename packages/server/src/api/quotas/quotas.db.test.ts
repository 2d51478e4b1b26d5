/** Which limits may an admin set, and from when on do they count? */
import { publicId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { givenConnection, startGateway } from "../../testing/gateway.ts";
import { givenAccess } from "../../testing/given-access.ts";
import { type GivenApi, givenApi } from "../../testing/given-api.ts";

let gateway: Awaited<ReturnType<typeof startGateway>>;
let api: GivenApi;
let cookie: string;
/** A project of the signed-in person, with a connection. */
let given: Awaited<ReturnType<typeof givenConnection>>;
beforeAll(async () => {
  const identity = await givenAccess();
  const { db, databaseUrl: url, sealer } = identity;
  gateway = await startGateway({ db, url, drop: async () => undefined }, { sealer });
  api = await givenApi({ identity, cli: gateway.cli, caughtUp: gateway.caughtUp });
  ({ cookie } = await api.signUp());
  given = await givenConnection(db, { url: "http://127.0.0.1:9" });
  await db.query("update projects set organization_id = (select id from organizations) where id = $1", [
    given.project,
  ]);
});
beforeEach(() => api.setRole("admin"));
afterAll(async () => {
  await gateway.stop();
  await api.stop();
});

const ask = (method: string, body?: unknown) =>
  api.call(method, "//dashboard-api/quotas", {
    key: null,
    body,
    headers: { cookie, origin: "http://127.0.0.1:4400", "x-project-id": publicId("project", given.project) },
  });

const cap = () => gateway.routing.limits().get(given.destination)?.max_events_per_second;

test("a new project has no cap, and keeps its data for 30 days", async () => {
  expect((await ask("GET")).body).toEqual({ max_events_per_second: null, retention_days: 30 });
});

test("a cap counts for deliveries from the answer on, and a change leaves the rest as it is", async () => {
  expect((await ask("PUT", { max_events_per_second: 50 })).body).toEqual({
    max_events_per_second: 50,
    retention_days: 30,
  });
  expect(cap()).toBe(50);
  expect((await ask("PUT", { retention_days: 7 })).body).toEqual({
    max_events_per_second: 50,
    retention_days: 7,
  });
  expect((await ask("PUT", { max_events_per_second: null })).body).toEqual({
    max_events_per_second: null,
    retention_days: 7,
  });
  expect(cap()).toBeNull();
});

test("members see the limits and do not change them; no key of the project does", async () => {
  await api.setRole("member");

  expect([(await ask("GET")).status, (await ask("PUT", { retention_days: 1 })).status]).toEqual([200, 403]);
  const asKey = await api.call("PUT", "//dashboard-api/quotas", { body: { retention_days: 1 } });
  expect(asKey.status).toBe(403);
});

test.each([
  [{ max_events_per_second: 0 }, "max_events_per_second must be larger than or equal to 1"],
  [{ max_events_per_second: 100_001 }, "max_events_per_second must be less than or equal to 100000"],
  [{ retention_days: 0 }, "retention_days must be larger than or equal to 1"],
  [{ retention_days: 3_651 }, "retention_days must be less than or equal to 3650"],
  [{ retention_days: null }, "retention_days must be of type number"],
])("%j is refused: %s", async (body, text) => {
  const answer = await ask("PUT", body);

  expect([answer.status, answer.body.data]).toEqual([422, [text]]);
});
