/**
 * What does an event of Stripe ask us to look at?
 *
 * An event may come late, twice, or after a newer one. So it never says how something stands: it names a payment or a card,
 * and what Stripe says of that when it is asked counts. Only money that goes back is taken from the event itself, because
 * Posthorn tells the operator of it and does nothing else.
 */
import * as z from "zod/mini";

export type StripeNews =
  | { about: "payment"; payment_id: string }
  | { about: "card"; card_id: string }
  | { about: "refund" | "dispute"; payment_id: string; amount: number };

/** The webhook in Stripe's dashboard needs these types; others do no harm. */
export const STRIPE_EVENT_TYPES = {
  "payment_intent.succeeded": "payment",
  "payment_intent.payment_failed": "payment",
  "payment_intent.processing": "payment",
  "payment_intent.requires_action": "payment",
  "payment_method.automatically_updated": "card",
  "payment_method.updated": "card",
  "payment_method.detached": "card",
  "charge.refunded": "refund",
  "charge.dispute.created": "dispute",
} as const;

const EventOfOurs = z.object({
  type: z.enum(Object.keys(STRIPE_EVENT_TYPES) as (keyof typeof STRIPE_EVENT_TYPES)[]), // it has no further keys
  data: z.object({
    object: z.object({
      id: z.string(),
      payment_intent: z.optional(z.nullable(z.string())),
      amount: z.optional(z.int()),
      amount_refunded: z.optional(z.int()),
    }),
  }),
});

/** Null: an event of another type, or about something that we never make. Other software may use the same account. */
export function newsOf(event: unknown): StripeNews | null {
  const { data: ours } = EventOfOurs.safeParse(event);
  if (!ours) return null;
  const { id, payment_intent, amount = 0, amount_refunded = 0 } = ours.data.object;
  const about = STRIPE_EVENT_TYPES[ours.type];
  if (about === "payment") return { about, payment_id: id };
  if (about === "card") return { about, card_id: id };
  if (!payment_intent) return null;
  return { about, payment_id: payment_intent, amount: about === "refund" ? amount_refunded : amount };
}
