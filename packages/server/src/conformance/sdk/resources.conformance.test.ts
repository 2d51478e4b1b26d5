/** Does the SDK have a resource or method that no test covers? */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { HookdeckClient } from "@hookdeck/sdk";
import { expect, test } from "vitest";
import { startFarEnd } from "../../testing/gateway.ts";
import { givenProject } from "../../testing/given-project.ts";
import { SDK_RESOURCES, sdkOf } from "../../testing/sdk.ts";

test("every resource of the SDK is tested", () => {
  const prototype = Object.getOwnPropertyDescriptors(HookdeckClient.prototype);
  const resources = Object.keys(prototype).filter((name) => prototype[name]?.get !== undefined);

  expect(resources.toSorted()).toEqual([...SDK_RESOURCES].toSorted());
});

test.each(SDK_RESOURCES)("%s has a file in which every method has a test", async (resource) => {
  const name = resource.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

  const file = await readFile(join(import.meta.dirname, `${name}.conformance.test.ts`), "utf8");

  expect(file).toMatch(new RegExp(`test(EveryMethod|BulkRetry)[^(]*\\(\\s*"${resource}"`));
});

test("the SDK as it is made by its users reaches the product", async () => {
  const { publicUrl, key } = await givenProject();
  const client = new HookdeckClient({ environment: `${publicUrl}/2024-03-01`, token: key });

  const { id } = await client.source.create({ name: "shop" });

  expect((await client.source.list()).models?.map((source) => source.id)).toEqual([id]);
});

test("a reply of the wrong shape, which the SDK lets pass, is noticed", async () => {
  const wrong = JSON.stringify({ id: 7, name: "shop", created_at: "yesterday" });
  const farEnd = await startFarEnd((_, response) => response.end(wrong));
  const client = new HookdeckClient({ environment: farEnd.url, token: "any" });

  expect((await client.source.retrieve("src_7")).id).toBe(7);
  await expect(sdkOf({ publicUrl: farEnd.url, key: "any" }).client.source.retrieve("src_7")).rejects.toThrow(
    "reply to source.retrieve",
  );
  farEnd.close();
});
