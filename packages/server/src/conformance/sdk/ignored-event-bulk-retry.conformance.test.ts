/** @hookdeck/sdk: bulk retries of ignored events. */
import type { Hookdeck } from "@hookdeck/sdk";
import { afterAll, beforeAll } from "vitest";
import { eventually, startFarEnd } from "../../testing/gateway.ts";
import { givenProject } from "../../testing/given-project.ts";
import { UNANSWERED, testBulkRetry } from "../../testing/sdk-bulk-retries.ts";
import { connect, ignoredOf, send } from "../../testing/sdk-deliveries.ts";
import { type Sdk, sdkOf } from "../../testing/sdk.ts";

let sdk: Sdk;
let farEnd: Awaited<ReturnType<typeof startFarEnd>>;
beforeAll(async () => {
  sdk = sdkOf(await givenProject());
  farEnd = await startFarEnd(({ url }, response) => {
    if (!url?.startsWith(`/${UNANSWERED}`)) response.end();
  });
});
afterAll(() => farEnd.close());

testBulkRetry<"ignoredEventBulkRetry", Hookdeck.IgnoredEventBulkRetryCreateRequestQuery>(
  "ignoredEventBulkRetry",
  {
    sdk: () => sdk,
    bulk: () => sdk.client.ignoredEventBulkRetry,
    given: async (name) => {
      const connection = await connect(sdk, name, farEnd.url, [{ type: "filter", body: { kind: "order" } }]);
      const requests = [];
      for (const number of [1, 2, 3]) requests.push(await send(connection, { number }, `/${name}`));
      const probe = await send(connection, {}, "/probe");
      for (const request of [...requests, probe]) await ignoredOf(sdk, request);
      await sdk.client.connection.update(connection.id, { rules: [] });
      await eventually(
        () => sdk.client.request.retry(probe, { webhookIds: [connection.id] }),
        ({ events }) => events?.length === 1, // once the gateway has loaded the new rules
      );
      return {
        query: { webhookId: connection.id, cause: "FILTERED" },
        wireQuery: { webhook_id: connection.id, cause: "FILTERED" },
        arrived: () => farEnd.received.filter(({ url }) => url === `/${name}`).length,
      };
    },
  },
);
