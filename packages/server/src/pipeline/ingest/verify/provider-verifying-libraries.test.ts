/**
 * Do the providers' own libraries accept the samples that we test our verifiers with?
 *
 * These libraries only verify. They check our samples, so that each sample is what the provider would send;
 * `providers.test.ts` shows that our verifiers accept the same samples. Libraries that sign are in
 * `provider-libraries.test.ts`.
 */
import { hmacValidator } from "@adyen/api-library";
import { LinearWebhookClient } from "@linear/sdk/webhooks";
import { Paddle } from "@paddle/paddle-node-sdk";
import { basicAuthValidator } from "chargebee";
import Cronofy from "cronofy";
import { verifyRequestSignature } from "customerio-node";
import { verifySignature as verifyGoCardless } from "gocardless-nodejs/webhooks";
import { MailerSendUtils } from "mailersend/lib/services/mailersend.utils.js";
import Orb from "orb-billing";
import smartcar from "smartcar";
import { WebhooksHelper } from "square";
import telnyx from "telnyx";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { PROVIDER_SAMPLES } from "../../../testing/provider-samples.ts";
import { VERIFIERS } from "./verifiers.ts";

const NOW_MS = 1_767_225_600_000;
const SECONDS = NOW_MS / 1000;
const BODY = '{"id":"evt_1","é":"ü"}';
const URL = "https://in.example.com/e/t0k3n";

interface Sent {
  body: string;
  header: (name: string) => string;
  headers: Record<string, string>;
  /** The one field of the sample's configuration. */
  secret: string;
}

/** Returns false or throws if the request is not the provider's. */
type Accepts = (sent: Sent) => unknown;

const LIBRARIES: [string, Accepts][] = [
  [
    "ADYEN",
    ({ body, secret }) => {
      const { notificationItems } = JSON.parse(body);
      for (const { NotificationRequestItem } of notificationItems)
        if (!new hmacValidator().validateHMAC(NotificationRequestItem, secret)) return false;
      return notificationItems.length > 0;
    },
  ],
  [
    "CRONOFY",
    ({ body, header, secret }) =>
      new Cronofy({ client_secret: secret }).hmacValid({ hmac: header("Cronofy-HMAC-SHA256"), body }),
  ],
  [
    "CUSTOMERIO",
    ({ body, header, secret }) =>
      verifyRequestSignature({
        signingSecret: secret,
        timestamp: header("X-CIO-Timestamp"),
        signature: header("X-CIO-Signature"),
        body,
      }),
  ],
  ["GOCARDLESS", ({ body, header, secret }) => verifyGoCardless(body, secret, header("Webhook-Signature"))],
  [
    "LINEAR",
    ({ body, header, secret }) =>
      new LinearWebhookClient(secret).verify(Buffer.from(body), header("Linear-Signature")),
  ],
  [
    "MAILERSEND",
    ({ body, header, secret }) =>
      MailerSendUtils.verifyWebHook(Buffer.from(body), header("Signature"), secret),
  ],
  [
    "ORB",
    ({ body, headers, secret }) => new Orb({ apiKey: "k" }).webhooks.verifySignature(body, headers, secret),
  ],
  [
    "PADDLE",
    ({ body, header, secret }) =>
      new Paddle("k").webhooks.isSignatureValid(body, secret, header("Paddle-Signature")),
  ],
  [
    "SMARTCAR",
    ({ body, header, secret }) => smartcar.verifyPayload(secret, header("SC-Signature"), JSON.parse(body)),
  ],
  [
    "SQUARE",
    ({ body, header, secret }) =>
      WebhooksHelper.isValidWebhookEventSignature(body, header("x-square-hmacsha256-signature"), secret, URL),
  ],
  [
    "TELNYX",
    ({ body, header, secret }) =>
      telnyx("k").webhooks.signature.verifySignature(
        body,
        header("telnyx-signature-ed25519"),
        header("telnyx-timestamp"),
        secret,
        300,
      ),
  ],
];

async function isAccepted(accepts: Accepts, sent: Sent): Promise<boolean> {
  try {
    return (await accepts(sent)) !== false;
  } catch {
    return false; // which is the answer
  }
}

function sampleOf(type: string) {
  const sample = PROVIDER_SAMPLES[type];
  if (!sample) throw new Error(`${type} has no sample`);
  const body = sample.body?.({ seconds: SECONDS, nowMs: NOW_MS }) ?? BODY;
  const iso = new Date(NOW_MS).toISOString();
  const headers = sample.headers({ body, nowMs: NOW_MS, seconds: SECONDS, iso, url: URL });
  const [secret = ""] = Object.values(sample.auth);
  const [otherSecret = ""] = Object.values(sample.otherAuth ?? {});
  return {
    sample,
    sent: { body, headers, secret, header: (name: string) => headers[name] ?? "" },
    otherSecret,
  };
}

// The libraries look at the clock. Some of them allow only seconds.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW_MS });
});
afterEach(() => {
  vi.useRealTimers();
});

describe.each(LIBRARIES)("%s", (type, accepts) => {
  const { sample, sent, otherSecret } = sampleOf(type);

  test("the library accepts our sample, and no other body or secret", async () => {
    const changed = sent.body.replace(/evt_1|create|TestMerchant/, "x");

    expect(changed).not.toBe(sent.body);
    expect(await isAccepted(accepts, sent)).toBe(true);
    expect(await isAccepted(accepts, { ...sent, body: changed })).toBe(false);
    expect(await isAccepted(accepts, { ...sent, secret: otherSecret })).toBe(false);
  });

  test("Posthorn accepts the same request, and no other body or secret", () => {
    const result = (body: string, auth: unknown) => {
      const answer = VERIFIERS.get(type)?.withAuth(auth)?.({
        method: "POST",
        path: "/",
        query: null,
        url: URL,
        headers: Object.entries(sent.headers).flat(),
        body: Buffer.from(body),
        receivedAtMs: NOW_MS,
      });
      return answer !== undefined && "result" in answer ? answer.result : "a promise";
    };

    expect(result(sent.body, sample.auth)).toBe("passed");
    expect(result(sent.body.replace(/evt_1|create|TestMerchant/, "x"), sample.auth)).toBe("failed");
    expect(result(sent.body, sample.otherAuth)).toBe("failed");
  });
});

test("the library of Chargebee accepts the credentials of our sample, and no others", async () => {
  const { sample, sent } = sampleOf("CHARGEBEE_BILLING");
  const { username, password } = sample.auth;
  const checks = (right: string | undefined) =>
    isAccepted(
      ({ headers }) => basicAuthValidator((name, word) => name === username && word === right)(headers),
      sent,
    );

  expect([await checks(password), await checks(sample.otherAuth?.["password"])]).toEqual([true, false]);
});
