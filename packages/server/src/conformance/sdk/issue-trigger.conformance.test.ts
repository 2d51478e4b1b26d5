/** @hookdeck/sdk: issue triggers. */
import { Hookdeck } from "@hookdeck/sdk";
import { beforeAll, expect } from "vitest";
import { givenProject } from "../../testing/given-project.ts";
import { type Sdk, refusal, sdkOf, testEveryMethod } from "../../testing/sdk.ts";

let sdk: Sdk;
beforeAll(async () => {
  sdk = sdkOf(await givenProject());
});

const CHANNELS: Hookdeck.IssueTriggerChannels = { email: {}, slack: { channelName: "#ops" }, opsgenie: {} };
const create = (name: string, more: Partial<Hookdeck.IssueTriggerCreateRequest> = {}) =>
  sdk.client.issueTrigger.create({ type: "delivery", name, channels: CHANNELS, ...more });
const ids = async (filter: Hookdeck.IssueTriggerListRequest) =>
  (await sdk.client.issueTrigger.list(filter)).models?.map((model) => model.id);

testEveryMethod("issueTrigger", () => sdk, {
  create: [
    "makes a trigger of each type",
    async () => {
      const configs: Record<Hookdeck.IssueType, Hookdeck.IssueTriggerCreateRequestConfigs> = {
        delivery: { strategy: "final_attempt", connections: ["web_1"] },
        transformation: { logLevel: "error", transformations: "tidy*" },
        backpressure: { delay: 60_000, destinations: "*" },
      };
      for (const type of Object.values(Hookdeck.IssueType)) {
        const made = await create(`created-${type}`, { type, configs: configs[type] });

        expect(made).toMatchObject({
          type,
          name: `created-${type}`,
          configs: configs[type],
          channels: CHANNELS,
        });
      }
      expect((await refusal(create("created-delivery"))).statusCode).toBe(409);
    },
  ],
  list: [
    "finds triggers by every filter",
    async () => {
      const { id } = await create("listed");

      expect(await ids({ name: "listed", type: "delivery" })).toEqual([id]);
      expect(await ids({ name: "listed", type: "backpressure" })).toEqual([]);
      expect(await ids({ name: "listed", disabledAt: new Date(0) })).toEqual([]);
      for (const orderBy of Object.values(Hookdeck.IssueTriggerListRequestOrderBy))
        expect(await ids({ name: "listed", orderBy, dir: "asc", limit: 1 })).toEqual([id]);
    },
  ],
  upsert: [
    "makes a trigger, and then changes it",
    async () => {
      const one = await sdk.client.issueTrigger.upsert({ type: "delivery", name: "upserted", channels: {} });
      const same = await sdk.client.issueTrigger.upsert({
        type: "delivery",
        name: "upserted",
        channels: CHANNELS,
      });

      expect(same).toMatchObject({ id: one.id, channels: CHANNELS });
    },
  ],
  retrieve: [
    "shows a trigger",
    async () => {
      const { id } = await create("retrieved");

      expect(await sdk.client.issueTrigger.retrieve(id)).toMatchObject({ id, name: "retrieved" });
      expect((await refusal(sdk.client.issueTrigger.retrieve("it_none"))).statusCode).toBe(404);
    },
  ],
  update: [
    "changes a trigger",
    async () => {
      const { id } = await create("updated");

      expect(
        await sdk.client.issueTrigger.update(id, {
          name: "renamed",
          configs: { strategy: "final_attempt", connections: "*" },
          disabledAt: new Date(0),
          channels: { email: {} },
        }),
      ).toMatchObject({
        id,
        name: "renamed",
        configs: { strategy: "final_attempt" },
        disabledAt: new Date(0),
        channels: { email: {} },
      });
    },
  ],
  delete: [
    "deletes a trigger",
    async () => {
      const { id } = await create("deleted");

      expect((await sdk.client.issueTrigger.delete(id)).id).toBe(id);
      expect((await refusal(sdk.client.issueTrigger.retrieve(id))).statusCode).toBe(404);
    },
  ],
  disable: [
    "disables a trigger",
    async () => {
      const { id } = await create("disabled");

      expect((await sdk.client.issueTrigger.disable(id)).disabledAt).toBeInstanceOf(Date);
    },
  ],
  enable: [
    "enables a trigger",
    async () => {
      const { id } = await create("enabled");
      await sdk.client.issueTrigger.disable(id);

      expect((await sdk.client.issueTrigger.enable(id)).disabledAt).toBeUndefined();
    },
  ],
});
