/**
 * What happens when keys change, and when the server that publishes them is down, slow, lost or hostile?
 *
 * The far side is a real server on loopback; the clock of the cache is a number.
 */
import type { ServerResponse } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { createAddressGuard } from "../../../outbound/address-guard.ts";
import { createDialer } from "../../../outbound/dialer.ts";
import { createTextAt } from "../../../outbound/text-at.ts";
import {
  GOOGLE_KEYS_URL,
  OTHER_RSA,
  RSA,
  SNS_CERTIFICATE_URL,
  certificateOf,
  googleClaims,
  jwt,
  keySet,
  snsMessage,
  snsNotification,
} from "../../../testing/fetched-samples.ts";
import { startKeyServer } from "../../../testing/key-server.ts";
import { startRawPeer } from "../../../testing/peers.ts";
import { PROVIDER_SAMPLES } from "../../../testing/provider-samples.ts";
import type { Evidence } from "./evidence.ts";
import { createProviderFetches } from "./provider-fetches.ts";
import { verifierOf } from "./verifier.ts";
import { createVerifiers } from "./verifiers.ts";

const NOW_MS = 1_767_225_600_000;
const MINUTE_MS = 60_000;
const PASSED = { result: "passed" };

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

type Answers = Parameters<typeof startKeyServer>[0];

async function givenProvider(answers: Answers) {
  const server = await startKeyServer(answers);
  closing.push(server.close);
  const clock = { ms: 0 };
  const verifiers = createVerifiers(createProviderFetches({ ...server, now: () => clock.ms }));
  const verifier = (type: string, auth: unknown = PROVIDER_SAMPLES[type]?.auth) => {
    const verify = verifiers.get(type)?.withAuth(auth);
    if (!verify) throw new Error("not configured");
    return verify;
  };
  return { ...server, clock, verifiers, verifier };
}

function evidenceOf(headers: Record<string, string>, body = "{}"): Evidence {
  return {
    method: "POST",
    path: "/",
    query: null,
    url: "https://in.example.com/e/t0k3n",
    headers: Object.entries(headers).flat(),
    body: Buffer.from(body),
    receivedAtMs: NOW_MS,
  };
}

function pubsub(kid: string, key = RSA.privateKey): Evidence {
  const token = jwt({ alg: "RS256", kid }, googleClaims(NOW_MS / 1000), key);
  return evidenceOf({ Authorization: `Bearer ${token}` });
}

const sns = (message: Record<string, unknown> = snsNotification(NOW_MS)) =>
  evidenceOf({}, JSON.stringify(message));
const unavailable = (part: string, name: string) => ({
  result: "failed",
  failure: { problem: "KEY_UNAVAILABLE", looked_at: { part, name } },
});

