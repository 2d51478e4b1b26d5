/**
 * How do providers sign whose keys are fetched, or who send a JSON Web Token?
 *
 * Written with node:crypto from the providers' pages, like the other samples, with what each provider publishes.
 */
import { type KeyObject, createHash, createHmac, generateKeyPairSync, sign } from "node:crypto";
import { crc32 } from "node:zlib";
import selfsigned from "selfsigned";
import { SECRET, type Sample } from "./sample.ts";

const SPKI = { type: "spki", format: "pem" } as const;
export const RSA = generateKeyPairSync("rsa", { modulusLength: 2048 });
export const OTHER_RSA = generateKeyPairSync("rsa", { modulusLength: 2048 });
const EC = generateKeyPairSync("ec", { namedCurve: "P-256" });

/** Of the signing key; it counts from 2020 to 2040. */
export async function certificateOf(
  { publicKey, privateKey }: typeof RSA,
  { from = "2020-01-01", until = "2040-01-01" } = {},
): Promise<string> {
  const made = await selfsigned.generate([{ name: "commonName", value: "sns.amazonaws.com" }], {
    algorithm: "sha256",
    keyPair: {
      publicKey: publicKey.export(SPKI).toString(),
      privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    },
    notBeforeDate: new Date(from),
    notAfterDate: new Date(until),
  });
  return made.cert;
}
const CERTIFICATE = await certificateOf(RSA);

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** `signer` is a private key, or the secret of an HMAC. */
export function jwt(
  head: { alg: string; kid?: string; crit?: string[] },
  claims: object,
  signer: KeyObject | string,
): string {
  const text = `${part(head)}.${part(claims)}`;
  const hash = `sha${head.alg.slice(2)}`;
  const signature =
    typeof signer === "string"
      ? createHmac(hash, signer).update(text).digest()
      : sign(hash, Buffer.from(text), { key: signer, dsaEncoding: "ieee-p1363" });
  return `${text}.${signature.toString("base64url")}`;
}

export const SNS_CERTIFICATE_URL =
  "https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-9c6465fa7f48f5cacd23014631ec1136.pem";

/** The names that are signed are in alphabetical order, each followed by its value. */
export function snsMessage(fields: Record<string, string>, key = RSA.privateKey): Record<string, string> {
  const signed = [
    "Message",
    "MessageId",
    "Subject",
    "SubscribeURL",
    "Timestamp",
    "Token",
    "TopicArn",
    "Type",
  ];
  const text = signed
    .filter((name) => name in fields)
    .map((name) => `${name}\n${fields[name]}\n`)
    .join("");
  const hash = fields["SignatureVersion"] === "1" ? "sha1" : "sha256";
  return {
    ...fields,
    Signature: sign(hash, Buffer.from(text), key).toString("base64"),
    SigningCertURL: SNS_CERTIFICATE_URL,
    UnsubscribeURL: "https://sns.eu-west-1.amazonaws.com/?Action=Unsubscribe",
  };
}

export function snsNotification(nowMs: number, SignatureVersion: "1" | "2" = "2"): Record<string, string> {
  return snsMessage({
    Type: "Notification",
    MessageId: "22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324",
    TopicArn: "arn:aws:sns:eu-west-1:123456789012:MyTopic",
    Subject: "My First Message",
    Message: 'Hello\n"wörld"!',
    Timestamp: new Date(nowMs).toISOString(),
    SignatureVersion,
  });
}

const PAYPAL_CERTIFICATE_URL =
  "https://api.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594-1d93a270";
const EBAY_KEY_ID = "9936261a-7d7b-4621-a0f1-96ccb428af49";
const CIRCLE_KEY_ID = "879dc113-5ca4-4ff7-a6b7-54652083fcf8";
const OAUTH_TOKEN = "v^1.1#i^1#p^1";
export const GOOGLE_KEYS_URL = "https://www.googleapis.com/oauth2/v3/certs";
const AUDIENCE = "https://in.example.com/e/t0k3n";
const SERVICE_ACCOUNT = "pusher@a-project.iam.gserviceaccount.com";

