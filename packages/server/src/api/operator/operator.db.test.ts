/** The operator offers plans by a file, and puts organizations on them by calls. Nobody else can, and nothing is lost. */
import { publicId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applyPlans } from "../../plans/apply-plans.ts";
import { type PlansFile, readPlansFile } from "../../plans/plans-file.ts";
import { type GivenApi, givenApi } from "../../testing/given-api.ts";
import { callAs } from "../../testing/given-person.ts";

const TOKEN = "operator-token-of-this-test";

const FILE = `
default: small
contact_url: mailto:sales@example.com
plans:
  - { id: small, version: 1, name: Small, limits: { max_users: 2, retention_days: 3 } }
  - { id: large, version: 1, name: Large, limits: { retention_days: 20 }, features: [viewer_role] }
`;
const LATER = FILE.replace("id: large, version: 1", "id: large, version: 2").replace("20", "30");

function parsed(text: string): PlansFile {
  const file = readPlansFile(text);
  if ("mistakes" in file) throw new Error(file.mistakes.join());
  return file;
}

let api: GivenApi;
let cookie: string;
let first: string;
beforeAll(async () => {
  api = await givenApi({ operatorToken: TOKEN });
  ({ cookie } = await api.signUp());
  const { rows } = await api.db.query<{ id: string }>("select id from organizations");
  first = publicId("organization", rows[0]?.id ?? "");
});
afterAll(() => api.stop());

const operate = (method: string, path: string, body?: unknown, token = TOKEN) =>
  api.call(method, `//operator${path}`, { key: token, body });
const put = (id: string, body: unknown) => operate("PUT", `/organizations/${id}/subscription`, body);
const subscriptionOf = async (id: string) =>
  (await callAs(api, cookie, "GET", `/organizations/${id}/subscription`)).body;
const newOrganization = async (name: string): Promise<string> =>
  (await callAs(api, cookie, "POST", "/organizations", { name })).body.organization.id;

test("plans come into force by the file, organizations keep their versions, and without the file nothing is limited or lost", async () => {
  expect((await put(first, { plan: "small" })).body.data).toEqual([
    "no plans are in force. Set POSTHORN_PLANS and start again",
  ]);

  // Whoever was there before is not limited; whoever comes now gets the default.
  expect(await applyPlans(api.db, parsed(FILE))).toEqual([]);
  expect((await subscriptionOf(first)).plan).toBeNull();
  const second = await newOrganization("Second");
  expect((await subscriptionOf(second)).plan).toMatchObject({ id: "small", version: 1, is_legacy: false });

  expect((await put(first, { plan: "large" })).status).toBe(200);
  expect((await subscriptionOf(first)).plan).toMatchObject({ version: 1, limits: { retention_days: 20 } });

  // A version that was offered never changes.
  expect(await applyPlans(api.db, parsed(FILE.replace("20", "25")))).toEqual([
    expect.stringContaining('version 1 of the plan "large" has changed'),
  ]);
  expect(await applyPlans(api.db, parsed(LATER))).toEqual([]);
  expect((await subscriptionOf(first)).plan).toMatchObject({ version: 1, is_legacy: true });
  const plans = async (id: string) =>
    (await callAs(api, cookie, "GET", `/organizations/${id}/plans`)).body.models.map(
      (plan: { id: string; version: number }) => `${plan.id} ${plan.version}`,
    );
  expect(await plans(first)).toEqual(["small 1", "large 2", "large 1"]);
  expect(await plans(second)).toEqual(["small 1", "large 2"]);
  const session = async () => (await callAs(api, cookie, "GET", "/session")).body.organizations;
  expect(await session()).toMatchObject([
    { plan: { id: "large", name: "Large", features: ["viewer_role"], can_upgrade: true, lock: null } },
    { plan: { id: "small", features: [] } },
  ]);

  await applyPlans(api.db, null);
  expect((await subscriptionOf(first)).plan).toBeNull();
  expect(await session()).toMatchObject([{ plan: null }, { plan: null }]);
  const between = await newOrganization("Between");

  // With `existing`, those without a plan get it; all others have the one that they had.
  expect(await applyPlans(api.db, parsed(LATER.replace("default", "existing: large\ndefault")))).toEqual([]);
  expect((await subscriptionOf(first)).plan).toMatchObject({ id: "large", version: 1 });
  expect((await subscriptionOf(second)).plan).toMatchObject({ id: "small", version: 1 });
  expect((await subscriptionOf(between)).plan).toMatchObject({ id: "large", version: 2 });
});

test("the operator sees every organization with its plan and usage, and agrees limits with one of them", async () => {
  const { body } = await operate("GET", "/organizations");
  expect(body).toMatchObject({
    models: [{ id: first, usage: { events: 0, requests: 0 } }, { name: "Second" }, { name: "Between" }],
    next: null,
  });
  expect((await operate("GET", `/organizations?after=${first}`)).body.models).toHaveLength(2);

  const agreed = await put(first, { limits: { retention_days: 90, max_users: null } });
  expect(agreed.body).toMatchObject({
    plan: { id: "large", version: 1, limits: { retention_days: 90, max_users: null } },
    agreed_limits: { retention_days: 90, max_users: null },
  });
  // A move to another plan keeps what was agreed; an empty agreement ends it.
  expect((await put(first, { plan: "large" })).body).toMatchObject({
    plan: { version: 2, limits: { retention_days: 90 } },
  });
  expect((await put(first, { limits: {} })).body).toMatchObject({
    plan: { version: 2, limits: { retention_days: 30 } },
    agreed_limits: {},
  });
});

test("a wrong token, plan, version or limit changes nothing", async () => {
  for (const token of ["", "wrong", api.key]) {
    expect((await operate("GET", "/organizations", undefined, token)).status).toBe(401);
    const refused = await operate("PUT", `/organizations/${first}/subscription`, { plan: "small" }, token);
    expect(refused.status).toBe(401);
  }
  const before = (await operate("GET", "/organizations")).body;

  expect((await put(first, { plan: "gold" })).body.data).toEqual(["plan must be one of small, large"]);
  expect((await put(first, { plan: "large", version: 9 })).status).toBe(422);
  expect((await put(first, { limits: { retention_days: 0 } })).status).toBe(422);
  expect((await put(first, { limits: { max_payload_size_mb: 99 } })).status).toBe(422);
  expect((await put(publicId("organization", "00000000-0000-0000-0000-000000000000"), {})).status).toBe(404);

  expect((await operate("GET", "/organizations")).body).toEqual(before);
});
