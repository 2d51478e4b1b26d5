/** @hookdeck/sdk: transformations. */
import type { Hookdeck } from "@hookdeck/sdk";
import { afterAll, beforeAll, expect } from "vitest";
import { eventually, startFarEnd } from "../../testing/gateway.ts";
import { givenProject } from "../../testing/given-project.ts";
import { connect, eventOf, ignoredOf, send } from "../../testing/sdk-deliveries.ts";
import { type Sdk, sdkOf, testEveryMethod } from "../../testing/sdk.ts";

let sdk: Sdk;
let farEnd: Awaited<ReturnType<typeof startFarEnd>>;
beforeAll(async () => {
  sdk = sdkOf(await givenProject());
  farEnd = await startFarEnd();
});
afterAll(() => farEnd.close());

const CODE = `addHandler("transform", (request) => {
  console.log("currency " + process.env.CURRENCY);
  if (request.body.total < 0) throw new Error("a negative total");
  return { ...request, body: { ...request.body, currency: process.env.CURRENCY } };
});`;
const MOVE = `addHandler("transform", (request) => ({ ...request, path: process.env.TO }));`;
const ENV = { CURRENCY: "EUR" };

const create = (name: string) => sdk.client.transformation.create({ name, code: CODE, env: ENV });

const ids = async (filter: Hookdeck.TransformationListRequest) =>
  (await sdk.client.transformation.list(filter)).models?.map(({ id }) => id);

testEveryMethod("transformation", () => sdk, {
  create: [
    "keeps code and variables",
    async () => {
      const created = await create("created");

      expect(created).toMatchObject({ name: "created", code: CODE, env: ENV, createdAt: expect.any(Date) });
    },
  ],
  list: [
    "finds transformations by id and name",
    async () => {
      const [a, b] = [await create("list-a"), await create("list-b")];

      expect(await ids({ id: [a.id, b.id], orderBy: "created_at", dir: "asc" })).toEqual([a.id, b.id]);
      expect(await ids({ name: "list-b" })).toEqual([b.id]);
    },
  ],
  upsert: [
    "makes a transformation once and changes it afterwards, by its name",
    async () => {
      const made = await sdk.client.transformation.upsert({ name: "upserted", code: CODE });
      const changed = await sdk.client.transformation.upsert({ name: "upserted", code: CODE, env: ENV });

      expect(changed).toMatchObject({ id: made.id, env: ENV });
    },
  ],
  retrieve: [
    "shows a transformation",
    async () => {
      const created = await create("retrieved");

      expect(await sdk.client.transformation.retrieve(created.id)).toEqual(created);
    },
  ],
  update: [
    "changes what it is given and keeps the rest",
    async () => {
      const { id } = await create("updated");

      const updated = await sdk.client.transformation.update(id, { env: { CURRENCY: "USD" } });

      expect(updated).toMatchObject({ id, name: "updated", code: CODE, env: { CURRENCY: "USD" } });
    },
  ],
  run: [
    "tries code, with what was kept or with what is given",
    async () => {
      const { id } = await create("run");
      const connection = await connect(sdk, "run", farEnd.url);
      const { id: eventId } = await eventOf(
        sdk,
        await send(connection, { total: 3 }, "/orders"),
        "SUCCESSFUL",
      );
      const request = {
        headers: { "Content-Type": "text/plain" },
        path: "/notes",
        query: "kind=new",
        body: "text",
      };

      const kept = await sdk.client.transformation.run({ transformationId: id, eventId });
      const given = await sdk.client.transformation.run({ code: MOVE, env: { TO: "/moved" }, request });
      const failed = await sdk.client.transformation.run({ code: 'throw new Error("no luck")', request });

      expect(kept).toMatchObject({
        transformationId: id,
        requestId: expect.stringMatching(/^req_/),
        logLevel: "info",
        request: { path: "/orders", body: { total: 3, currency: "EUR" } },
        console: [{ type: "log", message: "currency EUR" }],
      });
      expect(given.request).toMatchObject({
        headers: { "content-type": "text/plain" },
        path: "/moved",
        query: "kind=new",
        parsedQuery: { kind: "new" },
        body: "text",
      });
      expect(failed.logLevel).toBe("fatal");
      expect(failed.request).toBeUndefined();
      expect(failed.console?.at(-1)?.message).toContain("no luck");
    },
  ],
  listExecution: [
    "shows what the code did to requests",
    async () => {
      const { id } = await create("listed");
      const connection = await connect(sdk, "listed", farEnd.url, [
        { type: "transform", transformationId: id },
      ]);
      await eventOf(sdk, await send(connection, { total: 3 }), "SUCCESSFUL");
      await ignoredOf(sdk, await send(connection, { total: -3 }));

      const { models } = await eventually(
        () => sdk.client.transformation.listExecution(id, { orderBy: "created_at", dir: "asc" }),
        (page) => page.count === 2,
      );
      const fatal = await sdk.client.transformation.listExecution(id, {
        logLevel: "fatal",
        webhookId: connection.id,
      });

      expect(models).toMatchObject([
        { transformationId: id, webhookId: connection.id, logLevel: "info" },
        { transformationId: id, webhookId: connection.id, logLevel: "fatal" },
      ]);
      expect(fatal.models?.map((execution) => execution.id)).toEqual([models?.[1]?.id]);
    },
  ],
  retrieveExecution: [
    "shows what came in and what went out",
    async () => {
      const { id } = await create("executed");
      const connection = await connect(sdk, "executed", farEnd.url, [
        { type: "transform", transformationId: id },
      ]);
      await send(connection, { total: 3 });
      const { models } = await eventually(
        () => sdk.client.transformation.listExecution(id),
        (page) => page.count === 1,
      );
      const executionId = models?.[0]?.id ?? "";

      const execution = await sdk.client.transformation.retrieveExecution(id, executionId);

      expect(execution).toMatchObject({
        id: executionId,
        transformationId: id,
        logs: [{ type: "log", message: "currency EUR" }],
        originalEventData: { body: { total: 3 } },
        transformedEventData: { body: { total: 3, currency: "EUR" } },
      });
    },
  ],
});
