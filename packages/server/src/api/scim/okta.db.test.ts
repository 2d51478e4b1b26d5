/**
 * Does a directory of Okta get what it expects? The calls are those of Okta's page "Build your SCIM API service", in the order
 * in which it sends them. The refusals are those that its test of a SCIM service asks for.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { addressIn, givenDirectory, type GivenDirectory } from "../../testing/given-directory.ts";

const ERROR = "urn:ietf:params:scim:api:messages:2.0:Error";
const PATCH = "urn:ietf:params:scim:api:messages:2.0:PatchOp";
const USER = "urn:ietf:params:scim:schemas:core:2.0:User";

let given: GivenDirectory;
beforeAll(async () => {
  given = await givenDirectory();
});
afterAll(() => given.stop());

const profile = (name: string, more: object = {}) => ({
  schemas: [USER],
  userName: addressIn(name),
  name: { givenName: "Test", familyName: "User" },
  emails: [{ primary: true, value: addressIn(name), type: "work" }],
  displayName: "Test User",
  locale: "en-US",
  externalId: `00ujl29u0le5T6Aj10h7-${name}`,
  groups: [],
  password: "1mz050nq",
  active: true,
  ...more,
});

test("somebody is looked for, made, changed, turned off and on", async () => {
  const filter = encodeURIComponent(`userName eq "${addressIn("test.user")}"`);
  const list = `/Users?filter=${filter}&startIndex=1&count=100`;
  expect((await given.scim("GET", list)).body).toMatchObject({ totalResults: 0, Resources: [] });

  const created = await given.scim("POST", "/Users", profile("test.user"));
  const { id } = created.body;
  expect([created.status, created.body.active, created.body.password]).toEqual([201, true, undefined]);
  expect((await given.scim("GET", list)).body).toMatchObject({ totalResults: 1, Resources: [{ id }] });
  expect(await given.roleOf("test.user")).toBe("member");

  const named = { givenName: "Another", familyName: "Name" };
  const put = await given.scim("PUT", `/Users/${id}`, { ...profile("test.user"), id, name: named, meta: {} });
  expect([put.status, put.body.name]).toEqual([200, { formatted: "Another Name", ...named }]);

  const turn = (active: boolean) =>
    given.scim("PATCH", `/Users/${id}`, {
      schemas: [PATCH],
      Operations: [{ op: "replace", value: { active } }],
    });
  expect([(await turn(false)).body.active, await given.roleOf("test.user")]).toEqual([false, null]);
  expect([(await turn(true)).body.active, await given.roleOf("test.user")]).toEqual([true, "member"]);
});

test("a group is pushed with its people, which change, and is named anew", async () => {
  const [ada, bob, eve] = [
    await given.addPerson("okta-ada"),
    await given.addPerson("okta-bob"),
    await given.addPerson("okta-eve"),
  ];
  expect((await given.scim("GET", "/Groups?startIndex=1&count=100")).body.totalResults).toBe(0);
  const group = await given.addGroup("Test SCIMv2", [ada]);
  await given.setRole(group, "viewer");
  const members = async () =>
    (await given.scim("GET", `/Groups/${group}`)).body.members.map(
      ({ display }: { display: string }) => display,
    );
  const patch = (...Operations: object[]) =>
    given.scim("PATCH", `/Groups/${group}`, { schemas: [PATCH], Operations });
  expect(await members()).toEqual([addressIn("okta-ada")]);

  await patch({ op: "replace", value: { id: group, displayName: "Renamed" } });
  await patch(
    { op: "remove", path: `members[value eq "${ada}"]` },
    { op: "add", path: "members", value: [{ value: bob, display: addressIn("okta-bob") }] },
  );
  expect(await members()).toEqual([addressIn("okta-bob")]);
  await patch({ op: "replace", path: "members", value: [{ value: eve }, { value: ada }] });
  expect(await members()).toEqual([addressIn("okta-ada"), addressIn("okta-eve")]);
  expect(await Promise.all(["okta-ada", "okta-bob", "okta-eve"].map(given.roleOf))).toEqual([
    "viewer",
    "member",
    "viewer",
  ]);

  const put = await given.scim("PUT", `/Groups/${group}`, {
    displayName: "Replaced",
    members: [{ value: bob }],
  });
  expect([put.status, put.body.displayName, await members()]).toEqual([
    200,
    "Replaced",
    [addressIn("okta-bob")],
  ]);
  expect((await given.scim("DELETE", `/Groups/${group}`)).status).toBe(204);
  expect(await given.roleOf("okta-bob")).toBe("viewer"); // no group has a role any more, so nobody's changes
});

test("pages, unknown ids and names that are taken are answered as its test wants", async () => {
  const first = await given.scim("GET", "/Users?count=1&startIndex=1");
  expect([first.body.itemsPerPage, first.body.Resources.length, first.body.startIndex]).toEqual([1, 1, 1]);
  const second = await given.scim("GET", "/Users?count=1&startIndex=2");
  expect(second.body.Resources[0].id).not.toBe(first.body.Resources[0].id);
  expect((await given.scim("GET", "/Users?count=0")).body).toMatchObject({ itemsPerPage: 0, Resources: [] });
  expect((await given.scim("GET", "/Users?startIndex=0&count=-5")).body).toMatchObject({
    startIndex: 1,
    Resources: [],
  });
  expect((await given.scim("GET", "/Users?attributes=userName&count=1")).body.Resources).toEqual([
    { schemas: [USER], id: expect.any(String), userName: first.body.Resources[0].userName },
  ]);

  const unknown = await given.scim("GET", "/Users/010101001010101011001010101011");
  expect([unknown.status, unknown.body]).toEqual([
    404,
    { schemas: [ERROR], status: "404", detail: "User 010101001010101011001010101011 not found" },
  ]);

  await given.scim("POST", "/Users", profile("twice"));
  const again = await given.scim("POST", "/Users", profile("TWICE"));
  expect([again.status, again.body]).toEqual([
    409,
    {
      schemas: [ERROR],
      status: "409",
      scimType: "uniqueness",
      detail: "There is a user with this userName or this address already",
    },
  ]);
  await given.addGroup("Once");
  expect((await given.scim("POST", "/Groups", { displayName: "once" })).body.scimType).toBe("uniqueness");
});

test("it can ask what this side is able to do", async () => {
  const config = await given.scim("GET", "/ServiceProviderConfig");
  expect(config.body).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
    filter: { supported: true, maxResults: 200 },
    authenticationSchemes: [{ type: "oauthbearertoken" }],
  });
  const types = await given.scim("GET", "/ResourceTypes");
  expect(types.body.Resources.map(({ endpoint }: { endpoint: string }) => endpoint)).toEqual([
    "/Users",
    "/Groups",
  ]);
  const schemas = await given.scim("GET", "/Schemas");
  expect(schemas.body.totalResults).toBe(2);
  for (const { id } of schemas.body.Resources)
    expect((await given.scim("GET", `/Schemas/${id}`)).body.id).toBe(id);
  expect((await given.scim("GET", "/ResourceTypes/Group")).body.schema).toMatch(/:Group$/);
  expect((await given.scim("GET", "/Schemas/unknown")).status).toBe(404);
});
