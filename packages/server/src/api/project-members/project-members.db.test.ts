/** Who has access to a project, public or private, and how does it move to another organization? */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ProjectMember } from "@posthorn/contract/project-members";
import { LAST_PROJECT_TO_TRANSFER, NOT_ADDED } from "@posthorn/contract/settings-texts";
import { internalId } from "@posthorn/contract/ids";
import { issueApiKey } from "../../store/api-keys.ts";
import { type GivenApi, givenApi } from "../../testing/given-api.ts";
import { browserOf, callAs, givenPerson, type GivenPerson } from "../../testing/given-person.ts";

let api: GivenApi;
let ada: string;
let organization_id: string;
/** Of the organization; nobody was added to the project. */
let admin: GivenPerson;
let member: GivenPerson;
let viewer: GivenPerson;
let project_id: string;
beforeAll(async () => {
  api = await givenApi();
  ({ cookie: ada } = await api.signUp());
  const { body } = await callAs(api, ada, "GET", "/session");
  organization_id = body.organizations[0].id;
  const owner = { cookie: ada, organization_id };
  admin = await givenPerson(api, owner, { email: "admin@example.com", role: "admin" });
  member = await givenPerson(api, owner, { email: "member@example.com", role: "member" });
  viewer = await givenPerson(api, owner, { email: "viewer@example.com", role: "viewer" });
});
beforeEach(async () => {
  const { body } = await api.call("POST", "/projects", {
    key: null,
    headers: browserOf(ada),
    body: { name: "Payments", private: true },
  });
  expect(body).toMatchObject({ private: true });
  project_id = body.id;
});
afterAll(() => api.stop());

const ask = (cookie: string, method: string, path: string, body?: unknown) =>
  api.call(method, path, {
    key: null,
    headers: { ...browserOf(cookie), "x-project-id": project_id },
    body,
  });
const members = (cookie: string, method = "GET", path = "", body?: unknown) =>
  ask(cookie, method, `//dashboard-api/project-members${path}`, body);
const add = (cookie: string, ...people: [GivenPerson, string][]) =>
  members(cookie, "POST", "", {
    members: people.map(([{ member_id }, role]) => ({ member_id, role })),
  });
const transfer = (cookie: string, body: unknown) =>
  ask(cookie, "POST", "//dashboard-api/project-transfer", body);
const setPrivate = (cookie: string, isPrivate: boolean) =>
  ask(cookie, "PUT", `/projects/${project_id}`, { private: isPrivate });
const canRead = async ({ cookie }: { cookie: string }) => (await ask(cookie, "GET", "/sources")).status;
const seenBy = async ({ cookie }: { cookie: string }) =>
  (await callAs(api, cookie, "GET", "/session")).body.projects.some(
    ({ id }: { id: string }) => id === project_id,
  );

test("only admins of the organization see a private project, in every list", async () => {
  expect(await Promise.all([{ cookie: ada }, admin, member, viewer].map(canRead))).toEqual([
    200, 200, 404, 404,
  ]);
  expect(await Promise.all([admin, member].map(seenBy))).toEqual([true, false]);
  const listed = async (cookie: string) =>
    (await api.call("GET", "/projects", { key: null, headers: browserOf(cookie) })).body.some(
      ({ id }: { id: string }) => id === project_id,
    );
  expect([await listed(admin.cookie), await listed(member.cookie)]).toEqual([true, false]);
  expect((await ask(member.cookie, "GET", `/projects/${project_id}`)).status).toBe(404);

  expect((await setPrivate(admin.cookie, false)).body).toMatchObject({ private: false });
  expect(await Promise.all([member, viewer].map(canRead))).toEqual([200, 200]);

  await setPrivate(admin.cookie, true);
  expect(await Promise.all([member, viewer].map(canRead))).toEqual([404, 404]);
});

test("people who were added have their role there; those who inherit access come after them", async () => {
  const added = await add(admin.cookie, [viewer, "member"], [member, "admin"]);

  expect(added.status).toBe(200);
  const { models } = (await members(viewer.cookie)).body;
  expect(models).toEqual(added.body.models);
  expect(
    models.map(({ user_email, role, inherited }: Record<string, unknown>) => [user_email, role, inherited]),
  ).toEqual([
    ["viewer@example.com", "member", false],
    ["member@example.com", "admin", false],
    ["ada@example.com", "owner", true],
    ["admin@example.com", "admin", true],
  ]);
  expect(models[0]).toMatchObject({
    id: expect.stringMatching(/^pmb_/),
    member_id: viewer.member_id,
    granted_role: "member",
  });
  expect(models[2]).toMatchObject({ id: null, granted_role: null });
  expect((await ask(viewer.cookie, "POST", "/sources", { name: "s" })).status).toBe(200);
});

test("a role that was granted stays visible where the organization gives a higher one", async () => {
  await add(admin.cookie, [member, "viewer"]);
  await setPrivate(admin.cookie, false);

  const [added] = (await members(member.cookie)).body.models;

  expect(added).toMatchObject({ role: "member", granted_role: "viewer", inherited: false });
});

