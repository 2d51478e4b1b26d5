/**
 * Do our verifier and the scheme's own library agree about a message?
 *
 * The library reads the system clock, so the test sets that clock. Our verifier gets the time with the evidence.
 */
import { standardWebhooks } from "@posthorn/contract/catalogue/standard-webhooks";
import * as fc from "fast-check";
import { Webhook, WebhookVerificationError } from "standardwebhooks";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { NO_FETCHES } from "./provider-fetches.ts";
import { recipesVerifier } from "./provider-verifier.ts";

const NOW_SECONDS = 1_700_000_000;
const KEY = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const BODY = '{"type":"invoice.paid","é":1}';

interface Message {
  id: string;
  seconds: number;
  signature: string;
  body: string;
}

const library = new Webhook(KEY);
const verifierWith = (webhook_secret_key: string) =>
  recipesVerifier({ recipes: standardWebhooks() }, { webhook_secret_key }, NO_FETCHES);
const verify = verifierWith(KEY);

beforeEach(() => {
  vi.useFakeTimers({ now: NOW_SECONDS * 1000, toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

function headersOf({ id, seconds, signature }: Message): Record<string, string> {
  return { "webhook-id": id, "webhook-timestamp": String(seconds), "webhook-signature": signature };
}

function isTakenByLibrary(message: Message): boolean {
  try {
    library.verify(message.body, headersOf(message));
    return true;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false;
    throw error;
  }
}

function isTakenByUs(message: Message): boolean {
  return isPassed(verify, message, Date.now());
}

function isPassed(verifier: typeof verify, message: Message, receivedAtMs: number): boolean {
  const evidence = {
    method: "POST",
    path: "/",
    query: null,
    url: "https://in.test/e/token",
    headers: Object.entries(headersOf(message)).flat(),
    body: Buffer.from(message.body),
    receivedAtMs,
  };
  const answer = verifier?.(evidence);
  return answer !== undefined && "result" in answer && answer.result === "passed";
}

const signedAt = (seconds: number, id = "msg_1", body = BODY): Message => ({
  id,
  seconds,
  body,
  signature: library.sign(id, new Date(seconds * 1000), body),
});

test.each([-86_400, -301, -300, -299.999, -1, 0, 0.5, 1, 299.999, 300, 300.999, 301, 86_400])(
  "both say the same %d s after the timestamp",
  (after) => {
    const message = signedAt(NOW_SECONDS);
    vi.setSystemTime((NOW_SECONDS + after) * 1000);

    expect(isTakenByUs(message)).toBe(Math.abs(Math.floor(after)) <= 300);
    expect(isTakenByLibrary(message)).toBe(isTakenByUs(message));
  },
);

test("both say the same of what was changed on the way", () => {
  const message = signedAt(NOW_SECONDS);
  const older = signedAt(NOW_SECONDS - 1).signature;
  const changes: Partial<Message>[] = [
    {},
    { id: "msg_2" },
    { id: "" },
    { seconds: NOW_SECONDS + 1 },
    { body: `${BODY} ` },
    { signature: "" },
    { signature: older },
    { signature: `${older} ${message.signature}` },
    { signature: message.signature.replace("v1,", "v2,") },
    { signature: message.signature.slice(3) },
    { signature: message.signature.replaceAll("=", "") },
  ];

  for (const change of changes) {
    const changed = { ...message, ...change };
    expect([change, isTakenByUs(changed)]).toEqual([change, isTakenByLibrary(changed)]);
  }
  expect([isTakenByUs(message), isTakenByUs({ ...message, ...changes[7] })]).toEqual([true, true]);
});

test("what the library signs is taken, whatever key, id and body", () => {
  const key = fc
    .uint8Array({ minLength: 1, maxLength: 64 })
    .map((bytes) => Buffer.from(bytes).toString("base64"));
  const id = fc.string({ minLength: 1 }).filter((text) => text.trim() === text);
  fc.assert(
    fc.property(key, id, fc.string({ unit: "binary" }), (webhook_secret_key, webhookId, body) => {
      const signature = new Webhook(webhook_secret_key).sign(webhookId, new Date(NOW_SECONDS * 1000), body);
      const message = { id: webhookId, seconds: NOW_SECONDS, signature, body };
      const own = verifierWith(webhook_secret_key);
      const isTaken = isPassed(own, message, NOW_SECONDS * 1000);
      expect(isTaken).toBe(true);
    }),
    { numRuns: 200 },
  );
});
