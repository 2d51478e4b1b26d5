/** Samples of providers that sign with a private key; the source has the public one. */
import { type KeyObject, constants, createHash, generateKeyPairSync, sign } from "node:crypto";
import { OTHER_RSA, RSA } from "./fetched-samples.ts";
import type { Sample } from "./sample.ts";

const ED25519 = generateKeyPairSync("ed25519");
const OTHER_ED25519 = generateKeyPairSync("ed25519");
const EC = generateKeyPairSync("ec", { namedCurve: "P-256" });
const OTHER_EC = generateKeyPairSync("ec", { namedCurve: "P-256" });

/** The 32 bytes of the key alone. */
function raw(key: KeyObject, encoding: "hex" | "base64" | "base64url"): string {
  return Buffer.from(key.export({ format: "jwk" }).x ?? "", "base64url").toString(encoding);
}
const pem = (key: KeyObject) => key.export({ type: "spki", format: "pem" }).toString();
const der = (key: KeyObject) => key.export({ type: "spki", format: "der" }).toString("base64");
const base64url = (text: string) => Buffer.from(text).toString("base64url");
const ed25519 = (text: string) => sign(null, Buffer.from(text), ED25519.privateKey);

export const PUBLIC_KEY_SAMPLES: Readonly<Record<string, Sample>> = {
  DISCORD: {
    auth: { public_key: raw(ED25519.publicKey, "hex") },
    otherAuth: { public_key: raw(OTHER_ED25519.publicKey, "hex") },
    headers: ({ body, seconds }) => ({
      "X-Signature-Timestamp": String(seconds),
      "X-Signature-Ed25519": ed25519(`${seconds}${body}`).toString("hex"),
    }),
    isTimed: true,
  },
  TELNYX: {
    auth: { public_key: raw(ED25519.publicKey, "base64") },
    otherAuth: { public_key: raw(OTHER_ED25519.publicKey, "base64") },
    headers: ({ body, seconds }) => ({
      "telnyx-timestamp": String(seconds),
      "telnyx-signature-ed25519": ed25519(`${seconds}|${body}`).toString("base64"),
    }),
    isTimed: true,
  },
  SENDGRID: {
    auth: { webhook_secret_key: der(EC.publicKey) },
    otherAuth: { webhook_secret_key: der(OTHER_EC.publicKey) },
    headers: ({ body, seconds }) => ({
      "X-Twilio-Email-Event-Webhook-Timestamp": String(seconds),
      "X-Twilio-Email-Event-Webhook-Signature": sign(
        "sha256",
        Buffer.from(seconds + body),
        EC.privateKey,
      ).toString("base64"),
    }),
    isTimed: true,
  },
  UTILA: {
    auth: { public_key: pem(RSA.publicKey) },
    otherAuth: { public_key: pem(OTHER_RSA.publicKey) },
    headers: ({ body }) => ({
      "x-utila-signature": sign("sha512", Buffer.from(body), {
        key: RSA.privateKey,
        padding: constants.RSA_PKCS1_PSS_PADDING,
        saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
      }).toString("base64"),
    }),
    isTimed: false,
  },
  BRIDGE_XYZ: {
    auth: { public_key: pem(RSA.publicKey) },
    otherAuth: { public_key: pem(OTHER_RSA.publicKey) },
    headers: ({ body, nowMs }) => ({
      "X-Webhook-Signature": `t=${nowMs},v0=${sign(
        "sha256",
        createHash("sha256").update(`${nowMs}.${body}`).digest(),
        RSA.privateKey,
      ).toString("base64")}`,
    }),
    isTimed: true,
  },
  NEON: {
    auth: { public_key: raw(ED25519.publicKey, "base64url") },
    otherAuth: { public_key: raw(OTHER_ED25519.publicKey, "base64url") },
    headers: ({ body, nowMs }) => {
      const header = base64url('{"alg":"EdDSA","kid":"k1"}');
      const payload = base64url(`${nowMs}.${base64url(body)}`);
      return {
        "X-Neon-Timestamp": String(nowMs),
        "X-Neon-Signature": `${header}..${ed25519(`${header}.${payload}`).toString("base64url")}`,
      };
    },
    isTimed: true,
  },
  TOKENIO: {
    auth: { public_key: raw(ED25519.publicKey, "base64url") },
    otherAuth: { public_key: raw(OTHER_ED25519.publicKey, "base64url") },
    headers: ({ body }) => ({ "token-signature": ed25519(body).toString("base64url") }),
    isTimed: false,
  },
  ALIPAY: {
    auth: { public_key: der(RSA.publicKey) },
    otherAuth: { public_key: der(OTHER_RSA.publicKey) },
    headers: ({ body, url, iso }) => {
      const signed = `POST ${url.replace("https://in.example.com", "")}\nTEST_5X.${iso}.${body}`;
      const signature = sign("sha256", Buffer.from(signed), RSA.privateKey);
      return {
        "Client-Id": "TEST_5X",
        "Request-Time": iso,
        Signature: `algorithm=RSA256,keyVersion=1,signature=${encodeURIComponent(signature.toString("base64"))}`,
      };
    },
    isTimed: false,
  },
  WECHAT: {
    auth: { public_key: pem(RSA.publicKey) },
    otherAuth: { public_key: pem(OTHER_RSA.publicKey) },
    headers: ({ body, seconds }) => ({
      "Wechatpay-Timestamp": String(seconds),
      "Wechatpay-Nonce": "c5ac7061fccab6bf3e254dcf98995b8c",
      "Wechatpay-Signature": sign(
        "sha256",
        Buffer.from(`${seconds}\nc5ac7061fccab6bf3e254dcf98995b8c\n${body}\n`),
        RSA.privateKey,
      ).toString("base64"),
    }),
    isTimed: true,
  },
};
