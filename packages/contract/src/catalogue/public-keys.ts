/** Providers that sign with a private key; the source has the public one. */
import { type AuthFields, CHANGED_BODY, CLOCK, OTHER_ADDRESS, entries } from "./entry.ts";
import type { Encoding, PublicKeyRecipe } from "./recipe.ts";

function publicKey(hint: string, label = "Public key"): AuthFields {
  return { public_key: { label, hint, is_secret: false } };
}

type Rest = Omit<PublicKeyRecipe, "scheme" | "algorithm" | "encoding" | "key" | "key_form">;

function ed25519(key_form: "raw-hex" | "raw-base64", encoding: Encoding, rest: Rest): PublicKeyRecipe {
  return { scheme: "public-key", algorithm: "ed25519", encoding, key: "public_key", key_form, ...rest };
}

function rsa(algorithm: "rsa-sha256" | "rsa-pss-sha512", rest: Rest): PublicKeyRecipe {
  return { scheme: "public-key", algorithm, encoding: "base64", key: "public_key", key_form: "der", ...rest };
}

/** Its page gives the verifier a digest of the text, its examples in some languages the text itself. */
const bridge = rsa("rsa-sha256", {
  signature: { header: "x-webhook-signature", separator: ",", field: "v0" },
  timestamp: { header: "x-webhook-signature", separator: ",", field: "t", unit: "ms", tolerance_s: 600 },
  content: "{timestamp}.{body}",
});

export const PUBLIC_KEYS = entries({
  DISCORD: {
    docs: "https://discord.com/developers/docs/events/webhook-events",
    icon: "discord",
    auth: publicKey("Your application → General information → Public key."),
    recipes: [
      ed25519("raw-hex", "hex", {
        signature: { header: "x-signature-ed25519" },
        timestamp: { header: "x-signature-timestamp", unit: "s", tolerance_s: 300 },
        content: "{timestamp}{body}",
      }),
    ],
    challenges: [
      // Interactions ask for a pong, webhook events only for a status.
      {
        when: { method: "POST", equals: [{ body: "type", value: 1 }], without_body: "event" },
        is_signed: true,
        reply: { json: { type: 1 } },
      },
      {
        when: { method: "POST", equals: [{ body: "type", value: 0 }] },
        is_signed: true,
        reply: { status: 204, text: "" },
      },
    ],
    mistakes: ["Discord sends wrong signatures on purpose while it tests the URL.", CHANGED_BODY, CLOCK],
  },
  TELNYX: {
    docs: "https://developers.telnyx.com/docs/messaging/messages/receiving-webhooks",
    auth: publicKey("Account settings → Keys & credentials → Public key."),
    recipes: [
      ed25519("raw-base64", "base64", {
        signature: { header: "telnyx-signature-ed25519" },
        timestamp: { header: "telnyx-timestamp", unit: "s", tolerance_s: 300 },
        content: "{timestamp}|{body}",
      }),
    ],
    mistakes: [CHANGED_BODY, CLOCK],
  },
  SENDGRID: {
    docs: "https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/getting-started-event-webhook-security-features",
    auth: {
      webhook_secret_key: {
        label: "Verification key",
        hint: "Mail settings → Event webhooks → your webhook → Signature verification.",
        is_secret: false,
      },
    },
    recipes: [
      {
        scheme: "public-key",
        algorithm: "ecdsa-sha256",
        encoding: "base64",
        key: "webhook_secret_key",
        key_form: "der",
        signature: { header: "x-twilio-email-event-webhook-signature" },
        timestamp: { header: "x-twilio-email-event-webhook-timestamp", unit: "s", tolerance_s: 300 },
        content: "{timestamp}{body}",
      },
    ],
    mistakes: ["Signature verification is not enabled for the webhook in SendGrid.", CHANGED_BODY, CLOCK],
  },
  UTILA: {
    docs: "https://docs.utila.io/reference/webhooks",
    auth: publicKey("Vault settings → Webhooks → Public key, with its first and last line."),
    recipes: [rsa("rsa-pss-sha512", { signature: { header: "x-utila-signature" }, content: "{body}" })],
    mistakes: ["The key of a service account is configured instead of the one for webhooks.", CHANGED_BODY],
  },
  BRIDGE_XYZ: {
    docs: "https://apidocs.bridge.xyz/platform/additional-information/webhooks/signature",
    auth: publicKey("The public key of the webhook endpoint, in PEM, which the API returns."),
    recipes: [bridge, { ...bridge, is_hashed_first: true }],
    mistakes: ["Each webhook endpoint has a key of its own.", CHANGED_BODY, CLOCK],
  },
  NEON: {
    docs: "https://neon.com/docs/auth/guides/webhooks",
    icon: "neon",
    auth: publicKey("The value of x at /.well-known/jwks.json below the URL of your Neon Auth."),
    recipes: [
      ed25519("raw-base64", "base64url", {
        jws: "detached",
        signature: { header: "x-neon-signature" },
        timestamp: { header: "x-neon-timestamp", unit: "ms", tolerance_s: 300 },
        content: "{timestamp}.{body-base64url}",
      }),
    ],
    mistakes: [
      "Neon has changed its key since the public key was copied.",
      "The public key belongs to another branch.",
      CHANGED_BODY,
      CLOCK,
    ],
  },
  TOKENIO: {
    docs: "https://docs.token.io/products/tpp/integration-considerations/webhooks",
    auth: publicKey("The Ed25519 key of your member at Token.io, in base64url."),
    recipes: [
      ed25519("raw-base64", "base64url", { signature: { header: "token-signature" }, content: "{body}" }),
    ],
    mistakes: [CHANGED_BODY],
  },
  ALIPAY: {
    docs: "https://docs.antom.com/ac/ams/digital_signature",
    icon: "alipay",
    auth: publicKey(
      "Antom Dashboard → Developer → Quick start → Integration resources.",
      "Alipay public key",
    ),
    recipes: [
      rsa("rsa-sha256", {
        signature: { header: "signature", separator: ",", field: "signature", is_percent_encoded: true },
        content: "{method} {path}\n{header:client-id}.{header:request-time}.{body}",
      }),
    ],
    alert:
      "Alipay wants the result S as the answer, or it sends again. Set it as the custom response of this source.",
    mistakes: ["Your own public key is configured instead of Alipay's.", CHANGED_BODY, OTHER_ADDRESS],
  },
  WECHAT: {
    docs: "https://pay.weixin.qq.com/wiki/doc/api_external/en/wechatpay/wechatpay4_1.shtml",
    icon: "wechat",
    auth: publicKey(
      "The public key, or the platform certificate, of WeChat Pay (PEM).",
      "WeChat Pay public key",
    ),
    recipes: [
      rsa("rsa-sha256", {
        signature: { header: "wechatpay-signature" },
        timestamp: { header: "wechatpay-timestamp", unit: "s", tolerance_s: 300 },
        content: "{timestamp}\n{header:wechatpay-nonce}\n{body}\n",
      }),
    ],
    mistakes: [
      "The certificate of the merchant is configured instead of WeChat Pay's.",
      "WeChat Pay has changed its certificate: the header Wechatpay-Serial names the new one.",
      CHANGED_BODY,
      CLOCK,
    ],
  },
});
