/** Once the deletion is answered, no call shows the project any more, and nothing in other projects has changed. */
import { BULK_TYPES } from "@posthorn/contract/causes";
import { internalId, publicId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "../../ids.ts";
import { recogniseCliClient } from "../../store/cli-clients.ts";
import { issueCliKey } from "../../store/cli-keys.ts";
import { createProject } from "../../store/new-project.ts";
import { createSealer } from "../../store/seal.ts";
import { eventsFollowed } from "../../testing/followed-events.ts";
import { MASTER_KEY } from "../../testing/given-access.ts";
import { type Answer, type CallOptions, type GivenApi, givenApi } from "../../testing/given-api.ts";
import { type Tenant, givenTenant } from "../../testing/given-tenant.ts";
import { createTenantDigest } from "../../testing/tenant-digest.ts";

const { seal, open } = createSealer(MASTER_KEY);

let api: GivenApi;
let cookie: string;
let user_id: string;
let organization_id: string;
/** The project that the person began with. */
let first: string;
beforeAll(async () => {
  api = await givenApi();
  ({ cookie } = await api.signUp());
  const { rows } = await api.db.query<{ user_id: string; organization_id: string; id: string }>(
    "select user_id, organization_id, projects.id from projects join members using (organization_id)",
  );
  const [owned] = rows;
  if (!owned) throw new Error("Who signs up gets a project");
  ({ user_id, organization_id, id: first } = owned);
});
beforeEach(() => api.setRole("owner"));
afterAll(() => api.stop());

const asPerson = (method: string, path: string, options: CallOptions = {}) =>
  api.call(method, path, {
    key: null,
    ...options,
    headers: { cookie, origin: "http://127.0.0.1:4400", ...options.headers },
  });

/** A project with one row of everything. */
async function newTenant(organization = organization_id): Promise<Tenant> {
  const project = { organization_id: organization, name: "Project" };
  return givenTenant(api.db, await createProject(api.db, { seal }, project));
}

const remove = ({ ids }: Pick<Tenant, "ids">) => asPerson("DELETE", `/projects/${ids.project}`);

const statusesOf = (answers: readonly Answer[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);

test("a deleted project is in no list, and every way to it answers as if it had never been", async () => {
  const tenant = await newTenant();
  const { project } = tenant.ids;
  const listed = async () => ({
    projects: (await asPerson("GET", "/projects")).body.map(({ id }: { id: string }) => id),
    teams: (await asPerson("GET", "/teams")).body.map(({ id }: { id: string }) => id),
    session: (await asPerson("GET", "//dashboard-api/session")).body.projects.map(
      ({ id }: { id: string }) => id,
    ),
  });
  expect(Object.values(await listed()).every((ids) => ids.includes(project))).toBe(true);

  const { status, body } = await remove(tenant);

  expect([status, body]).toEqual([200, { id: project }]);
  expect(Object.values(await listed()).some((ids) => ids.includes(project))).toBe(false);
  for (const [method, options] of [
    ["GET", {}],
    ["PUT", { body: { name: "Mine" } }],
    ["DELETE", {}],
  ] as const) {
    const answer = await asPerson(method, `/projects/${project}`, options);
    expect([method, answer.status, answer.body.data]).toEqual([method, 404, { id: project }]);
  }
  const named = await asPerson("GET", "/sources", { headers: { "x-project-id": project } });
  expect(named.status).toBe(404);
  // A caller that names no project gets another one.
  expect((await asPerson("GET", "/sources")).status).toBe(200);
});

test("its keys open nothing from the answer on, also those that were used a moment before", async () => {
  const tenant = await newTenant();
  const team_id = tenant.team_id;
  const cli_id = await recogniseCliClient(api.db, { team_id, device_name: "desk", user_id });
  const elsewhere = await recogniseCliClient(api.db, { team_id: first, device_name: "desk", user_id });
  const api_key_id = internalId("api_key", tenant.ids.api_key);
  const keys = {
    api: tenant.key,
    cliOfApiKey: await issueCliKey(api.db, { user_id: null, api_key_id, team_id, cli_id }),
    cliOfPerson: await issueCliKey(api.db, { user_id, api_key_id: null, team_id, cli_id }),
  };
  const ofElsewhere = await issueCliKey(api.db, {
    user_id,
    api_key_id: null,
    team_id: first,
    cli_id: elsewhere,
  });
  const ask = async (key: string, headers = {}) =>
    (await api.call("GET", "/sources", { key, headers })).status;
  const inIt = { "x-team-id": tenant.ids.project };
  for (const key of Object.values(keys)) expect(await ask(key)).toBe(200);
  expect(await ask(ofElsewhere, inIt)).toBe(200);

  await remove(tenant);

  for (const [name, key] of Object.entries(keys)) expect([name, await ask(key)]).toEqual([name, 401]);
  expect(await ask(ofElsewhere, inIt)).toBe(404);
  expect(await ask(ofElsewhere)).toBe(200);
});

test("a CLI that waits for a key of it gets none", async () => {
  const tenant = await newTenant();
  const begun = (await api.call("POST", "/cli-auth", { key: null, body: {} })).body;
  const link = new URL(begun.browser_url).pathname.split("/").at(-1);
  const claimed = await asPerson("POST", "//dashboard-api/cli-login", {
    body: { key: link },
    headers: { "x-project-id": tenant.ids.project },
  });
  expect(claimed.status).toBe(200);

  await remove(tenant);

  const { search } = new URL(begun.poll_url);
  expect((await api.call("GET", `/cli-auth/poll${search}`, { key: null })).status).toBe(410);
});

test("what was on its way ends: events, bulk operations, sessions; and its secrets are no more", async () => {
  const tenant = await newTenant();
  const { team_id } = tenant;
  for (const [table, column] of [
    ["sources", "auth"],
    ["destinations", "auth"],
    ["transformations", "env"],
  ] as const)
    await api.db.query(`update ${table} set ${column} = 'sealed' where team_id = $1`, [team_id]);
  await api.db.query("update projects set previous_signing_secret = signing_secret where id = $1", [team_id]);
  // The transformation was deleted before the project, and still has its variables.
  await api.db.query("update transformations set deleted_at = now() where team_id = $1", [team_id]);
  const one = async <Row>(sql: string) => (await api.db.query<Row>(sql, [team_id])).rows[0];
  const secret = "select signing_secret from projects where id = $1";
  const before = await one<{ signing_secret: Buffer }>(secret);

  await remove(tenant);
  await eventsFollowed(api.db);

  expect(
    await one(`select count(*) filter (where next_attempt_at is not null or status = 'HOLD') as waiting,
      count(*) filter (where error_code = 'CANCELLED' and status = 'FAILED') as cancelled
      from events where team_id = $1`),
  ).toEqual({ waiting: 0, cancelled: 1 });
  expect(
    await one(`select count(*) filter (where cancelled_at is null) as running, count(*) as all
      from bulk_operations where team_id = $1`),
  ).toEqual({ running: 0, all: BULK_TYPES.length });
  for (const table of ["cli_sessions", "cli_clients", "cli_keys", "api_keys"])
    expect(await one(`select count(*) from ${table} where team_id = $1`)).toEqual({ count: 0 });
  for (const [table, column] of [
    ["sources", "auth"],
    ["destinations", "auth"],
    ["transformations", "env"],
    ["projects", "previous_signing_secret"],
  ] as const)
    expect(
      await one(`select count(*) filter (where deleted_at is null) as present, count(${column}) as secrets
        from ${table} where ${table === "projects" ? "id" : "team_id"} = $1`),
    ).toEqual({ present: 0, secrets: 0 });
  const after = await one<{ signing_secret: Buffer }>(secret);
  const opened = (row: { signing_secret: Buffer } | undefined) =>
    open(row?.signing_secret ?? Buffer.of(), "projects.signing_secret", { team_id, id: team_id });
  expect(opened(after)).not.toBe(opened(before));
});

test("however many events wait, all of them are cancelled", async () => {
  const tenant = await newTenant();
  const { team_id, ids } = tenant;
  await api.db.query(
    `insert into events (team_id, id, webhook_id, event_data_id, status, attempts, trigger, next_attempt_at, updated_at)
     select $1, (left(event_data_id::text, 32) || lpad(to_hex(number), 4, '0'))::uuid, webhook_id, event_data_id,
       case when number % 2 = 0 then 'HOLD' else 'QUEUED' end, 0, 'INITIAL',
       case when number % 2 = 1 then now() end, now()
     from events, generate_series(1000, 5464) as number where team_id = $1 and events.id = $2`,
    [team_id, internalId("event", ids.event)],
  );

  expect((await remove(tenant)).status).toBe(200);
  await eventsFollowed(api.db);

  const { rows } = await api.db.query(
    `select status, error_code, count(*) from events where team_id = $1 and id <> $2 group by 1, 2`,
    [team_id, internalId("event", ids.event)],
  );
  expect(rows).toEqual([{ status: "FAILED", error_code: "CANCELLED", count: 4_466 }]);
});

test("nothing of another project changes, be it of the same organization or not", async () => {
  const [tenant, sibling, stranger] = [await newTenant(), await newTenant(), await newTenant(newId())];
  const digest = await createTenantDigest(api.db);
  const before = await digest.of(sibling.team_id, stranger.team_id);

  expect((await remove(tenant)).status).toBe(200);

  expect(await digest.of(sibling.team_id, stranger.team_id)).toBe(before);
  expect((await api.call("GET", "/sources", { key: sibling.key })).body.count).toBe(1);
});

test("admins delete projects; members do not, and no key of a project", async () => {
  const tenant = await newTenant();
  const url = `/projects/${tenant.ids.project}`;

  await api.setRole("member");
  expect((await remove(tenant)).status).toBe(403);
  expect((await api.call("DELETE", url, { key: tenant.key })).status).toBe(403);
  await api.setRole("admin");
  expect((await remove(tenant)).status).toBe(200);
});

/** An organization with two projects, of which the person is an admin. */
async function givenPair(): Promise<[Tenant, Tenant]> {
  const organization = newId();
  await api.db.query("insert into organizations (id, name, slug) values ($1, 'Pair', $2)", [
    organization,
    organization,
  ]);
  await api.db.query(
    "insert into members (id, organization_id, user_id, role) values ($1, $2, $3, 'admin')",
    [newId(), organization, user_id],
  );
  return [await newTenant(organization), await newTenant(organization)];
}

test("the last project of an organization stays", async () => {
  const [one, two] = await givenPair();
  expect((await remove(one)).status).toBe(200);

  const refused = await remove(two);

  expect(refused.status).toBe(422);
  expect(refused.body.message).toMatch(/^This is the last project of its organization/);
  expect((await asPerson("GET", `/projects/${two.ids.project}`)).status).toBe(200);
  expect((await api.call("GET", "/sources", { key: two.key })).status).toBe(200);
});

test("of the last two, deleted at the same moment, one stays", async () => {
  for (let round = 0; round < 5; round++) {
    const pair = await givenPair();

    const answers = await Promise.all(pair.map(remove));

    expect(statusesOf(answers)).toEqual([200, 422]);
  }
});

test("of two who delete the same one, one is told that it is not there", async () => {
  const tenant = await newTenant();

  const answers = await Promise.all([remove(tenant), remove(tenant)]);

  expect(statusesOf(answers)).toEqual([200, 404]);
  expect((await asPerson("GET", `/projects/${publicId("project", first)}`)).status).toBe(200);
});
