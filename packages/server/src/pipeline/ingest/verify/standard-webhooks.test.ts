/** Signatures here are made by node:crypto alone, and never by the code that checks them. */
import { createHmac } from "node:crypto";
import { standardWebhooks } from "@posthorn/contract/catalogue/standard-webhooks";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Evidence } from "./evidence.ts";
import { NO_FETCHES } from "./provider-fetches.ts";
import { recipesVerifier } from "./provider-verifier.ts";

const NOW_SECONDS = 1_700_000_000;
const KEY = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const ID = "msg_2KWPBgLlAfxdpx2AI54pPJ85f4W";
const BODY = '{"type":"invoice.paid","é":1}';

function verifierWith(webhook_secret_key: string) {
  const verifier = recipesVerifier({ recipes: standardWebhooks() }, { webhook_secret_key }, NO_FETCHES);
  if (!verifier) throw new Error("not a key");
  return (request: Evidence) => {
    const answer = verifier(request);
    if (answer instanceof Promise) throw new Error("a promise on the way of every request");
    return answer;
  };
}
const verify = verifierWith(KEY);

/** `at` is the text of the timestamp, or its seconds. */
function signatureAt(at: number | string, body: string | Uint8Array = BODY, key = KEY): string {
  const bytes = Buffer.from(key.replace("whsec_", ""), "base64");
  return `v1,${createHmac("sha256", bytes).update(`${ID}.${at}.`).update(body).digest("base64")}`;
}

function evidence(headers: string[], body: string | Uint8Array, nowSeconds: number): Evidence {
  return {
    method: "POST",
    path: "/",
    query: null,
    url: "https://in.test/e/token",
    headers,
    body: Buffer.from(body),
    receivedAtMs: nowSeconds * 1000,
  };
}

function isVerified(headers: string[], body: string | Uint8Array = BODY, nowSeconds = NOW_SECONDS): boolean {
  return verify(evidence(headers, body, nowSeconds)).result === "passed";
}

function signed({ id = ID, timestamp = String(NOW_SECONDS), signature = signatureAt(NOW_SECONDS) } = {}) {
  return ["Webhook-Id", id, "Webhook-Timestamp", timestamp, "Webhook-Signature", signature];
}

test("what was signed is taken, in any case of the headers", () => {
  expect(isVerified(signed())).toBe(true);
  expect(isVerified(signed().map((text, at) => (at % 2 === 0 ? text.toUpperCase() : text)))).toBe(true);
  expect(isVerified(["Host", "x", ...signed()], Buffer.from(BODY))).toBe(true);
});

test("the older spelling is the same scheme, and the two do not mix", () => {
  const older = signed().map((text) => text.replace("Webhook-", "svix-"));

  expect(isVerified(older)).toBe(true);
  expect(isVerified([...older, "webhook-signature", "v1,wrong"])).toBe(true);
  expect(isVerified([...older.slice(0, 4), ...signed().slice(4)])).toBe(false);
});

test("bytes that are no text are signed as they are", () => {
  const body = Buffer.from([0xff, 0x00, 0xfe, 0x0d, 0x0a]);
  const headers = signed({ signature: signatureAt(NOW_SECONDS, body) });

  expect(isVerified(headers, body)).toBe(true);
  expect(isVerified(headers, Buffer.from(body.toString()))).toBe(false);
});

test("a key is the same with and without its prefix", () => {
  const bare = verifierWith(KEY.replace("whsec_", ""));

  expect(bare(evidence(signed(), BODY, NOW_SECONDS)).result).toBe("passed");
});

test("one right signature among several is enough, if they are in one header", () => {
  const right = signatureAt(NOW_SECONDS);
  const other = signatureAt(NOW_SECONDS, BODY, "whsec_b3RoZXIga2V5");

  expect(isVerified(signed({ signature: `v1a,${right.slice(3)} ${other} ${right}` }))).toBe(true);
  expect(isVerified([...signed({ signature: other }), "webhook-signature", right])).toBe(false);
  expect(isVerified(signed({ signature: `${other} ${other}` }))).toBe(false);
});

test.each([
  ["the id", ["webhook-timestamp", String(NOW_SECONDS), "webhook-signature", "RIGHT"]],
  ["the timestamp", ["webhook-id", ID, "webhook-signature", "RIGHT"]],
  ["the signature", ["webhook-id", ID, "webhook-timestamp", String(NOW_SECONDS)]],
  ["everything", []],
])("without %s nothing is proven", (_, headers) => {
  expect(isVerified(headers.map((text) => text.replace("RIGHT", signatureAt(NOW_SECONDS))))).toBe(false);
});

