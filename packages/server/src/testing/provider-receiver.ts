/**
 * Does a program of a customer accept this request? It asks the provider's own library, as the provider's page says, and
 * not ours.
 */
import { verify as verifyGitHub } from "@octokit/webhooks-methods";
import Razorpay from "razorpay";
import { Webhook } from "standardwebhooks";
import { Stripe } from "stripe";
import twilio from "twilio";

export interface ReceivedRequest {
  /** As it was called, with path and query. */
  url: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
}

/** By type of source; each throws or returns false for a request that it does not accept. */
export const PROVIDER_RECEIVERS: Readonly<
  Record<string, (request: ReceivedRequest, secret: string) => boolean | Promise<boolean>>
> = {
  STRIPE: ({ headers, body }, secret) =>
    Stripe.webhooks.constructEvent(body, headers["stripe-signature"] ?? "", secret).object === "event",
  GITHUB: ({ headers, body }, secret) =>
    verifyGitHub(secret, body.toString(), String(headers["x-hub-signature-256"])),
  RAZORPAY: ({ headers, body }, secret) =>
    Razorpay.validateWebhookSignature(body.toString(), String(headers["x-razorpay-signature"]), secret),
  /** Signs the address and the fields of the form. */
  TWILIO: ({ url, headers, body }, secret) =>
    twilio.validateRequest(
      secret,
      String(headers["x-twilio-signature"]),
      url,
      Object.fromEntries(new URLSearchParams(body.toString())),
    ),
  STANDARD_WEBHOOKS: ({ headers, body }, secret) => {
    const texts = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
    return new Webhook(secret).verify(body.toString(), Object.fromEntries(texts)) !== null;
  },
};
