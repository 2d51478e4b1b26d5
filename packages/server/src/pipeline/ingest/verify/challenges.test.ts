/** Which requests are challenges, and what is the reply? Every challenge of the catalogue has a line here. */
import { createHash, createHmac } from "node:crypto";
import { SOURCE_TYPE_ENTRIES } from "@posthorn/contract/catalogue/source-type-entries";
import { SOURCE_TYPES } from "@posthorn/contract/source-types";
import { afterAll, describe, expect, test } from "vitest";
import { snsMessage } from "../../../testing/fetched-samples.ts";
import { startKeyServer } from "../../../testing/key-server.ts";
import { PROVIDER_SAMPLES } from "../../../testing/provider-samples.ts";
import type { Evidence } from "./evidence.ts";
import { createProviderFetches } from "./provider-fetches.ts";
import { createVerifiers } from "./verifiers.ts";

const NOW_MS = 1_767_225_600_000;
const SECRET = PROVIDER_SAMPLES["ZOOM"]?.auth["webhook_secret_key"] ?? "";

const SUBSCRIBE_URL =
  "https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=arn:aws:sns:eu-west-1:1:t&Token=2336";
const keyServer = await startKeyServer({
  ...PROVIDER_SAMPLES["AWS_SNS"]?.published,
  [SUBSCRIBE_URL]: { text: "<ConfirmSubscriptionResponse/>" },
});
afterAll(() => keyServer.close());
const verifiers = createVerifiers(createProviderFetches(keyServer));

interface Asked {
  method?: string;
  query?: string;
  headers?: string[];
  body?: unknown;
  /** Sent as the provider would sign it. */
  isSigned?: boolean;
}

function evidenceOf(
  type: string,
  { method = "POST", query, headers = [], body = "", isSigned }: Asked,
): Evidence {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const url = `https://in.example.com/e/t0k3n${query === undefined ? "" : `?${query}`}`;
  const seconds = NOW_MS / 1000;
  const moment = { body: text, nowMs: NOW_MS, url, seconds, iso: new Date(NOW_MS).toISOString() };
  const proof = isSigned ? Object.entries(PROVIDER_SAMPLES[type]?.headers(moment) ?? {}).flat() : [];
  return {
    method,
    path: "/",
    query: query ?? null,
    url,
    headers: [...headers, ...proof],
    body: Buffer.from(text),
    receivedAtMs: NOW_MS,
  };
}

/** Fields that only challenges need. */
const FOR_CHALLENGES: Readonly<Record<string, Record<string, string>>> = {
  VERCEL_LOG_DRAINS: { log_drains_secret: "v3rify" },
};

async function asked(type: string, request: Asked, isConfigured: boolean) {
  const entry = verifiers.get(type);
  const auth = { ...PROVIDER_SAMPLES[type]?.auth, ...FOR_CHALLENGES[type] };
  const verify = isConfigured ? entry?.withAuth(auth) : entry?.withoutAuth;
  return verify?.(evidenceOf(type, request));
}

const hex = (text: string) => createHmac("sha256", SECRET).update(text).digest("hex");
const base64 = (text: string) => createHmac("sha256", SECRET).update(text).digest("base64");
const HUB = "hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=x";
const UUID = "890e4665-4dfe-4ab1-b689-ed553bceeed0";
const slack = { type: "url_verification", challenge: "3eZbrw1a", token: "x" };
const sns = snsMessage({
  Type: "SubscriptionConfirmation",
  MessageId: "165545c9-2a5c-472c-8df2-7ff2be2b3b1b",
  Token: "2336",
  TopicArn: "arn:aws:sns:eu-west-1:1:t",
  Message: "You have chosen to subscribe to the topic.",
  SubscribeURL: SUBSCRIBE_URL,
  Timestamp: new Date(NOW_MS).toISOString(),
  SignatureVersion: "1",
});
const ebayToken = PROVIDER_SAMPLES["EBAY"]?.auth["verification_token"];
const ebayHash = createHash("sha256").update(`71745${ebayToken}https://in.example.com/e/t0k3n`).digest("hex");
const zoom = { event: "endpoint.url_validation", payload: { plainToken: "qgg8vlvZRS6UYooatFL8Aw" } };

