/** What does a PATCH make of a person and of a group? The spellings are those of directories. */
import { expect, test } from "vitest";
import type { DirectoryPerson } from "../../store/directory-people.ts";
import { ScimError } from "./scim-error.ts";
import { patchedGroup } from "./scim-group.ts";
import { operationsOf } from "./scim-resource.ts";
import { newUser, patchedUser, replacedUser } from "./scim-user.ts";

const PATCH = "urn:ietf:params:scim:api:messages:2.0:PatchOp";
const GRACE: DirectoryPerson = {
  user_name: "grace@acme.test",
  external_id: "1",
  mail: "grace@acme.test",
  given_name: "Grace",
  family_name: "Hopper",
  display_name: "Grace Hopper",
  is_active: true,
};
const operations = (...list: unknown[]) => operationsOf({ schemas: [PATCH], Operations: list });
const after = (...list: unknown[]) => patchedUser(GRACE, operations(...list));

test("each spelling of a change of a person does the same", () => {
  const off = { ...GRACE, is_active: false };
  for (const operation of [
    { op: "replace", path: "active", value: false },
    { op: "Replace", path: "active", value: "False" },
    { OP: "ADD", PATH: "ACTIVE", VALUE: "false" },
    { op: "replace", value: { active: false } },
    { op: "replace", path: "urn:ietf:params:scim:schemas:core:2.0:User:active", value: false },
    { op: "replace", value: { "urn:ietf:params:scim:schemas:core:2.0:User:active": "false" } },
  ])
    expect(after(operation)).toEqual(off);

  const moved = { ...GRACE, mail: "hopper@acme.test" };
  for (const operation of [
    { op: "replace", path: 'emails[type eq "work"].value', value: "hopper@acme.test" },
    { op: "replace", path: "emails[primary eq true].value", value: "hopper@acme.test" },
    {
      op: "add",
      path: "emails",
      value: [{ value: "x@acme.test" }, { value: "hopper@acme.test", primary: true }],
    },
    {
      op: "replace",
      value: {
        emails: [
          { type: "home", value: "x@acme.test" },
          { type: "work", value: "hopper@acme.test" },
        ],
      },
    },
  ])
    expect(after(operation)).toEqual(moved);

  const named = { ...GRACE, given_name: "Amazing" };
  for (const operation of [
    { op: "replace", path: "name.givenName", value: "Amazing" },
    { op: "add", value: { "name.givenName": "Amazing" } },
    { op: "replace", value: { name: { givenName: "Amazing" } } },
    { op: "replace", path: "name", value: { givenName: "Amazing" } },
  ])
    expect(after(operation)).toEqual(named);
  expect(after({ op: "remove", path: "externalId" }).external_id).toBeNull();
});

test("what is not kept changes nothing", () => {
  for (const operation of [
    { op: "add", path: "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager", value: "x" },
    {
      op: "add",
      path: "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User",
      value: { department: "x" },
    },
    { op: "add", value: { "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User": { active: false } } },
    { op: "replace", path: 'addresses[type eq "work"].locality', value: "x" },
    { op: "replace", path: 'emails[type eq "home"].value', value: "home@acme.test" },
    { op: "remove", path: 'phoneNumbers[type eq "work"]' },
    {
      op: "replace",
      value: { constructor: 1, toString: "x" },
    },
  ])
    expect(after(operation)).toEqual(GRACE);
});

test("a PUT keeps whether somebody is active if it does not say, and forgets all else", () => {
  const off = { ...GRACE, is_active: false };
  const put = replacedUser(off, { USERNAME: "g@acme.test", name: { FormattED: "G" } });

  expect(put).toEqual({
    user_name: "g@acme.test",
    external_id: null,
    mail: null,
    given_name: null,
    family_name: null,
    display_name: "G",
    is_active: false,
  });
  expect(newUser({ userName: "g@acme.test" }).is_active).toBe(true);
});

test("members of a group are added, removed and replaced in each spelling", () => {
  const group = { display_name: "Team", external_id: null, members: new Set(["a", "b"]) };
  const members = (...list: unknown[]) => [...patchedGroup(group, operations(...list)).members];

  expect(
    members({ op: "Add", path: "members", value: [{ $ref: null, value: "c" }, { value: "a" }] }),
  ).toEqual(["a", "b", "c"]);
  expect(members({ op: "add", value: { members: [{ value: "c" }] } })).toEqual(["a", "b", "c"]);
  expect(members({ op: "Remove", path: "members", value: [{ value: "a" }] })).toEqual(["b"]);
  expect(members({ op: "remove", path: 'members[value eq "a"]' })).toEqual(["b"]);
  expect(members({ op: "remove", path: "members" })).toEqual([]);
  expect(members({ op: "replace", path: "members", value: [] })).toEqual([]);
  expect(members({ op: "replace", path: "members", value: [{ value: "c" }] })).toEqual(["c"]);
  expect(
    members({ op: "remove", path: 'members[value eq "z"]' }, { op: "replace", value: { id: "x" } }),
  ).toEqual(["a", "b"]);
  // Nobody means that all of them leave.
  expect(() => members({ op: "replace", path: "members" })).toThrow(ScimError);
});
