/** A sample project is alive on every page, its counts agree, nothing of it is ever sent, and it goes without a trace. */
import { LAST_PROJECT, SAMPLE_STAYS } from "@posthorn/contract/settings-texts";
import { internalId } from "@posthorn/contract/ids";
import { SAMPLE_PROJECT_NAME } from "@posthorn/contract/sample-project";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "../../log.ts";
import { BROKEN_ORDERS, HELD, ORDERS, PAYMENTS } from "../../sample/sample-day.ts";
import { type CallOptions, type GivenApi, givenApi } from "../../testing/given-api.ts";
import { createTenantDigest } from "../../testing/tenant-digest.ts";
import { moveAllNews } from "../../workers/counting.ts";
import { openIssues } from "../../workers/issue-opening.ts";
import { createProjectRemovalTurn } from "../../workers/project-removal.ts";

let api: GivenApi;
let cookie: string;
let own: string;
let organization: string;
beforeAll(async () => {
  api = await givenApi();
  ({ cookie } = await api.signUp());
  const { body } = await asPerson("GET", "//dashboard-api/session");
  own = body.projects[0].id;
  organization = body.organizations[0].id;
});
afterAll(() => api.stop());

const log = createLog(() => {});

function asPerson(method: string, path: string, { headers, ...options }: CallOptions = {}) {
  const person = { cookie, origin: "http://127.0.0.1:4400" };
  return api.call(method, path, { ...options, key: null, headers: { ...person, ...headers } });
}

const inProject = (project: string, path: string) =>
  asPerson("GET", path, { headers: { "x-team-id": project } });

async function givenSample(): Promise<string> {
  const { status, body } = await asPerson("POST", "//dashboard-api/sample-project");
  expect(status).toBe(200);
  return body.id;
}

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((all, count) => all + count, 0);
}

