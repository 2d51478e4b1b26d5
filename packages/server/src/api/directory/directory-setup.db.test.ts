/** How does the owner set directory sync up, what closes with it, and what does the audit log have of it? */
import type { DirectoryGroup } from "@posthorn/contract/directory-sync";
import {
  DIRECTORY_ADDS_PEOPLE,
  DIRECTORY_GIVES_ROLES,
  DIRECTORY_LAST_DOMAIN,
  DIRECTORY_NEEDS_DOMAIN,
  DIRECTORY_REMOVES_PEOPLE,
  DIRECTORY_TOKENS_FULL,
} from "@posthorn/contract/directory-texts";
import { SSO_PROJECT_STAYS, SSO_USER_STAYS } from "@posthorn/contract/sso-texts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AuditEntryRow } from "../../store/audit-entries.ts";
import { addressIn, givenDirectory, type GivenDirectory } from "../../testing/given-directory.ts";
import type { Answer } from "../../testing/given-api.ts";
import { callAs, givenPerson } from "../../testing/given-person.ts";
import { givenSso } from "../../testing/given-sso.ts";
import { PROVIDER_CLIENT, startIdentityProvider } from "../../testing/identity-provider.ts";

let given: GivenDirectory;
beforeAll(async () => {
  given = await givenDirectory({ guests: ["guest@example.com"] });
});
afterAll(() => given.stop());

const asOwner = (method: string, path: string, body?: unknown) =>
  callAs(given.api, given.cookie, method, `/organizations/${given.organization_id}${path}`, body);
const memberWith = async (email: string) =>
  (await asOwner("GET", `/members?search=${encodeURIComponent(email)}`)).body.models[0];
const session = async (cookie = given.cookie) =>
  (await callAs(given.api, cookie, "GET", "/session")).body.organizations[0];
const tokens = async () => (await given.sync("GET")).body.directory.tokens;

test("it needs a proven mail domain and the owner, and ends open invitations", async () => {
  const fresh = await givenSso();
  try {
    const sync = (method: string, body?: unknown, cookie = fresh.cookie) =>
      callAs(fresh.api, cookie, method, `/organizations/${fresh.organization_id}/directory`, body);
    const organization = { cookie: fresh.cookie, organization_id: fresh.organization_id };
    const admin = await givenPerson(fresh.api, organization, { email: "admin@example.com", role: "admin" });
    await callAs(fresh.api, fresh.cookie, "POST", `/organizations/${fresh.organization_id}/invitations`, {
      invitations: [{ email: "open@example.com", role: "member" }],
    });

    expect((await sync("GET")).body).toEqual({ base_url: "http://127.0.0.1:4400/scim/v2", directory: null });
    expect((await sync("PUT", { default_role: null })).status).toBe(404);
    expect((await sync("POST", { default_role: null })).body.data).toEqual([DIRECTORY_NEEDS_DOMAIN]);
    await fresh.prove("acme.test");
    expect((await sync("POST", { default_role: null }, admin.cookie)).status).toBe(403);
    expect((await sync("GET", undefined, admin.cookie)).status).toBe(403);
    expect((await sync("POST", { default_role: "member" })).status).toBe(200);
    expect((await sync("POST", { default_role: "member" })).status).toBe(409);

    expect((await fresh.api.db.query("select from invitations")).rows).toEqual([]);
  } finally {
    await fresh.stop();
  }
});

test("a token is shown once, two move a directory from one to the other, and a revoked one opens nothing", async () => {
  const { rows } = await given.api.db.query<{ hash: Buffer }>("select hash from directory_tokens");
  expect([given.token, rows.length]).toEqual([expect.stringMatching(/^phd_[\w-]{43}$/), 1]);
  expect(rows[0]?.hash.includes(given.token)).toBe(false);
  await given.scim("GET", "/Users");
  const [first] = await tokens();
  expect(first).toEqual({
    id: expect.stringMatching(/^dtk_/),
    ending: given.token.slice(-4),
    created_at: expect.any(String),
    last_used_at: expect.any(String),
  });

  const added = await given.sync("POST", "/tokens");
  expect((await given.sync("POST", "/tokens")).body.data).toEqual([DIRECTORY_TOKENS_FULL]);
  const codes = async () => [
    (await given.scim("GET", "/Users")).status,
    (await given.scim("GET", "/Users", undefined, added.body.token)).status,
  ];
  expect(await codes()).toEqual([200, 200]);
  const revoked = await given.sync("DELETE", `/tokens/${first.id}`);
  expect([revoked.status, await codes()]).toEqual([200, [401, 200]]);
  expect((await given.sync("DELETE", `/tokens/${first.id}`)).status).toBe(404);

  given.token = added.body.token;
  const said = JSON.stringify([given.api.logged, (await given.sync("GET")).body]);
  expect(said).not.toContain(given.token);
});

