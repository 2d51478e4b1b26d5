/** What an organization has used is what its metrics count, over all its projects, also those it has deleted. */
import { internalId, publicId } from "@posthorn/contract/ids";
import { queryString } from "../../pipeline/route/query-string.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../ids.ts";
import { createLog } from "../../log.ts";
import { issueApiKey } from "../../store/api-keys.ts";
import { createProject } from "../../store/new-project.ts";
import { ensurePartitions } from "../../store/partitions.ts";
import { createSealer } from "../../store/seal.ts";
import { MASTER_KEY } from "../../testing/given-access.ts";
import { type GivenApi, givenApi } from "../../testing/given-api.ts";
import { browserOf, callAs, givenPerson } from "../../testing/given-person.ts";
import { randomTraffic, storeTraffic, type TrafficPlaces } from "../../testing/random-traffic.ts";
import { randomFrom } from "../../testing/random.ts";
import { moveAllNews } from "../../workers/counting.ts";
import { createProjectRemovalTurn } from "../../workers/project-removal.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

let api: GivenApi;
let cookie: string;
let organization_id: string;
beforeAll(async () => {
  api = await givenApi();
  ({ cookie } = await api.signUp());
  const { rows } = await api.db.query<{ id: string }>("select id from organizations");
  organization_id = publicId("organization", rows[0]?.id ?? "");
});
afterAll(() => api.stop());

const ask = (path: string, as = cookie, organization = organization_id) =>
  callAs(api, as, "GET", `/organizations/${organization}${path}`);

async function givenProjectWithKey(name: string) {
  const team_id = await createProject(api.db, createSealer(MASTER_KEY), {
    organization_id: internalId("organization", organization_id) ?? "",
    name,
  });
  const { key } = await issueApiKey(api.db, { team_id, name, expires_at: null });
  return { team_id, key };
}

async function givenPlaces(key: string): Promise<TrafficPlaces> {
  const connections = [];
  for (const [source, destination] of [
    ["shop", "ledger"],
    ["bank", "ledger"],
  ]) {
    const { body } = await api.call("PUT", "/connections", {
      key,
      body: {
        name: `${source}-${destination}`,
        source: { name: source },
        destination: { name: destination, config: { url: "https://api.example.com/hooks" } },
      },
    });
    connections.push({
      id: internalId("connection", body.id) ?? "",
      source_id: internalId("source", body.source.id) ?? "",
      destination_id: internalId("destination", body.destination.id) ?? "",
    });
  }
  return { connections, transformations: [newId()], cli_id: newId(), bulk_retry_ids: [newId()] };
}

/** What the metrics of a project count in the range. */
async function countedIn(
  key: string,
  { start, end }: { start: string; end: string },
): Promise<{ events: number; requests: number }> {
  const query = queryString({ date_range: { start, end }, measures: ["count"] });
  const total = async (fact: string) => {
    const { body } = await api.call("GET", `/metrics/${fact}?${query}`, { key });
    return body.data.reduce((sum: number, row: { metrics: { count: number } }) => sum + row.metrics.count, 0);
  };
  return { events: await total("events"), requests: await total("requests") };
}

/** Random traffic of the month, with some from the month before; a part of it is still news. */
async function givenTraffic(startMs: number, seed: number) {
  const project = await givenProjectWithKey(`Project ${seed}`);
  const places = await givenPlaces(project.key);
  for (const [part, count] of [60, 30].entries()) {
    const range = { count, fromMs: startMs - DAY_MS / 2, toMs: Date.now() };
    await storeTraffic(api.db, project.team_id, randomTraffic(randomFrom(seed + part), places, range));
    if (part === 0) await moveAllNews(api.db);
  }
  return project;
}

test("the usage of a period is what the metrics of all projects count, also after one of them is gone", async () => {
  const { body: before } = await ask("/subscription");
  const range = { start: before.period_start, end: before.period_end };
  const startMs = Date.parse(range.start);
  for (let dayMs = startMs - DAY_MS; dayMs <= Date.now(); dayMs += DAY_MS)
    await ensurePartitions(api.db, dayMs);
  const [kept, leaving] = [await givenTraffic(startMs, 10), await givenTraffic(startMs, 20)];
  const counted = [await countedIn(kept.key, range), await countedIn(leaving.key, range)];
  const sum = {
    events: counted.reduce((all, { events }) => all + events, 0),
    requests: counted.reduce((all, { requests }) => all + requests, 0),
  };

  expect(sum.events).toBeGreaterThan(20);
  expect((await ask("/subscription")).body.usage).toEqual(sum);
  const { body: days } = await ask("/usage");
  await api.call("DELETE", `/projects/${publicId("project", leaving.team_id)}`, {
    key: null,
    headers: browserOf(cookie),
  });
  await api.db.query("update projects set deleted_at = now() - interval '2 hours' where id = $1", [
    leaving.team_id,
  ]);
  const turn = createProjectRemovalTurn(
    api.db,
    createLog(() => undefined),
    { batch: 50, turnMs: 0 },
  );
  do expect((await ask("/subscription")).body.usage).toEqual(sum);
  while (await turn());
  expect((await api.db.query("select from projects where id = $1", [leaving.team_id])).rowCount).toBe(0);
  expect((await ask("/subscription")).body.usage).toEqual(sum);
  expect((await ask("/usage")).body).toEqual(days);
  expect(days.models.reduce((all: number, day: { events: number }) => all + day.events, 0)).toBe(sum.events);
});

test("without plans the period is the calendar month in UTC, and nothing is offered, limited or locked", async () => {
  const now = new Date();
  const month = (ahead: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead)).toISOString();

  const { status, body } = await ask("/subscription");

  expect(status).toBe(200);
  expect(body).toMatchObject({
    plan: null,
    period_start: month(0),
    period_end: month(1),
    users: 1,
    limit_exceeded_at: null,
    has_bought_throughput: false,
    trial_ends_at: null,
  });
  expect((await ask("/plans")).body).toEqual({
    models: [],
    contact_url: null,
    default_id: null,
    can_choose: false,
  });
  const { body: usage } = await ask("/usage");
  expect(usage.models.map(({ date }: { date: string }) => date)).toEqual(
    Array.from({ length: now.getUTCDate() }, (_none, at) => {
      const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), at + 1));
      return day.toISOString().slice(0, 10);
    }),
  );
  const { body: session } = await callAs(api, cookie, "GET", "/session");
  expect(session.organizations).toMatchObject([{ plan: null }]);
});

test("members see it, viewers and strangers do not", async () => {
  const owner = { cookie, organization_id };
  const member = await givenPerson(api, owner, { email: "member@example.com", role: "member" });
  const viewer = await givenPerson(api, owner, { email: "viewer@example.com", role: "viewer" });

  for (const path of ["/subscription", "/usage", "/plans"]) {
    expect((await ask(path, member.cookie)).status).toBe(200);
    expect((await ask(path, viewer.cookie)).status).toBe(403);
    expect((await ask(path, cookie, publicId("organization", newId()))).status).toBe(404);
  }
  expect((await ask("/subscription")).body.users).toBe(3);
});