type Case = [type: string, request: Asked, reply: { status?: number; body: string; headers?: string[] }];
const CASES: Case[] = [
  ["SLACK", { body: slack, isSigned: true }, { body: '{"challenge":"3eZbrw1a"}' }],
  [
    "ZOOM",
    { body: zoom, isSigned: true },
    {
      body: `{"plainToken":"qgg8vlvZRS6UYooatFL8Aw","encryptedToken":"${hex("qgg8vlvZRS6UYooatFL8Aw")}"}`,
    },
  ],
  [
    "TWITCH",
    {
      headers: ["Twitch-Eventsub-Message-Type", "webhook_callback_verification"],
      body: { challenge: "pogchamp-kappa-360noscope" },
      isSigned: true,
    },
    { body: "pogchamp-kappa-360noscope" },
  ],
  ["FACEBOOK", { method: "GET", query: HUB }, { body: "1158201444" }],
  ["WHATSAPP", { method: "GET", query: HUB }, { body: "1158201444" }],
  ["INTERCOM", { method: "HEAD" }, { body: "" }],
  ["TRELLO", { method: "HEAD" }, { body: "" }],
  ["NYLAS", { method: "GET", query: "challenge=bc609b38" }, { body: "bc609b38" }],
  ["OURA", { method: "GET", query: "verification_token=x&challenge=abc" }, { body: '{"challenge":"abc"}' }],
  [
    "ASANA",
    { headers: ["X-Hook-Secret", "b537"], body: {} },
    { body: "", headers: ["x-hook-secret", "b537"] },
  ],
  [
    "CLIO",
    { headers: ["X-Hook-Secret", "b537"], body: {} },
    { body: "", headers: ["x-hook-secret", "b537"] },
  ],
  ["WOOCOMMERCE", { body: "webhook_id=7" }, { body: "" }],
  [
    "SMARTCAR",
    { body: { eventType: "VERIFY", data: { challenge: "c9a0" } }, isSigned: true },
    { body: `{"challenge":"${hex("c9a0")}"}` },
  ],
  [
    "TWITTER",
    { method: "GET", query: "crc_token=c9a0" },
    { body: `{"response_token":"sha256=${base64("c9a0")}"}` },
  ],
  ["TEBEX", { body: { type: "validation.webhook", id: "1d2a" }, isSigned: true }, { body: '{"id":"1d2a"}' }],
  [
    "RING_CENTRAL",
    { headers: ["Validation-Token", "v4l"] },
    { body: "", headers: ["validation-token", "v4l"] },
  ],
  ["DISCORD", { body: { type: 1, id: "1" }, isSigned: true }, { body: '{"type":1}' }],
  ["DISCORD", { body: { type: 0, version: 1 }, isSigned: true }, { status: 204, body: "" }],
  [
    "STRAVA",
    { method: "GET", query: "hub.mode=subscribe&hub.challenge=15f7&hub.verify_token=STRAVA" },
    { body: '{"hub.challenge":"15f7"}' },
  ],
  ["MONDAY", { body: { challenge: "3eZb" } }, { body: '{"challenge":"3eZb"}' }],
  ["VERCEL_LOG_DRAINS", { body: "" }, { body: "", headers: ["x-vercel-verify", "v3rify"] }],
  [
    "FRONTAPP",
    { headers: ["X-Front-Challenge", "c9a0"], body: { type: "sync" }, isSigned: true },
    { body: '{"challenge":"c9a0"}' },
  ],
  [
    "LINKEDIN",
    { method: "GET", query: `challengeCode=${UUID}` },
    { body: `{"challengeCode":"${UUID}","challengeResponse":"${hex(UUID)}"}` },
  ],
  ["MAILERSEND", { body: { type: "webhook.test", message: "ping" } }, { body: "" }],
  ["MAILCHIMP", { method: "HEAD" }, { body: "" }],
  ["MAILCHIMP", { method: "GET" }, { body: "" }],
  ["EXACT_ONLINE", {}, { body: "" }],
  [
    "OKTA",
    { method: "GET", headers: ["X-Okta-Verification-Challenge", "f80b"] },
    { body: '{"verification":"f80b"}' },
  ],
  ["MICROSOFT_GRAPH", { query: "validationToken=Validation%3A+a%2Bb" }, { body: "Validation: a+b" }],
  ["MICROSOFT_SHAREPOINT", { query: "validationtoken=1a2b" }, { body: "1a2b" }],
  ["CIRCLE", { method: "HEAD" }, { body: "" }],
  ["EBAY", { method: "GET", query: "challenge_code=71745" }, { body: `{"challengeResponse":"${ebayHash}"}` }],
  ["AWS_SNS", { body: sns }, { body: "" }],
];

