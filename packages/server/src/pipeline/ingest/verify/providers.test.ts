/**
 * Does each type of the catalogue accept what its provider signs, and nothing else?
 *
 * The same attacks on every type: whatever is changed, left out, doubled, emptied or made too long, the request fails and
 * nothing throws. The samples are signed by node:crypto alone (`testing/provider-samples.ts`).
 */
import { createHash, createHmac } from "node:crypto";
import { SOURCE_TYPE_ENTRIES } from "@posthorn/contract/catalogue/source-type-entries";
import { SOURCE_TYPES } from "@posthorn/contract/source-types";
import * as fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { startKeyServer } from "../../../testing/key-server.ts";
import { PROVIDER_SAMPLES } from "../../../testing/provider-samples.ts";
import { SAMPLE_MOMENT, signedSample } from "../../../testing/signed-sample.ts";
import type { Evidence } from "./evidence.ts";
import { createProviderFetches } from "./provider-fetches.ts";
import type { OpenVerification, Verification } from "./verification.ts";
import { createVerifiers } from "./verifiers.ts";

const { nowMs: NOW_MS, url: URL } = SAMPLE_MOMENT;
const SECRET_OF_SAMPLES = PROVIDER_SAMPLES["GITHUB"]?.auth["webhook_secret_key"] ?? "";
const TWO_DAYS_MS = 2 * 24 * 60 * 60 * 1000;

const published = Object.values(PROVIDER_SAMPLES).map((sample) => sample.published);
const keyServer = await startKeyServer(Object.assign({}, ...published));
afterAll(() => keyServer.close());
const verifiers = createVerifiers(createProviderFetches(keyServer));

const evidenceOf = (type: string): Evidence => signedSample(type).evidence;

function verifyAtOnce(type: string, evidence: Evidence, auth: unknown = PROVIDER_SAMPLES[type]?.auth) {
  const answer = verifiers.get(type)?.withAuth(auth)?.(evidence);
  if (answer instanceof Promise) throw new Error("a promise on the way of every request");
  return answer;
}

async function verify(type: string, evidence: Evidence, auth?: unknown) {
  if (PROVIDER_SAMPLES[type]?.published === undefined) return verifyAtOnce(type, evidence, auth);
  return verifiers.get(type)?.withAuth(auth ?? PROVIDER_SAMPLES[type].auth)?.(evidence);
}

function problemOf(answer: Verification | OpenVerification | undefined): string {
  return answer?.result === "failed" ? answer.failure.problem : `not refused: ${answer?.result}`;
}

/** KEY_UNAVAILABLE if the request names a key that the provider does not have. */
const PROBLEM = /^(MISSING|MALFORMED|DIFFERS|STALE|DUPLICATED|KEY_UNAVAILABLE)$/;
const TYPES = SOURCE_TYPES.filter((type) => SOURCE_TYPE_ENTRIES[type].recipes !== undefined);

test("every type with a recipe has a sample, and no other type checks anything", () => {
  expect(Object.keys(PROVIDER_SAMPLES).toSorted()).toEqual([...TYPES].toSorted());
  for (const type of SOURCE_TYPES.filter((one) => !TYPES.includes(one) && one !== "MANAGED"))
    expect(verifiers.get(type)?.withAuth({ webhook_secret_key: "s", api_key: "s" }) ?? null).toBeNull();
});

