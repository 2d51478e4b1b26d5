/**
 * Does a directory of Microsoft Entra ID get what it expects? The calls are those of Microsoft's page "Develop and plan
 * provisioning for a SCIM endpoint", in the order in which its provisioning service sends them.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { addressIn, givenDirectory, type GivenDirectory } from "../../testing/given-directory.ts";

const PATCH = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

let given: GivenDirectory;
beforeAll(async () => {
  given = await givenDirectory();
});
afterAll(() => given.stop());

const query = (text: string) => encodeURIComponent(text);
const patch = (path: string, ...Operations: object[]) =>
  given.scim("PATCH", path, { schemas: [PATCH], Operations });

test("it tests the connection with somebody who does not exist", async () => {
  const filter = query('userName eq "131d0019-9b86-4e7a-8bb9-3ef0ac5aa8b1"');
  const { status, headers, body } = await given.scim("GET", `/Users?filter=${filter}`);

  expect([status, headers.get("content-type")]).toEqual([200, "application/scim+json; charset=utf-8"]);
  expect(body).toEqual({
    schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
    totalResults: 0,
    startIndex: 1,
    itemsPerPage: 0,
    Resources: [],
  });
});

test("somebody is made, found, changed, turned off, on and deleted", async () => {
  const email = addressIn("grace");
  const created = await given.scim("POST", "/Users", {
    schemas: [
      "urn:ietf:params:scim:schemas:core:2.0:User",
      "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User",
    ],
    externalId: "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef",
    userName: "Grace@acme.test",
    active: true,
    displayName: "Grace Hopper",
    emails: [{ primary: true, type: "work", value: email }],
    meta: { resourceType: "User" },
    name: { formatted: "Grace Hopper", familyName: "Hopper", givenName: "Grace" },
    roles: [],
    addresses: [{ type: "work", locality: "New York" }],
    "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User": {
      department: "Navy",
      manager: { value: "x" },
    },
  });
  const { id } = created.body;
  const location = `http://127.0.0.1:4400/scim/v2/Users/${id}`;
  expect([created.status, created.headers.get("location")]).toEqual([201, location]);
  expect(created.body).toEqual({
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
    id: expect.stringMatching(/^dpn_/),
    externalId: "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef",
    userName: "Grace@acme.test",
    displayName: "Grace Hopper",
    name: { formatted: "Grace Hopper", familyName: "Hopper", givenName: "Grace" },
    emails: [{ value: email, type: "work", primary: true }],
    active: true,
    meta: { resourceType: "User", created: expect.any(String), lastModified: expect.any(String), location },
  });
  expect(await given.roleOf("grace")).toBe("member");

  expect((await given.scim("GET", `/Users/${id}`)).body).toEqual(created.body);
  for (const filter of [
    'userName eq "grace@ACME.test"',
    'externalId eq "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef"',
    `emails[type eq "work"].value eq "${email}"`,
    `id eq "${id}" and userName eq "grace@acme.test"`,
  ])
    expect((await given.scim("GET", `/Users?filter=${query(filter)}`)).body.Resources).toEqual([
      created.body,
    ]);

  const changed = await patch(
    `/Users/${id}`,
    { op: "Replace", path: 'emails[type eq "work"].value', value: addressIn("hopper") },
    { op: "Replace", path: "name.familyName", value: "Murray" },
    { op: "Add", path: "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department", value: "IT" },
    { op: "Add", path: "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager", value: "y" },
  );
  expect([changed.status, changed.body.emails[0].value, changed.body.name.familyName]).toEqual([
    200,
    addressIn("hopper"),
    "Murray",
  ]);
  expect([await given.roleOf("grace"), await given.roleOf("hopper")]).toEqual([null, "member"]);

  // The older client sends a text, and paths as names.
  const off = await patch(`/Users/${id}`, { op: "Replace", path: "active", value: "False" });
  expect([off.body.active, await given.roleOf("hopper")]).toEqual([false, null]);
  const on = await patch(`/Users/${id}`, {
    op: "Add",
    value: {
      active: "True",
      "name.givenName": "Amazing Grace",
      'emails[type eq "work"].value': addressIn("hopper"),
    },
  });
  expect([on.body.active, on.body.name.givenName]).toEqual([true, "Amazing Grace"]);
  expect(await given.roleOf("hopper")).toBe("member");

  expect((await given.scim("DELETE", `/Users/${id}`)).status).toBe(204);
  expect([(await given.scim("GET", `/Users/${id}`)).status, await given.roleOf("hopper")]).toEqual([
    404,
    null,
  ]);
});

test("a group is made, gets people one by one, another name, and is deleted", async () => {
  const person = await given.addPerson("alan");
  const displayName = "posthorn-admins";
  const filter = query(`displayName eq "${displayName}"`);
  const list = `/Groups?excludedAttributes=members&filter=${filter}`;
  expect((await given.scim("GET", list)).body.totalResults).toBe(0);

  const created = await given.scim("POST", "/Groups", {
    schemas: [
      "urn:ietf:params:scim:schemas:core:2.0:Group",
      "http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group",
    ],
    externalId: "8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159",
    displayName,
    meta: { resourceType: "Group" },
  });
  const { id } = created.body;
  expect([created.status, created.body.members]).toEqual([201, []]);
  await given.setRole(id, "admin");

  const added = await patch(`/Groups/${id}`, {
    op: "Add",
    path: "members",
    value: [{ $ref: null, value: person }],
  });
  expect([added.status, added.body, await given.roleOf("alan")]).toEqual([204, null, "admin"]);
  const [found] = (await given.scim("GET", list)).body.Resources;
  expect(found).toEqual({ ...created.body, members: undefined, meta: expect.anything() });
  const check = query(`id eq "${id}" and members eq "${person}"`);
  expect((await given.scim("GET", `/Groups?filter=${check}`)).body.totalResults).toBe(1);

  const removed = await patch(`/Groups/${id}`, {
    op: "Remove",
    path: "members",
    value: [{ $ref: null, value: person }],
  });
  expect([removed.status, await given.roleOf("alan")]).toEqual([204, "member"]);
  await patch(`/Groups/${id}`, { op: "Replace", path: "displayName", value: "posthorn-owners" });
  expect((await given.scim("GET", `/Groups/${id}`)).body.displayName).toBe("posthorn-owners");
  expect((await given.scim("DELETE", `/Groups/${id}`)).status).toBe(204);
  expect((await given.scim("GET", `/Groups/${id}`)).status).toBe(404);
});
