/** A listening CLI survives a restart of its server: events arrive again without any action by a person. */
import { internalId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ApiCall, apiCallOf } from "../testing/api-call.ts";
import { eventually, startFarEnd } from "../testing/gateway.ts";
import { type HookdeckCli, createHookdeckCli } from "../testing/hookdeck-cli.ts";
import { type Product, createProduct } from "../testing/product.ts";

const CONNECTED = "Connected. Waiting for events...";

let product: Product;
let local: Awaited<ReturnType<typeof startFarEnd>>;
let cli: HookdeckCli;
let api: ApiCall;
beforeAll(async () => {
  product = await createProduct();
  await product.start();
  local = await startFarEnd();
  api = apiCallOf({ publicUrl: product.publicUrl, key: product.apiKey });
  const { team_id } = await api("PUT", "/sources", { name: "shop" });
  expect(internalId("project", team_id)).not.toBeNull();
  cli = await createHookdeckCli({
    publicUrl: product.publicUrl,
    signedIn: { key: product.apiKey, project: team_id },
  });
});
afterAll(async () => {
  await cli?.remove();
  local?.close();
  await product?.remove();
});

async function answered(path: string): Promise<void> {
  const { models } = await api("GET", "/sources?name=shop");
  const response = await fetch(models[0].url + path, { method: "POST", body: "{}" });
  const { request_id } = (await response.json()) as { request_id: string }; // what our own ingest answers
  const page = await eventually(
    () => api("GET", `/requests/${request_id}/events`),
    ({ models: [event] }) => event && event.status !== "QUEUED",
  );
  expect(page.models).toMatchObject([{ status: "SUCCESSFUL", response_status: 200 }]);
  expect(local.received.at(-1)?.url).toBe(path);
}

test("events go on after the server was killed, and after it was stopped in good order", async () => {
  const listening = cli.start(["listen", local.url, "shop", "--output", "compact"]);
  await listening.printed(CONNECTED);
  await answered("/before");

  await product.kill();
  await listening.printed("Connection lost, reconnecting...");
  await product.start();
  await listening.printed(CONNECTED, 2);
  await answered("/after-the-kill");

  expect(await product.stop()).toBe(0);
  await listening.printed("Connection lost, reconnecting...", 2);
  await product.start();
  await listening.printed(CONNECTED, 3);
  await answered("/after-the-stop");

  expect(await listening.interrupt()).toBe(0);
});
