/** @hookdeck/sdk: can its helper for receivers tell our deliveries from forged ones? */
import { verifyWebhookSignature } from "@hookdeck/sdk/webhooks/index.js";
import { publicId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Received, startFarEnd } from "../../testing/gateway.ts";
import { type GivenProject, givenProject } from "../../testing/given-project.ts";
import { connect, send } from "../../testing/sdk-deliveries.ts";
import { sdkOf } from "../../testing/sdk.ts";

let farEnd: Awaited<ReturnType<typeof startFarEnd>>;
beforeAll(async () => {
  farEnd = await startFarEnd();
});
afterAll(() => farEnd.close());

/** A body with characters that JavaScript, UTF-8 and JSON each write differently. */
const BODY = { note: "Grüße, 世界 \u{1f4ef}", price: "1.0", html: "<a href='/'>&</a>" };

async function deliveryOf(project: Parameters<typeof givenProject>[0], path: string): Promise<Received> {
  const given = await givenProject(project);
  await useHeadersOf(given, "x-hookdeck");
  const sdk = sdkOf(given);
  await send(await connect(sdk, "orders", farEnd.url), BODY, path);
  return arrivalAt(path);
}

async function useHeadersOf({ id, key, publicUrl }: GivenProject, headers_prefix: string): Promise<void> {
  const response = await fetch(`${publicUrl}/2025-07-01/projects/${publicId("project", id)}`, {
    method: "PUT",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ headers_prefix }),
  });
  expect(response.status).toBe(200);
}

async function arrivalAt(path: string): Promise<Received> {
  for (let count = 1; ; count++) {
    const found = (await farEnd.arrivals(count)).find(({ url }) => url === path);
    if (found) return found;
  }
}

const verify = ({ headers, body }: Received, signingSecret: string, config = {}) =>
  // The helper reads single headers by name, as a Node receiver has them.
  verifyWebhookSignature({
    headers: headers as Record<string, string>,
    rawBody: String(body),
    signingSecret,
    config,
  });

test("a delivery is accepted with the project's secret, and with no other", async () => {
  const delivery = await deliveryOf({ signing_secret: "the secret" }, "/accepted");

  expect(JSON.parse(String(delivery.body))).toEqual(BODY);
  expect(await verify(delivery, "the secret")).toEqual({ isValidSignature: true });
  expect(await verify(delivery, "another secret")).toEqual({ isValidSignature: false });
});

test("a body that somebody changed on the way is refused", async () => {
  const delivery = await deliveryOf({ signing_secret: "the secret" }, "/forged");
  const forged = { ...delivery, body: Buffer.from(String(delivery.body).replace("1.0", "0.1")) };

  expect(await verify(forged, "the secret")).toEqual({ isValidSignature: false });
});

test("while a roll is open both secrets are accepted", async () => {
  const previous = { secret: "the old one", untilMs: Date.now() + 3_600_000 };
  const delivery = await deliveryOf({ signing_secret: "the new one", previous }, "/rolled");

  expect(await verify(delivery, "the new one")).toEqual({ isValidSignature: true });
  expect(await verify(delivery, "the old one")).toEqual({ isValidSignature: true });
  expect(await verify(delivery, "an older one")).toEqual({ isValidSignature: false });
});

test("the old secret is refused once the roll is over", async () => {
  const previous = { secret: "the old one", untilMs: Date.now() - 1000 };
  const delivery = await deliveryOf({ signing_secret: "the new one", previous }, "/over");

  expect(await verify(delivery, "the new one")).toEqual({ isValidSignature: true });
  expect(await verify(delivery, "the old one")).toEqual({ isValidSignature: false });
});

test("a destination may sign with the secret that its receiver already has", async () => {
  const sdk = sdkOf(await givenProject());
  const connection = await sdk.client.connection.create({
    source: { name: "orders" },
    destination: {
      name: "orders",
      url: farEnd.url,
      authMethod: {
        type: "CUSTOM_SIGNATURE",
        config: { key: "x-hookdeck-signature", signingSecret: "an old acquaintance" },
      },
    },
  });
  await send(connection, BODY, "/custom");
  const delivery = await arrivalAt("/custom");

  expect(await verify(delivery, "an old acquaintance")).toEqual({ isValidSignature: true });
  expect(await verify(delivery, "the secret")).toEqual({ isValidSignature: false });
});

test("a receiver that wants the sender verified too learns that this one was not", async () => {
  const delivery = await deliveryOf({ signing_secret: "the secret" }, "/unverified");

  const config = { checkSourceVerification: true };

  expect(await verify(delivery, "the secret", config)).toEqual({ isValidSignature: false });
});
