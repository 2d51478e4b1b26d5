/** How do organizations begin, change and end, and who belongs to them? */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ORGANIZATION_NAME_DIFFERS, OWNER_STAYS } from "@posthorn/contract/settings-texts";
import { internalId } from "@posthorn/contract/ids";
import { issueApiKey } from "../../store/api-keys.ts";
import { lockOwnedOrganizations } from "../../store/members.ts";
import { type GivenApi, givenApi } from "../../testing/given-api.ts";
import { browserOf, callAs, givenPerson, type GivenPerson } from "../../testing/given-person.ts";

let api: GivenApi;
let ada: string;
/** A new one for each test, of which Ada is the owner. */
let organization_id: string;
let project_id: string;
beforeAll(async () => {
  api = await givenApi();
  ({ cookie: ada } = await api.signUp());
});
beforeEach(async () => {
  const { body } = await callAs(api, ada, "POST", "/organizations", { name: "  Compilers " });
  organization_id = body.organization.id;
  project_id = body.project.id;
});
afterAll(() => api.stop());

let people = 0;
const person = (role: "viewer" | "member" | "admin"): Promise<GivenPerson> =>
  givenPerson(api, { cookie: ada, organization_id }, { email: `${role}-${people++}@example.com`, role });
const ask = (cookie: string, method: string, path: string, body?: unknown) =>
  callAs(api, cookie, method, `/organizations/${organization_id}${path}`, body);
const session = async (cookie: string) => (await callAs(api, cookie, "GET", "/session")).body;
const rolesIn = async () =>
  (await ask(ada, "GET", "/members")).body.models.map((one: { role: string }) => one.role);
const give = (cookie: string, { member_id }: GivenPerson, role: string) =>
  ask(cookie, "PUT", `/members/${member_id}`, { role });
const statusIn = async (cookie: string, method: string, path: string) =>
  (await api.call(method, path, { key: null, headers: { ...browserOf(cookie), "x-project-id": project_id } }))
    .status;

test("somebody who makes an organization owns it, with a project, beside those that they had", async () => {
  const { organizations, projects } = await session(ada);

  expect(organizations).toContainEqual({
    id: organization_id,
    name: "Compilers",
    role: "owner",
    plan: null,
    uses_sso: false,
    is_sso_user: false,
    has_directory: false,
  });
  expect(organizations[0]).toMatchObject({ name: "Engines", role: "owner" });
  expect(projects).toContainEqual(
    expect.objectContaining({ id: project_id, organization_id, name: "Default project", role: "owner" }),
  );
  expect(await statusIn(ada, "GET", "/sources")).toBe(200);
});

test("admins rename it, to at most 40 characters", async () => {
  const admin = await person("admin");

  expect((await ask(admin.cookie, "PUT", "", { name: " Parsers " })).body).toEqual({
    id: organization_id,
    name: "Parsers",
  });
  expect((await session(ada)).organizations.at(-1)).toMatchObject({ name: "Parsers" });
  for (const name of ["", " ", "x".repeat(41)])
    expect((await ask(admin.cookie, "PUT", "", { name })).status).toBe(422);
});

test("of several who rename it over the same name, one does, and the others are told", async () => {
  const rename = (name: string, seen: string) => ask(ada, "PUT", "", { name, seen });

  const answers = await Promise.all(
    ["Lexers", "Linkers", "Loaders"].map((name) => rename(name, "Compilers")),
  );

  const [saved, ...others] = answers.filter(({ status }) => status === 200);
  expect(others).toEqual([]);
  expect(answers.filter(({ status }) => status === 412).map(({ body }) => body.code)).toEqual([
    "CHANGED_MEANWHILE",
    "CHANGED_MEANWHILE",
  ]);
  expect((await session(ada)).organizations.at(-1)).toMatchObject({ name: saved?.body.name });
  expect((await rename("Parsers", saved?.body.name)).status).toBe(200);
});

test("the owner deletes it by typing its name, with its projects, their keys and the roles of its people", async () => {
  const admin = await person("admin");
  const team_id = internalId("project", project_id) ?? "";
  const { key } = await issueApiKey(api.db, { team_id, name: "test", expires_at: null });
  expect((await api.call("GET", "/sources", { key })).status).toBe(200);

  const refused = [
    await ask(admin.cookie, "DELETE", "", { name: "Compilers" }),
    await ask(ada, "DELETE", "", { name: "compilers" }),
  ];
  const deleted = await ask(ada, "DELETE", "", { name: "Compilers" });

  expect(refused.map(({ status, body }) => [status, body.message])).toEqual([
    [403, "You currently don't have permission to perform this action."],
    [422, ORGANIZATION_NAME_DIFFERS],
  ]);
  expect([deleted.status, deleted.body]).toEqual([200, { id: organization_id }]);
  expect((await api.call("GET", "/sources", { key })).status).toBe(401);
  expect(await statusIn(ada, "GET", "/sources")).toBe(404);
  expect((await ask(ada, "GET", "/members")).status).toBe(404);
  // A person who belongs nowhere is still signed in, and can begin anew.
  expect(await session(admin.cookie)).toMatchObject({ organizations: [], projects: [] });
  expect((await callAs(api, admin.cookie, "POST", "/organizations", { name: "Own" })).status).toBe(200);
});