describe("a set of keys", () => {
  test("is fetched once for 200 requests at a time, and again after an hour", async () => {
    const google = await givenProvider({ [GOOGLE_KEYS_URL]: { text: keySet({ a: RSA.publicKey }) } });
    const verify = google.verifier("GOOGLE_PUBSUB");

    const request = pubsub("a");
    const answers = await Promise.all(Array.from({ length: 200 }, async () => verify(request)));
    expect(answers).toEqual(answers.map(() => PASSED));
    expect(google.asked).toEqual([GOOGLE_KEYS_URL]);

    google.clock.ms = 61 * MINUTE_MS;
    expect(await verify(pubsub("a"))).toEqual(PASSED);
    expect(google.asked.length).toBe(2);
  });

  test("is known at once to the next request and to other sources", async () => {
    const google = await givenProvider({ [GOOGLE_KEYS_URL]: { text: keySet({ a: RSA.publicKey }) } });
    await google.verifier("GOOGLE_PUBSUB")(pubsub("a"));

    expect(google.verifier("GOOGLE_PUBSUB")(pubsub("a"))).toEqual(PASSED);
  });

  test("is fetched again for a key that it does not have, but not for each made-up one", async () => {
    const google = await givenProvider({ [GOOGLE_KEYS_URL]: { text: keySet({ a: RSA.publicKey }) } });
    const verify = google.verifier("GOOGLE_PUBSUB");
    await verify(pubsub("a"));

    google.answers[GOOGLE_KEYS_URL] = { text: keySet({ b: OTHER_RSA.publicKey }) };
    expect(await verify(pubsub("b", OTHER_RSA.privateKey))).toMatchObject({
      failure: { problem: "DIFFERS" },
    });
    google.clock.ms = MINUTE_MS;
    expect(await verify(pubsub("b", OTHER_RSA.privateKey))).toEqual(PASSED);
    expect(await verify(pubsub("a"))).toMatchObject({ failure: { problem: "DIFFERS" } });
    for (const kid of ["c", "d", "e"]) await verify(pubsub(kid));

    expect(google.asked.length).toBe(2);
  });

  test("still counts for a while if it cannot be fetched again, and then no longer", async () => {
    const google = await givenProvider({ [GOOGLE_KEYS_URL]: { text: keySet({ a: RSA.publicKey }) } });
    const verify = google.verifier("GOOGLE_PUBSUB");
    await verify(pubsub("a"));
    delete google.answers[GOOGLE_KEYS_URL];

    google.clock.ms = 59 * MINUTE_MS;
    expect(await verify(pubsub("a"))).toEqual(PASSED);
    google.clock.ms = 62 * MINUTE_MS;
    expect(await verify(pubsub("a"))).toEqual(unavailable("header", "authorization"));
  });
});

const badAnswers: [how: string, answer: (response: ServerResponse) => void][] = [
  ["hangs up", (response) => response.destroy()],
  ["answers 500", (response) => response.writeHead(500).end(keySet({ a: RSA.publicKey }))],
  ["answers junk", (response) => response.end("<html>")],
  ["answers other JSON", (response) => response.end('{"keys":[{"kid":"a","kty":"oct","k":"AAAA"},null,5]}')],
  [
    "redirects to the key",
    (response) => response.writeHead(302, { location: `${GOOGLE_KEYS_URL}?there` }).end(),
  ],
  ["answers 10 MB", (response) => response.end(keySet({ a: RSA.publicKey }) + " ".repeat(10 * 1024 * 1024))],
  [
    "answers in a coding",
    (response) => response.writeHead(200, { "content-encoding": "gzip" }).end("\x1f\x8b"),
  ],
];

test.each(badAnswers)(
  "a key server that %s lets no request pass, and is left alone for ten seconds",
  async (how, answer) => {
    const google = await givenProvider({
      [GOOGLE_KEYS_URL]: answer,
      [`${GOOGLE_KEYS_URL}?there`]: { text: keySet({ a: RSA.publicKey }) },
    });
    const verify = google.verifier("GOOGLE_PUBSUB");

    for (const turn of [1, 2, 3])
      expect([turn, await verify(pubsub("a"))]).toEqual([turn, unavailable("header", "authorization")]);
    // A connection that breaks is tried once more: it may have been idle, and closed just then.
    expect(google.asked.length).toBe(how === "hangs up" ? 2 : 1);

    google.answers[GOOGLE_KEYS_URL] = { text: keySet({ a: RSA.publicKey }) };
    google.clock.ms = 11_000;
    expect(await verify(pubsub("a"))).toEqual(PASSED);
  },
);

test("a slow key server: each request waits for the verifier's deadline at most, and only so many wait", async () => {
  const google = await givenProvider({ [GOOGLE_KEYS_URL]: () => undefined });
  const sealedAuth = Buffer.from(JSON.stringify(PROVIDER_SAMPLES["GOOGLE_PUBSUB"]?.auth));
  const verify = verifierOf({ type: "GOOGLE_PUBSUB", auth_type: null, sealedAuth }, String, {
    verifiers: google.verifiers,
    fetchWithinMs: 20,
  });
  const evidence = pubsub("a");

  const answers = Array.from({ length: 1_500 }, () => verify?.(evidence));
  const atOnce = answers.filter((answer) => !(answer instanceof Promise));

  expect(atOnce).toEqual(Array.from({ length: 500 }, () => unavailable("header", "authorization")));
  for (const answer of answers) expect(await answer).toMatchObject({ result: "failed" });
  await expect.poll(() => google.asked).toEqual([GOOGLE_KEYS_URL]);
});

