/** All rows of a deleted project go, in small steps, whatever happens in between. No row of another project does. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "../ids.ts";
import { createLog } from "../log.ts";
import type { Queryable } from "../store/database.ts";
import { createProject } from "../store/new-project.ts";
import { createSealer } from "../store/seal.ts";
import { MASTER_KEY } from "../testing/given-access.ts";
import { type CallOptions, type GivenApi, givenApi, givenEvent, givenRequest } from "../testing/given-api.ts";
import { type Tenant, givenTenant } from "../testing/given-tenant.ts";
import { createTenantDigest } from "../testing/tenant-digest.ts";
import { createProjectRemovalTurn } from "./project-removal.ts";
import { createRetentionTurn } from "./retention.ts";

let api: GivenApi;
let cookie: string;
let organization_id: string;
beforeAll(async () => {
  api = await givenApi();
  ({ cookie } = await api.signUp());
  const { rows } = await api.db.query<{ id: string }>("select id from organizations");
  organization_id = rows[0]?.id ?? "";
});
afterAll(() => api.stop());

const lines: string[] = [];
beforeEach(() => {
  lines.length = 0;
});
const log = createLog((line) => lines.push(line));

const asPerson = (method: string, path: string, options: CallOptions = {}) =>
  api.call(method, path, { ...options, key: null, headers: { cookie, origin: "http://127.0.0.1:4400" } });

async function newTenant(organization = organization_id): Promise<Tenant> {
  const project = { organization_id: organization, name: "Project" };
  return givenTenant(api.db, await createProject(api.db, createSealer(MASTER_KEY), project));
}

/** A deleted project with more traffic than one step deletes. */
async function givenDeleted(): Promise<Tenant> {
  const tenant = await newTenant();
  const { team_id } = tenant;
  for (let number = 0; number < 5; number++) {
    const request_id = await givenRequest(api.db, { team_id, source_id: newId() });
    await givenEvent(api.db, { team_id, request_id, webhook_id: newId() });
  }
  await api.db.query(
    "insert into limiters (id, process_id) select id, 0 from destinations where team_id = $1",
    [team_id],
  );
  await api.db.query("insert into limiter_groups select id, 'a', now() from limiters");
  expect((await asPerson("DELETE", `/projects/${tenant.ids.project}`)).status).toBe(200);
  return tenant;
}

const anHourPasses = ({ team_id }: Tenant) =>
  api.db.query("update projects set deleted_at = deleted_at - interval '1 hour' where id = $1", [team_id]);

