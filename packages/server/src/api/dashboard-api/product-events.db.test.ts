/** What do people's acts tell the operator's receiver, through the real API, and what does it never hear? */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "../../log.ts";
import { createProductEvents, type ProductEvents } from "../../product-events/product-events.ts";
import { startFarEnd } from "../../testing/gateway.ts";
import { givenAccess, OWNER } from "../../testing/given-access.ts";
import { givenApi, type GivenApi } from "../../testing/given-api.ts";

const ORIGIN = "http://127.0.0.1:4400";
const NAME = "Grandmother's secret recipes";
const WORDS = "Feeding the cat";

let receiver: Awaited<ReturnType<typeof startFarEnd>>;
let productEvents: ProductEvents;
let api: GivenApi;
let headers: Record<string, string>;
beforeAll(async () => {
  receiver = await startFarEnd();
  productEvents = createProductEvents(
    { url: receiver.url, headers: {} },
    { log: createLog(() => undefined), version: "1", pushEveryMs: 1 },
  );
  const identity = await givenAccess({ productEvents });
  api = await givenApi({ identity, productEvents });
  const { cookie } = await api.signUp();
  headers = { cookie, origin: ORIGIN };
});
afterAll(async () => {
  await api.stop();
  await productEvents.stop();
  receiver.close();
});

interface Sent {
  name: string;
  person_id: string;
  organization_id: string | null;
  project_id: string | null;
  properties: object;
}

async function arrived(count: number): Promise<Sent[]> {
  const sent = () =>
    // The bodies are our own.
    receiver.received.flatMap(({ body }) => (JSON.parse(body.toString()) as { events: Sent[] }).events);
  await expect.poll(sent, { timeout: 60_000 }).toHaveLength(count);
  return sent();
}

const report = (body: unknown, given: GivenApi = api, as = headers) =>
  given.call("POST", "//dashboard-api/product-events", { key: null, headers: as, body });

test("the sign-up, the onboarding and what a screen reports arrive, with ids and without a person's words", async () => {
  const session = await api.call("GET", "//dashboard-api/session", { key: null, headers });
  const [first] = await arrived(1);
  expect(session.body.is_tracking).toBe(true);
  expect(first).toMatchObject({
    name: "Signed Up",
    person_id: session.body.user.id,
    organization_id: null,
    properties: { invited: false },
  });

  const created = await api.call("POST", "//dashboard-api/organizations", {
    key: null,
    headers,
    body: {
      name: NAME,
      onboarding: { discovery_method: "github", use_case: "other", use_case_other: WORDS },
    },
  });
  expect(created.status).toBe(200);
  expect((await arrived(2))[1]).toMatchObject({
    name: "Completed Onboarding",
    person_id: session.body.user.id,
    organization_id: created.body.organization.id,
    project_id: created.body.project.id,
    properties: { discovery_method: "github", use_case: "other" },
  });

  const event = {
    name: "Filtered Event List",
    properties: { list: "events", filters: ["status", "search_term"] },
  };
  expect((await report(event)).body).toEqual({ is_tracking: true });
  expect((await arrived(3))[2]).toMatchObject({
    ...event,
    person_id: session.body.user.id,
    organization_id: session.body.projects[0].organization_id,
    project_id: session.body.projects[0].id,
  });

  const everything = Buffer.concat(receiver.received.map(({ body }) => body)).toString();
  for (const text of [NAME, WORDS, OWNER.email, "Ada"]) expect(everything).not.toContain(text);
});

test("somebody who is invited signs up into an organization", async () => {
  const before = receiver.received.length;
  const session = await api.call("GET", "//dashboard-api/session", { key: null, headers });
  const [{ id }] = session.body.organizations;
  const invited = await api.call("POST", `//dashboard-api/organizations/${id}/invitations`, {
    key: null,
    headers,
    body: { invitations: [{ email: "bob@example.com", role: "member" }] },
  });
  const key = new URL(invited.body.models[0].link).searchParams.get("key");
  expect(key).toEqual(expect.any(String));
  const identity = await fetch(`${api.url}/auth/sign-up/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: ORIGIN },
    body: JSON.stringify({
      email: "bob@example.com",
      password: "correct horse battery",
      name: "Bob",
      invitation: key,
    }),
  });
  expect(identity.status).toBe(200);
  await receiver.arrivals(before + 1);

  expect(receiver.received.at(-1)?.body.toString()).toContain('"properties":{"invited":true}');
  expect(receiver.received.at(-1)?.body.toString()).toContain(`"organization_id":"${id}"`);
  expect(receiver.received.at(-1)?.body.toString()).not.toContain("bob@");
});

test.each([
  ["a name that is not in the list", { name: "Opened Payload", properties: {} }],
  ["an event of the server", { name: "Signed Up", properties: { invited: true } }],
  [
    "a property that is not in the list",
    { name: "Completed Guided Connection Step", properties: { step: "source", source: "stripe" } },
  ],
  [
    "a text instead of a word of the list",
    { name: "Completed Guided Connection Step", properties: { step: "ada@example.com" } },
  ],
  [
    "a value of a filter beside its name",
    { name: "Filtered Event List", properties: { list: "events", filters: ["status", "ada@example.com"] } },
  ],
  [
    "more filters than there are",
    { name: "Filtered Event List", properties: { list: "events", filters: Array(18).fill("status") } },
  ],
  ["no reason", { name: "Selected Upgrade Reasons", properties: { reasons: [] } }],
  [
    "a field beside name and properties",
    {
      name: "Completed Guided Connection Step",
      properties: { step: "source" },
      person_id: "somebody",
    },
  ],
])("%s is refused and goes nowhere", async (_, body) => {
  const before = productEvents.counts.delivered + productEvents.waiting();

  const answer = await report(body);

  expect(answer.status).toBe(422);
  expect(productEvents.counts.delivered + productEvents.waiting()).toBe(before);
});

test("only people with a session report, and only from our own pages", async () => {
  const event = { name: "Completed Guided Connection Step", properties: { step: "cli" } };

  expect((await api.call("POST", "//dashboard-api/product-events", { body: event })).status).toBe(403);
  expect((await report(event, api, { ...headers, origin: "https://evil.example" })).status).toBe(403);
});

test("without the setting the endpoint says so, and nothing leaves", async () => {
  const before = receiver.received.length;
  const quiet = await givenApi();
  const { cookie } = await quiet.signUp();
  const as = { cookie, origin: ORIGIN };

  const session = await quiet.call("GET", "//dashboard-api/session", { key: null, headers: as });
  const answer = await report(
    { name: "Completed Guided Connection Step", properties: { step: "source" } },
    quiet,
    as,
  );
  await quiet.stop();

  expect(session.body.is_tracking).toBe(false);
  expect([answer.status, answer.body]).toEqual([200, { is_tracking: false }]);
  expect(receiver.received).toHaveLength(before);
});
