import { afterAll, beforeAll, expect, test } from "vitest";
import { givenApi, type GivenApi } from "../../testing/given-api.ts";
import { callAs, givenPerson } from "../../testing/given-person.ts";

let api: GivenApi;
let ada: string;
beforeAll(async () => {
  api = await givenApi();
  ({ cookie: ada } = await api.signUp());
});
afterAll(() => api.stop());

const NOTHING = { source_id: null, destination_id: null, webhook_id: null };
const progress = (method: "GET" | "PUT", body?: object, key?: string) =>
  api.call(method, "//dashboard-api/onboarding-progress", { body, ...(key !== undefined && { key }) });

/** A source, a destination and their connection. */
async function givenRoute(name: string) {
  const { body } = await api.call("POST", "/connections", {
    body: { source: { name }, destination: { name, type: "MOCK_API" } },
  });
  return { source_id: body.source.id, destination_id: body.destination.id, webhook_id: body.id };
}

test("a new project has not begun", async () => {
  expect((await progress("GET")).body).toEqual({ ...NOTHING, use_case: null });
});

test("what one browser saves, another one reads, and the last save counts", async () => {
  const made = await givenRoute("first");
  await progress("PUT", { ...NOTHING, source_id: made.source_id });

  const saved = await progress("PUT", made);

  expect(saved).toMatchObject({ status: 200, body: made });
  expect((await progress("GET")).body).toMatchObject(made);
  expect((await progress("GET", undefined, api.other.key)).body).toMatchObject(NOTHING);
});

test("what was deleted since is open again, and with an end goes its connection", async () => {
  const made = await givenRoute("deleted");
  await progress("PUT", made);

  await api.call("DELETE", `/connections/${made.webhook_id}`);
  expect((await progress("GET")).body).toMatchObject({ ...made, webhook_id: null });

  const again = await givenRoute("again");
  await progress("PUT", again);
  await api.call("DELETE", `/destinations/${again.destination_id}`);
  expect((await progress("GET")).body).toMatchObject({ ...NOTHING, source_id: again.source_id });
});

test("a connection between others does not count", async () => {
  const [one, other] = [await givenRoute("one"), await givenRoute("other")];

  const saved = await progress("PUT", { ...one, webhook_id: other.webhook_id });

  expect(saved.body).toMatchObject({ ...one, webhook_id: null });
});

test("ids of other projects and of other kinds are refused in words", async () => {
  const made = await givenRoute("own");

  const foreign = await progress("PUT", made, api.other.key);
  const confused = await progress("PUT", { ...NOTHING, destination_id: made.source_id });

  expect(foreign).toMatchObject({ status: 422, body: { data: ["source_id is not the id of a source"] } });
  expect(confused.body.data).toEqual(["destination_id is not the id of a destination"]);
});

const ask = (cookie: string, path: string) => callAs(api, cookie, "GET", path);
const create = (body: object, cookie = ada) => callAs(api, cookie, "POST", "/organizations", body);

test("the answers of a new organization are stored, and logged once without the person's own words", async () => {
  const onboarding = { discovery_method: "github", use_case: "other", use_case_other: "Feeding the cat" };

  const { status, body } = await create({ name: "Cats", onboarding });

  expect(status).toBe(200);
  const { rows } = await api.db.query(
    "select discovery_method, use_case, use_case_other from organizations where name = 'Cats'",
  );
  expect(rows).toEqual([onboarding]);
  const lines = api.logged.filter((line) => line.includes("organization.created"));
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ discovery_method: "github", use_case: "other" });
  expect(api.logged.join()).not.toContain("Feeding the cat");
  const { body: read } = await api.call("GET", "//dashboard-api/onboarding-progress", {
    key: null,
    headers: { cookie: ada, "x-project-id": body.project.id },
  });
  expect(read.use_case).toBe("other");
});

test("an answer that is none of ours, is too long or belongs to another question is refused", async () => {
  const NO_ANSWERS = { discovery_method: null, use_case: null, use_case_other: null };

  for (const wrong of [
    { use_case: "fun" },
    { discovery_method: "television" },
    { use_case: "other", use_case_other: "x".repeat(251) },
    { use_case: "other", use_case_other: "\u0000" },
    { use_case: "test", use_case_other: "why" },
  ])
    expect((await create({ name: "Refused", onboarding: { ...NO_ANSWERS, ...wrong } })).status).toBe(422);

  expect((await create({ name: "Accepted", onboarding: NO_ANSWERS })).status).toBe(200);
});

test("a person without an organization learns that somebody has invited them", async () => {
  const { organizations } = (await ask(ada, "/session")).body;
  const organization_id: string = organizations[0].id;
  const eve = await givenPerson(
    api,
    { cookie: ada, organization_id },
    { email: "eve@example.com", role: "member" },
  );
  await callAs(api, eve.cookie, "POST", `/organizations/${organization_id}/leave`);
  expect((await ask(eve.cookie, "/session")).body).toMatchObject({ organizations: [], is_invited: false });

  await callAs(api, ada, "POST", `/organizations/${organization_id}/invitations`, {
    invitations: [{ email: eve.email, role: "member" }],
  });

  expect((await ask(eve.cookie, "/session")).body).toMatchObject({ organizations: [], is_invited: true });
});