test("every type that asks has a line here", () => {
  const types = SOURCE_TYPES.filter((type) => (SOURCE_TYPE_ENTRIES[type].challenges ?? []).length > 0);

  expect([...new Set(CASES.map(([type]) => type))].toSorted()).toEqual([...types].toSorted());
});

describe.each(CASES)("%s", (type, request, { status = 200, body, headers = [] }) => {
  const entry = SOURCE_TYPES.find((one) => one === type);
  const hasRecipe = entry !== undefined && SOURCE_TYPE_ENTRIES[entry].recipes !== undefined;
  const needsSecret = /EBAY|LINKEDIN|SMARTCAR|TWITTER|VERCEL_LOG_DRAINS|ZOOM/.test(type);

  test("gets the reply that it wants", async () => {
    const answer = await asked(type, request, hasRecipe);

    expect(answer).toMatchObject({ result: "challenged", reply: { status, body } });
    expect(JSON.stringify(answer)).toContain(JSON.stringify(headers).slice(1, -1));
  });

  test("gets it from a source without a secret, unless the reply needs one", async () => {
    expect(await asked(type, request, false)).toMatchObject({ result: needsSecret ? "open" : "challenged" });
  });

  if (request.isSigned)
    test("gets no reply to a challenge that somebody made up", async () => {
      expect(await asked(type, { ...request, isSigned: false }, true)).toMatchObject({ result: "failed" });
    });
});

test("other requests are no challenges", async () => {
  const others: [string, Asked][] = [
    ["STRAVA", { method: "GET", query: "hub.mode=subscribe&hub.challenge=15f7&hub.verify_token=other" }],
    [
      "STRAVA",
      { method: "GET", query: "hub.challenge=1&hub.challenge=2&hub.mode=subscribe&hub.verify_token=STRAVA" },
    ],
    ["STRAVA", { body: { object_type: "activity" } }],
    ["MONDAY", { body: { event: {}, challenge: "3eZb" } }],
    ["MONDAY", { body: { challenge: { deep: 1 } } }],
    ["MONDAY", { body: `{"challenge":"3eZb","pad":"${"x".repeat(20_000)}"}` }],
    ["MONDAY", { body: '{"challenge":' }],
    ["NYLAS", { method: "POST", query: "challenge=1" }],
    ["DISCORD", { body: { type: 1, event: {} } }],
    ["MAILERSEND", { body: { type: "activity.sent" } }],
    ["EXACT_ONLINE", { body: {} }],
  ];

  for (const [type, request] of others)
    expect([type, await asked(type, request, false)]).toEqual([type, { result: "open" }]);
});

