/**
 * For every endpoint and every kind of caller: is the caller let in, and what answer does it get?
 *
 * The table is generated from the contract. Calls carry ids that exist, so a refused call could have
 * changed something; the test checks that it changed nothing.
 */
import { internalId, publicId } from "@posthorn/contract/ids";
import {
  can,
  GRANTED_ROLES,
  type GrantedRole,
  mayUse,
  type Right,
  RIGHTS,
  type Role,
  ROLES,
} from "@posthorn/contract/roles";
import { PUBLIC_ENDPOINTS } from "@posthorn/contract/routes";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../ids.ts";
import { issueApiKey, revokeApiKey } from "../store/api-keys.ts";
import { issueCliKey } from "../store/cli-keys.ts";
import { exampleCall } from "../testing/example-calls.ts";
import { givenApi, type GivenApi } from "../testing/given-api.ts";
import { browserOf, callAs, givenPerson, type GivenPerson } from "../testing/given-person.ts";
import { givenTenant, type Tenant } from "../testing/given-tenant.ts";
import { isForKeys, ROUTES, ROUTES_OF_PEOPLE } from "../testing/route-table.ts";
import { createTenantDigest, type TenantDigest } from "../testing/tenant-digest.ts";

const REFUSED = [401, 403];
const NOBODY = { code: "UNAUTHORIZED", status: 401, message: "Invalid or missing API key" };

/**
 * Callers are checked before the version matters: the routes of all versions are made by one function (serve.ts). So in the other
 * versions a few callers show that each route checks: these keys, and a person with the last role that may not and the first
 * that may.
 */
const EVERYWHERE = new Set(["no key", "a made-up key", "an expired key"]);

function rolesAround(right: Right): Role[] {
  const first = ROLES.findIndex((role) => mayUse(right, { role, organization_role: role }));
  return ROLES.slice(Math.max(0, first - 1), first + 1);
}

let api: GivenApi;
let cookie: string;
let tenant: Tenant;
let digest: TenantDigest;
let cliKeys: { ofPerson: string; ofApiKey: string };
/** Somebody of the organization, with a key for their CLI. */
interface Person extends GivenPerson {
  cliKey: string;
}
/** A private project, a viewer of the organization who is added to it, and a member who is not. */
let hidden: Tenant & { added: Person; outsider: Person };
let badKeys: Record<string, Record<string, string>>;

beforeAll(async () => {
  api = await givenApi();
  ({ cookie } = await api.signUp());
  const session = await api.call("GET", "//dashboard-api/session", { key: null, headers: { cookie } });
  tenant = await givenTenant(api.db, internalId("project", session.body.projects[0].id) ?? "");
  digest = await createTenantDigest(api.db);
  cliKeys = await issueCliKeys();
  hidden = await givenPrivateProject();
  badKeys = await keysThatOpenNothing(tenant);
});
afterAll(() => api.stop());

async function issueCliKeys() {
  const { team_id, ids } = tenant;
  const { rows } = await api.db.query<{ id: string }>("select id from users");
  const cli_id = internalId("cli_client", ids.cli_client) ?? "";
  return {
    ofPerson: await issueCliKey(api.db, { user_id: rows[0]?.id ?? "", api_key_id: null, team_id, cli_id }),
    ofApiKey: await issueCliKey(api.db, {
      user_id: null,
      api_key_id: internalId("api_key", ids.api_key),
      team_id,
      cli_id,
    }),
  };
}

async function givenPrivateProject(): Promise<typeof hidden> {
  const created = await api.call("POST", "/projects", {
    key: null,
    headers: asPerson(),
    body: { name: "Hidden", private: true },
  });
  const own = await givenTenant(api.db, internalId("project", created.body.id) ?? "");
  const cli_id = internalId("cli_client", own.ids.cli_client) ?? "";
  const person = async (name: string, role: GrantedRole): Promise<Person> => {
    const owner = { cookie, organization_id: tenant.ids.organization };
    const given = await givenPerson(api, owner, { email: `${name}@example.com`, role });
    const { user_id } = given;
    const cliKey = await issueCliKey(api.db, { user_id, api_key_id: null, team_id: own.team_id, cli_id });
    return { ...given, cliKey };
  };
  return { ...own, added: await person("added", "viewer"), outsider: await person("outsider", "member") };
}

