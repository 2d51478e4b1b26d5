/** Who sees in the session how near the organization is to the events of its plan, and for how long? */
import { internalId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "../../log.ts";
import { createUsageLook } from "../../plans/look-at-usage.ts";
import { setSubscription } from "../../store/subscriptions.ts";
import { type GivenApi, givenApi } from "../../testing/given-api.ts";
import { callAs, givenPerson } from "../../testing/given-person.ts";
import { givenPlans } from "../../testing/given-plans.ts";

const FILE = `
default: strict
existing: strict
plans:
  - { id: strict, version: 1, name: Strict, over_limit: reject, limits: { max_requests: 1000 } }
  - id: open
    version: 1
    name: Open
    over_limit: accept
    prices: [{ price_type: fixed_price, amount: 100 }, { price_type: usage_price, unit_amount: 1 }]
    limits: { max_requests: 1000 }
`;

let api: GivenApi;
let owner: string;
let organization_id: string;
let team_id: string;
beforeAll(async () => {
  api = await givenApi();
  ({ cookie: owner } = await api.signUp());
  const { body } = await callAs(api, owner, "GET", "/session");
  organization_id = body.organizations[0].id;
  team_id = internalId("project", body.projects[0].id) ?? "";
  await givenPlans(api.db, FILE);
});
afterAll(() => api.stop());

const noticeOf = async (cookie: string) =>
  (await callAs(api, cookie, "GET", "/session")).body.organizations[0].plan.usage_notice;
const putOn = (id: string, agreed_limits = {}) =>
  setSubscription(api.db, internalId("organization", organization_id) ?? "", {
    plan: { id, version: 1 },
    agreed_limits,
  });
async function use(events: number): Promise<void> {
  await api.db.query(
    `insert into event_news (team_id, webhook_id, at, status, response_status, error_code, count, attempts, scheduled_retries)
     values ($1, $1, now(), 'SUCCESSFUL', 200, '', $2, 1, 0)`,
    [team_id, events],
  );
  const { findChanged, lookAt } = createUsageLook({ db: api.db, log: createLog(() => undefined) });
  for (const limited of await findChanged()) await lookAt(limited);
}

test("the owner and admins see it, others do not", async () => {
  const given = { cookie: owner, organization_id };
  const admin = await givenPerson(api, given, { email: "admin@example.com", role: "admin" });
  const member = await givenPerson(api, given, { email: "member@example.com", role: "member" });
  expect(await noticeOf(owner)).toBeNull();

  await use(841);

  const { body } = await callAs(api, owner, "GET", `/organizations/${organization_id}/subscription`);
  const notice = {
    percent: 80,
    events: 841,
    max_requests: 1000,
    over_limit: "reject",
    is_charged: false,
    period_end: body.period_end,
  };
  expect([await noticeOf(owner), await noticeOf(admin.cookie)]).toEqual([notice, notice]);
  expect(await noticeOf(member.cookie)).toBeNull();
});

test("a changed limit takes it away at once, until it is judged against the new one", async () => {
  await putOn("open", { max_requests: 1050 });
  expect(await noticeOf(owner)).toBeNull();

  await use(0);
  expect(await noticeOf(owner)).toMatchObject({ percent: 80, max_requests: 1050, is_charged: true });
  await use(1_300);
  expect(await noticeOf(owner)).toMatchObject({ percent: 200, events: 2_141, over_limit: "accept" });
});

test("it ends with its period, and with the plans", async () => {
  await api.db.query("update plan_offer set in_force = false");
  expect((await callAs(api, owner, "GET", "/session")).body.organizations[0].plan).toBeNull();
  await api.db.query("update plan_offer set in_force = true");
  expect(await noticeOf(owner)).not.toBeNull();

  await api.db.query("update usage_notices set period_end = now()");
  expect(await noticeOf(owner)).toBeNull();
});
