import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newsOf, STRIPE_EVENT_TYPES } from "./stripe-event.ts";

const event = (type: string, object: object) => ({ id: "evt_1", object: "event", type, data: { object } });

test("an event names what to look at, and never how it stands", () => {
  const intent = { id: "pi_1", object: "payment_intent", status: "succeeded", amount: 900 };

  expect(newsOf(event("payment_intent.payment_failed", intent))).toEqual({
    about: "payment",
    payment_id: "pi_1",
  });
  expect(newsOf(event("payment_method.detached", { id: "pm_1", customer: null }))).toEqual({
    about: "card",
    card_id: "pm_1",
  });
});

test("money that goes back has an amount and a payment", () => {
  const charge = { id: "ch_1", payment_intent: "pi_1", amount: 900, amount_refunded: 400 };
  const dispute = { id: "dp_1", payment_intent: "pi_1", amount: 900, charge: "ch_1" };

  expect(newsOf(event("charge.refunded", charge))).toEqual({
    about: "refund",
    payment_id: "pi_1",
    amount: 400,
  });
  expect(newsOf(event("charge.dispute.created", dispute))).toEqual({
    about: "dispute",
    payment_id: "pi_1",
    amount: 900,
  });
  expect(newsOf(event("charge.refunded", { ...charge, payment_intent: null }))).toBeNull();
});

test.each([
  null,
  [],
  "text",
  event("invoice.paid", { id: "in_1" }),
  event("__proto__", { id: "pi_1" }),
  event("payment_intent.succeeded", {}),
  { type: "payment_intent.succeeded" },
])("an event of others is none of ours: %j", (other) => expect(newsOf(other)).toBeNull());

test("the guide lists the types that the webhook needs", () => {
  const guide = readFileSync(join(import.meta.dirname, "../../../../docs/guides/sell-it-on.md"), "utf8");
  const listed = [...guide.matchAll(/`((?:payment_intent|payment_method|charge)\.[a-z_.]+)`/g)];

  expect(new Set(listed.map(([, type]) => type))).toEqual(new Set(Object.keys(STRIPE_EVENT_TYPES)));
});
