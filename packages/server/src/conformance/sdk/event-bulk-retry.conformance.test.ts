/** @hookdeck/sdk: bulk retries of events. */
import type { Hookdeck } from "@hookdeck/sdk";
import { afterAll, beforeAll } from "vitest";
import { startFarEnd } from "../../testing/gateway.ts";
import { givenProject } from "../../testing/given-project.ts";
import { UNANSWERED, testBulkRetry } from "../../testing/sdk-bulk-retries.ts";
import { connect, eventOf, send } from "../../testing/sdk-deliveries.ts";
import { type Sdk, sdkOf } from "../../testing/sdk.ts";

let sdk: Sdk;
let farEnd: Awaited<ReturnType<typeof startFarEnd>>;
const repaired = new Set<string>();
beforeAll(async () => {
  sdk = sdkOf(await givenProject());
  farEnd = await startFarEnd(({ url = "" }, response) => {
    if (repaired.has(url) && url.startsWith(`/${UNANSWERED}`)) return;
    response.statusCode = repaired.has(url) ? 200 : 500;
    response.end();
  });
});
afterAll(() => farEnd.close());

testBulkRetry<"eventBulkRetry", Hookdeck.EventBulkRetryCreateRequestQuery>("eventBulkRetry", {
  sdk: () => sdk,
  bulk: () => sdk.client.eventBulkRetry,
  given: async (name) => {
    const connection = await connect(sdk, name, farEnd.url);
    const requests = [];
    for (const number of [1, 2, 3]) requests.push(await send(connection, { number }, `/${name}`));
    for (const request of requests) await eventOf(sdk, request, "FAILED");
    const before = farEnd.received.length;
    repaired.add(`/${name}`);
    return {
      query: { webhookId: connection.id, status: "FAILED" },
      wireQuery: { webhook_id: connection.id, status: "FAILED" },
      arrived: () => farEnd.received.slice(before).filter(({ url }) => url === `/${name}`).length,
    };
  },
});
