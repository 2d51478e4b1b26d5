/**
 * Do our verifiers and the providers' own libraries agree?
 *
 * Where a library signs, we check what it signed. Where it only verifies, it checks our sample, so that the sample is
 * what the provider would send.
 */
import { sign as signGitHub } from "@octokit/webhooks-methods";
import { encodeSignatureHeader } from "@sanity/webhook";
import { EventWebhook } from "@sendgrid/eventwebhook";
import { WorkOS } from "@workos-inc/node";
import { v2 as cloudinary } from "cloudinary";
import { verifyKey } from "discord-interactions";
import Razorpay from "razorpay";
import { Webhook } from "standardwebhooks";
import { Stripe } from "stripe";
import twilio from "twilio";
import { describe, expect, test } from "vitest";
import { PROVIDER_SAMPLES } from "../../../testing/provider-samples.ts";
import { VERIFIERS } from "./verifiers.ts";

const NOW_MS = 1_767_225_600_000;
const SECONDS = NOW_MS / 1000;
const BODY = '{"id":"evt_1","é":"ü"}';
const SECRET = "s3cret";
const WHSEC = `whsec_${Buffer.from("a key of 24 bytes, about").toString("base64")}`;
const URL = "https://in.example.com/e/t0k3n";
const FORM = { To: "+1 555", Body: "Grüße & more", MediaUrl: ["b", "a"], Empty: "" };

interface Signed {
  headers: Record<string, string>;
  secret?: string;
  url?: string;
  body?: string;
  contentType?: string;
}

function isPassed(
  type: string,
  { headers, secret = SECRET, url = URL, body = BODY, contentType }: Signed,
): boolean {
  const verify = VERIFIERS.get(type)?.withAuth({ webhook_secret_key: secret });
  const answer = verify?.({
    method: "POST",
    path: "/",
    query: url.split("?")[1] ?? null,
    url,
    headers: ["Content-Type", contentType ?? "application/json", ...Object.entries(headers).flat()],
    body: Buffer.from(body),
    receivedAtMs: NOW_MS,
  });
  return answer !== undefined && "result" in answer && answer.result === "passed";
}

function standard(prefix: string, key = WHSEC, secret = key): () => Signed {
  return () => ({
    secret,
    headers: {
      [`${prefix}-id`]: "msg_1",
      [`${prefix}-timestamp`]: String(SECONDS),
      [`${prefix}-signature`]: new Webhook(key).sign("msg_1", new Date(NOW_MS), BODY),
    },
  });
}

const form = Object.entries(FORM)
  .flatMap(([name, values]) => [values].flat().map((value) => [name, value]))
  .map((pair) => pair.map(encodeURIComponent).join("="))
  .join("&");
const withDigest = `${URL}?a=1&bodySHA256=${twilio.getExpectedBodyHash(BODY)}`;

const SIGNERS: [string, () => Signed | Promise<Signed>][] = [
  [
    "STRIPE",
    () => ({
      headers: {
        "Stripe-Signature": Stripe.webhooks.generateTestHeaderString({
          payload: BODY,
          secret: SECRET,
          timestamp: SECONDS,
        }),
      },
    }),
  ],
  ["GITHUB", async () => ({ headers: { "X-Hub-Signature-256": await signGitHub(SECRET, BODY) } })],
  [
    "SANITY",
    async () => ({
      headers: { "Sanity-Webhook-Signature": await encodeSignatureHeader(BODY, NOW_MS, SECRET) },
    }),
  ],
  [
    "WORKOS",
    async () => {
      const { webhooks } = new WorkOS("sk_test");
      const signature = await webhooks.computeSignature(NOW_MS, BODY, SECRET);
      return { headers: { "WorkOS-Signature": `t=${NOW_MS}, v1=${signature}` } };
    },
  ],
  [
    "CLOUDINARY",
    () => ({
      headers: {
        "X-Cld-Timestamp": String(SECONDS),
        "X-Cld-Signature": cloudinary.utils.webhook_signature(BODY, SECONDS, { api_secret: SECRET }),
      },
    }),
  ],
  [
    "TWILIO",
    () => ({
      body: form,
      contentType: "application/x-www-form-urlencoded",
      headers: { "X-Twilio-Signature": twilio.getExpectedTwilioSignature(SECRET, URL, FORM) },
    }),
  ],
  [
    "TWILIO",
    () => ({
      url: withDigest,
      headers: { "X-Twilio-Signature": twilio.getExpectedTwilioSignature(SECRET, withDigest, {}) },
    }),
  ],
  ["SVIX", standard("svix")],
  ["RESEND", standard("svix")],
  ["OPENAI", standard("webhook")],
  ["REPLICATE", standard("webhook")],
  ["LITHIC", standard("webhook")],
  ["CLAUDE", standard("webhook")],
  // Its page says to give the library the secret in base64.
  ["POLAR", standard("webhook", Buffer.from(SECRET).toString("base64"), SECRET)],
  ["BIGCOMMERCE", standard("webhook", Buffer.from(SECRET).toString("base64"), SECRET)],
];

describe.each(SIGNERS)("%s", (type, sign) => {
  test("what the library signs passes; changed, with another secret or without its header it does not", async () => {
    const signed = await sign();
    const [name = ""] = Object.keys(signed.headers).toReversed();

    expect(isPassed(type, signed)).toBe(true);
    expect(isPassed(type, { ...signed, body: `${signed.body ?? BODY}x` })).toBe(false);
    expect(isPassed(type, { ...signed, secret: `whsec_${Buffer.from("other").toString("base64")}` })).toBe(
      false,
    );
    expect(isPassed(type, { ...signed, headers: { ...signed.headers, [name]: "" } })).toBe(false);
  });
});

function sampleOf(type: string) {
  const sample = PROVIDER_SAMPLES[type];
  const iso = new Date(NOW_MS).toISOString();
  const headers = sample?.headers({ body: BODY, nowMs: NOW_MS, seconds: SECONDS, iso, url: URL }) ?? {};
  return { auth: sample?.auth ?? {}, headers: (name: string) => headers[name] ?? "" };
}

test("the library of Discord accepts our sample, and no other body", async () => {
  const { auth, headers } = sampleOf("DISCORD");
  const verify = (body: string) =>
    verifyKey(
      body,
      headers("X-Signature-Ed25519"),
      headers("X-Signature-Timestamp"),
      auth["public_key"] ?? "",
    );

  expect([await verify(BODY), await verify(`${BODY} `)]).toEqual([true, false]);
});

test("the library of SendGrid accepts our sample, and no other body", () => {
  const { auth, headers } = sampleOf("SENDGRID");
  const library = new EventWebhook();
  const key = library.convertPublicKeyToECDSA(auth["webhook_secret_key"] ?? "");
  const verify = (body: string) =>
    library.verifySignature(
      key,
      body,
      headers("X-Twilio-Email-Event-Webhook-Signature"),
      headers("X-Twilio-Email-Event-Webhook-Timestamp"),
    );

  expect([verify(BODY), verify(`${BODY} `)]).toEqual([true, false]);
});

test("the library of Razorpay accepts our sample, and no other body", () => {
  const { auth, headers } = sampleOf("RAZORPAY");
  const verify = (body: string) =>
    Razorpay.validateWebhookSignature(
      body,
      headers("X-Razorpay-Signature"),
      auth["webhook_secret_key"] ?? "",
    );

  expect([verify(BODY), verify(`${BODY} `)]).toEqual([true, false]);
});
