/**
 * Do Amazon's and Google's own libraries accept our samples?
 *
 * Amazon's fetches the certificate itself, so it gets one from a TLS server on loopback. What the library jose signs is
 * in `jwt.test.ts`.
 */
import { once } from "node:events";
import { createServer, globalAgent } from "node:https";
import type { AddressInfo } from "node:net";
import { OAuth2Client } from "google-auth-library";
import MessageValidator from "sns-validator";
import { afterAll, expect, test } from "vitest";
import {
  RSA,
  certificateOf,
  googleClaims,
  snsMessage,
  snsNotification,
} from "../../../testing/fetched-samples.ts";
import { certificate } from "../../../testing/peers.ts";
import { PROVIDER_SAMPLES } from "../../../testing/provider-samples.ts";

const NOW_MS = Date.now();

const authority = await certificate({ name: "localhost" });
globalAgent.options.ca = authority.cert;
const certificateText = await certificateOf(RSA);
const server = createServer({ key: authority.key, cert: authority.cert }, (_, response) =>
  response.end(certificateText),
);
server.listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as AddressInfo; // a TCP server has an AddressInfo
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function isAcceptedByAmazon(message: Record<string, string>): Promise<boolean> {
  const there = { ...message, SigningCertURL: `https://localhost:${port}/sns.pem` };
  return new Promise((resolve) => {
    new MessageValidator(/^localhost:/).validate(there, (error) => resolve(error === null));
  });
}

test("the library of Amazon accepts our samples of SNS, and no other message", async () => {
  const confirmation = {
    ...snsNotification(NOW_MS),
    Type: "SubscriptionConfirmation",
    SubscribeURL: "https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription",
    Token: "2336",
  };

  for (const message of [
    snsNotification(NOW_MS, "1"),
    snsNotification(NOW_MS, "2"),
    snsMessage(confirmation),
  ]) {
    expect(await isAcceptedByAmazon(message)).toBe(true);
    expect(await isAcceptedByAmazon({ ...message, Message: "other" })).toBe(false);
  }
});

test("the library of Google accepts our sample of Pub/Sub, and no other audience", async () => {
  const seconds = Math.floor(NOW_MS / 1000);
  const headers = PROVIDER_SAMPLES["GOOGLE_PUBSUB"]?.headers({
    body: "",
    nowMs: NOW_MS,
    url: "",
    seconds,
    iso: "",
  });
  const token = headers?.["Authorization"]?.replace("Bearer ", "") ?? "";
  const keys = { "7d680d8c": RSA.publicKey.export({ type: "spki", format: "pem" }).toString() };
  const verify = (audience: string) =>
    new OAuth2Client().verifySignedJwtWithCertsAsync(token, keys, audience, ["https://accounts.google.com"]);

  const { aud, email } = googleClaims(seconds);
  expect((await verify(aud)).getPayload()).toMatchObject({ email, email_verified: true });
  await expect(verify("another")).rejects.toThrow("audience");
});
