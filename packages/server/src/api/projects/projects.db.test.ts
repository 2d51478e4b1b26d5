import { publicId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "../../ids.ts";
import { type CallOptions, type GivenApi, givenApi } from "../../testing/given-api.ts";

let api: GivenApi;
let cookie: string;
let project_id: string;
beforeAll(async () => {
  api = await givenApi();
  ({ cookie } = await api.signUp());
  const { rows } = await api.db.query<{ id: string }>(
    "select projects.id from projects join members using (organization_id)",
  );
  project_id = publicId("project", rows[0]?.id ?? "");
});
beforeEach(() => api.setRole("owner"));
afterAll(() => api.stop());

const asPerson = (method: string, path: string, options: CallOptions = {}) =>
  api.call(method, path, {
    key: null,
    ...options,
    headers: { cookie, origin: "http://127.0.0.1:4400", ...options.headers },
  });

const OWN = () => publicId("project", api.team_id);
const put = async (body: unknown) => (await api.call("PUT", `/projects/${OWN()}`, { body })).body;

test("a person sees the projects of their organization, as a bare list with names that tell it", async () => {
  const { status, body } = await asPerson("GET", "/projects");

  expect(status).toBe(200);
  expect(body).toEqual([
    {
      id: project_id,
      organization_id: expect.stringMatching(/^org_[0-9A-Za-z]{22}$/),
      name: "[Engines] Default project",
      type: "event_gateway",
      private: false,
      is_guest: false,
      static_ip_proxy: false,
      notification_methods: [],
      webhook_topics: [],
      webhook_source_id: null,
      custom_hostnames: [],
      directory_sync_enabled: false,
      headers_prefix: null,
      max_events_per_second: null,
      updated_at: expect.stringMatching(/Z$/),
      created_at: expect.stringMatching(/Z$/),
    },
  ]);
  expect((await asPerson("GET", "/teams")).body).toEqual([
    { id: project_id, name: "[Engines] Default project", mode: "inbound" },
  ]);
  expect((await asPerson("GET", `/projects/${project_id}`)).body).toEqual({
    ...body[0],
    name: "Default project",
  });
});

test("a key of a project sees that one and no other", async () => {
  for (const path of ["/projects", "/teams"]) {
    const { body } = await api.call("GET", path);
    expect(body).toMatchObject([{ id: OWN(), name: "Engines" }]);
    expect(body).toHaveLength(1);
  }
  expect((await api.call("GET", `/projects/${OWN()}`)).status).toBe(200);
  for (const id of [
    publicId("project", api.other.team_id),
    project_id,
    publicId("project", newId()),
    "tm_1",
  ]) {
    expect((await api.call("GET", `/projects/${id}`)).body).toMatchObject({ status: 404, data: { id } });
    const changed = await api.call("PUT", `/projects/${id}`, { body: { name: "Mine" } });
    expect(changed.body).toMatchObject({ status: 404, data: { id } });
  }
});

test("admins create projects, in their own organization; members and keys do not", async () => {
  const body = { name: "  Second project ", headers_prefix: "x-hookdeck-" };
  const created = await asPerson("POST", "/projects", { body });

  expect(created.status).toBe(200);
  expect(created.body).toMatchObject({ name: "Second project", headers_prefix: "x-hookdeck-" });
  const listed = (await asPerson("GET", "/projects")).body;
  expect(listed.map(({ name }: { name: string }) => name)).toEqual([
    "[Engines] Default project",
    "[Engines] Second project",
  ]);
  expect(new Set(listed.map((one: { organization_id: string }) => one.organization_id)).size).toBe(1);
  const inIt = { headers: { "x-project-id": created.body.id } };
  expect((await asPerson("POST", "/sources", { body: { name: "s" }, ...inIt })).body.team_id).toBe(
    created.body.id,
  );

  expect((await api.call("POST", "/projects", { body })).status).toBe(403);
  await api.setRole("member");
  expect((await asPerson("POST", "/projects", { body })).status).toBe(403);
  expect((await asPerson("PUT", `/projects/${project_id}`, { body })).status).toBe(403);
});

test("a change touches what it names and nothing else", async () => {
  const before = (await api.call("GET", `/projects/${OWN()}`)).body;

  expect(await put({ headers_prefix: "x-acme" })).toMatchObject({
    name: "Engines",
    headers_prefix: "x-acme",
  });
  const renamed = await put({ name: "Motors" });
  expect(renamed).toMatchObject({ name: "Motors", headers_prefix: "x-acme" });
  expect(renamed.updated_at > before.updated_at).toBe(true);
  expect(await put({ name: "Engines", headers_prefix: null })).toMatchObject({ headers_prefix: null });
});

const putIfUnchanged = (version: string, body: unknown) =>
  api.call("PUT", `/projects/${OWN()}`, { body, headers: { "if-match": `"${version}"` } });

test("the second of two people who save the same is refused with the present version, and changes nothing", async () => {
  const { id: webhook_source_id } = (await api.call("POST", "/sources", { body: { name: "news" } })).body;
  const before = (await api.call("GET", `/projects/${OWN()}`)).body;
  const first = await putIfUnchanged(before.updated_at, { name: "First" });

  const second = await putIfUnchanged(before.updated_at, {
    name: "Second",
    webhook_topics: ["issue.opened"],
    webhook_source_id,
  });

  expect(first.status).toBe(200);
  expect([second.status, second.body.code, second.body.data]).toEqual([
    412,
    "CHANGED_MEANWHILE",
    { updated_at: first.body.updated_at },
  ]);
  expect((await api.call("GET", `/projects/${OWN()}`)).body).toEqual(first.body);
  expect((await putIfUnchanged(first.body.updated_at, { name: "Engines" })).status).toBe(200);
});

test("of twenty savers at once with the same version one wins, and a caller without a version is never refused", async () => {
  const { updated_at } = (await api.call("GET", `/projects/${OWN()}`)).body;

  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => putIfUnchanged(updated_at, { name: `Racer ${at}` })),
  );

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200,
    ...Array.from({ length: 19 }, () => 412),
  ]);
  expect(await put({ name: "Engines" })).toMatchObject({ name: "Engines" });
});

