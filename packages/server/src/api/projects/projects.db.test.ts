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

test("a person sees the projects of their organization, as a bare list with names that tell it", async () => {
  const { status, body } = await asPerson("GET", "/projects");

  expect(status).toBe(200);
  expect(body).toEqual([
    {
      id: project_id,
      organization_id: expect.stringMatching(/^org_[0-9A-Za-z]{22}$/),
      name: "[Engines] Default project",
      type: "event_gateway",
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
  const put = async (body: unknown) => (await api.call("PUT", `/projects/${OWN()}`, { body })).body;
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

test("the role in the project that is changed counts, whatever the caller is elsewhere", async () => {
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
  await api.db.query(
    "insert into members (id, organization_id, user_id, role) values ($1, $2, $3, 'viewer')",
    [newId(), organization, rows[0]?.user_id],
  );
  const url = `/projects/${publicId("project", foreign)}`;

  const read = await asPerson("GET", url);
  const changed = await asPerson("PUT", url, { body: { name: "Mine" } });

  await api.db.query("delete from members where organization_id = $1", [organization]);
  expect([read.status, changed.status]).toEqual([200, 403]);
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
])("%j is refused: %s", async (body, sentence) => {
  const { status, body: answer } = await asPerson("POST", "/projects", { body });

  expect([status, answer.data]).toEqual([422, [sentence]]);
});
