/** What does a lock of a plan close, for which callers, and what stays open? Through every endpoint of the contract. */
import { internalId, publicId } from "@posthorn/contract/ids";
import { lockText } from "@posthorn/contract/plans";
import { afterAll, beforeAll, expect, test } from "vitest";
import { recogniseCliClient } from "../store/cli-clients.ts";
import { issueApiKey } from "../store/api-keys.ts";
import { issueCliKey } from "../store/cli-keys.ts";
import { setSubscription } from "../store/subscriptions.ts";
import { noteUsedUp } from "../store/used-up-limits.ts";
import { readPeriodOf } from "../plans/plan-of.sql.ts";
import { type GivenApi, givenApi } from "../testing/given-api.ts";
import { browserOf, callAs, givenPerson, type GivenPerson } from "../testing/given-person.ts";
import { givenPlans } from "../testing/given-plans.ts";
import { isForKeys, ROUTES, ROUTES_OF_PEOPLE, type Route } from "../testing/route-table.ts";

const FILE = `
default: alone
plans:
  - { id: alone, version: 1, name: Alone, limits: { max_users: 1 } }
  - { id: strict, version: 1, name: Strict, over_limit: reject, limits: { max_requests: 1000 } }
`;
const OPERATOR_TOKEN = "operator-token-of-this-test";

let api: GivenApi;
let cookie: string;
let organization: string;
let organization_id: string;
let team_id: string;
let member: GivenPerson;
let keys: Record<"project" | "ownersCli" | "membersCli", string>;
beforeAll(async () => {
  api = await givenApi({ operatorToken: OPERATOR_TOKEN, apiRateLimitPerMinute: 100_000 });
  ({ cookie } = await api.signUp());
  const { body: session } = await callAs(api, cookie, "GET", "/session");
  organization = session.organizations[0].id;
  organization_id = internalId("organization", organization) ?? "";
  member = await givenPerson(
    api,
    { cookie, organization_id: organization },
    { email: "member@example.com", role: "member" },
  );
  team_id = internalId("project", session.projects[0].id) ?? "";
  const { rows } = await api.db.query<{ id: string }>(
    "select user_id as id from members where role = 'owner'",
  );
  const cliKeyOf = async (user_id: string) => {
    const cli_id = await recogniseCliClient(api.db, { team_id, device_name: user_id, user_id });
    return issueCliKey(api.db, { user_id, api_key_id: null, team_id, cli_id });
  };
  keys = {
    project: (await issueApiKey(api.db, { team_id, name: "test", expires_at: null })).key,
    ownersCli: await cliKeyOf(rows[0]?.id ?? ""),
    membersCli: await cliKeyOf(member.user_id),
  };
  await givenPlans(api.db, FILE);
});
afterAll(() => api.stop());

const putOn = (plan: string) =>
  setSubscription(api.db, organization_id, { plan: { id: plan, version: 1 }, agreed_limits: {} });

async function useUp(): Promise<void> {
  await putOn("strict");
  const period = await readPeriodOf(api.db, organization_id);
  if (!period) throw new Error("expected a plan");
  await noteUsedUp(api.db, { organization_id, period, events: 1000 });
}

function pathOf({ prefix, endpoint }: Route): string {
  return `/${prefix}${endpoint.path}`
    .replace("{organization_id}", organization)
    .replaceAll(/\{(\w+)\}/g, publicId("event", organization_id));
}

/** Without a body: nothing that is let in changes anything. */
async function codeOf(route: Route, headers: Record<string, string>): Promise<string | undefined> {
  const { body } = await api.call(route.endpoint.method, pathOf(route), { key: null, headers });
  return body.code;
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

test("an empty period closes every call of a project but those of the settings, and keys have no settings", async () => {
  await useUp();
  const closed: string[] = [];
  for (const route of ROUTES) {
    const { name, endpoint } = route;
    if (endpoint.callers !== "keys") {
      const code = await codeOf(route, browserOf(cookie));
      expect([name, code === "PLAN_LOCKED"]).toEqual([name, !endpoint.isOpenUnderLock]);
      if (code === "PLAN_LOCKED") closed.push(name);
    }
    if (isForKeys(endpoint))
      expect([name, await codeOf(route, bearer(keys.project))]).toEqual([name, "PLAN_LOCKED"]);
  }
  expect(closed.length).toBeGreaterThan(100);

  for (const route of ROUTES_OF_PEOPLE) {
    // Both would end what this test needs.
    if (route.endpoint.method === "DELETE" || route.endpoint.path.endsWith("/leave")) continue;
    expect([route.name, await codeOf(route, browserOf(cookie))]).not.toContain("PLAN_LOCKED");
  }
  const operators = await api.call("GET", "//operator/organizations", { key: OPERATOR_TOKEN });
  expect(operators.body.models[0].limit_exceeded_at).toEqual(expect.any(String));
});

const events = async (headers: Record<string, string>) => {
  const { status, body } = await api.call("GET", "//dashboard-api/events-24h", { key: null, headers });
  return status === 200 ? "open" : `${body.code}: ${body.message}`;
};
const eventsByKey = async (key: string) => {
  const { status, body } = await api.call("GET", "/events", { key });
  return status === 200 ? "open" : `${body.code}: ${body.message}`;
};
const lockOf = async (person: string) =>
  (await callAs(api, person, "GET", "/session")).body.organizations[0].plan.lock;

test("a plan for one closes the projects to all but the owner once the trial is over, and keys of projects stay", async () => {
  await putOn("alone");
  const REFUSED = `PLAN_LOCKED: ${lockText("users")}`;
  await api.db.query("update subscriptions set trial_ends_at = now() + interval '1 minute'");
  expect([await lockOf(member.cookie), await events(browserOf(member.cookie))]).toEqual([null, "open"]);

  await api.db.query("update subscriptions set trial_ends_at = now()");
  expect([await lockOf(member.cookie), await lockOf(cookie)]).toEqual(["users", null]);
  expect(await events(browserOf(member.cookie))).toBe(REFUSED);
  expect(await eventsByKey(keys.membersCli)).toBe(REFUSED);
  expect(await events(browserOf(cookie))).toBe("open");
  const { key } = await issueApiKey(api.db, { team_id, name: "not asked before", expires_at: null });
  expect([await eventsByKey(keys.ownersCli), await eventsByKey(key)]).toEqual(["open", "open"]);

  const own = await api.call("GET", "/projects", { key: keys.membersCli });
  expect(own.status).toBe(200);
  const typed = await api.call("GET", `/cli-auth/poll?key=${keys.membersCli}`, { key: null });
  expect([typed.status, typed.body.code]).toEqual([403, "PLAN_LOCKED"]);
  const claim = await callAs(api, member.cookie, "POST", "/cli-login", { key: "x" });
  expect([claim.status, claim.body.code]).toEqual([403, "PLAN_LOCKED"]);
});

test("without plans in force nothing is locked", async () => {
  await useUp();
  await api.db.query("update plan_offer set in_force = false");

  expect(await events(browserOf(cookie))).toBe("open");
});