test("an admin of the project changes roles there and removes people, but has no say in the organization", async () => {
  await add(admin.cookie, [viewer, "viewer"], [member, "admin"]);
  const [{ id }] = (await members(member.cookie)).body.models;

  expect((await members(viewer.cookie)).body.models).toMatchObject([{ user_email: viewer.email }]);
  expect((await members(member.cookie, "PUT", `/${id}`, { role: "member" })).body).toMatchObject({
    id,
    role: "member",
  });
  expect((await members(viewer.cookie)).status).toBe(200);
  expect((await members(viewer.cookie, "DELETE", `/${id}`)).status).toBe(403);
  expect((await members(member.cookie, "DELETE", `/${id}`)).body).toEqual({ id });
  expect(await canRead(viewer)).toBe(404);
  expect((await members(member.cookie, "DELETE", `/${id}`)).status).toBe(404);

  expect((await ask(member.cookie, "PUT", `/projects/${project_id}`, { name: "Mine" })).status).toBe(200);
  const beyond = [
    await setPrivate(member.cookie, false),
    await ask(member.cookie, "DELETE", `/projects/${project_id}`),
    await ask(member.cookie, "POST", "/projects", { name: "Another" }),
    await ask(member.cookie, "POST", "//dashboard-api/project-transfer", { organization_id }),
  ];
  expect(beyond.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
});

test("a key of the project changes neither who sees it nor who belongs to it", async () => {
  const team_id = internalId("project", project_id) ?? "";
  const { key } = await issueApiKey(api.db, { team_id, name: "test", expires_at: null });
  const put = (body: unknown) => api.call("PUT", `/projects/${project_id}`, { key, body });

  expect((await put({ private: false })).status).toBe(403);
  expect((await put({ private: true, name: "Same" })).body).toMatchObject({ private: true, name: "Same" });
  expect((await api.call("GET", "//dashboard-api/project-members", { key })).status).toBe(403);
});

test("a viewer of the project sees only themselves, and so whether there is something to leave", async () => {
  await add(admin.cookie, [viewer, "viewer"], [member, "member"]);

  const seen = async ({ cookie }: GivenPerson) =>
    (await members(cookie)).body.models.map(({ user_email, inherited }: ProjectMember) => [
      user_email,
      inherited,
    ]);
  expect(await seen(viewer)).toEqual([[viewer.email, false]]);
  expect((await seen(member)).length).toBeGreaterThan(2);
  await setPrivate(admin.cookie, false);
  await members(viewer.cookie, "POST", "/leave");
  expect(await seen(viewer)).toEqual([[viewer.email, true]]);
});

test("whoever was added leaves; whoever inherits access cannot leave the project alone", async () => {
  await add(admin.cookie, [viewer, "viewer"]);

  expect((await members(viewer.cookie, "POST", "/leave")).body).toEqual({ id: project_id });
  expect(await canRead(viewer)).toBe(404);
  expect((await members(admin.cookie, "POST", "/leave")).body.message).toBe(NOT_ADDED);
});

test("only people of the organization are added, all or none, and once", async () => {
  const stranger = await callAs(api, member.cookie, "POST", "/organizations", { name: "Elsewhere" });
  const path = `/organizations/${stranger.body.organization.id}`;
  const foreign = (await callAs(api, member.cookie, "GET", `${path}/members`)).body.models[0];

  const refused = await add(
    admin.cookie,
    [viewer, "viewer"],
    [{ ...member, member_id: foreign.id }, "viewer"],
  );
  expect([refused.status, refused.body.data]).toEqual([404, { id: foreign.id }]);
  expect(await canRead(viewer)).toBe(404);
  await add(admin.cookie, [viewer, "viewer"]);
  expect((await add(admin.cookie, [viewer, "admin"])).body.message).toBe(
    "viewer@example.com was added to this project already",
  );
});

test("somebody who leaves the organization has no role left in its projects, nor after they come back", async () => {
  const owner = { cookie: ada, organization_id };
  const mate = await givenPerson(api, owner, { email: "mate@example.com", role: "viewer" });
  await add(admin.cookie, [mate, "admin"]);
  expect(await canRead(mate)).toBe(200);

  await callAs(api, ada, "DELETE", `/organizations/${organization_id}/members/${mate.member_id}`);
  expect(await canRead(mate)).toBe(404);
  await api.db.query(
    "insert into members (id, organization_id, user_id, role) values (gen_random_uuid(), $1, $2, 'viewer')",
    [internalId("organization", organization_id), mate.user_id],
  );
  expect(await canRead(mate)).toBe(404);
});

test("an admin of both organizations transfers a project; its keys work on, and people who were added lose it", async () => {
  await add(admin.cookie, [viewer, "admin"]);
  const team_id = internalId("project", project_id) ?? "";
  const { key } = await issueApiKey(api.db, { team_id, name: "test", expires_at: null });
  const target = (await callAs(api, admin.cookie, "POST", "/organizations", { name: "Target" })).body;
  const to = { organization_id: target.organization.id };

  expect((await transfer(ada, to)).status).toBe(404); // Ada is not in it
  expect((await transfer(admin.cookie, { organization_id })).status).toBe(422);
  expect((await transfer(viewer.cookie, to)).status).toBe(403);
  expect((await transfer(admin.cookie, to)).body).toEqual({ id: project_id, ...to });

  expect(await Promise.all([{ cookie: ada }, viewer, admin].map(canRead))).toEqual([404, 404, 200]);
  expect((await api.call("GET", "/sources", { key })).status).toBe(200);
  expect((await members(admin.cookie)).body.models).toMatchObject([{ user_email: "admin@example.com" }]);
});

test("the last project of an organization stays, whoever transfers at the same moment", async () => {
  const from = (await callAs(api, admin.cookie, "POST", "/organizations", { name: "From" })).body;
  const second = await api.call("POST", "/projects", {
    key: null,
    headers: { ...browserOf(admin.cookie), "x-project-id": from.project.id },
    body: { name: "Second" },
  });

  const answers = await Promise.all(
    [from.project.id, second.body.id].map((id: string) =>
      api.call("POST", "//dashboard-api/project-transfer", {
        key: null,
        headers: { ...browserOf(admin.cookie), "x-project-id": id },
        body: { organization_id },
      }),
    ),
  );

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  expect(answers.find(({ status }) => status === 422)?.body.message).toBe(LAST_PROJECT_TO_TRANSFER);
});