test("wrong versions, bodies, ids, keys and texts are refused", () => {
  const right = signatureAt(NOW_SECONDS);
  for (const signature of [
    "",
    "v1",
    "v1,",
    right.slice(3),
    right.replace("v1,", "v2,"),
    right.replace("v1,", "V1,"),
    right.replace("v1,", "v1="),
    right.replaceAll("=", ""),
    `${right}=`,
    right.slice(0, -2),
    right.toLowerCase(),
    `v1,${"%".repeat(44)}`,
    `v1,${"\u0100".repeat(44)}`,
    `v1,${Buffer.from(right.slice(3), "base64").toString("hex")}`,
    signatureAt(NOW_SECONDS, "another"),
    signatureAt(NOW_SECONDS - 1),
    signatureAt(NOW_SECONDS, BODY, "whsec_b3RoZXIga2V5"),
  ])
    expect([signature, isVerified(signed({ signature }))]).toEqual([signature, false]);
  expect(isVerified(signed({ id: "msg_other" }))).toBe(false);
  expect(isVerified(signed({ id: "" }))).toBe(false);
  expect(isVerified(signed(), `${BODY} `)).toBe(false);
});

test("an id or a timestamp that comes twice proves nothing", () => {
  expect(isVerified([...signed(), "webhook-id", ID])).toBe(false);
  expect(isVerified([...signed(), "webhook-timestamp", String(NOW_SECONDS)])).toBe(false);
});

test.each([
  [-301, false],
  [-300, true],
  [-299.001, true],
  [0, true],
  [299.999, true],
  [300, true],
  [301, false],
  [86_400, false],
])("a message that comes %d s after its timestamp is taken: %s", (after, isTaken) => {
  expect(isVerified(signed(), BODY, NOW_SECONDS + after)).toBe(isTaken);
});

test.each(["", " ", "now", "1.7e9", "-1", "1700000000.5", "0x6553f100", "٠", "Infinity", "9".repeat(400)])(
  "%j is no timestamp",
  (timestamp) => {
    expect(isVerified(signed({ timestamp, signature: signatureAt(timestamp) }))).toBe(false);
  },
);

test("no made-up signature passes, and none makes it throw", () => {
  const text = fc.oneof(fc.string({ unit: "binary" }), fc.base64String(), fc.constantFrom("v1,", " ", ","));
  fc.assert(
    fc.property(fc.array(text, { maxLength: 8 }), (parts) => {
      expect(isVerified(signed({ signature: parts.join("") }))).toBe(false);
      expect(isVerified(signed({ signature: `v1,${parts.join(" v1,")}` }))).toBe(false);
    }),
    { numRuns: 300 },
  );
});

test("a failure names the header that was looked at, in the spelling that the sender used", () => {
  const [wrong, old] = [signatureAt(NOW_SECONDS, "another"), String(NOW_SECONDS - 301)];
  const failures: [string, string, string[]][] = [
    ["MISSING", "webhook-signature", []],
    ["MISSING", "webhook-id", signed().slice(2)],
    ["MALFORMED", "webhook-id", signed({ id: "" })],
    ["DUPLICATED", "webhook-id", [...signed(), "webhook-id", ID]],
    ["MISSING", "webhook-timestamp", signed().toSpliced(2, 2)],
    ["MISSING", "svix-signature", ["svix-id", ID]],
    ["DUPLICATED", "webhook-signature", [...signed(), "webhook-signature", wrong]],
    ["MALFORMED", "webhook-timestamp", signed({ timestamp: "now" })],
    ["DUPLICATED", "webhook-timestamp", [...signed(), "webhook-timestamp", String(NOW_SECONDS)]],
    ["STALE", "webhook-timestamp", signed({ timestamp: old, signature: signatureAt(old) })],
    ["MISSING", "webhook-signature", signed().slice(0, 4)],
    ["MALFORMED", "webhook-signature", signed({ signature: wrong.replace("v1,", "v2,") })],
    ["DIFFERS", "webhook-signature", signed({ signature: wrong })],
    [
      "DIFFERS",
      "svix-signature",
      signed({ signature: wrong }).map((text) => text.replace("Webhook-", "svix-")),
    ],
  ];

  for (const [problem, name, headers] of failures) {
    expect(verify(evidence(headers, BODY, NOW_SECONDS))).toEqual({
      result: "failed",
      failure: { problem, looked_at: { part: "header", name } },
    });
  }
});
