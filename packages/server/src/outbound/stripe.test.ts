import { Stripe } from "stripe";
import { afterAll, expect, test } from "vitest";
import { createStripeAccess } from "./stripe.ts";

const [NEW, OLD] = ["whsec_new", "whsec_old"];
const access = createStripeAccess({
  secretKey: "sk_test_1",
  webhookSecrets: [NEW, OLD],
  url: "http://127.0.0.1:1",
});
afterAll(() => access.close());

const payload = '{\n  "id": "evt_1",\n  "type": "payment_intent.succeeded"\n}';
const nowS = Math.floor(Date.now() / 1000);
const signed = (secret: string, timestamp = nowS, text = payload) =>
  Stripe.webhooks.generateTestHeaderString({ payload: text, secret, timestamp });
const read = (signature: string | undefined, text = payload) =>
  access.readEvent(Buffer.from(text), signature);

test("while a secret is replaced, both sign events", async () => {
  for (const secret of [NEW, OLD]) expect(await read(signed(secret))).toEqual({ event: JSON.parse(payload) });
});

test("an event without a signature of ours, an old one and a changed one are refused in words", async () => {
  const wrong = expect.stringContaining("POSTHORN_STRIPE_WEBHOOK_SECRET");
  const old = expect.stringContaining("300 seconds ago");

  expect(await read(undefined)).toEqual({ refused: expect.stringContaining("missing") });
  expect(await read(signed("whsec_other"))).toEqual({ refused: wrong });
  expect(await read(signed(NEW, nowS - 310))).toEqual({ refused: old });
  expect(await read(signed(OLD, nowS - 310))).toEqual({ refused: old });
  expect(await read(signed("whsec_other", nowS - 310))).toEqual({ refused: wrong });
  expect(await read(signed(NEW), payload.replace("evt_1", "evt_2"))).toEqual({ refused: wrong });
  expect(await read(signed(NEW), "")).toEqual({ refused: wrong });
});

test.each(["", "t=", "t=1,v1=", `t=${nowS}`, `t=${nowS},v1=ü`, "v1=abc", `t=x,v1=${"0".repeat(64)}`, ",,=,"])(
  "the signature %j is refused, not fallen over",
  async (signature) => expect(await read(signature)).toEqual({ refused: expect.any(String) }),
);

test("what is signed and is no JSON is refused", async () => {
  expect(await read(signed(NEW, nowS, "{"), "{")).toEqual({ refused: expect.any(String) });
});
