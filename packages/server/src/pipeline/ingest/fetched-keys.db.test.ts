/** Do requests pass whose keys are fetched, through the whole gateway, and does a slow key server hold up nobody else? */
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { SNS_CERTIFICATE_URL, snsMessage, snsNotification } from "../../testing/fetched-samples.ts";
import { eventually, givenConnection, startFarEnd, startGateway } from "../../testing/gateway.ts";
import { startKeyServer } from "../../testing/key-server.ts";
import { PROVIDER_SAMPLES } from "../../testing/provider-samples.ts";

const SUBSCRIBE_URL = "https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=2336";
const published = PROVIDER_SAMPLES["AWS_SNS"]?.published ?? {};

let gateway: Awaited<ReturnType<typeof startGateway>>;
let keyServer: Awaited<ReturnType<typeof startKeyServer>>;
let farEnd: Awaited<ReturnType<typeof startFarEnd>>;

beforeAll(async () => {
  keyServer = await startKeyServer({});
  farEnd = await startFarEnd();
  gateway = await startGateway(undefined, { textAt: keyServer.textAt });
});
afterAll(async () => {
  await keyServer.close();
  await gateway.stop();
  farEnd.close();
});

const given = (type: string, auth?: object) =>
  givenConnection(gateway.db, { url: farEnd.url, source: { type, ...(auth && { auth }) } });

const send = (path: string, message: object) =>
  fetch(gateway.url + path, {
    method: "POST",
    headers: { "content-type": "text/plain; charset=UTF-8" },
    body: JSON.stringify(message),
  });

async function stored(project: string) {
  const { rows } = await gateway.db.query<{ rejection_cause: string | null; verified: boolean | null }>(
    "select rejection_cause, verified from requests where team_id = $1 order by id",
    [project],
  );
  return rows;
}

test("a signed message is delivered; a forged one, and one whose key cannot be had, are kept as rejected", async () => {
  const { path, project } = await given("AWS_SNS", {});
  const message = snsNotification(Date.now());

  expect((await send(path, message)).status).toBe(401);
  Object.assign(keyServer.answers, published);
  const later = { ...message, SigningCertURL: SNS_CERTIFICATE_URL.replace("eu-west-1", "eu-west-2") };
  keyServer.answers[later.SigningCertURL] = published[SNS_CERTIFICATE_URL] ?? { text: "" };
  expect((await send(path, later)).status).toBe(200);
  expect((await send(path, { ...later, Message: "forged" })).status).toBe(401);

  expect(await stored(project)).toEqual([
    { rejection_cause: "VERIFICATION_FAILED", verified: false },
    { rejection_cause: null, verified: true },
    { rejection_cause: "VERIFICATION_FAILED", verified: false },
  ]);
  await farEnd.arrivals(1);
});

test("a subscription is confirmed by a source with and without a check, and is not stored", async () => {
  const region = "eu-west-3";
  const certificateUrl = SNS_CERTIFICATE_URL.replace("eu-west-1", region);
  keyServer.answers[certificateUrl] = published[SNS_CERTIFICATE_URL] ?? { text: "" };

  for (const auth of [{}, undefined]) {
    const { path, project } = await given("AWS_SNS", auth);
    const url = SUBSCRIBE_URL + (auth ? "1" : "2");
    keyServer.answers[url] = { text: "<ConfirmSubscriptionResponse/>" };
    const confirmation = snsMessage({
      ...snsNotification(Date.now()),
      Type: "SubscriptionConfirmation",
      Token: "2336",
      SubscribeURL: url,
    });

    const response = await send(path, { ...confirmation, SigningCertURL: certificateUrl });
    expect([response.status, await response.text()]).toEqual([200, ""]);
    expect(keyServer.asked).toContain(url);
    expect(await stored(project)).toEqual([]);
  }
});

test("requests for a slow key server fail together after one fetch, and other sources are served meanwhile", async () => {
  const slowUrl = SNS_CERTIFICATE_URL.replace("eu-west-1", "us-east-1");
  keyServer.answers[slowUrl] = () => undefined;
  const slow = await given("AWS_SNS", {});
  const other = await given("WEBHOOK");
  const message = { ...snsNotification(Date.now()), SigningCertURL: slowUrl };

  const slowAnswers = Array.from({ length: 20 }, () => send(slow.path, message));
  await eventually(
    async () => keyServer.asked,
    (asked) => asked.includes(slowUrl),
  );
  expect((await send(other.path, {})).status).toBe(200);

  for (const { status } of await Promise.all(slowAnswers)) expect(status).toBe(401);
  expect(keyServer.asked.filter((url) => url === slowUrl).length).toBe(1);
});

test("with fetches turned off nothing is fetched, no request passes, and the reason says so", async () => {
  Object.assign(keyServer.answers, published);
  const off = await startGateway(undefined, { textAt: null });
  onTestFinished(() => off.stop());
  const message = snsNotification(Date.now());
  const subscription = snsMessage({
    ...message,
    Type: "SubscriptionConfirmation",
    Token: "2336",
    SubscribeURL: SUBSCRIBE_URL,
  });
  const askedBefore = keyServer.asked.length;

  const checking = await givenConnection(off.db, { url: farEnd.url, source: { type: "AWS_SNS", auth: {} } });
  const open = await givenConnection(off.db, { url: farEnd.url, source: { type: "AWS_SNS" } });
  const answers = [];
  for (const [{ path }, body] of [
    [checking, message],
    [checking, subscription],
    [open, subscription],
  ] as const)
    answers.push((await fetch(off.url + path, { method: "POST", body: JSON.stringify(body) })).status);

  const { rows } = await off.db.query("select rejection_cause, verified, verification_failure from requests");
  const failure = { problem: "KEY_UNAVAILABLE", looked_at: { part: "body", name: "SigningCertURL" } };
  const rejected = {
    rejection_cause: "VERIFICATION_FAILED",
    verified: false,
    verification_failure: { ...failure, fetches_off: true },
  };
  expect(answers).toEqual([401, 401, 401]);
  expect(rows).toEqual([rejected, rejected, rejected]);
  expect(keyServer.asked.length).toBe(askedBefore);
});
