/** @hookdeck/sdk: destinations. */
import { Hookdeck } from "@hookdeck/sdk";
import { afterAll, beforeAll, expect } from "vitest";
import { startFarEnd } from "../../testing/gateway.ts";
import { givenProject } from "../../testing/given-project.ts";
import { send } from "../../testing/sdk-deliveries.ts";
import { type Sdk, refusal, sdkOf, testEveryMethod } from "../../testing/sdk.ts";

let sdk: Sdk;
let farEnd: Awaited<ReturnType<typeof startFarEnd>>;
beforeAll(async () => {
  sdk = sdkOf(await givenProject());
  farEnd = await startFarEnd();
});
afterAll(() => farEnd.close());

const BASIC_AUTH: Hookdeck.DestinationAuthMethodConfig.BasicAuth = {
  type: "BASIC_AUTH",
  config: { username: "posthorn", password: "open sesame" },
};

testEveryMethod("destination", () => sdk, {
  create: [
    "makes a destination that is delivered to in the way it says",
    async () => {
      const destination = await sdk.client.destination.create({
        name: "warehouse",
        description: "Where orders go",
        url: `${farEnd.url}/hooks`,
        rateLimit: 5,
        rateLimitPeriod: "minute",
        httpMethod: "PUT",
        authMethod: BASIC_AUTH,
        pathForwardingDisabled: true,
      });
      const connection = await sdk.client.connection.create({
        source: { name: "shop" },
        destinationId: destination.id,
      });
      await send(connection, {}, "/orders");

      expect(destination).toMatchObject({
        name: "warehouse",
        description: "Where orders go",
        url: `${farEnd.url}/hooks`,
        rateLimit: 5,
        rateLimitPeriod: "minute",
        httpMethod: "PUT",
        authMethod: { type: "BASIC_AUTH" },
        pathForwardingDisabled: true,
      });
      expect(JSON.stringify(destination)).not.toContain("open sesame");
      const [delivery] = await farEnd.arrivals(1);
      expect([delivery?.method, delivery?.url]).toEqual(["PUT", "/hooks"]);
      expect(delivery?.headers.authorization).toBe(`Basic ${btoa("posthorn:open sesame")}`);
    },
  ],
  list: [
    "finds destinations by id, name, URL and CLI path",
    async () => {
      const url = `${farEnd.url}/listed`;
      const http = await sdk.client.destination.create({ name: "list-http", url });
      const cli = await sdk.client.destination.create({ name: "list-cli", cliPath: "/listed" });
      const ids = async (filter: Hookdeck.DestinationListRequest) =>
        (await sdk.client.destination.list(filter)).models?.map(({ id }) => id);

      expect(await ids({ id: [http.id, cli.id], orderBy: "created_at", dir: "asc" })).toEqual([
        http.id,
        cli.id,
      ]);
      expect(await ids({ name: "list-cli" })).toEqual([cli.id]);
      expect(await ids({ url })).toEqual([http.id]);
      expect(await ids({ url: [url, `${farEnd.url}/elsewhere`] })).toEqual([http.id]);
      expect(await ids({ cliPath: "/listed" })).toEqual([cli.id]);
    },
  ],
  retrieve: [
    "shows a destination with its defaults",
    async () => {
      const { id } = await sdk.client.destination.create({ name: "retrieved", url: farEnd.url });

      const destination = await sdk.client.destination.retrieve(id);

      expect(destination).toMatchObject({
        id,
        name: "retrieved",
        url: farEnd.url,
        rateLimitPeriod: "second",
        pathForwardingDisabled: false,
        authMethod: { type: "HOOKDECK_SIGNATURE" },
      });
      expect(destination.cliPath).toBeUndefined();
      expect(destination.rateLimit).toBeUndefined();
      expect(destination.updatedAt).toBeInstanceOf(Date);
    },
  ],
  upsert: [
    "makes a destination once and changes it afterwards, by its name",
    async () => {
      const made = await sdk.client.destination.upsert({ name: "upserted", url: farEnd.url });
      const changed = await sdk.client.destination.upsert({ name: "upserted", cliPath: "/webhooks" });

      expect(changed).toMatchObject({ id: made.id, cliPath: "/webhooks" });
      expect(changed.url).toBeUndefined();
    },
  ],
  update: [
    "changes what it is given and keeps the rest",
    async () => {
      const { id } = await sdk.client.destination.create({
        name: "updated",
        url: farEnd.url,
        rateLimit: 7,
        authMethod: BASIC_AUTH,
      });

      const updated = await sdk.client.destination.update(id, { name: "renamed", rateLimitPeriod: "hour" });

      expect(updated).toMatchObject({
        id,
        name: "renamed",
        url: farEnd.url,
        rateLimit: 7,
        rateLimitPeriod: "hour",
        authMethod: { type: "BASIC_AUTH" },
      });
    },
  ],
  delete: [
    "removes the destination and its connections, which are gone afterwards",
    async () => {
      const { id, destination } = await sdk.client.connection.create({
        source: { name: "deleted" },
        destination: { name: "deleted", url: farEnd.url },
      });

      const deleted = await sdk.client.destination.delete(destination.id);

      expect(deleted.id).toBe(destination.id);
      expect(await refusal(sdk.client.destination.retrieve(destination.id))).toBeInstanceOf(
        Hookdeck.GoneError,
      );
      expect(await refusal(sdk.client.connection.retrieve(id))).toBeInstanceOf(Hookdeck.GoneError);
    },
  ],
  disable: [
    "disables the destination and its connections",
    async () => {
      const { id, destination } = await sdk.client.connection.create({
        source: { name: "disabled" },
        destination: { name: "disabled", url: farEnd.url },
      });

      const disabled = await sdk.client.destination.disable(destination.id);

      expect(disabled.disabledAt).toBeInstanceOf(Date);
      expect((await sdk.client.connection.retrieve(id)).disabledAt).toBeInstanceOf(Date);
      expect((await sdk.client.destination.list({ id: destination.id })).models).toEqual([]);
      expect((await sdk.client.destination.list({ id: destination.id, disabled: true })).count).toBe(1);
    },
  ],
  enable: [
    "enables the destination again",
    async () => {
      const { id } = await sdk.client.destination.create({ name: "enabled", url: farEnd.url });
      await sdk.client.destination.disable(id);

      const enabled = await sdk.client.destination.enable(id);

      expect(enabled.disabledAt).toBeUndefined();
      expect((await sdk.client.destination.list({ id })).count).toBe(1);
    },
  ],
});
