/** How many people may an organization have, and what may they do, as its plan says? */
import { MEMBER_TRIAL_DAYS, MEMBER_TRIAL_MAX_USERS } from "@posthorn/contract/limits";
import { internalId, publicId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setSubscription } from "../../store/subscriptions.ts";
import { type GivenApi, givenApi } from "../../testing/given-api.ts";
import { browserOf, callAs, givenPerson } from "../../testing/given-person.ts";
import { givenPlans } from "../../testing/given-plans.ts";

const FILE = `
default: alone
plans:
  - { id: alone, version: 1, name: Alone, limits: { max_users: 1 } }
  - { id: team, version: 1, name: Team, limits: { max_users: 3 }, features: [viewer_role, metrics, metrics_export] }
`;

let api: GivenApi;
let cookie: string;
let organization_id: string;
beforeAll(async () => {
  api = await givenApi();
  ({ cookie } = await api.signUp());
  const { rows } = await api.db.query<{ id: string }>("select id from organizations");
  organization_id = publicId("organization", rows[0]?.id ?? "");
  await givenPlans(api.db, FILE);
});
afterAll(() => api.stop());

const putOn = (plan: string) =>
  setSubscription(api.db, internalId("organization", organization_id) ?? "", {
    plan: { id: plan, version: 1 },
    agreed_limits: {},
  });
const invite = (role: string, ...names: string[]) =>
  callAs(api, cookie, "POST", `/organizations/${organization_id}/invitations`, {
    invitations: names.map((name) => ({ email: `${name}@example.com`, role })),
  });
const people = async () => {
  const { body } = await callAs(api, cookie, "GET", `/organizations/${organization_id}/subscription`);
  return [body.users, body.trial_ends_at] as const;
};
const endTrial = () => api.db.query("update subscriptions set trial_ends_at = now() - interval '1 second'");

test("above the plan's people a trial begins, once; after it nobody is invited or let in", async () => {
  await putOn("team");
  expect((await invite("member", "one", "two")).status).toBe(200);
  expect(await people()).toEqual([3, null]);

  const third = await invite("member", "three");
  expect(third.status).toBe(200);
  const [users, trialEnds] = await people();
  expect(users).toBe(4);
  const days = (Date.parse(trialEnds) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(MEMBER_TRIAL_DAYS - 0.1);
  expect(days).toBeLessThanOrEqual(MEMBER_TRIAL_DAYS);

  const crowd = Array.from({ length: MEMBER_TRIAL_MAX_USERS - 3 }, (_none, at) => `crowd-${at}`);
  expect(await invite("member", ...crowd)).toMatchObject({
    status: 403,
    body: {
      code: "USERS_OVER_PLAN",
      message:
        "The plan Team allows 3 people, with open invitations. Choose another plan, revoke an invitation, or remove somebody.",
    },
  });
  expect((await people())[0]).toBe(4);
  expect((await invite("member", ...crowd.slice(1))).status).toBe(200);
  expect((await people())[0]).toBe(MEMBER_TRIAL_MAX_USERS);

  await givenPerson(api, { cookie, organization_id }, { email: "one@example.com", role: "member" });
  await givenPerson(api, { cookie, organization_id }, { email: "two@example.com", role: "member" });
  const statuses = async () => {
    const { body } = await callAs(api, cookie, "GET", `/organizations/${organization_id}/members`);
    return body.models.map(({ status }: { status: string }) => status);
  };
  await endTrial();
  expect(await statuses()).toEqual(["ACTIVE", "ACTIVE", "ACTIVE"]);
  await putOn("alone");
  expect(await statuses()).toEqual(["ACTIVE", "TRIAL_EXPIRED", "TRIAL_EXPIRED"]);
  await putOn("team");
  const refused = await invite("member", "late");
  expect([refused.status, refused.body.code]).toEqual([403, "USERS_OVER_PLAN"]);
  const before = (await api.db.query("select from users")).rowCount;
  const joining = await api.call("POST", "//auth/sign-up/email", {
    key: null,
    headers: browserOf(""),
    body: {
      email: "three@example.com",
      password: "long enough",
      invitation: new URL(third.body.models[0].link).searchParams.get("key"),
    },
  });
  expect([joining.status, joining.body.code]).toEqual([403, "USERS_OVER_PLAN"]);
  expect((await api.db.query("select from users")).rowCount).toBe(before);
});

const noFeature = (feature: string, words: string) => ({
  status: 403,
  body: {
    code: "FEATURE_NOT_IN_PLAN",
    message: `The plan Alone does not include ${words}. An admin can choose another plan in the settings, under Plans.`,
    data: { feature },
  },
});

test("what a plan does not include is refused with its name, the feature and the way out", async () => {
  await api.db.query("delete from invitations");
  await api.db.query("delete from members where role <> 'owner'");
  await api.db.query("update subscriptions set trial_ends_at = null");
  await putOn("alone");
  const connect = (provider: string, configs: object = {}) =>
    callAs(api, cookie, "POST", "/team-integrations", { provider, configs });

  expect(await invite("viewer", "looker")).toMatchObject(noFeature("viewer_role", "the role viewer"));
  expect((await invite("member", "helper")).status).toBe(200);
  expect(await connect("prometheus")).toMatchObject(noFeature("metrics", "metrics in other services"));
  expect(await connect("discord", { webhook_url: "https://discord.example.com/x" })).toMatchObject(
    noFeature("all_integrations", "integrations that get notifications"),
  );

  await putOn("team");
  expect((await invite("viewer", "looker")).status).toBe(200);
  expect((await connect("prometheus")).status).toBe(200);
});