test("made-up keys take four fetches of a source at a time, and none of another source", async () => {
  const names = Array.from({ length: 20 }, (_, at) => SNS_CERTIFICATE_URL.replace("9c64", `00${10 + at}`));
  const provider = await givenProvider({ [SNS_CERTIFICATE_URL]: { text: await certificateOf(RSA) } });
  const attacked = provider.verifier("AWS_SNS");

  const madeUp = names.map((SigningCertURL) => attacked(sns({ ...snsNotification(NOW_MS), SigningCertURL })));

  expect(madeUp.filter((answer) => answer instanceof Promise).length).toBe(4);
  expect(await provider.verifier("AWS_SNS")(sns())).toEqual(PASSED);
  for (const answer of madeUp) expect(await answer).toEqual(unavailable("body", "SigningCertURL"));
  expect(await attacked(sns())).toEqual(PASSED);
});

test("the dialer's guard holds: a name of the provider that leads to an internal address is not dialed", async () => {
  const dialer = createDialer(createAddressGuard([]));
  closing.push(() => dialer.close());
  const warned: unknown[] = [];
  const textAt = createTextAt((request) => dialer.exchange({ ...request, origin: "https://127.0.0.1:9" }), {
    warn: (_, details) => void warned.push(details),
  });
  const verify = createVerifiers(createProviderFetches({ textAt })).get("AWS_SNS")?.withAuth({});

  expect(await verify?.(sns())).toEqual(unavailable("body", "SigningCertURL"));
  expect(warned).toMatchObject([{ error: { code: "ADDRESS_NOT_ALLOWED" } }]);
});

describe("the address of a certificate", () => {
  const bad = [
    SNS_CERTIFICATE_URL.replace("https", "http"),
    SNS_CERTIFICATE_URL.replace("amazonaws.com", "amazonaws.com.evil.example"),
    SNS_CERTIFICATE_URL.replace("https://sns", "https://evil.example/sns"),
    SNS_CERTIFICATE_URL.replace("https://", "https://user:pass@"),
    SNS_CERTIFICATE_URL.replace(".com/", ".com:8443/"),
    SNS_CERTIFICATE_URL.replace(".com/", ".com@127.0.0.1/"),
    SNS_CERTIFICATE_URL.replace(".com/", ".com/../"),
    SNS_CERTIFICATE_URL.replace(".com/", ".com/%2e%2e/"),
    SNS_CERTIFICATE_URL.replace(".com/", ".com\\@evil.example/"),
    `${SNS_CERTIFICATE_URL}?x`,
    `${SNS_CERTIFICATE_URL}\n`,
    ` ${SNS_CERTIFICATE_URL}`,
    SNS_CERTIFICATE_URL.replace("eu-west-1", "s3-eu-west-1"),
    SNS_CERTIFICATE_URL.replace("eu-west-1", "s3"),
    "https://sns.eu-west-1.amazonaws.com/",
    "file:///etc/passwd.pem",
    "https://169.254.169.254/latest.pem",
  ];

  test.each(bad)("%j is never fetched", async (SigningCertURL) => {
    const provider = await givenProvider({});

    expect(await provider.verifier("AWS_SNS")(sns({ ...snsNotification(NOW_MS), SigningCertURL }))).toEqual({
      result: "failed",
      failure: { problem: "MALFORMED", looked_at: { part: "body", name: "SigningCertURL" } },
    });
    expect(provider.asked).toEqual([]);
  });

  test("must have a certificate that counts at the time of the request", async () => {
    const past = await certificateOf(RSA, { from: "2020-01-01", until: "2021-01-01" });
    const provider = await givenProvider({ [SNS_CERTIFICATE_URL]: { text: past } });

    expect(await provider.verifier("AWS_SNS")(sns())).toEqual(unavailable("body", "SigningCertURL"));
  });
});