test("a change of the webhook topics is a new version too", async () => {
  const { id: source_id } = (await api.call("POST", "/sources", { body: { name: "heard" } })).body;
  const versions = [(await put({})).updated_at];
  const read = async () => (await api.call("GET", `/projects/${OWN()}`)).body.updated_at;

  await api.call("PUT", "/notifications/webhooks", {
    body: { enabled: true, topics: ["issue.opened"], source_id },
  });
  versions.push(await read());
  versions.push((await put({ webhook_topics: null, webhook_source_id: null })).updated_at);

  const [first, second, third] = versions;
  expect([first < second, second < third]).toEqual([true, true]);
});

/** A second organization, with one project, for the signed-in person. */
async function givenMembership(role: string) {
  const { rows } = await api.db.query<{ user_id: string }>("select user_id from members");
  const [organization, foreign] = [newId(), newId()];
  await api.db.query("insert into organizations (id, name, slug) values ($1, 'Other', $2)", [
    organization,
    organization,
  ]);
  await api.db.query(
    `insert into projects (id, organization_id, name, signing_secret)
     select $1, $2, 'Foreign', signing_secret from projects where id = $3`,
    [foreign, organization, api.team_id],
  );
  await api.db.query("insert into members (id, organization_id, user_id, role) values ($1, $2, $3, $4)", [
    newId(),
    organization,
    rows[0]?.user_id,
    role,
  ]);
  return {
    organization_id: publicId("organization", organization),
    project_id: publicId("project", foreign),
    leave: () => api.db.query("delete from members where organization_id = $1", [organization]),
  };
}

test("the role in the project that is changed counts, whatever the caller is elsewhere", async () => {
  const other = await givenMembership("viewer");
  const url = `/projects/${other.project_id}`;

  const read = await asPerson("GET", url);
  const changed = await asPerson("PUT", url, { body: { name: "Mine" } });
  const deleted = await asPerson("DELETE", url);

  await other.leave();
  expect([read.status, changed.status, deleted.status]).toEqual([200, 403, 403]);
});

const createIn = (organization_id: string, headers = {}) =>
  asPerson("POST", "/projects", {
    headers,
    body: { name: "Elsewhere", organization_id, type: "event_gateway", private: false },
  });