describe.each(TYPES)("%s", (type) => {
  const sample = PROVIDER_SAMPLES[type];
  const right = evidenceOf(type);
  const proof = right.headers.flatMap((_, at) => (at > 1 && at % 2 === 0 ? [at] : []));
  const changed = (at: number, ...pair: string[]) => ({
    ...right,
    headers: right.headers.toSpliced(at, 2, ...pair),
  });

  test("accepts what its provider signs, under any spelling of the headers", async () => {
    expect(await verify(type, right)).toEqual({ result: "passed" });
    const headers = right.headers.map((text, at) => (at % 2 === 0 ? text.toUpperCase() : text));
    expect(await verify(type, { ...right, headers })).toEqual({ result: "passed" });
  });

  test("refuses another body, another secret and an old request", async () => {
    const text = Buffer.from(right.body).toString();
    if (sample?.isBodyOpen !== true)
      for (const body of [`${text} `, text.slice(0, -1), ""])
        expect(problemOf(await verify(type, { ...right, body: Buffer.from(body) }))).toMatch(PROBLEM);
    for (const body of sample?.tampered?.(text) ?? [])
      expect(problemOf(await verify(type, { ...right, body: Buffer.from(body) }))).toMatch(PROBLEM);
    if (sample?.otherAuth)
      expect(problemOf(await verify(type, right, sample.otherAuth))).toBe(sample.otherProblem ?? "DIFFERS");
    if (sample?.isTimed)
      for (const afterMs of [TWO_DAYS_MS, -TWO_DAYS_MS])
        expect(problemOf(await verify(type, { ...right, receivedAtMs: NOW_MS + afterMs }))).toBe("STALE");
  });

  test.each(proof.map((at) => right.headers[at] ?? ""))("refuses a bad %s", async (name) => {
    const at = right.headers.indexOf(name);
    const value = right.headers[at + 1] ?? "";
    const bad: Record<string, Evidence> = {
      missing: changed(at),
      doubled: changed(at, name, value, name.toUpperCase(), value),
      "second to another": changed(at, name, "x", name, value),
      empty: changed(at, name, ""),
      blank: changed(at, name, " "),
      "too long": changed(at, name, value + "0".repeat(20_000)),
      "full of separators": changed(at, name, `${",".repeat(10_000)}${value}`),
      "not ASCII": changed(at, name, `${value.slice(0, -1)}\u00ff`),
      shortened: changed(at, name, value.slice(0, -3)),
    };
    for (const [how, evidence] of Object.entries(bad))
      expect([how, problemOf(await verify(type, evidence))]).toEqual([how, expect.stringMatching(PROBLEM)]);
  });

  if (sample?.query)
    test("refuses a bad query", async () => {
      const query = right.query ?? "";
      const bad = [
        "",
        `${query}&${query}`,
        query.replace(/=.*/, "="),
        query.slice(0, -1),
        `${query}${"0".repeat(20_000)}`,
      ];
      for (const one of [null, ...bad])
        expect(problemOf(await verify(type, { ...right, query: one }))).toMatch(PROBLEM);
    });

  test("a failure names the place and gives away neither the secret nor the right signature", async () => {
    const failures = [
      ...(sample?.otherAuth ? [await verify(type, right, sample.otherAuth)] : []),
      await verify(type, { ...right, headers: [], body: Buffer.from("x") }),
    ];
    for (const failure of failures) {
      expect(failure).toEqual({
        result: "failed",
        failure: {
          problem: expect.any(String),
          looked_at: { part: expect.any(String), name: expect.any(String) },
        },
      });
      const told = JSON.stringify(failure);
      for (const secret of [...Object.values(sample?.auth ?? {}), ...Object.values(sample?.otherAuth ?? {})])
        expect(told).not.toContain(secret);
      for (const at of proof) expect(told).not.toContain(right.headers[at + 1]);
    }
  });

  test("never throws and never passes what somebody made up", async () => {
    const value = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.base64String(),
      fc.constantFrom("t=1,v1=", "sha256=", "v0=", "Basic ", "{", String(NOW_MS), "0".repeat(64), "v1,"),
    );
    const headers = fc.array(
      fc.tuple(fc.constantFrom(...proof.map((at) => right.headers[at] ?? ""), "x"), value),
      {
        maxLength: 4,
      },
    );
    await fc.assert(
      fc.asyncProperty(headers, value, fc.option(value), async (pairs, body, query) => {
        const made = { ...right, headers: pairs.flat(), body: Buffer.from(body), query };
        expect((await verify(type, made))?.result).not.toBe("passed");
      }),
      { numRuns: 50 },
    );
  });

  test("a secret of another form lets nothing pass", () => {
    const bad = [null, [], "s", { webhook_secret_key: "" }, { webhook_secret_key: 5 }];
    for (const auth of sample?.otherAuth ? [...bad, {}] : bad)
      expect(verifiers.get(type)?.withAuth(auth) ?? null).toBeNull();
  });
});

test("a key that is no key lets nothing pass", () => {
  for (const [type, auth] of [
    ["SENDGRID", { webhook_secret_key: "not a key" }],
    ["SENDGRID", { webhook_secret_key: PROVIDER_SAMPLES["TELNYX"]?.auth["public_key"] }],
    ["TELNYX", { public_key: "AAAA" }],
    ["AIRTABLE", { webhook_secret_key: "!!!!" }],
    ["BRIDGE_XYZ", { public_key: "-----BEGIN PUBLIC KEY-----AAAA-----END PUBLIC KEY-----" }],
    ["NEON", { public_key: "AAAA" }],
  ] as const)
    expect([type, verifiers.get(type)?.withAuth(auth)]).toEqual([type, null]);
});

const hmac = (key: string | Buffer, text: string, encoding: "hex" | "base64" = "hex") =>
  createHmac("sha256", key).update(text).digest(encoding);