test("what it shows: the groups by name with their roles, how many people, and the last call", async () => {
  const person = await given.scim("POST", "/Users", { userName: addressIn("seen") }, given.token);
  await given.scim("POST", "/Users", { userName: addressIn("unseen"), active: false }, given.token);
  const members = [{ value: person.body.id }];
  await given.scim("POST", "/Groups", { displayName: "team 10" }, given.token);
  const nine = await given.scim("POST", "/Groups", { displayName: "Team 9", members }, given.token);

  await given.setRole(nine.body.id, "viewer");
  const { directory } = (await given.sync("GET")).body;

  expect(directory).toMatchObject({ default_role: "member", people: 1, members: 1, other_members: 2 });
  expect(directory.last_call_at).toEqual(expect.any(String));
  expect(directory.groups.map((group: DirectoryGroup) => [group.name, group.role, group.members])).toEqual([
    ["Team 9", "viewer", 1],
    ["team 10", null, 0],
  ]);
  expect((await given.setRole("dgr_0000000000000000000000", "viewer")).status).toBe(404);
  expect((await given.setRole(nine.body.id, "owner")).status).toBe(422);
  await given.setRole(nine.body.id, null);
});

const decides = (message: string) => [403, "DIRECTORY_DECIDES", message];
const refusal = ({ status, body }: Answer) => [status, body.code, body.message];

test("roles, invitations, removals, leaving and plans are closed, with the reason", async () => {
  await given.scim("POST", "/Users", { userName: addressIn("closed") }, given.token);
  const synced = await memberWith(addressIn("closed"));
  expect(synced).toMatchObject({ is_synced: true, role: "member" });
  const [guest] = given.guests;
  if (!guest) throw new Error("There is no guest");
  expect(await memberWith(guest.email)).toMatchObject({ is_synced: false });

  for (const id of [synced.id, guest.member_id])
    expect(refusal(await asOwner("PUT", `/members/${id}`, { role: "admin" }))).toEqual(
      decides(DIRECTORY_GIVES_ROLES),
    );
  // Also to hand it on: the specification has the owner change only without directory sync.
  expect(refusal(await asOwner("PUT", `/members/${synced.id}`, { role: "owner" }))).toEqual(
    decides(DIRECTORY_GIVES_ROLES),
  );
  const invitations = [{ email: "more@example.com", role: "viewer" }];
  expect(refusal(await asOwner("POST", "/invitations", { invitations }))).toEqual(
    decides(DIRECTORY_ADDS_PEOPLE),
  );
  expect(refusal(await asOwner("DELETE", `/members/${synced.id}`))).toEqual(
    decides(DIRECTORY_REMOVES_PEOPLE),
  );
  expect((await asOwner("PUT", "/plan", { plan: "team" })).body.code).toBe("SSO_HAS_NO_PLANS");

  expect(await session(guest.cookie)).toMatchObject({
    uses_sso: true,
    is_sso_user: false,
    has_directory: true,
  });
  const leave = (cookie: string) =>
    callAs(given.api, cookie, "POST", `/organizations/${given.organization_id}/leave`);
  const project = await callAs(given.api, guest.cookie, "POST", "/project-members/leave");
  expect([project.status, project.body.message]).toEqual([403, SSO_PROJECT_STAYS]);
  const mine = await signedIn(addressIn("closed"));
  expect(await session(mine)).toMatchObject({ is_sso_user: true });
  const left = await leave(mine);
  expect([left.status, left.body.message]).toEqual([403, SSO_USER_STAYS]);
  expect((await asOwner("DELETE", `/members/${guest.member_id}`)).status).toBe(200);
  const [{ id }] = (await given.ask("GET")).body.domains;
  expect((await given.ask("DELETE", `/domains/${id}`)).body.data).toEqual([DIRECTORY_LAST_DOMAIN]);
});

async function signedIn(email: string): Promise<string> {
  await given.post("/request-password-reset", { email });
  const link = given.identity.logged.findLast((line) => line.includes("password_reset.link")) ?? "";
  const token = /token=([\w-]+)/.exec(link)?.[1];
  await given.post("/reset-password", { token, newPassword: "long enough" });
  return (await given.post("/sign-in/email", { email, password: "long enough" })).cookie;
}

