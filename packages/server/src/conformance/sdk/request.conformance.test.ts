/** @hookdeck/sdk: requests. */
import { Hookdeck } from "@hookdeck/sdk";
import { afterAll, beforeAll, expect } from "vitest";
import { eventually, startFarEnd } from "../../testing/gateway.ts";
import { givenProject } from "../../testing/given-project.ts";
import { connect, eventOf, ignoredOf, send, sendUntil } from "../../testing/sdk-deliveries.ts";
import { type Sdk, refusal, sdkOf, testEveryMethod } from "../../testing/sdk.ts";

let sdk: Sdk;
let farEnd: Awaited<ReturnType<typeof startFarEnd>>;
beforeAll(async () => {
  sdk = sdkOf(await givenProject());
  farEnd = await startFarEnd();
});
afterAll(() => farEnd.close());

const ORDERS_ONLY: Hookdeck.Rule = { type: "filter", body: { kind: "order" } };

testEveryMethod("request", () => sdk, {
  list: [
    "finds requests by source, outcome and counts, with their data when asked",
    async () => {
      const { source } = await connect(sdk, "listed", farEnd.url, [ORDERS_ONLY]);
      const json = { "content-type": "application/json" };
      const post = async (body: string, headers: Record<string, string> = json) =>
        (await (await fetch(source.url, { method: "POST", headers, body })).json()) as { request_id: string }; // a source's answer
      const taken = (await post('{"kind":"order"}')).request_id;
      const left = (await post('{"kind":"other"}')).request_id;
      await post("no JSON at all");
      await eventOf(sdk, taken, "SUCCESSFUL");
      await ignoredOf(sdk, left);
      const ids = async (filter: Hookdeck.RequestListRequest) =>
        (
          await sdk.client.request.list({ sourceId: source.id, orderBy: "created_at", dir: "asc", ...filter })
        ).models?.map(({ id }) => id);

      expect(await ids({ status: "accepted" })).toEqual([taken, left]);
      expect(await ids({ eventsCount: 1 })).toEqual([taken]);
      expect(await ids({ ignoredCount: 1 })).toEqual([left]);
      expect(await ids({ id: [left] })).toEqual([left]);
      expect(await ids({ orderBy: "ingested_at", dir: "desc", status: "accepted" })).toEqual([left, taken]);
      const rejected = await sdk.client.request.list({
        sourceId: source.id,
        rejectionCause: "UNPARSABLE_JSON",
      });
      expect(rejected.models).toMatchObject([{ rejectionCause: "UNPARSABLE_JSON", eventsCount: 0 }]);
      expect(await ids({ status: "rejected" })).toEqual(rejected.models?.map(({ id }) => id));
      const { models } = await sdk.client.request.list({ id: taken, include: "data" });
      expect(models?.[0]?.data).toMatchObject({ body: { kind: "order" } });
    },
  ],
  retrieve: [
    "shows the request with what came in",
    async () => {
      const connection = await connect(sdk, "retrieved", farEnd.url);
      const id = await send(connection, { kind: "order" }, "/orders?kind=new");
      await eventOf(sdk, id, "SUCCESSFUL");

      const request = await sdk.client.request.retrieve(id);

      expect(request).toMatchObject({
        id,
        sourceId: connection.source.id,
        eventsCount: 1,
        ignoredCount: 0,
        cliEventsCount: 0,
        ingestedAt: expect.any(Date),
        data: { path: "/orders", query: "kind=new", parsedQuery: { kind: "new" }, body: { kind: "order" } },
      });
    },
  ],
  retrieveBody: [
    "gives the body as it came",
    async () => {
      const connection = await connect(sdk, "raw", farEnd.url);
      const id = await send(connection, { kind: "order" });

      expect(await sdk.client.request.retrieveBody(id)).toEqual({ body: '{"kind":"order"}' });
    },
  ],
  retry: [
    "sends the request to the connection that had ignored it, and nothing else can be retried",
    async () => {
      const connection = await connect(sdk, "retried", `${farEnd.url}/retried`, [ORDERS_ONLY]);
      const id = await send(connection, { kind: "other" });
      await ignoredOf(sdk, id);
      await sdk.client.connection.update(connection.id, { rules: [] });

      const retried = await eventually(
        () => sdk.client.request.retry(id, { webhookIds: [connection.id] }),
        ({ events }) => events?.length === 1, // once the gateway has loaded the new rules
      );

      expect(retried.request).toMatchObject({ id });
      expect(retried.events).toMatchObject([{ webhookId: connection.id, requestId: id }]);
      await eventOf(sdk, id, "SUCCESSFUL");
      expect(farEnd.received.filter(({ url }) => url.startsWith("/retried"))).toHaveLength(1);
      const refused = await refusal(sdk.client.request.retry(id, { webhookIds: [connection.id] }));
      expect(refused).toBeInstanceOf(Hookdeck.BadRequestError);
      expect(refused.body).toMatchObject({ message: expect.stringContaining("not eligible for retry") });
    },
  ],
  listEvent: [
    "shows what the request became",
    async () => {
      const connection = await connect(sdk, "events", farEnd.url);
      const second = await sdk.client.connection.create({
        name: "second",
        sourceId: connection.source.id,
        destinationId: connection.destination.id,
      });
      const { request: id } = await sendUntil(sdk, connection, ({ events }) => events.length === 2);

      const { models } = await sdk.client.request.listEvent(id, { status: "SUCCESSFUL", include: "data" });

      expect(models?.map(({ webhookId }) => webhookId).toSorted()).toEqual(
        [connection.id, second.id].toSorted(),
      );
      expect(models?.[0]?.data?.body).toEqual({});
      expect((await sdk.client.request.listEvent(id, { webhookId: second.id })).count).toBe(1);
    },
  ],
  listIgnoredEvent: [
    "shows which connections ignored the request, and why",
    async () => {
      const connection = await connect(sdk, "ignored", farEnd.url, [ORDERS_ONLY]);
      const id = await send(connection, { kind: "other" });

      const ignored = await ignoredOf(sdk, id);

      expect(ignored).toMatchObject({
        webhookId: connection.id,
        requestId: id,
        cause: "FILTERED",
        meta: "body",
        updatedAt: expect.any(Date),
      });
      expect(
        (await sdk.client.request.listIgnoredEvent(id, { id: ignored.id, orderBy: "created_at" })).count,
      ).toBe(1);
    },
  ],
});