test("providers that sign in several ways pass in each of them", () => {
  const body = Buffer.from('{"id":"evt_1"}');
  const at = (type: string, auth: object, ...headers: string[]) =>
    verifyAtOnce(type, { ...evidenceOf("GITHUB"), body, headers }, auth)?.result;
  const secret = { webhook_secret_key: "s" };
  const key = { webhook_secret_key: Buffer.from("key").toString("base64") };
  const openPhone = `hmac;1;${NOW_MS};${hmac(Buffer.from("key"), `${NOW_MS}.{"id":"evt_1"}`, "base64")}`;

  expect(at("QUO", key, "openphone-signature", openPhone)).toBe("passed");
  expect(at("SHOPLINE", secret, "X-Shopline-Hmac-Sha256", hmac("s", '{"id":"evt_1"}'))).toBe("passed");
  expect(at("PYLON", secret, "X-Pylon-Signature", hmac("s", '{"id":"evt_1"}'))).toBe("passed");
  expect(at("VAPI", secret, "Authorization", "Bearer s")).toBe("passed");
  expect(at("VAPI", secret, "Authorization", "s")).toBe("failed");
  expect(at("VAPI", secret, "X-Vapi-Secret", "s")).toBe("passed");
  expect(at("VAPI", secret, "x-timestamp", "5", "x-signature", hmac("s", '5.{"id":"evt_1"}'))).toBe("passed");
});

const asBody = (body: object) => Buffer.from(JSON.stringify(body));

test("saved cards of Paymob and subscriptions of Praxis have their own fields", () => {
  const right = evidenceOf("GITHUB");
  const secret = { webhook_secret_key: "s" };
  const obj = {
    id: 1,
    token: "t",
    masked_pan: "x-2346",
    merchant_id: 2,
    card_subtype: "Visa",
    order_id: "3",
  };
  const card = { type: "TOKEN", obj: { ...obj, created_at: "2026-01-01T00:00:00", email: null } };
  const seconds = Math.floor(NOW_MS / 1000);
  const subscription = {
    event: "PaymentSucceeded",
    merchant_id: "m",
    application_key: "a",
    cid: "c",
    plan_id: 7,
  };
  const paid = { ...subscription, subscription_id: 9, subscription_status: "active", timestamp: seconds };

  const saved = createHmac("sha512", "s").update("Visa2026-01-01T00:00:001x-234623t").digest("hex");
  const text = `PaymentSucceededmac79active${seconds}s`;
  const headers = ["Gt-Authentication", createHash("sha384").update(text).digest("hex")];

  expect(
    verifyAtOnce("PAYMOB", { ...right, body: asBody(card), query: `hmac=${saved}` }, secret)?.result,
  ).toBe("passed");
  expect(verifyAtOnce("PRAXIS", { ...right, body: asBody(paid), headers }, secret)?.result).toBe("passed");
});

test("TikTok Shop: the example of its own page passes", () => {
  const body = Buffer.from(
    '{"type":1,"tts_notification_id":"7380066284010030890","shop_id":"7495540735365777507","timestamp":1718305585,"data":{"is_on_hold_order":true,"order_id":"576653688135258178","order_status":"UNPAID","update_time":1718305585}}',
  );
  const headers = ["Authorization", "5dec0f11ec2f6783b8deee53c9ffbf8d024302f7c7e7fa55a35d17629031ac05"];
  const auth = { app_key: "abcdef", webhook_secret_key: "123" };

  expect(verifyAtOnce("TIKTOK_SHOP", { ...evidenceOf("TIKTOK_SHOP"), body, headers }, auth)?.result).toBe(
    "passed",
  );
});

test("a JSON field that nobody could write again is malformed", () => {
  const deep = "[".repeat(500_000) + "]".repeat(500_000);
  const body = Buffer.from(`{"object_payload":${deep},"object_payload_signature":"AAAA"}`);

  expect(problemOf(verifyAtOnce("TREEZOR", { ...evidenceOf("TREEZOR"), body }))).toMatch(PROBLEM);
});

test("a key in PEM may be pasted as one line", () => {
  const pem = PROVIDER_SAMPLES["BRIDGE_XYZ"]?.auth["public_key"] ?? "";
  const results = ["\n", "\r\n", "\\n", " ", ""].map((between) => {
    const auth = { public_key: pem.replaceAll("\n", between) };
    return verifyAtOnce("BRIDGE_XYZ", evidenceOf("BRIDGE_XYZ"), auth)?.result;
  });

  expect(results).toEqual(Array.from({ length: 5 }, () => "passed"));
});

test("the text of a member is signed as it came, and no second member of its name counts", () => {
  const right = evidenceOf("EXACT_ONLINE");
  const text = Buffer.from(right.body).toString();
  const isPassed = (body: string) =>
    verifyAtOnce("EXACT_ONLINE", { ...right, body: Buffer.from(body) })?.result === "passed";

  expect(isPassed(text)).toBe(true);
  expect(isPassed(text.replace("Items", "items"))).toBe(false);
  expect(isPassed(text.replace(":{", ":{ "))).toBe(false);
  expect(isPassed(text.replace("\\/", "/"))).toBe(false);
  expect(isPassed(text.replace(/}$/, ',"Content":{}}'))).toBe(false);
  expect(isPassed(text.replace(/}$/, ',"\\u0043ontent":{}}'))).toBe(false);
});

