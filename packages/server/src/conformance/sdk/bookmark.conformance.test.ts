/** @hookdeck/sdk: bookmarks. */
import { Hookdeck } from "@hookdeck/sdk";
import { afterAll, beforeAll, expect } from "vitest";
import { startFarEnd } from "../../testing/gateway.ts";
import { givenProject } from "../../testing/given-project.ts";
import { connect, eventOf, send } from "../../testing/sdk-deliveries.ts";
import { type Sdk, refusal, sdkOf, testEveryMethod } from "../../testing/sdk.ts";

let sdk: Sdk;
let farEnd: Awaited<ReturnType<typeof startFarEnd>>;
let connection: Hookdeck.Connection;
let event: Hookdeck.Event;
beforeAll(async () => {
  sdk = sdkOf(await givenProject());
  farEnd = await startFarEnd();
  connection = await connect(sdk, "orders", farEnd.url);
  event = await eventOf(sdk, await send(connection, { kind: "order" }, "/kept"), "SUCCESSFUL");
});
afterAll(() => farEnd.close());

const bookmark = (label: string, more: { name?: string } = {}) =>
  sdk.client.bookmark.create({ eventDataId: event.eventDataId, webhookId: connection.id, label, ...more });

const ids = async (filter: Hookdeck.BookmarkListRequest) =>
  (await sdk.client.bookmark.list(filter)).models?.map((model) => model.id);

testEveryMethod("bookmark", () => sdk, {
  create: [
    "keeps the data of an event",
    async () => {
      const created = await bookmark("An order", { name: "an-order" });

      expect(created).toMatchObject({
        webhookId: connection.id,
        eventDataId: event.eventDataId,
        label: "An order",
        alias: "an-order",
        data: { path: "/kept", body: { kind: "order" } },
      });
      expect(created.lastUsedAt).toBeUndefined();
    },
  ],
  list: [
    "finds bookmarks by every filter",
    async () => {
      const { id } = await bookmark("Listed", { name: "listed" });

      expect(await ids({ id: [id] })).toEqual([id]);
      expect(await ids({ label: "Listed" })).toEqual([id]);
      expect(await ids({ name: "listed" })).toEqual([id]);
      expect(await ids({ webhookId: connection.id, eventDataId: event.eventDataId })).toContain(id);
      expect(await ids({ id, lastUsedAt: new Date(0) })).toEqual([]);
      expect(await ids({ id, orderBy: "created_at", dir: "asc", limit: 1 })).toEqual([id]);
    },
  ],
  retrieve: [
    "shows a bookmark",
    async () => {
      const { id } = await bookmark("Retrieved");

      expect(await sdk.client.bookmark.retrieve(id)).toMatchObject({
        id,
        label: "Retrieved",
        data: { path: "/kept" },
      });
    },
  ],
  update: [
    "changes what it is given and keeps the rest",
    async () => {
      const { id } = await bookmark("Before", { name: "kept" });

      const updated = await sdk.client.bookmark.update(id, { label: "After" });

      expect(updated).toMatchObject({ id, label: "After", alias: "kept", webhookId: connection.id });
    },
  ],
  delete: [
    "removes the bookmark",
    async () => {
      const { id } = await bookmark("Deleted");

      const deleted = await sdk.client.bookmark.delete(id);

      expect(deleted.id).toBe(id);
      expect(await refusal(sdk.client.bookmark.retrieve(id))).toBeInstanceOf(Hookdeck.NotFoundError);
    },
  ],
  retrieveBody: [
    "gives the body as it came",
    async () => {
      const { id } = await bookmark("Raw");

      expect(await sdk.client.bookmark.retrieveBody(id)).toEqual({ body: '{"kind":"order"}' });
    },
  ],
  trigger: [
    "sends the data through its connection again, whatever the target is called",
    async () => {
      const { id } = await bookmark("Triggered");
      const before = farEnd.received.length;

      const [first] = await sdk.client.bookmark.trigger(id);
      const [second] = await sdk.client.bookmark.trigger(id, { target: "http" });

      expect(first).toMatchObject({ webhookId: connection.id, eventDataId: event.eventDataId });
      expect(second?.id).not.toBe(first?.id);
      const received = await farEnd.arrivals(before + 2);
      expect(received.slice(before).map(({ url }) => url)).toEqual(["/kept", "/kept"]);
      expect((await sdk.client.bookmark.retrieve(id)).lastUsedAt).toBeInstanceOf(Date);
    },
  ],
});