test("no reply signs a text that could be a request", async () => {
  const bodies = ['{"forged":true}', "v0:1767225600:{}", "[1]", "a b", "x".repeat(300)];

  for (const text of bodies) {
    const answers = [
      await asked("TWITTER", { method: "GET", query: `crc_token=${encodeURIComponent(text)}` }, true),
      await asked("ZOOM", { body: { ...zoom, payload: { plainToken: text } }, isSigned: true }, true),
      await asked(
        "SMARTCAR",
        { body: { eventType: "VERIFY", data: { challenge: text } }, isSigned: true },
        true,
      ),
    ];
    expect(answers.map((answer) => answer?.result)).toEqual(["failed", "passed", "passed"]);
    expect(JSON.stringify(answers)).not.toContain(hex(text));
  }
  for (const code of ["hmacsha256=", "hmacsha256=1", "890e4665"])
    expect(await asked("LINKEDIN", { method: "GET", query: `challengeCode=${code}` }, true)).toMatchObject({
      result: "failed",
    });
});

test("a challenge teaches its secret only to a source that has none", async () => {
  const told = { headers: ["X-Hook-Secret", "b537"], body: {} };
  const learned = { type: "CLIO", auth: { webhook_secret_key: "b537" } };

  expect(await asked("CLIO", told, false)).toMatchObject({ learned });
  expect(await asked("CLIO", told, true)).not.toHaveProperty("learned");
  expect(await asked("RING_CENTRAL", { headers: ["Validation-Token", "v4l"] }, false)).not.toHaveProperty(
    "learned",
  );
});

test("a log drain whose token nobody configured is not told one", async () => {
  const verify = verifiers.get("VERCEL_LOG_DRAINS")?.withAuth({
    webhook_secret_key: "s",
    log_drains_secret: null,
  });

  expect(await verify?.(evidenceOf("VERCEL_LOG_DRAINS", {}))).toMatchObject({ result: "failed" });
});

test("a reply carries what the sender wrote as plain text", async () => {
  const answer = await asked("NYLAS", { method: "GET", query: "challenge=<b>1</b>" }, true);

  expect(answer).toEqual({
    result: "challenged",
    reply: { status: 200, headers: ["content-type", "text/plain; charset=utf-8"], body: "<b>1</b>" },
  });
});

const confirmations = () => keyServer.asked.filter((url) => url.includes("ConfirmSubscription")).length;

describe("a subscription to an SNS topic", () => {
  const other = { ...sns, Token: "2337" };
  const elsewhere = SUBSCRIBE_URL.replace(
    "sns.eu-west-1.amazonaws.com",
    "sns.eu-west-1.amazonaws.com.evil.example",
  );

  test("is confirmed once the signature is right, with and without a configured check", async () => {
    expect(await asked("AWS_SNS", { body: sns }, true)).toMatchObject({ result: "challenged" });
    expect(await asked("AWS_SNS", { body: sns }, false)).toMatchObject({ result: "challenged" });
    expect(confirmations()).toBe(1);
  });

  test("is not confirmed for a message that somebody changed, or that names another host", async () => {
    const before = confirmations();
    const signedElsewhere = snsMessage({ ...sns, SubscribeURL: elsewhere });

    expect(await asked("AWS_SNS", { body: other }, true)).toMatchObject({ failure: { problem: "DIFFERS" } });
    expect(await asked("AWS_SNS", { body: other }, false)).toEqual({ result: "open" });
    expect(await asked("AWS_SNS", { body: signedElsewhere }, true)).toMatchObject({
      failure: { problem: "MALFORMED", looked_at: { part: "body", name: "SubscribeURL" } },
    });
    expect(confirmations()).toBe(before);
  });

  test("that cannot be confirmed fails, so that SNS sends it again", async () => {
    const gone = snsMessage({ ...sns, SubscribeURL: `${SUBSCRIBE_URL}9` });

    for (const isConfigured of [true, false])
      expect(await asked("AWS_SNS", { body: gone }, isConfigured)).toEqual({
        result: "failed",
        failure: { problem: "KEY_UNAVAILABLE", looked_at: { part: "body", name: "SubscribeURL" } },
      });
  });
});
