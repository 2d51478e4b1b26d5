/** @hookdeck/sdk: connections. */
import { Hookdeck } from "@hookdeck/sdk";
import { afterAll, beforeAll, expect } from "vitest";
import { startFarEnd } from "../../testing/gateway.ts";
import { givenProject } from "../../testing/given-project.ts";
import { connect, eventOf, sendUntil } from "../../testing/sdk-deliveries.ts";
import { type Sdk, refusal, sdkOf, testEveryMethod } from "../../testing/sdk.ts";

let sdk: Sdk;
let farEnd: Awaited<ReturnType<typeof startFarEnd>>;
beforeAll(async () => {
  sdk = sdkOf(await givenProject());
  farEnd = await startFarEnd();
});
afterAll(() => farEnd.close());

const CODE = `addHandler("transform", (request) => ({ ...request, body: { seen: request.body.total } }));`;

testEveryMethod("connection", () => sdk, {
  create: [
    "makes source, destination, transformation and connection at once, and its rules hold",
    async () => {
      const connection = await sdk.client.connection.create({
        name: "orders",
        description: "From the shop to the warehouse",
        source: { name: "shop", customResponse: { contentType: "text", body: "thanks" } },
        destination: {
          name: "warehouse",
          url: `${farEnd.url}/created`,
          rateLimit: 100,
          rateLimitPeriod: "second",
        },
        rules: [
          { type: "transform", transformation: { name: "to-warehouse", code: CODE } },
          { type: "filter", body: { seen: { $gt: 10 } } },
          { type: "retry", strategy: "linear", interval: 60_000, count: 3 },
        ],
      });
      const [small, big] = [{ total: 5 }, { total: 50 }].map((body) =>
        fetch(connection.source.url, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        }),
      );

      expect([await (await small)?.text(), await (await big)?.text()]).toEqual(["thanks", "thanks"]);
      expect(connection).toMatchObject({
        name: "orders",
        fullName: "shop -> orders",
        description: "From the shop to the warehouse",
        source: { name: "shop" },
        destination: { name: "warehouse", rateLimit: 100 },
        rules: [
          { type: "transform", transformationId: expect.stringMatching(/^trs_/) },
          { type: "filter", body: { seen: { $gt: 10 } } },
          { type: "retry", strategy: "linear", interval: 60_000, count: 3 },
        ],
      });
      const [delivery] = await farEnd.arrivals(1);
      expect(JSON.parse(String(delivery?.body))).toEqual({ seen: 50 });
    },
  ],
  list: [
    "finds connections by what they connect and by their names",
    async () => {
      const a = await connect(sdk, "list-a", farEnd.url);
      const b = await connect(sdk, "list-b", farEnd.url);
      const ids = async (filter: Hookdeck.ConnectionListRequest) =>
        (await sdk.client.connection.list(filter)).models?.map(({ id }) => id);

      expect(await ids({ id: [a.id, b.id], orderBy: "created_at", dir: "asc" })).toEqual([a.id, b.id]);
      expect(await ids({ name: "list-a" })).toEqual([a.id]);
      expect(await ids({ sourceId: b.source.id })).toEqual([b.id]);
      expect(await ids({ destinationId: [a.destination.id] })).toEqual([a.id]);
      expect(await ids({ fullName: "list-b" })).toEqual([b.id]);
      expect(await ids({ id: [a.id, b.id], orderBy: "sources.created_at", dir: "desc" })).toEqual([
        b.id,
        a.id,
      ]);
    },
  ],
  upsert: [
    "makes a connection once and changes it afterwards, by source and name",
    async () => {
      const input = {
        name: "upserted",
        source: { name: "upserted" },
        destination: { name: "upserted", cliPath: "/" },
      };
      const made = await sdk.client.connection.upsert(input);
      const changed = await sdk.client.connection.upsert({
        ...input,
        rules: [{ type: "delay", delay: 1000 }],
      });

      expect(changed).toMatchObject({
        id: made.id,
        source: { id: made.source.id },
        destination: { id: made.destination.id, cliPath: "/" },
        rules: [{ type: "delay", delay: 1000 }],
      });
    },
  ],
  count: [
    "counts connections",
    async () => {
      const { source } = await connect(sdk, "counted", farEnd.url);
      await sdk.client.connection.create({
        name: "second",
        sourceId: source.id,
        destination: { name: "counted", url: farEnd.url },
      });

      expect((await sdk.client.connection.count({ sourceId: source.id })).count).toBe(2);
      expect((await sdk.client.connection.count()).count).toBeGreaterThanOrEqual(2);
    },
  ],
  retrieve: [
    "shows a connection with its ends and rules",
    async () => {
      const rules: Hookdeck.Rule[] = [{ type: "filter", headers: { "x-kind": "order" } }];
      const { id, source, destination } = await connect(sdk, "retrieved", farEnd.url, rules);

      const connection = await sdk.client.connection.retrieve(id);

      expect(connection).toMatchObject({ id, name: "retrieved", source, destination, rules });
      expect(connection.pausedAt).toBeUndefined();
    },
  ],
  update: [
    "changes name, description and rules",
    async () => {
      const { id } = await connect(sdk, "updated", farEnd.url, [{ type: "delay", delay: 1000 }]);

      const renamed = await sdk.client.connection.update(id, { name: "renamed", description: "new" });
      const emptied = await sdk.client.connection.update(id, { rules: [] });

      expect(renamed).toMatchObject({
        name: "renamed",
        description: "new",
        rules: [{ type: "delay", delay: 1000 }],
      });
      expect(emptied).toMatchObject({ name: "renamed", description: "new", rules: [] });
    },
  ],
  delete: [
    "removes the connection, which is gone afterwards",
    async () => {
      const { id } = await connect(sdk, "deleted", farEnd.url);

      const deleted = await sdk.client.connection.delete(id);

      expect(deleted.id).toBe(id);
      expect(await refusal(sdk.client.connection.retrieve(id))).toBeInstanceOf(Hookdeck.GoneError);
    },
  ],
  disable: [
    "lets nothing pass, and says so",
    async () => {
      const connection = await connect(sdk, "disabled", farEnd.url);

      const disabled = await sdk.client.connection.disable(connection.id);
      const { events, ignored } = await sendUntil(sdk, connection, (outcome) => outcome.ignored.length > 0);

      expect(disabled.disabledAt).toBeInstanceOf(Date);
      expect(ignored).toMatchObject([{ webhookId: connection.id, cause: "DISABLED" }]);
      expect(events).toEqual([]);
    },
  ],
  enable: [
    "lets requests pass again",
    async () => {
      const connection = await connect(sdk, "enabled", farEnd.url);
      await sdk.client.connection.disable(connection.id);
      await sendUntil(sdk, connection, (outcome) => outcome.ignored.length > 0);

      const enabled = await sdk.client.connection.enable(connection.id);
      const { events } = await sendUntil(sdk, connection, (outcome) => outcome.events.length > 0);

      expect(enabled.disabledAt).toBeUndefined();
      expect(events).toMatchObject([{ webhookId: connection.id, status: "SUCCESSFUL" }]);
    },
  ],
  pause: [
    "holds events back",
    async () => {
      const connection = await connect(sdk, "paused", farEnd.url);

      const paused = await sdk.client.connection.pause(connection.id);
      const { events } = await sendUntil(sdk, connection, (outcome) => outcome.events[0]?.status === "HOLD");

      expect(paused.pausedAt).toBeInstanceOf(Date);
      expect(events).toMatchObject([{ webhookId: connection.id, attempts: 0 }]);
    },
  ],
  unpause: [
    "sends what was held back",
    async () => {
      const connection = await connect(sdk, "unpaused", farEnd.url);
      await sdk.client.connection.pause(connection.id);
      const held = await sendUntil(sdk, connection, (outcome) => outcome.events[0]?.status === "HOLD");

      const unpaused = await sdk.client.connection.unpause(connection.id);
      const event = await eventOf(sdk, held.request, "SUCCESSFUL");

      expect(unpaused.pausedAt).toBeUndefined();
      expect(event).toMatchObject({ id: held.events[0]?.id, attempts: 1 });
    },
  ],
});
