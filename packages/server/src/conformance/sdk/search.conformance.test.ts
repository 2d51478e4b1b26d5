/** @hookdeck/sdk: are events and requests found by their content? */
import { Hookdeck } from "@hookdeck/sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startFarEnd } from "../../testing/gateway.ts";
import { givenProject } from "../../testing/given-project.ts";
import { connect, eventOf, send } from "../../testing/sdk-deliveries.ts";
import { type Sdk, refusal, sdkOf } from "../../testing/sdk.ts";

let sdk: Sdk;
let farEnd: Awaited<ReturnType<typeof startFarEnd>>;
const requests: string[] = [];
const events: string[] = [];
beforeAll(async () => {
  sdk = sdkOf(await givenProject());
  farEnd = await startFarEnd();
  const connection = await connect(sdk, "orders", farEnd.url);
  for (const [body, path] of [
    [{ number: 1, customer: { name: "Ada" } }, "/orders?kind=new"],
    [{ number: 2, customer: { name: "Grace" } }, "/refunds?kind=old"],
  ] as const) {
    const request = await send(connection, body, path);
    requests.push(request);
    events.push((await eventOf(sdk, request, "SUCCESSFUL")).id);
  }
});
afterAll(() => farEnd.close());

/** Values that the first request has and the second does not. */
const ONLY_THE_FIRST = [
  ["a term in the body", { searchTerm: "Ada" }],
  ["a term in the path", { searchTerm: "orders" }],
  ["a part of the body", { body: JSON.stringify({ customer: { name: "Ada" } }) }],
  ["a part of the query", { parsedQuery: JSON.stringify({ kind: "new" }) }],
  ["a part of the path", { path: "/ord" }],
] as const;

test.each(ONLY_THE_FIRST)("%s finds the event and the request", async (_, filter) => {
  expect((await sdk.client.event.list(filter)).models?.map(({ id }) => id)).toEqual([events[0]]);
  expect((await sdk.client.request.list(filter)).models?.map(({ id }) => id)).toEqual([requests[0]]);
});

test("headers that both have find both", async () => {
  const filter = { headers: JSON.stringify({ "content-type": "application/json" }) };

  expect((await sdk.client.event.list(filter)).count).toBe(2);
  expect((await sdk.client.request.list(filter)).count).toBe(2);
  expect((await sdk.client.event.list({ headers: JSON.stringify({ "x-none": "1" }) })).count).toBe(0);
});

test("a term that is too short is refused", async () => {
  expect(await refusal(sdk.client.event.list({ searchTerm: "Ad" }))).toBeInstanceOf(
    Hookdeck.UnprocessableEntityError,
  );
});