/** The tables that hold anything of the project. The audit log is the organization's, and outlives its projects. */
async function leftOf({ team_id }: Tenant): Promise<string[]> {
  const { rows: tables } = await api.db.query<{ name: string }>(
    `select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and attname = 'team_id' and relname <> 'audit_entries' order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rowCount } = await api.db.query(`select from ${name} where team_id = $1 limit 1`, [team_id]);
    if (rowCount > 0) found.push(name);
  }
  const { rowCount } = await api.db.query("select from projects where id = $1", [team_id]);
  return rowCount > 0 ? [...found, "projects"] : found;
}

async function runToTheEnd(settings: { batch?: number; turnMs?: number } = { batch: 2 }): Promise<number> {
  const turn = createProjectRemovalTurn(api.db, log, settings);
  let turns = 1;
  while (await turn()) turns++;
  return turns;
}

const CONFIGURATION = [
  "bookmarks",
  "bulk_operations",
  "connections",
  "destinations",
  "erasures",
  "issue_triggers",
  "issues",
  "markers",
  "notifications",
  "onboarding_progress",
  "project_members",
  "saved_views",
  "sources",
  "transformations",
  "projects",
];

test("what flowed through a deleted project goes first, all the rest when nothing writes any more", async () => {
  const [tenant, sibling, stranger] = [await givenDeleted(), await newTenant(), await newTenant(newId())];
  const digest = await createTenantDigest(api.db);
  const before = await digest.of(sibling.team_id, stranger.team_id);

  await runToTheEnd();

  expect(await leftOf(tenant)).toEqual(CONFIGURATION);
  // A destination answered late.
  await api.db.query(
    `insert into attempts (team_id, event_id, webhook_id, attempt_number, trigger, status, created_at)
     select $1, id, $1, 1, 'INITIAL', 'SUCCESSFUL', now() from requests where team_id = $2`,
    [tenant.team_id, sibling.team_id],
  );

  await anHourPasses(tenant);
  await runToTheEnd();

  expect(await leftOf(tenant)).toEqual([]);
  for (const table of ["limiters", "limiter_groups"])
    expect([table, (await api.db.query(`select from ${table}`)).rowCount]).toEqual([table, 0]);
  expect(await digest.of(sibling.team_id, stranger.team_id)).toBe(before);
  expect(lines.join()).toContain("project.removed");
  const { rowCount: entries } = await api.db.query("select from audit_entries where team_id = $1", [
    tenant.team_id,
  ]);
  expect(entries).toBeGreaterThan(0);
});

test("whoever stops in the middle, at any step, is continued by the next", async () => {
  const tenant = await givenDeleted();
  await anHourPasses(tenant);
  const left: string[][] = [];

  // Each of them dies a few steps later than the one before.
  for (let steps = 1; (await leftOf(tenant)).length > 0; steps += 5) {
    const turn = createProjectRemovalTurn(api.db, log, { batch: 1, turnMs: 0 });
    for (let step = 0; step < steps; step++) if (!(await turn())) break;
    left.push(await leftOf(tenant));
  }

  expect(left.length).toBeGreaterThan(3);
  expect(left.at(-1)).toEqual([]);
  // The project's own row goes last: without it no process would know that something is left.
  for (const tables of left.slice(0, -1)) expect(tables.at(-1)).toBe("projects");
});

test("a turn ends in time, however much there is to do", async () => {
  const tenant = await givenDeleted();
  await anHourPasses(tenant);

  expect(await runToTheEnd({ batch: 1, turnMs: 0 })).toBeGreaterThan(20);
  expect(await leftOf(tenant)).toEqual([]);
});

test("a step that fails ends its pass, and the next pass does the rest", async () => {
  const tenant = await givenDeleted();
  await anHourPasses(tenant);
  let isDown = false;
  const failing: Queryable = {
    query: (text, values) => (isDown ? Promise.reject(new Error("away")) : api.db.query(text, values)),
  };
  const turn = createProjectRemovalTurn(failing, log, { batch: 2, turnMs: 0 });
  await turn();

  isDown = true;
  await expect(turn()).rejects.toThrow("away");
  isDown = false;

  expect(await turn()).toBe(false);
  while (await turn());
  expect(await leftOf(tenant)).toEqual([]);
});

test("projects that are there are none of its business", async () => {
  const tenant = await newTenant();
  const digest = await createTenantDigest(api.db);
  const before = await digest.of(tenant.team_id);

  await runToTheEnd();

  expect(await digest.of(tenant.team_id)).toBe(before);
});

test("how long a deleted project would have kept its data matters to nobody", async () => {
  const tenant = await givenDeleted();
  await api.db.query("update projects set retention_days = 3");
  await api.db.query("update projects set retention_days = 400 where id = $1", [tenant.team_id]);
  const { rows } = await api.db.query<{ name: string }>(
    `select 'payloads_' || to_char(now() - interval '10 days', 'YYYY_MM_DD') as name`,
  );
  await api.db.query(
    `create table ${rows[0]?.name} partition of payloads
     for values from ('01000000-0000-7000-8000-000000000000') to ('01000001-0000-7000-8000-000000000000')`,
  );

  await createRetentionTurn(api.db, log)();

  expect(lines.join()).toContain(rows[0]?.name);
});