function items(...notificationItems: unknown[]): string {
  return JSON.stringify({ live: "false", notificationItems });
}

describe("a notification of Adyen", () => {
  const right = evidenceOf("ADYEN");
  const result = (body: string, ...headers: string[]) =>
    verifyAtOnce("ADYEN", { ...right, headers, body: Buffer.from(body) })?.result;
  const parsed = JSON.parse(Buffer.from(right.body).toString());
  const [first, second] = parsed.notificationItems;
  const changed = (fields: object) =>
    items({ NotificationRequestItem: { ...first.NotificationRequestItem, ...fields } });

  test("passes only if each of its items is signed", () => {
    expect(result(items(first))).toBe("passed");
    expect(result(items(second, first))).toBe("passed");
    expect(result(items())).toBe("failed");
    expect(result(items(first, { NotificationRequestItem: {} }))).toBe("failed");
    expect(result(items(...Array.from({ length: 101 }, () => first)))).toBe("failed");
    expect(result(changed({ amount: { currency: "EUR", value: 1 } }))).toBe("failed");
    expect(result(changed({ success: "false" }))).toBe("failed");
    expect(result(changed({ originalReference: {} }))).toBe("failed");
    expect(result(changed({ originalReference: null }))).toBe("passed");
  });

  const { amount, additionalData, ...others } = second.NotificationRequestItem;
  const fields = { ...others, ...amount, "additionalData.hmacSignature": additionalData.hmacSignature };

  test("may be a form, but signed fields beside other items prove nothing", () => {
    expect(result(new URLSearchParams(fields).toString())).toBe("passed");
    expect(result(new URLSearchParams({ ...fields, value: "1" }).toString())).toBe("failed");
    expect(result(JSON.stringify({ ...fields, additionalData }))).toBe("failed");
  });

  test("may be signed as a whole, in a header", () => {
    const key = Buffer.from(PROVIDER_SAMPLES["ADYEN"]?.auth["webhook_secret_key"] ?? "", "hex");
    const signature = createHmac("sha256", key).update('{"type":"x"}').digest("base64");

    expect(result('{"type":"x"}', "HmacSignature", signature)).toBe("passed");
    expect(result('{"type":"y"}', "HmacSignature", signature)).toBe("failed");
  });
});

test("a webhook of a Front rule is signed without a time, and one of an app never", () => {
  const body = Buffer.from("{}");
  const sha1 = createHmac("sha1", SECRET_OF_SAMPLES).update(body).digest("base64");
  const sha256 = createHmac("sha256", SECRET_OF_SAMPLES).update(body).digest("base64");
  const result = (signature: string) =>
    verifyAtOnce("FRONTAPP", { ...evidenceOf("FRONTAPP"), body, headers: ["X-Front-Signature", signature] })
      ?.result;

  expect([result(sha1), result(sha256)]).toEqual(["passed", "failed"]);
});

test("a detached signature has nothing where the payload was", () => {
  const right = evidenceOf("NEON");
  const at = right.headers.indexOf("X-Neon-Signature") + 1;
  const signature = right.headers[at] ?? "";
  const result = (value: string) =>
    verifyAtOnce("NEON", { ...right, headers: right.headers.with(at, value) })?.result;

  expect(result(signature)).toBe("passed");
  for (const bad of [signature.replace("..", ".e30."), signature.replace("..", "."), `${signature}.`, ".."])
    expect(result(bad)).toBe("failed");
});

test("the address may have the sender's own host, and no other path", async () => {
  const right = evidenceOf("SQUARE");
  const at = async (url: string, ...headers: string[]) =>
    (await verify("SQUARE", { ...right, url, headers: [...right.headers, ...headers] }))?.result;
  const inside = URL.replace("https://in.example.com", "http://10.0.0.1:4401");

  expect(await at(URL)).toBe("passed");
  expect(await at(inside)).toBe("failed");
  expect(await at(inside, "Host", "in.example.com", "X-Forwarded-Proto", "https")).toBe("passed");
  expect(
    await at(inside, "Host", "x", "X-Forwarded-Host", "in.example.com", "X-Forwarded-Proto", "https"),
  ).toBe("passed");
  expect(await at(URL.replace("orders", "others"), "Host", "in.example.com")).toBe("failed");
  expect(await at(inside, "Host", "in.example.com/e/t0k3n?", "X-Forwarded-Proto", "https")).toBe("failed");
});
