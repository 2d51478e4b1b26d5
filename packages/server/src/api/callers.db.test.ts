/**
 * For every endpoint and every kind of caller: is the caller let in, and what answer does it get?
 *
 * The table is generated from the contract. Calls carry ids that exist, so a refused call could have
 * changed something; the test checks that it changed nothing.
 */
import { ROLES } from "@posthorn/contract/causes";
import { internalId, publicId } from "@posthorn/contract/ids";
import { PUBLIC_ENDPOINTS } from "@posthorn/contract/routes";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { can } from "../access/can.ts";
import { issueApiKey, revokeApiKey } from "../store/api-keys.ts";
import { issueCliKey } from "../store/cli-keys.ts";
import { exampleCall } from "../testing/example-calls.ts";
import { givenApi, type GivenApi } from "../testing/given-api.ts";
import { givenTenant, type Tenant } from "../testing/given-tenant.ts";
import { ROUTES } from "../testing/route-table.ts";
import { createTenantDigest, type TenantDigest } from "../testing/tenant-digest.ts";

const OUR_PAGES = "http://127.0.0.1:4400";
const REFUSED = [401, 403];
const NOBODY = { code: "UNAUTHORIZED", status: 401, message: "Invalid or missing API key" };

/** Keys are checked before the version matters; in the other versions these few show that each route checks. */
const EVERYWHERE = new Set(["no key", "a made-up key", "an expired key"]);

/** A person must see the login to claim or refuse it, so no key is admitted. */
const BY_EYE = new Set(["/cli-login", "/cli-login/refuse"]);

let api: GivenApi;
let cookie: string;
let tenant: Tenant;
let digest: TenantDigest;
let cliKeys: { ofPerson: string; ofApiKey: string };
let badKeys: Record<string, Record<string, string>>;

beforeAll(async () => {
  api = await givenApi();
  ({ cookie } = await api.signUp());
  const session = await api.call("GET", "//dashboard-api/session", { key: null, headers: { cookie } });
  tenant = await givenTenant(api.db, internalId("project", session.body.projects[0].id) ?? "");
  digest = await createTenantDigest(api.db);
  cliKeys = await issueCliKeys();
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

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const asPerson = () => ({ cookie, origin: OUR_PAGES });

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
    "a wrong key beside a right session": { ...bearer("phk_wrong"), cookie, origin: OUR_PAGES },
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
      const isForKeys = endpoint.callers !== "people" && can("admin", endpoint.role);
      expect(withKey).toBe(isForKeys ? answered : 403);
      // A CLI key made from an API key has that key's rights.
      const { status: withCliKey } = await ask(bearer(cliKeys.ofApiKey), tenant.unknownIds);
      expect(withCliKey).toBe(isForKeys ? answered : 403);

      for (const role of ROLES) {
        await api.setRole(role);
        // A person's CLI key has the person's rights; it counts as a key and as a person.
        for (const [who, headers, isWelcome] of [
          ["session", asPerson(), endpoint.callers !== "keys"],
          ["CLI key", bearer(cliKeys.ofPerson), !BY_EYE.has(endpoint.path)],
        ] as const) {
          if (can(role, endpoint.role) && isWelcome) {
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
        for (const origin of ["http://evil.test", "null"]) {
          const { status, body } = await ask({ cookie, origin });
          expect([origin, status, body.code]).toEqual([origin, 403, "ORIGIN_NOT_ALLOWED"]);
        }
      }
      const unknown = await ask({ ...asPerson(), "x-project-id": tenant.unknownIds.project });
      expect(unknown.status).toBe(404);
      for (const header of ["x-project-id", "x-team-id"]) {
        for (const who of [asPerson(), bearer(cliKeys.ofPerson), bearer(cliKeys.ofApiKey)]) {
          const foreign = await ask({ ...who, [header]: publicId("project", api.other.team_id) });
          expect([header, foreign.status, foreign.body]).toEqual([header, 404, unknown.body]);
        }
      }

      expect(await digest.of(tenant.team_id, api.other.team_id)).toBe(before);
    });
  },
);

test("what anyone may call is this, and nothing that acts on a project", () => {
  const open = PUBLIC_ENDPOINTS.filter(({ callers }) => callers === "anyone");

  expect(open.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "POST /cli-auth",
    "GET /cli-auth/poll",
    "POST /cli/guest",
  ]);
});

test("some endpoints are closed to viewers, or the table above proves nothing", () => {
  expect(ROUTES.filter(({ endpoint }) => !can("viewer", endpoint.role)).length).toBeGreaterThan(10);
});