/** Null: removed from the project. */
async function setRoleInHidden(role: string | null): Promise<void> {
  await api.db.query("delete from project_members where team_id = $1 and member_id = $2", [
    hidden.team_id,
    internalId("member", hidden.added.member_id),
  ]);
  if (role === null) return;
  await api.setRole("owner");
  const body = { members: [{ member_id: hidden.added.member_id, role }] };
  const headers = { ...asPerson(), "x-project-id": hidden.ids.project };
  await api.call("POST", "//dashboard-api/project-members", { key: null, headers, body });
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const asPerson = () => browserOf(cookie);

async function keysThatOpenNothing({ team_id, key }: Tenant) {
  const name = "test";
  const expired = await issueApiKey(api.db, { team_id, name, expires_at: new Date(0).toISOString() });
  const revoked = await issueApiKey(api.db, { team_id, name, expires_at: null });
  await revokeApiKey(api.db, team_id, revoked.id);
  return {
    "no key": {},
    "a made-up key": bearer("phk_wrong"),
    "an expired key": bearer(expired.key),
    "a revoked key": bearer(revoked.key),
    "the beginning of a right key": bearer(key.slice(0, -1)),
    "a right key and more": bearer(`${key}x`),
    "a right key in small letters": bearer(key.toLowerCase()),
    "an empty key": bearer(""),
    "a right key as the password": {
      authorization: `Basic ${Buffer.from(`:${key}`).toString("base64")}`,
    },
    "a right key under another scheme": { authorization: `Digest ${key}` },
    "a made-up session": { cookie: "better-auth.session_token=made.up" },
    "a wrong key beside a right session": { ...bearer("phk_wrong"), ...browserOf(cookie) },
  };
}

describe.each(ROUTES.map((route) => [route.name, route] as const))(
  "%s",
  (_name, { prefix, endpoint, isCanonical }) => {
    const ask = async (headers: Record<string, string>, ids = tenant.ids) => {
      const { url, body } = exampleCall(endpoint, ids);
      return api.call(endpoint.method, `/${prefix}${url}`, { key: null, body, headers });
    };

    test("knows nobody without a valid key", async () => {
      const before = await digest.of(tenant.team_id);

      for (const [what, headers] of Object.entries(badKeys)) {
        if (!isCanonical && !EVERYWHERE.has(what)) continue;
        const { status, body } = await ask(headers);
        expect([what, status, body]).toEqual([what, 401, NOBODY]);
      }

      expect(await digest.of(tenant.team_id)).toBe(before);
    });

    test("asks whether a role may", async () => {
      // The answer that an authorized caller gets for unknown ids. The second call counts, because a
      // name can be given only once.
      await api.setRole("owner");
      const welcome = endpoint.callers === "keys" ? bearer(tenant.key) : asPerson();
      await ask(welcome, tenant.unknownIds);
      const { status: answered } = await ask(welcome, tenant.unknownIds);
      expect(REFUSED).not.toContain(answered);

      const { status: withKey } = await ask(bearer(tenant.key), tenant.unknownIds);
      expect(withKey).toBe(isForKeys(endpoint) ? answered : 403);
      // A CLI key made from an API key has that key's rights.
      const { status: withCliKey } = await ask(bearer(cliKeys.ofApiKey), tenant.unknownIds);
      expect(withCliKey).toBe(isForKeys(endpoint) ? answered : 403);

      // A person's CLI key has the person's rights; it counts as a key and as a person.
      const whos = [
        ["session", asPerson(), endpoint.callers !== "keys"],
        ["CLI key", bearer(cliKeys.ofPerson), endpoint.callers !== "sessions"],
      ] as const;
      for (const role of isCanonical ? ROLES : rolesAround(endpoint.right)) {
        await api.setRole(role);
        for (const [who, headers, isWelcome] of isCanonical ? whos : whos.slice(0, 1)) {
          if (mayUse(endpoint.right, { role, organization_role: role }) && isWelcome) {
            const { status } = await ask(headers, tenant.unknownIds);
            expect([role, who, status]).toEqual([role, who, answered]);
            continue;
          }
          const before = await digest.of(tenant.team_id);
          const { status, body } = await ask(headers);
          expect([role, who, status, body.code]).toEqual([role, who, 403, "FORBIDDEN"]);
          expect(body.message).toBe("You currently don't have permission to perform this action.");
          expect(await digest.of(tenant.team_id)).toBe(before);
        }
      }
    });

    test("takes no order from another page, nor for a project of others", async () => {
      await api.setRole("owner");
      const before = await digest.of(tenant.team_id, api.other.team_id);

      if (endpoint.method !== "GET") {
        for (const origin of isCanonical ? ["http://evil.test", "null"] : ["http://evil.test"]) {
          const { status, body } = await ask({ cookie, origin });
          expect([origin, status, body.code]).toEqual([origin, 403, "ORIGIN_NOT_ALLOWED"]);
        }
      }
      const unknown = await ask({ ...asPerson(), "x-project-id": tenant.unknownIds.project });
      expect(unknown.status).toBe(404);
      for (const header of ["x-project-id", "x-team-id"]) {
        const whos = [asPerson(), bearer(cliKeys.ofPerson), bearer(cliKeys.ofApiKey)];
        for (const who of isCanonical ? whos : whos.slice(0, 1)) {
          const foreign = await ask({ ...who, [header]: publicId("project", api.other.team_id) });
          expect([header, foreign.status, foreign.body]).toEqual([header, 404, unknown.body]);
        }
      }

      expect(await digest.of(tenant.team_id, api.other.team_id)).toBe(before);
    });

    if (!isCanonical) return;
    test("lets people of the organization into a private project only with a role that they have there", async () => {
      const { added, outsider, ids, unknownIds } = hidden;
      const inHidden = { "x-project-id": ids.project };
      await setRoleInHidden(null);
      const unknown = await ask({ ...asPerson(), "x-project-id": unknownIds.project }, ids);
      const before = await digest.of(hidden.team_id);

      for (const person of [added, outsider]) {
        for (const who of [browserOf(person.cookie), bearer(person.cliKey)]) {
          const { status, body } = await ask({ ...who, ...inHidden }, ids);
          expect([person.email, status, body]).toEqual([person.email, 404, unknown.body]);
        }
      }
      expect(await digest.of(hidden.team_id)).toBe(before);
      for (const role of GRANTED_ROLES) {
        const hasRight = mayUse(endpoint.right, { role, organization_role: "viewer" });
        for (const [who, headers, isWelcome] of [
          ["session", browserOf(added.cookie), endpoint.callers !== "keys"],
          ["CLI key", bearer(added.cliKey), endpoint.callers !== "sessions"],
        ] as const) {
          await setRoleInHidden(role); // a call may end it
          // A refused call names what exists, because some handlers ask for the right there.
          const { status } = await ask({ ...headers, ...inHidden }, hasRight && isWelcome ? unknownIds : ids);
          expect([role, who, REFUSED.includes(status)]).toEqual([role, who, !(hasRight && isWelcome)]);
        }
      }
    });
  },
);

describe.each(ROUTES_OF_PEOPLE.map((route) => [route.name, route] as const))(
  "%s",
  (_name, { prefix, endpoint }) => {
    const ask = async (headers: Record<string, string>, ids = tenant.ids) => {
      const { url, body } = exampleCall(endpoint, ids);
      return api.call(endpoint.method, `/${prefix}${url}`, { key: null, body, headers });
    };

    test("admits people who are signed in, and no key", async () => {
      const before = await digest.of(tenant.team_id);

      for (const [what, headers] of Object.entries(badKeys)) {
        const { status, body } = await ask(headers);
        expect([what, status, body]).toEqual([what, 401, NOBODY]);
      }
      await api.setRole("owner");
      for (const key of [tenant.key, cliKeys.ofPerson, cliKeys.ofApiKey])
        expect((await ask(bearer(key))).body).toMatchObject({ code: "FORBIDDEN" });
      if (endpoint.method !== "GET") {
        const { body } = await ask({ cookie, origin: "http://evil.test" });
        expect(body.code).toBe("ORIGIN_NOT_ALLOWED");
      }

      expect(await digest.of(tenant.team_id)).toBe(before);
    });

    if (endpoint.actsOn !== "organization") return;
    test("asks for the role in the organization, and hides organizations of others", async () => {
      const stranger = await callAs(api, hidden.outsider.cookie, "POST", "/organizations", {
        name: "Elsewhere",
      });
      const theirs = { ...tenant.unknownIds, organization: stranger.body.organization.id };
      const foreign = await ask(asPerson(), theirs);
      const unknown = await ask(asPerson(), tenant.unknownIds);
      expect([foreign.status, foreign.body.data]).toEqual([404, { id: theirs.organization }]);
      expect([unknown.status, unknown.body.data]).toEqual([404, { id: tenant.unknownIds.organization }]);

      for (const role of ROLES) {
        await beInOrganization(role);
        if (can(role, RIGHTS[endpoint.right].role)) {
          const { status } = await ask(asPerson(), {
            ...tenant.unknownIds,
            organization: tenant.ids.organization,
          });
          expect([role, REFUSED.includes(status)]).toEqual([role, false]);
          continue;
        }
        const before = await digest.of(tenant.team_id);
        const { status, body } = await ask(asPerson());
        expect([role, status, body.code]).toEqual([role, 403, "FORBIDDEN"]);
        expect(await digest.of(tenant.team_id)).toBe(before);
      }
      await beInOrganization("owner");
    });
  },
);

/** Also after the person has left it. */
async function beInOrganization(role: string): Promise<void> {
  await api.db.query(
    `insert into members (id, organization_id, user_id, role)
     select $1, $2, id, $3 from users order by id limit 1
     on conflict (organization_id, user_id) do update set role = excluded.role`,
    [newId(), internalId("organization", tenant.ids.organization), role],
  );
}

test("what anyone may call is this, and nothing that acts on a project", () => {
  const open = PUBLIC_ENDPOINTS.filter(({ callers }) => callers === "anyone");

  expect(open.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "POST /cli-auth",
    "GET /cli-auth/poll",
    "POST /cli/guest",
  ]);
});

test("some endpoints are closed to viewers, or the table above proves nothing", () => {
  expect(ROUTES.filter(({ endpoint }) => !can("viewer", RIGHTS[endpoint.right].role)).length).toBeGreaterThan(
    10,
  );
});
