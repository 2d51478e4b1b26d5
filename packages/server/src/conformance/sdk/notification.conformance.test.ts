/** @hookdeck/sdk: what a project hears of itself. */
import type { Hookdeck } from "@hookdeck/sdk";
import { afterAll, beforeAll, expect } from "vitest";
import { eventually, startFarEnd } from "../../testing/gateway.ts";
import { givenProject } from "../../testing/given-project.ts";
import { connect, eventOf, send } from "../../testing/sdk-deliveries.ts";
import { type Sdk, refusal, sdkOf, testEveryMethod } from "../../testing/sdk.ts";

let sdk: Sdk;
let farEnd: Awaited<ReturnType<typeof startFarEnd>>;
let orders: Hookdeck.Connection;
let news: Hookdeck.Connection;
beforeAll(async () => {
  sdk = sdkOf(await givenProject());
  farEnd = await startFarEnd();
  orders = await connect(sdk, "orders", `${farEnd.url}/orders`);
  news = await connect(sdk, "news", `${farEnd.url}/news`);
});
afterAll(() => farEnd.close());

testEveryMethod("notification", () => sdk, {
  update: [
    "makes the project hear of its events, and of none that told it",
    async () => {
      const wanted: Hookdeck.NotificationUpdateRequest = {
        enabled: true,
        topics: ["event.successful", "issue.opened"],
        sourceId: news.source.id,
      };
      expect(await sdk.client.notification.update(wanted)).toEqual(wanted);

      const sent: string[] = [];
      for (const order of [1, 2]) {
        const request = await send(orders, { order });
        sent.push((await eventOf(sdk, request, "SUCCESSFUL")).id);
        await eventually(
          async () => told().length,
          (count) => count >= order,
        );
      }

      expect(told()).toEqual(
        sent.map((event_id, at) =>
          expect.objectContaining({
            topic: "event.successful",
            event_id,
            event_data: expect.objectContaining({ body: { order: at + 1 } }),
            attempt_response: { status: 200, body: expect.anything() },
            connection: expect.objectContaining({ id: orders.id }),
          }),
        ),
      );
      expect(await sdk.client.notification.update({ ...wanted, enabled: false })).toMatchObject({
        enabled: false,
      });
      expect(await refusal(sdk.client.notification.update({}))).toMatchObject({ statusCode: 422 });
      expect(await refusal(sdk.client.notification.update({ ...wanted, sourceId: "src_1" }))).toMatchObject({
        statusCode: 404,
      });
    },
  ],
});

/** What has arrived from the source of the news. */
function told(): unknown[] {
  return farEnd.received
    .filter(({ url }) => url.startsWith("/news"))
    .map(({ body }) => JSON.parse(body.toString()));
}