test("with single sign-on, nobody joins by signing in whom the directory has not sent", async () => {
  const provider = await startIdentityProvider(given.redirectUrl);
  const as = (address: string) => async (startUrl: string) =>
    (await provider.signInAs(startUrl, address)).search;
  try {
    await given.connect({ issuer: provider.issuer, ...PROVIDER_CLIENT });
    await given.tryOut(as(addressIn("ada")));
    await given.setMode("optional");
    const person = await given.scim("POST", "/Users", { userName: addressIn("sso") }, given.token);
    const signIn = (name: string) => given.signIn(addressIn(name), as(addressIn(name)));

    expect((await signIn("stranger")).body.code).toBe("NOT_IN_DIRECTORY");
    const known = await signIn("sso");
    expect([known.status, (await session(known.cookie)).role]).toEqual([200, "member"]);
    await given.scim("DELETE", `/Users/${person.body.id}`, undefined, given.token);
    expect((await callAs(given.api, known.cookie, "GET", "/session")).status).toBe(401);
    expect((await signIn("sso")).body.code).toBe("NOT_IN_DIRECTORY");
  } finally {
    await provider.close();
  }
});

test("every change of the directory is in the audit log as its own, and tokens without their secret", async () => {
  const { db } = given.api;
  await db.query("delete from audit_entries");
  const person = await given.scim("POST", "/Users", { userName: addressIn("logged") }, given.token);
  const { id } = person.body;
  const group = await given.scim(
    "POST",
    "/Groups",
    { displayName: "logged", members: [{ value: id }] },
    given.token,
  );
  const patch = (path: string, value: object) =>
    given.scim(
      "PATCH",
      path,
      { schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"], Operations: [{ op: "replace", value }] },
      given.token,
    );
  await patch(`/Users/${id}`, { displayName: "Logged" });
  await patch(`/Users/${id}`, { displayName: "Logged" }); // changes nothing
  await patch(`/Groups/${group.body.id}`, { members: [] });
  await patch(`/Users/${id}`, { active: false });
  await patch(`/Groups/${group.body.id}`, { members: [{ value: id }] }); // goes with the person
  await given.scim("DELETE", `/Users/${id}`, undefined, given.token);
  await given.scim("DELETE", `/Groups/${group.body.id}`, undefined, given.token);

  const { rows } = await db.query<AuditEntryRow>("select * from audit_entries order by id");
  const email = addressIn("logged");
  expect(
    rows.map(({ action, subject_type, subject_name }) => `${action} ${subject_type} ${subject_name}`),
  ).toEqual([
    `created directory_person ${email}`,
    `created member ${email}`,
    "created directory_group logged",
    `created directory_group_member ${email} in logged`,
    `edited directory_person ${email}`,
    `deleted directory_group_member ${email} in logged`,
    `edited directory_person ${email}`,
    `deleted member ${email}`,
    `created directory_group_member ${email} in logged`,
    `deleted directory_person ${email}`,
    "deleted directory_group logged",
  ]);
  for (const row of rows)
    expect(row).toMatchObject({
      caller_kind: "directory",
      user_id: null,
      address: "127.0.0.1",
      user_agent: "the-directory",
      request: expect.stringMatching(/^(POST|PATCH|DELETE) \/scim\/v2\/(Users|Groups)/),
    });
  expect(rows[4]?.fields).toEqual([{ name: "display_name", before: null, after: "Logged" }]);
  const listed = await asOwner("GET", "/audit-entries?by=directory");
  expect(listed.body.models[0]).toMatchObject({
    by: { kind: "directory", name: null },
    subject: { name: "logged" },
  });

  await db.query("delete from audit_entries");
  const added = await given.sync("POST", "/tokens");
  await given.sync("DELETE", `/tokens/${added.body.directory.tokens[1].id}`);
  await given.sync("PUT", "", { default_role: null });
  await given.sync("DELETE");
  const own = await db.query<AuditEntryRow>("select * from audit_entries order by id");
  expect(
    own.rows.map(({ action, subject_type, caller_kind }) => `${caller_kind} ${action} ${subject_type}`),
  ).toEqual([
    "session created directory_token",
    "session deleted directory_token",
    "session edited directory_sync",
    "session deleted directory_sync",
  ]);
  expect(own.rows[0]?.after).toEqual({ ending: added.body.token.slice(-4) });
  const kept = JSON.stringify((await db.query("select * from audit_entries")).rows);
  for (const secret of [added.body.token, given.token]) expect(kept).not.toContain(secret);
});

test("turned off, its token opens nothing, people stay, and roles are open again", async () => {
  expect((await given.sync("GET")).body.directory).toBeNull();
  expect((await given.scim("GET", "/Users", undefined, given.token)).status).toBe(401);
  const member = await memberWith(addressIn("closed"));
  expect(member).toMatchObject({ role: "member", is_synced: false });
  expect((await asOwner("PUT", `/members/${member.id}`, { role: "admin" })).status).toBe(200);
  expect(await session()).toMatchObject({ has_directory: false });
});