test("the list shows who came first at the top, and finds a part of a name or an email", async () => {
  const viewer = await person("viewer");
  const find = async (search: string) =>
    (await ask(ada, "GET", `/members?search=${encodeURIComponent(search)}`)).body.models.map(
      (one: { user_email: string }) => one.user_email,
    );

  expect((await ask(ada, "GET", "/members")).body.models).toEqual([
    expect.objectContaining({ user_name: "Ada", user_email: "ada@example.com", role: "owner" }),
    {
      id: viewer.member_id,
      user_id: viewer.user_id,
      user_name: viewer.email.split("@")[0],
      user_email: viewer.email,
      role: "viewer",
      is_synced: false,
      status: "ACTIVE",
      created_at: expect.stringMatching(/Z$/),
    },
  ]);
  expect([await find("ADA"), await find("viewer-"), await find("%"), await find("nobody")]).toEqual([
    ["ada@example.com"],
    [viewer.email],
    [],
    [],
  ]);
});

test("a new role counts from the next call on, in the organization and in its projects", async () => {
  const { cookie, ...mate } = await person("viewer");
  const createSource = async () =>
    (
      await api.call("POST", "/sources", {
        key: null,
        headers: { ...browserOf(cookie), "x-project-id": project_id },
        body: { name: `s-${people++}` },
      })
    ).status;
  expect([await createSource(), (await ask(cookie, "GET", "/members")).status]).toEqual([403, 403]);

  expect((await give(ada, { cookie, ...mate }, "member")).body).toMatchObject({ role: "member" });
  expect([await createSource(), (await ask(cookie, "GET", "/members")).status]).toEqual([200, 200]);

  await give(ada, { cookie, ...mate }, "viewer");
  expect([await createSource(), (await ask(cookie, "GET", "/members")).status]).toEqual([403, 403]);
});

test("the owner hands the organization on and becomes admin; nobody else can", async () => {
  const [admin, member] = [await person("admin"), await person("member")];

  expect((await give(admin.cookie, admin, "owner")).status).toBe(403);
  expect((await give(admin.cookie, member, "owner")).status).toBe(403);
  expect((await give(ada, member, "owner")).body).toMatchObject({ role: "owner" });

  expect(await rolesIn()).toEqual(["admin", "admin", "owner"]);
  expect((await ask(ada, "DELETE", "", { name: "Compilers" })).status).toBe(403);
  expect((await give(ada, member, "admin")).body.message).toBe(OWNER_STAYS);
});

test("whoever hands it on at the same moment, there is one owner", async () => {
  const mates = [await person("member"), await person("member"), await person("member")];

  const answers = await Promise.all(mates.map((mate) => give(ada, mate, "owner")));

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403, 403]);
  expect((await rolesIn()).filter((role: string) => role === "owner")).toEqual(["owner"]);
});

test("whoever deletes their account meanwhile does not become the owner", async () => {
  const mate = await person("member");
  const waiting = async () =>
    (
      await api.db.query(
        `select from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query like '%for update of members%'`,
      )
    ).rowCount;

  const handingOn = await api.db.transaction(async (tx) => {
    await lockOwnedOrganizations(tx, mate.user_id);
    const answer = give(ada, mate, "owner");
    await expect.poll(waiting).toBe(1);
    await tx.query("delete from users where id = $1", [mate.user_id]);
    return { answer };
  });

  expect((await handingOn.answer).status).toBe(404);
  expect(await rolesIn()).toEqual(["owner"]);
});

test("admins remove people, and people leave; the owner does neither", async () => {
  const [admin, member, viewer] = [await person("admin"), await person("member"), await person("viewer")];
  const owner = (await ask(ada, "GET", "/members?search=ada")).body.models[0];

  expect((await ask(member.cookie, "DELETE", `/members/${viewer.member_id}`)).status).toBe(403);
  expect((await ask(admin.cookie, "DELETE", `/members/${owner.id}`)).body.message).toBe(OWNER_STAYS);
  expect((await ask(ada, "POST", "/leave")).body.message).toBe(OWNER_STAYS);
  expect((await ask(admin.cookie, "DELETE", `/members/${viewer.member_id}`)).body).toEqual({
    id: viewer.member_id,
  });
  expect((await ask(member.cookie, "POST", "/leave")).body).toEqual({ id: organization_id });

  expect(await rolesIn()).toEqual(["owner", "admin"]);
  for (const { cookie } of [member, viewer]) {
    expect(await statusIn(cookie, "GET", "/sources")).toBe(404);
    expect((await ask(cookie, "POST", "/leave")).status).toBe(404);
  }
  expect((await ask(ada, "DELETE", `/members/${viewer.member_id}`)).status).toBe(404);
});

test("invitations of somebody who may no longer invite are no longer valid", async () => {
  const [removed, lowered] = [await person("admin"), await person("admin")];
  for (const [at, { cookie }] of [removed, lowered].entries())
    await ask(cookie, "POST", "/invitations", {
      invitations: [{ email: `second-self-${people}-${at}@example.com`, role: "admin" }],
    });
  expect((await ask(ada, "GET", "/invitations")).body.models).toHaveLength(2);

  await ask(ada, "DELETE", `/members/${removed.member_id}`);
  await give(ada, lowered, "member");

  expect((await ask(ada, "GET", "/invitations")).body.models).toEqual([]);
});