export function googleClaims(seconds: number) {
  return {
    aud: AUDIENCE,
    azp: "113774264463038321964",
    email: SERVICE_ACCOUNT,
    email_verified: true,
    exp: seconds + 3600,
    iat: seconds,
    iss: "https://accounts.google.com",
    sub: "113774264463038321964",
  };
}

export function keySet(keys: Record<string, KeyObject>): string {
  return JSON.stringify({
    keys: Object.entries(keys).map(([kid, key]) =>
      Object.assign(key.export({ format: "jwk" }), { kid, alg: "RS256", use: "sig" }),
    ),
  });
}

function derText(key: KeyObject): string {
  return key.export({ type: "spki", format: "der" }).toString("base64");
}

/** eBay's PEM has no line breaks. */
const ebayKey = JSON.stringify({
  key: EC.publicKey.export(SPKI).toString().replaceAll("\n", ""),
  algorithm: "ECDSA",
  digest: "SHA1",
});
const ebayAuth = {
  environment: "PRODUCTION",
  dev_id: "d3v",
  client_id: "App-1",
  client_secret: "PRD-1",
  verification_token: "a-token-of-32-characters-or-more_",
};
const base64 = (text: string) => Buffer.from(text).toString("base64");

export const FETCHED_SAMPLES: Readonly<Record<string, Sample>> = {
  AWS_SNS: {
    auth: {},
    otherAuth: null,
    headers: () => ({}),
    body: ({ nowMs }) => JSON.stringify(snsNotification(nowMs)),
    contentType: "text/plain; charset=UTF-8",
    isTimed: true,
    isBodyOpen: true,
    published: { [SNS_CERTIFICATE_URL]: { text: CERTIFICATE } },
  },
  PAYPAL: {
    auth: { webhook_id: "1JE4291016473214C" },
    otherAuth: { webhook_id: "WEBHOOK_ID" },
    headers: ({ body, iso }) => {
      const time = iso.replace(/\.\d+/, "");
      const text = `b2384410-f8d2-11e4-8bf3-77339302725b|${time}|1JE4291016473214C|${crc32(body)}`;
      return {
        "PAYPAL-TRANSMISSION-ID": "b2384410-f8d2-11e4-8bf3-77339302725b",
        "PAYPAL-TRANSMISSION-TIME": time,
        "PAYPAL-TRANSMISSION-SIG": sign("sha256", Buffer.from(text), RSA.privateKey).toString("base64"),
        "PAYPAL-CERT-URL": PAYPAL_CERTIFICATE_URL,
      };
    },
    // It counts for three days.
    isTimed: false,
    published: { [PAYPAL_CERTIFICATE_URL]: { text: CERTIFICATE } },
  },
  EBAY: {
    auth: ebayAuth,
    otherAuth: { ...ebayAuth, client_secret: "PRD-2" },
    otherProblem: "KEY_UNAVAILABLE",
    headers: ({ body }) => ({
      "X-EBAY-SIGNATURE": base64(
        JSON.stringify({
          alg: "ecdsa",
          kid: EBAY_KEY_ID,
          signature: sign("sha1", Buffer.from(body), EC.privateKey).toString("base64"),
          digest: "SHA1",
        }),
      ),
    }),
    isTimed: false,
    published: {
      "https://api.ebay.com/identity/v1/oauth2/token": {
        text: JSON.stringify({
          access_token: OAUTH_TOKEN,
          expires_in: 7200,
          token_type: "Application Access Token",
        }),
        authorization: `Basic ${base64("App-1:PRD-1")}`,
      },
      [`https://api.ebay.com/commerce/notification/v1/public_key/${EBAY_KEY_ID}`]: {
        text: ebayKey,
        authorization: `Bearer ${OAUTH_TOKEN}`,
      },
    },
  },
  CIRCLE: {
    auth: { api_key: "TEST_API_KEY:1:2" },
    otherAuth: { api_key: "TEST_API_KEY:3:4" },
    otherProblem: "KEY_UNAVAILABLE",
    headers: ({ body }) => ({
      "X-Circle-Key-Id": CIRCLE_KEY_ID,
      "X-Circle-Signature": sign("sha256", Buffer.from(body), EC.privateKey).toString("base64"),
    }),
    isTimed: false,
    published: {
      [`https://api.circle.com/v2/notifications/publicKey/${CIRCLE_KEY_ID}`]: {
        text: JSON.stringify({
          data: {
            id: CIRCLE_KEY_ID,
            algorithm: "ECDSA_SHA_256",
            publicKey: EC.publicKey.export({ type: "spki", format: "der" }).toString("base64"),
            createDate: "2023-06-28T21:47:35.107250Z",
          },
        }),
        authorization: "Bearer TEST_API_KEY:1:2",
      },
    },
  },
  GOOGLE_PUBSUB: {
    auth: { service_account_email: SERVICE_ACCOUNT, audience: AUDIENCE },
    otherAuth: { service_account_email: "another@gserviceaccount.com", audience: AUDIENCE },
    headers: ({ seconds }) => ({
      Authorization: `Bearer ${jwt({ alg: "RS256", kid: "7d680d8c" }, googleClaims(seconds), RSA.privateKey)}`,
    }),
    isTimed: true,
    isBodyOpen: true,
    published: {
      [GOOGLE_KEYS_URL]: { text: keySet({ "7d680d8c": RSA.publicKey, other: OTHER_RSA.publicKey }) },
    },
  },
  FUSIONAUTH: {
    auth: { webhook_secret_key: SECRET },
    otherAuth: { webhook_secret_key: "an0ther-secret" },
    headers: ({ body }) => ({
      "X-FusionAuth-Signature-JWT": jwt(
        { alg: "HS256", kid: "b3d9" },
        { request_body_sha256: createHash("sha256").update(body).digest("base64") },
        SECRET,
      ),
    }),
    isTimed: false,
  },
  WIX: {
    auth: { webhook_secret_key: RSA.publicKey.export(SPKI).toString() },
    otherAuth: { webhook_secret_key: OTHER_RSA.publicKey.export(SPKI).toString() },
    headers: () => ({}),
    body: ({ seconds }) =>
      jwt(
        { alg: "RS256", kid: "qG1kD2dz" },
        { data: '{"eventType":"x"}', iat: seconds, exp: seconds + 3600 },
        RSA.privateKey,
      ),
    contentType: "text/plain",
    isTimed: true,
  },
  FIREBLOCKS: {
    auth: { environment: "EU" },
    otherAuth: { environment: "EU2" },
    otherProblem: "KEY_UNAVAILABLE",
    headers: ({ body }) => {
      const head = part({ alg: "RS512", kid: "fb-1" });
      const signed = `${head}.${Buffer.from(body).toString("base64url")}`;
      return {
        "Fireblocks-Webhook-Signature": `${head}..${sign("sha512", Buffer.from(signed), RSA.privateKey).toString("base64url")}`,
      };
    },
    isTimed: false,
    published: {
      "https://eu-keys.fireblocks.io/.well-known/jwks.json": { text: keySet({ "fb-1": RSA.publicKey }) },
    },
  },
  SHIPSTATION: {
    auth: {},
    otherAuth: null,
    headers: ({ body, iso }) => ({
      "X-ShipEngine-RSA-SHA256-Key-Id": "se-1",
      "X-ShipEngine-Timestamp": iso,
      "X-ShipEngine-RSA-SHA256-Signature": sign(
        "sha256",
        Buffer.from(`${iso}.${body}`),
        RSA.privateKey,
      ).toString("base64"),
    }),
    isTimed: true,
    published: {
      "https://api.shipengine.com/jwks": {
        text: keySet({ "se-1": RSA.publicKey, other: OTHER_RSA.publicKey }),
      },
    },
  },
  VOLUME: {
    auth: { environment: "LIVE" },
    otherAuth: { environment: "SANDBOX" },
    headers: ({ body }) => ({
      Authorization: `SHA256withRSA ${sign("sha256", Buffer.from(body), RSA.privateKey).toString("base64")}`,
    }),
    isTimed: false,
    published: {
      "https://api.volumepay.io/.well-known/signature/pem": { text: derText(RSA.publicKey) },
      "https://api.sandbox.volumepay.io/.well-known/signature/pem": { text: derText(OTHER_RSA.publicKey) },
    },
  },
};