test("SNS: every signed field counts, none can be added, and both versions of the signature pass", async () => {
  const provider = await givenProvider({ [SNS_CERTIFICATE_URL]: { text: await certificateOf(RSA) } });
  const verify = provider.verifier("AWS_SNS");
  const { Subject: _, ...plain } = snsNotification(NOW_MS);
  const withoutSubject = snsMessage(plain);

  for (const message of [snsNotification(NOW_MS, "1"), snsNotification(NOW_MS, "2"), withoutSubject])
    expect(await verify(sns(message))).toEqual(PASSED);
  const changed = {
    Message: "x",
    MessageId: "x",
    Subject: "x",
    TopicArn: "x",
    Type: "UnsubscribeConfirmation",
  };
  for (const [name, value] of Object.entries(changed))
    expect([name, await verify(sns({ ...snsNotification(NOW_MS), [name]: value }))]).toMatchObject([
      name,
      { failure: { problem: "DIFFERS" } },
    ]);
  for (const Subject of ["x", { x: 1 }, true, 5])
    expect(await verify(sns({ ...withoutSubject, Subject }))).toMatchObject({ result: "failed" });
  expect(await verify(sns(snsMessage(plain, OTHER_RSA.privateKey)))).toMatchObject({
    failure: { problem: "DIFFERS" },
  });
});

test("one source's bad API key does not keep another source from the key", async () => {
  const provider = await givenProvider({ ...PROVIDER_SAMPLES["CIRCLE"]?.published });
  const headers = PROVIDER_SAMPLES["CIRCLE"]?.headers({
    body: "{}",
    nowMs: NOW_MS,
    url: "",
    seconds: 0,
    iso: "",
  });
  const evidence = evidenceOf(headers ?? {});

  expect(await provider.verifier("CIRCLE", { api_key: "bad" })(evidence)).toEqual(
    unavailable("header", "x-circle-key-id"),
  );
  expect(await provider.verifier("CIRCLE")(evidence)).toEqual(PASSED);
});

test("eBay: one OAuth token serves for several keys, and the sandbox has addresses of its own", async () => {
  const provider = await givenProvider({ ...PROVIDER_SAMPLES["EBAY"]?.published });
  const sample = PROVIDER_SAMPLES["EBAY"];
  const evidence = evidenceOf(
    sample?.headers({ body: "{}", nowMs: NOW_MS, url: "", seconds: 0, iso: "" }) ?? {},
  );
  const other = Buffer.from(JSON.stringify({ kid: "other", signature: "AAAA" })).toString("base64");

  expect(await provider.verifier("EBAY")(evidence)).toEqual(PASSED);
  await provider.verifier("EBAY")(evidenceOf({ "x-ebay-signature": other }));
  expect(provider.asked.filter((url) => url.includes("oauth2")).length).toBe(1);

  await provider.verifier("EBAY", { ...sample?.auth, environment: "SANDBOX" })(evidence);
  expect(provider.asked.at(-1)).toBe("https://api.sandbox.ebay.com/identity/v1/oauth2/token");
});

test("a fetch has a deadline of its own: an answer that never comes ends the fetch", async () => {
  const dialer = createDialer(createAddressGuard(["127.0.0.0/8"]));
  const silent = await startRawPeer(() => undefined);
  closing.push(() => dialer.close(), silent.close);
  const textAt = createTextAt(
    (request) => dialer.exchange({ ...request, origin: silent.url }),
    { warn: () => undefined },
    { answerWithinMs: 20 },
  );
  const verify = createVerifiers(createProviderFetches({ textAt })).get("AWS_SNS")?.withAuth({});

  expect(await verify?.(sns())).toEqual(unavailable("body", "SigningCertURL"));
});
