/** @hookdeck/sdk: bulk retries of requests that were rejected. */
import type { Hookdeck } from "@hookdeck/sdk";
import { afterAll, beforeAll } from "vitest";
import { eventually, startFarEnd } from "../../testing/gateway.ts";
import { givenProject } from "../../testing/given-project.ts";
import { UNANSWERED, testBulkRetry } from "../../testing/sdk-bulk-retries.ts";
import { type Sdk, sdkOf } from "../../testing/sdk.ts";

let sdk: Sdk;
let farEnd: Awaited<ReturnType<typeof startFarEnd>>;
beforeAll(async () => {
  sdk = sdkOf(await givenProject());
  farEnd = await startFarEnd(({ url }, response) => {
    if (!url?.startsWith(`/${UNANSWERED}`)) response.end();
  });
});
afterAll(() => farEnd.close());

testBulkRetry<"requestBulkRetry", Hookdeck.RequestBulkRetryCreateRequestQuery>("requestBulkRetry", {
  sdk: () => sdk,
  bulk: () => sdk.client.requestBulkRetry,
  given: async (name) => {
    const { id, source } = await sdk.client.connection.create({
      source: { name, allowedHttpMethods: ["PUT"] },
      destination: { name, url: farEnd.url },
    });
    for (const path of ["/probe", `/${name}`, `/${name}`, `/${name}`]) {
      const rejected = await fetch(source.url + path, { method: "POST", body: "{}" });
      if (rejected.status !== 405) throw new Error(`The source answered ${rejected.status}`);
    }
    const { models } = await sdk.client.request.list({
      sourceId: source.id,
      orderBy: "created_at",
      dir: "asc",
    });
    const probe = models?.[0]?.id ?? "";
    await sdk.client.source.update(source.id, { allowedHttpMethods: ["POST"] });
    await eventually(
      () => sdk.client.request.retry(probe, { webhookIds: [id] }),
      ({ events }) => events?.length === 1, // once the gateway has loaded the allowed method
    );
    return {
      query: { sourceId: source.id, rejectionCause: "UNSUPPORTED_HTTP_METHOD" },
      wireQuery: { source_id: source.id, rejection_cause: "UNSUPPORTED_HTTP_METHOD" },
      arrived: () => farEnd.received.filter(({ url }) => url === `/${name}`).length,
    };
  },
});