/** How many rows each table has of the project. */
async function rowsOf(project: string): Promise<Record<string, number>> {
  const { rows: tables } = await api.db.query<{ name: string }>(
    `select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and attname = 'team_id' order by 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await api.db.query<{ count: number }>(
      `select count(*)::int as count from ${name} where team_id = $1`,
      [internalId("project", project)],
    );
    if (rows[0]?.count) counts[name] = rows[0].count;
  }
  return counts;
}

/** Counted from the rows themselves. */
async function storedRows(project: string) {
  const values = [internalId("project", project)];
  const { rows: events } = await api.db.query(
    `select count(*)::int as count, count(*) filter (where status = 'SUCCESSFUL')::int as successful_count,
       count(*) filter (where status = 'FAILED')::int as failed_count,
       count(*) filter (where status = 'HOLD')::int as paused_count
     from events where team_id = $1`,
    values,
  );
  const { rows: requests } = await api.db.query(
    `select count(*)::int as count, count(rejection_cause)::int as rejected_count,
       count(*) filter (where rejection_cause is null and not exists (
         select from events where events.team_id = $1 and left(events.id::text, 32) = left(requests.id::text, 32)
       ))::int as discarded_count
     from requests where team_id = $1`,
    values,
  );
  return { events: events[0] ?? {}, requests: requests[0] ?? {} };
}

test("one click makes it, a second one finds it, and two at once make one", async () => {
  const made = await Promise.all([
    asPerson("POST", "//dashboard-api/sample-project"),
    asPerson("POST", "//dashboard-api/sample-project"),
  ]);

  expect(made.map(({ status }) => status)).toEqual([200, 200]);
  expect(made[0]?.body.id).toBe(made[1]?.body.id);
  expect(made.filter(({ body }) => body.is_new)).toHaveLength(1);
  const { body: session } = await asPerson("GET", "//dashboard-api/session");
  expect(session.projects).toEqual([
    expect.objectContaining({ id: own, is_sample: false }),
    expect.objectContaining({ id: made[0]?.body.id, name: SAMPLE_PROJECT_NAME, is_sample: true }),
  ]);
});

test("nothing of it is ever sent to another machine", async () => {
  const team_id = internalId("project", await givenSample());

  const { rows: types } = await api.db.query("select distinct type from destinations where team_id = $1", [
    team_id,
  ]);
  expect(types).toEqual([{ type: "MOCK_API" }]);
  const { rows: pending } = await api.db.query(
    `select from events where team_id = $1 and (next_attempt_at is not null or lease_owner is not null
       or claimed_by is not null or status in ('QUEUED', 'SCHEDULED'))`,
    [team_id],
  );
  expect(pending).toEqual([]);
  const { rows: told } = await api.db.query(
    `select 'trigger' as what from issue_triggers where team_id = $1 and channels is not null
     union all select 'notification' from notifications where team_id = $1
     union all select 'topic' from topic_news where team_id = $1
     union all select 'push' from team_integrations where team_id = $1
     union all select 'bulk' from bulk_operations where team_id = $1 and completed_at is null`,
    [team_id],
  );
  expect(told).toEqual([]);
});

test("every page has something, and their numbers agree, before and after the counts are moved", async () => {
  const project = await givenSample();
  const read = async (path: string) => {
    const { status, body } = await inProject(project, path);
    expect([path, status]).toEqual([path, 200]);
    return body;
  };
  const day = `date_range[start]=${new Date(Date.now() - 24 * 60 * 60_000).toISOString()}&date_range[end]=${new Date(Date.now() + 60_000).toISOString()}`;
  const numbers = async () => {
    const [events] = (
      await read(
        `/metrics/events?${day}&measures[0]=count&measures[1]=successful_count&measures[2]=failed_count&measures[3]=paused_count`,
      )
    ).data;
    const [requests] = (
      await read(
        `/metrics/requests?${day}&measures[0]=count&measures[1]=rejected_count&measures[2]=discarded_count`,
      )
    ).data;
    const byConnection = await read("//dashboard-api/events-24h");
    const bySource = await read("//dashboard-api/requests-24h");
    return {
      events: events.metrics,
      requests: requests.metrics,
      ofConnections: sum(byConnection.counts),
      ofSources: sum(bySource.counts),
      held: sum((await read("//dashboard-api/held-events")).counts),
    };
  };
  const listed = async (path: string) => (await read(path)).models.length;

  const before = await numbers();
  const stored = await storedRows(project);
  await moveAllNews(api.db);

  expect(await numbers()).toEqual(before);
  expect(before.events.count).toBeGreaterThan(ORDERS + PAYMENTS);
  expect(before.events).toMatchObject(stored.events);
  expect(before.events.paused_count).toBe(HELD);
  expect(before.held).toBe(HELD);
  expect(before.ofConnections).toBe(before.events.count);
  expect(before.requests.rejected_count).toBe(BROKEN_ORDERS + 3);
  expect(before.ofSources).toBe(before.requests.count);
  expect(before.requests).toMatchObject(stored.requests);
  expect(await listed("/bookmarks")).toBe(2);
  expect(await listed("/connections")).toBe(5);
  expect(await listed("/transformations")).toBe(1);
  expect(await listed("/bulk/events/retry")).toBe(1);
});

test("the loop that opens issues finds the issues that are there, and no others", async () => {
  const project = await givenSample();
  const issues = async () => {
    const { rows } = await api.db.query(
      `select type, key, status, first_seen_at, last_seen_at, reference_id is not null as has_example
       from issues where team_id = $1 order by type, key`,
      [internalId("project", project)],
    );
    return rows;
  };
  const before = await issues();

  await moveAllNews(api.db);
  await openIssues(api.db, log);

  expect(before).toEqual([
    expect.objectContaining({ type: "delivery", key: "502", status: "RESOLVED", has_example: true }),
    expect.objectContaining({ type: "delivery", key: "503", status: "OPENED", has_example: true }),
    expect.objectContaining({ type: "request", key: "UNPARSABLE_JSON", status: "OPENED", has_example: true }),
    expect.objectContaining({ type: "transformation", key: "fatal", status: "OPENED", has_example: true }),
  ]);
  expect(await issues()).toEqual(before);
});

test("it stays in its organization", async () => {
  const project = await givenSample();
  const { body: other } = await asPerson("POST", "//dashboard-api/organizations", {
    body: { name: "Engines" },
  });

  const refused = await asPerson("POST", "//dashboard-api/project-transfer", {
    headers: { "x-team-id": project },
    body: { organization_id: other.organization.id },
  });

  expect([refused.status, refused.body.message]).toEqual([422, SAMPLE_STAYS]);
});

test("only those who may create projects may make it", async () => {
  await api.setRole("member");
  expect((await asPerson("POST", "//dashboard-api/sample-project")).status).toBe(403);
  await api.setRole("owner");
});

test("it goes without a trace, the other projects stay as they are, and a new one can be made", async () => {
  const project = await givenSample();
  const digest = await createTenantDigest(api.db);
  const before = await rowsOf(own);
  expect(Object.keys(await rowsOf(project))).toEqual(
    expect.arrayContaining(["attempts", "events", "issues", "kept_payloads", "payloads", "requests"]),
  );

  expect((await asPerson("DELETE", `/projects/${project}`)).status).toBe(200);
  const after = await givenSample();
  await api.db.query(
    "update projects set deleted_at = deleted_at - interval '1 hour' where deleted_at is not null",
  );
  const turn = createProjectRemovalTurn(api.db, log, { turnMs: 60_000 });
  const kept = await digest.of(internalId("project", after) ?? "");
  while (await turn());

  expect(after).not.toBe(project);
  // The audit log says that it was made, and deleted with all that was in it.
  expect(Object.keys(await rowsOf(project))).toEqual(["audit_entries"]);
  const { rows } = await api.db.query("select from projects where id = $1", [internalId("project", project)]);
  expect(rows).toEqual([]);
  expect(await rowsOf(own)).toEqual(before);
  expect(await digest.of(internalId("project", after) ?? "")).toBe(kept);
});

test("first steps are told as they are", async () => {
  const sample = await givenSample();

  expect((await inProject(own, "//dashboard-api/first-steps")).body).toEqual({
    had_connection: false,
    delivering: null,
    has_colleagues: false,
  });
  expect((await inProject(sample, "//dashboard-api/first-steps")).body).toMatchObject({
    had_connection: true,
    delivering: { source_name: "shopify", destination_name: "orders-api" },
  });
  const invited = await asPerson("POST", `//dashboard-api/organizations/${organization}/invitations`, {
    body: { invitations: [{ email: "grace@example.com", role: "member" }] },
  });
  expect(invited.status).toBe(200);
  expect((await inProject(own, "//dashboard-api/first-steps")).body.has_colleagues).toBe(true);
});

test("the last project of an organization stays, also if it is the sample", async () => {
  const sample = await givenSample();
  expect((await asPerson("DELETE", `/projects/${own}`)).status).toBe(200);

  const refused = await asPerson("DELETE", `/projects/${sample}`, { headers: { "x-team-id": sample } });

  expect([refused.status, refused.body.message]).toEqual([422, LAST_PROJECT]);
});
