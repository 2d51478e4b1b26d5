/** @hookdeck/sdk: events. */
import type { Hookdeck } from "@hookdeck/sdk";
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
    response.statusCode = request.url?.startsWith("/broken") ? 500 : 200;
    response.end();
  });
});
afterAll(() => farEnd.close());

testEveryMethod("event", () => sdk, {
  list: [
    "finds events by every plain filter, with their data when asked",
    async () => {
      const connection = await connect(sdk, "listed", farEnd.url);
      const good = await eventOf(sdk, await send(connection, { number: 1 }, "/fine"), "SUCCESSFUL");
      const bad = await eventOf(sdk, await send(connection, { number: 2 }, "/broken"), "FAILED");
      const webhookId = connection.id;
      const ids = async (filter: Hookdeck.EventListRequest) =>
        (
          await sdk.client.event.list({ webhookId, orderBy: "created_at", dir: "asc", ...filter })
        ).models?.map(({ id }) => id);

      expect(await ids({})).toEqual([good.id, bad.id]);
      expect(await ids({ id: [bad.id] })).toEqual([bad.id]);
      expect(await ids({ status: "SUCCESSFUL" })).toEqual([good.id]);
      expect(await ids({ responseStatus: 500 })).toEqual([bad.id]);
      expect(await ids({ attempts: 1 })).toEqual([good.id, bad.id]);
      expect(await ids({ attempts: 2 })).toEqual([]);
      expect(
        await ids({ sourceId: connection.source.id, destinationId: connection.destination.id }),
      ).toHaveLength(2);
      expect(await ids({ eventDataId: good.eventDataId })).toEqual([good.id]);
      expect(await ids({ createdAt: good.createdAt })).toEqual([good.id]);
      expect(await ids({ createdAt: new Date(0) })).toEqual([]);
      expect(await ids({ errorCode: "TIMEOUT" })).toEqual([]);
      const { models } = await sdk.client.event.list({ id: good.id, include: "data" });
      expect(models?.[0]?.data).toMatchObject({ body: { number: 1 } });
      expect((await sdk.client.event.list({ id: good.id })).models?.[0]?.data).toBeUndefined();
    },
  ],
  retrieve: [
    "shows the event with the request that it carries",
    async () => {
      const connection = await connect(sdk, "retrieved", farEnd.url);
      const request = await send(connection, { total: 12 }, "/orders?kind=new");
      const { id } = await eventOf(sdk, request, "SUCCESSFUL");

      const event = await sdk.client.event.retrieve(id);

      expect(event).toMatchObject({
        id,
        webhookId: connection.id,
        sourceId: connection.source.id,
        destinationId: connection.destination.id,
        requestId: request,
        attempts: 1,
        responseStatus: 200,
        status: "SUCCESSFUL",
        successfulAt: expect.any(Date),
        data: {
          path: "/orders",
          query: "kind=new",
          parsedQuery: { kind: "new" },
          body: { total: 12 },
          headers: expect.objectContaining({ "content-type": "application/json" }),
        },
      });
      expect(event.nextAttemptAt).toBeUndefined();
    },
  ],
  retrieveBody: [
    "gives the body as it came",
    async () => {
      const connection = await connect(sdk, "raw", farEnd.url);
      const { id } = await eventOf(sdk, await send(connection, { total: 12 }), "SUCCESSFUL");

      expect(await sdk.client.event.retrieveBody(id)).toEqual({ body: '{"total":12}' });
    },
  ],
  retry: [
    "delivers the event once more",
    async () => {
      const connection = await connect(sdk, "retried", `${farEnd.url}/retried`);
      const request = await send(connection, { total: 12 });
      const { id } = await eventOf(sdk, request, "SUCCESSFUL");

      const retried = await sdk.client.event.retry(id);

      expect(retried.event).toMatchObject({ id, webhookId: connection.id, status: "QUEUED" });
      expect(retried.event.createdAt).toBeInstanceOf(Date);
      expect(retried.attempt).toBeUndefined();
      expect(await eventOf(sdk, request, "SUCCESSFUL")).toMatchObject({ id, attempts: 2 });
      expect(farEnd.received.filter(({ url }) => url.startsWith("/retried"))).toHaveLength(2);
    },
  ],
  mute: [
    "stops what was still to be sent",
    async () => {
      const retry: Hookdeck.Rule = { type: "retry", strategy: "linear", interval: 3_600_000, count: 5 };
      const connection = await connect(sdk, "muted", farEnd.url, [retry]);
      const request = await send(connection, {}, "/broken");
      const { id, nextAttemptAt } = await eventOf(sdk, request, "FAILED");

      const muted = await sdk.client.event.mute(id);

      expect(nextAttemptAt).toBeInstanceOf(Date);
      expect(muted).toMatchObject({ id, status: "FAILED" });
      expect(muted.nextAttemptAt).toBeUndefined();
      expect((await sdk.client.event.retrieve(id)).nextAttemptAt).toBeUndefined();
    },
  ],
});
