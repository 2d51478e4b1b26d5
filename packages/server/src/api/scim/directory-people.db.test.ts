/** Who is a member because of the directory, with which role, and what ends when it says so? */
import { internalId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../ids.ts";
import { issueCliKey } from "../../store/cli-keys.ts";
import { addressIn, givenDirectory, type GivenDirectory } from "../../testing/given-directory.ts";
import { callAs } from "../../testing/given-person.ts";
import { givenPlans } from "../../testing/given-plans.ts";

const PATCH = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

let given: GivenDirectory;
let people = 0;
beforeAll(async () => {
  given = await givenDirectory();
});
afterAll(() => given.stop());

const newName = () => `person-${people++}`;
const patch = (path: string, ...Operations: object[]) =>
  given.scim("PATCH", path, { schemas: [PATCH], Operations });
const turn = (id: string, active: boolean) =>
  patch(`/Users/${id}`, { op: "replace", path: "active", value: active });
const organizationUuid = () => internalId("organization", given.organization_id) ?? "";
const accountOf = async (name: string) =>
  (
    await given.api.db.query<{ id: string; password: string | null; email_verified: boolean; name: string }>(
      `select users.id, users.name, users.email_verified, accounts.password
       from users join accounts on accounts.user_id = users.id where email = $1`,
      [addressIn(name)],
    )
  ).rows[0];
/** Somebody of the directory who has set a password by mail, and is signed in. */
async function signedIn(name: string): Promise<string> {
  const email = addressIn(name);
  await given.post("/request-password-reset", { email });
  const link = given.identity.logged.findLast((line) => line.includes("password_reset.link")) ?? "";
  const token = /token=([\w-]+)/.exec(link)?.[1];
  await given.post("/reset-password", { token, newPassword: "long enough" });
  return (await given.post("/sign-in/email", { email, password: "long enough" })).cookie;
}
const sessionOf = (cookie: string) => callAs(given.api, cookie, "GET", "/session");

test("somebody new gets an account without a password, and no mail", async () => {
  const name = newName();
  await given.addPerson(name, { displayName: "Grace Hopper" });

  expect(await accountOf(name)).toMatchObject({ name: "Grace Hopper", password: null, email_verified: true });
  expect(await given.roleOf(name)).toBe("member");
  expect(given.identity.logged.filter((line) => line.includes(addressIn(name)))).toEqual([]);
});

test("deactivating ends membership, sessions and CLI keys at once, and keeps the account", async () => {
  const name = newName();
  const id = await given.addPerson(name);
  const cookie = await signedIn(name);
  const user_id = (await accountOf(name))?.id ?? "";
  const { rows } = await given.api.db.query<{ id: string }>(
    "select id from projects where organization_id = $1",
    [organizationUuid()],
  );
  const team_id = rows[0]?.id ?? "";
  const cli_id = newId();
  await given.api.db.query(
    "insert into cli_clients (id, team_id, device_name, user_id) values ($1, $2, 'laptop', $3)",
    [cli_id, team_id, user_id],
  );
  const key = await issueCliKey(given.api.db, { user_id, api_key_id: null, team_id, cli_id });
  const listed = () => given.api.call("GET", "/sources", { key });
  expect([(await sessionOf(cookie)).status, (await listed()).status]).toEqual([200, 200]);

  await turn(id, false);

  expect([(await sessionOf(cookie)).status, (await listed()).status]).toEqual([401, 401]);
  const keys = await given.api.db.query("select from cli_keys where user_id = $1", [user_id]);
  expect([keys.rows, await given.roleOf(name), (await accountOf(name))?.id]).toEqual([[], null, user_id]);
  await turn(id, true);
  expect([await given.roleOf(name), (await accountOf(name))?.id]).toEqual(["member", user_id]);
});

test("deleting ends an account that the directory has made, unless its person belongs elsewhere, and no account of their own", async () => {
  const [made, elsewhere, own] = [newName(), newName(), newName()];
  const ids = [await given.addPerson(made), await given.addPerson(elsewhere)];
  await callAs(given.api, await signedIn(elsewhere), "POST", "/organizations", { name: "Elsewhere" });
  await given.api.db.query(
    "insert into users (id, name, email, email_verified) values ($1, 'Own', $2, true)",
    [newId(), addressIn(own)],
  );
  ids.push(await given.addPerson(own));
  expect(await given.roleOf(own)).toBe("member");

  for (const id of ids) await given.scim("DELETE", `/Users/${id}`);

  const { rows } = await given.api.db.query<{ email: string }>(
    "select email from users where email = any($1) order by email",
    [[made, elsewhere, own].map(addressIn)],
  );
  expect(rows.map(({ email }) => email)).toEqual([elsewhere, own].map(addressIn).toSorted());
  expect(await given.roleOf(own)).toBeNull();
});

test("an account that nobody has confirmed is a trap: what opened it ends", async () => {
  const name = newName();
  const email = addressIn(name);
  // Somebody else has made the account of a colleague, and waits.
  const user_id = newId();
  await given.api.db.query(
    "insert into users (id, name, email, email_verified) values ($1, 'Trap', $2, false)",
    [user_id, email],
  );
  await given.api.db.query(
    `insert into accounts (id, user_id, account_id, provider_id, password) values ($1, $2::uuid, $2::text, 'credential', 'hash')`,
    [newId(), user_id],
  );
  await given.addPerson(name);

  expect(await accountOf(name)).toMatchObject({ id: user_id, password: null, email_verified: true });
  expect(await given.roleOf(name)).toBe("member");
});

test("the owner is never touched, whatever the directory says", async () => {
  const email = "ada@acme.test";
  await given.api.db.query(
    "update users set email = $1 where id = (select user_id from members where role = 'owner' and organization_id = $2)",
    [email, organizationUuid()],
  );
  const id = await given.addPerson("ada");
  const group = await given.addGroup("owners-too", [id]);
  await given.setRole(group, "viewer");
  expect(await given.roleOf("ada")).toBe("owner");

  await turn(id, false);
  await patch(`/Users/${id}`, { op: "replace", path: "userName", value: addressIn("ada-2") });
  expect([await given.roleOf("ada"), (await sessionOf(given.cookie)).status]).toEqual(["owner", 200]);
  await given.scim("DELETE", `/Users/${id}`);

  expect([await given.roleOf("ada"), (await sessionOf(given.cookie)).status]).toEqual(["owner", 200]);
  await given.scim("DELETE", `/Groups/${group}`);
});

test("of several groups the highest role counts, and people of none get the default role", async () => {
  const [name, other] = [newName(), newName()];
  const id = await given.addPerson(name);
  await given.addPerson(other);
  const [viewers, admins] = [await given.addGroup("viewers", [id]), await given.addGroup("admins", [id])];
  expect(await given.roleOf(name)).toBe("member"); // no group has a role yet

  await given.setRole(viewers, "viewer");
  expect([await given.roleOf(name), await given.roleOf(other)]).toEqual(["viewer", "member"]);
  await given.setRole(admins, "admin");
  expect(await given.roleOf(name)).toBe("admin");
  await given.sync("PUT", "", { default_role: null });
  expect([await given.roleOf(name), await given.roleOf(other)]).toEqual(["admin", null]);
  await given.scim("DELETE", `/Groups/${admins}`);
  expect(await given.roleOf(name)).toBe("viewer");
  await patch(`/Groups/${viewers}`, { op: "remove", path: `members[value eq "${id}"]` });
  expect(await given.roleOf(name)).toBeNull();
  await given.sync("PUT", "", { default_role: "member" });
  expect([await given.roleOf(name), await given.roleOf(other)]).toEqual(["member", "member"]);
  await given.scim("DELETE", `/Groups/${viewers}`);
});

test("another address moves the account along, but never onto somebody else's", async () => {
  const [name, next, taken] = [newName(), newName(), newName()];
  const id = await given.addPerson(name);
  const account = await accountOf(name);
  await given.api.db.query(
    "insert into users (id, name, email, email_verified) values ($1, 'Other', $2, true)",
    [newId(), addressIn(taken)],
  );
  const move = (to: string) => patch(`/Users/${id}`, { op: "replace", path: "userName", value: to });

  expect((await move(addressIn(next))).status).toBe(200);
  expect([(await accountOf(next))?.id, await given.roleOf(next)]).toEqual([account?.id, "member"]);
  expect((await move(addressIn(taken))).body).toMatchObject({ status: "409", scimType: "uniqueness" });
  expect((await move("somebody@elsewhere.test")).body).toMatchObject({
    status: "400",
    scimType: "invalidValue",
    detail: expect.stringContaining("has not proven the mail domain elsewhere.test"),
  });
  expect((await given.scim("GET", `/Users/${id}`)).body.userName).toBe(addressIn(next));
});

test("only addresses at proven domains come in, and a domain that is lost lets nobody new in", async () => {
  const refused = await given.scim("POST", "/Users", { userName: "eve@elsewhere.test" });
  expect([refused.status, refused.body.detail]).toEqual([
    400,
    "eve@elsewhere.test cannot be added: the organization has not proven the mail domain elsewhere.test. Add it in Posthorn, on the page Single sign-on",
  ]);
  const second = await given.prove("second.test");
  const id = (await given.scim("POST", "/Users", { userName: "eve@second.test", active: false })).body.id;
  await given.ask("DELETE", `/domains/${second.body.id}`);

  expect((await turn(id, true)).status).toBe(400);
  expect((await given.scim("GET", `/Users/${id}`)).body.active).toBe(false);
});

test("changes that come at the same moment are all made", async () => {
  const names = Array.from({ length: 8 }, newName);
  const ids = await Promise.all(names.map((name) => given.addPerson(name)));
  const group = await given.addGroup("at-once");
  await given.setRole(group, "viewer");

  const added = await Promise.all(
    ids.map((value) => patch(`/Groups/${group}`, { op: "add", path: "members", value: [{ value }] })),
  );
  const [first = "", second = "", third = ""] = ids;
  const mixed = await Promise.all([
    patch(`/Groups/${group}`, { op: "remove", path: `members[value eq "${first}"]` }),
    turn(second, false),
    patch(`/Users/${third}`, { op: "replace", value: { displayName: "Named" } }),
    patch(`/Users/${third}`, { op: "replace", value: { name: { givenName: "Given" } } }),
    given.scim("POST", "/Users", { userName: addressIn("same") }),
    given.scim("POST", "/Users", { userName: addressIn("same") }),
  ]);

  expect(added.map(({ status }) => status)).toEqual(ids.map(() => 204));
  const statuses = mixed.map(({ status }) => status);
  expect(statuses.slice(0, 4)).toEqual([204, 200, 200, 200]);
  expect(statuses.slice(4).toSorted((one, other) => one - other)).toEqual([201, 409]);
  const roles = await Promise.all(names.map(given.roleOf));
  expect(roles).toEqual(["member", null, ...names.slice(2).map(() => "viewer")]);
  const both = await given.scim("GET", `/Users/${third}`);
  expect([both.body.displayName, both.body.name.givenName]).toEqual(["Named", "Given"]);
  await given.scim("DELETE", `/Groups/${group}`);
});

test("a full plan lets nobody in, says so, and leaves nothing behind", async () => {
  const { rows } = await given.api.db.query<{ members: number }>(
    "select count(*)::int as members from members where organization_id = $1",
    [organizationUuid()],
  );
  const most = rows[0]?.members ?? 0;
  await givenPlans(
    given.api.db,
    `existing: small\ndefault: small\nplans: [{ id: small, version: 1, name: Small, limits: { max_users: ${most} }, features: [viewer_role] }]\n`,
  );
  // The member trial has been used up.
  await given.api.db.query("update subscriptions set trial_ends_at = now() - interval '1 day'");
  const name = newName();

  const refused = await given.scim("POST", "/Users", { userName: addressIn(name) });
  const outside = await given.scim("POST", "/Users", { userName: addressIn(name), active: false });
  const coming = await turn(outside.body.id, true);

  const detail = `The plan Small of the organization allows ${most} people, and has no room for more. Choose another plan in Posthorn, or remove somebody`;
  expect([refused.status, refused.body.detail]).toEqual([403, detail]);
  expect([outside.status, coming.status, await given.roleOf(name)]).toEqual([201, 403, null]);
  expect((await given.scim("GET", `/Users/${outside.body.id}`)).body.active).toBe(false);
});