test("a person with a lower role in the project of the call changes and deletes another one, where they are admin", async () => {
  await api.setRole("viewer");
  const other = await givenMembership("admin");
  const called = { headers: { "x-project-id": project_id } };
  const further = await createIn(other.organization_id, called.headers);

  const own = await asPerson("PUT", `/projects/${project_id}`, { body: { name: "No" }, ...called });
  const named = await asPerson("PUT", `/projects/${other.project_id}`, { body: { name: "Yes" }, ...called });
  const deleted = await asPerson("DELETE", `/projects/${further.body.id}`, called);
  const without = await asPerson("POST", "/projects", { body: { name: "No" }, ...called });

  await other.leave();
  expect([own.status, named.status, deleted.status, without.status]).toEqual([403, 200, 200, 403]);
});

test("a project is made in the organization that is named, by whoever is admin there", async () => {
  const [mine, others] = [await givenMembership("admin"), await givenMembership("member")];
  await others.leave();
  const visited = await givenMembership("member");

  const created = await createIn(mine.organization_id);
  const refused = [await createIn(visited.organization_id), await createIn(others.organization_id)];
  const unknown = [await createIn(publicId("organization", newId())), await createIn("org_1")];

  await Promise.all([mine.leave(), visited.leave()]);
  expect([created.status, created.body]).toMatchObject([200, { organization_id: mine.organization_id }]);
  expect(refused.map(({ status }) => status)).toEqual([403, 404]);
  expect(unknown.map(({ status, body }) => [status, body.data])).toEqual([
    [404, { id: expect.stringMatching(/^org_.{22}$/) }],
    [404, { id: "org_1" }],
  ]);
});

test("a member of one organization who is admin of another makes a project there, whatever project they call for", async () => {
  await api.setRole("member");
  const other = await givenMembership("admin");

  const elsewhere = await createIn(other.organization_id, { "x-project-id": project_id });
  const there = await createIn(other.organization_id, { "x-project-id": other.project_id });

  await other.leave();
  expect([elsewhere.status, there.status]).toEqual([200, 200]);
});

test("an admin of one organization makes no project in another where they are member, whatever project they call for", async () => {
  const other = await givenMembership("member");

  const refused = [
    await createIn(other.organization_id, { "x-project-id": project_id }),
    await createIn(other.organization_id, { "x-project-id": other.project_id }),
  ];

  await other.leave();
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
    [403, "FORBIDDEN"],
    [403, "FORBIDDEN"],
  ]);
});

test("what a project is not can be said, and nothing else", async () => {
  const settings = { private: false, notification_methods: [] };

  expect(await put(settings)).toMatchObject({ name: "Engines", ...settings });
  expect((await put({ notification_methods: ["email"] })).data).toEqual([
    "notification_methods must be empty: projects send no notifications",
  ]);
  expect((await put({ organization_id: "org_1", type: "event_gateway" })).data).toEqual([
    "organization_id is not allowed",
    "type is not allowed",
  ]);
});

test.each([
  [{}, "name is required"],
  [{ name: " " }, "name is required"],
  [{ name: "a".repeat(41) }, "name length must be less than or equal to 40 characters long"],
  [{ name: "a\u0000" }, "name may not contain a null character"],
  [
    { name: "a", headers_prefix: "x acme" },
    "headers_prefix may contain only letters, digits, hyphens and underscores, and begins with a letter or digit",
  ],
  [
    { name: "a", headers_prefix: "" },
    "headers_prefix may contain only letters, digits, hyphens and underscores, and begins with a letter or digit",
  ],
  [
    { name: "a", headers_prefix: "a".repeat(61) },
    "headers_prefix length must be less than or equal to 60 characters long",
  ],
  [{ name: "a", max_events_per_second: 5 }, "max_events_per_second is not allowed"],
  [{ name: "a", type: "outpost" }, "type must be event_gateway, the only type of project there is"],
  [{ name: "a", private: "yes" }, "private must be of type boolean"],
  [{ name: "a", organization_id: 5 }, "organization_id must be of type string"],
])("%j is refused: %s", async (body, sentence) => {
  const { status, body: answer } = await asPerson("POST", "/projects", { body });

  expect([status, answer.data]).toEqual([422, [sentence]]);
});
