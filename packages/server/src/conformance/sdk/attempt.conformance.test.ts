/** @hookdeck/sdk: attempts. */
import { afterAll, beforeAll, expect } from "vitest";
import { startFarEnd } from "../../testing/gateway.ts";
import { givenProject } from "../../testing/given-project.ts";
import { connect, eventOf, send } from "../../testing/sdk-deliveries.ts";
import { type Sdk, sdkOf, testEveryMethod } from "../../testing/sdk.ts";

let sdk: Sdk;
let farEnd: Awaited<ReturnType<typeof startFarEnd>>;
beforeAll(async () => {
  sdk = sdkOf(await givenProject());
  farEnd = await startFarEnd((request, response) => {
    response.statusCode = request.url?.startsWith("/broken") ? 503 : 200;
    response.setHeader("content-type", "application/json").end('{"taken":true}');
  });
});
afterAll(() => farEnd.close());

testEveryMethod("attempt", () => sdk, {
  list: [
    "shows every try at an event",
    async () => {
      const connection = await connect(sdk, "listed", farEnd.url);
      const request = await send(connection, {}, "/broken");
      const { id } = await eventOf(sdk, request, "FAILED");
      await sdk.client.event.retry(id);
      await eventOf(sdk, request, "FAILED");

      const { models } = await sdk.client.attempt.list({ eventId: id, orderBy: "created_at", dir: "asc" });

      expect(models).toMatchObject([
        {
          eventId: id,
          attemptNumber: 1,
          trigger: "INITIAL",
          status: "FAILED",
          responseStatus: 503,
          state: "COMPLETED",
        },
        {
          eventId: id,
          attemptNumber: 2,
          trigger: "MANUAL",
          status: "FAILED",
          responseStatus: 503,
          state: "COMPLETED",
        },
      ]);
      expect((await sdk.client.attempt.list({ eventId: [id], limit: 1 })).models).toHaveLength(1);
    },
  ],
  retrieve: [
    "shows where it went and what was answered",
    async () => {
      const connection = await connect(sdk, "retrieved", farEnd.url);
      const { id: eventId } = await eventOf(sdk, await send(connection, {}, "/orders"), "SUCCESSFUL");
      const { models } = await sdk.client.attempt.list({ eventId });
      const id = models?.[0]?.id ?? "";

      const attempt = await sdk.client.attempt.retrieve(id);

      expect(attempt).toMatchObject({
        id,
        eventId,
        destinationId: connection.destination.id,
        status: "SUCCESSFUL",
        state: "COMPLETED",
        responseStatus: 200,
        body: { taken: true },
        requestedUrl: `${farEnd.url}/orders`,
        httpMethod: "POST",
        successfulAt: expect.any(Date),
        deliveredAt: expect.any(Date),
        respondedAt: expect.any(Date),
        responseLatency: expect.any(Number),
        deliveryLatency: expect.any(Number),
      });
      expect(attempt?.errorCode).toBeUndefined();
    },
  ],
});
