/**
 * Providers that sign the body in a way of their own: another digest, a key that is decoded first, several signatures in one
 * header, other text around the body, or a time within it. They ask nothing before they send.
 */
import { bodyHmac, hex, mistakes, perEndpoint } from "./body-hmac-recipe.ts";
import { CHANGED_BODY, CLOCK, SWAPPED_SECRETS, entries, signingSecret } from "./entry.ts";

export const BODY_HMAC_VARIANTS = entries({
  FLEXPORT: {
    docs: "https://apidocs.flexport.com/2023-07-01/tag/Webhook-Endpoints",
    auth: signingSecret("The secret of the webhook endpoint."),
    recipes: [
      hex("x-hub-signature-256", "sha256="),
      bodyHmac("sha1", "hex", { header: "x-hub-signature", prefix: "sha1=" }),
    ],
    mistakes: perEndpoint,
  },
  PAYSTACK: {
    docs: "https://paystack.com/docs/payments/webhooks/",
    auth: signingSecret("Settings → API keys & webhooks → Secret key.", "Secret key"),
    recipes: [bodyHmac("sha512", "hex", { header: "x-paystack-signature" })],
    mistakes: [SWAPPED_SECRETS, CHANGED_BODY],
  },
  AIRTABLE: {
    docs: "https://airtable.com/developers/web/api/webhooks-overview",
    icon: "airtable",
    auth: signingSecret("The reply that created the webhook has it as macSecretBase64.", "MAC secret"),
    recipes: [
      {
        ...hex("x-airtable-content-mac", "hmac-sha256="),
        key_form: "base64",
      },
    ],
    mistakes: perEndpoint,
  },
  ENODE: {
    docs: "https://developers.enode.com/docs/webhooks",
    auth: signingSecret("The secret that you pass when you create the webhook.", "Secret"),
    recipes: [bodyHmac("sha1", "hex", { header: "x-enode-signature", prefix: "sha1=" })],
    mistakes,
  },
  VERCEL: {
    docs: "https://vercel.com/docs/webhooks/webhooks-api",
    icon: "vercel",
    auth: signingSecret(
      "Vercel shows it once, when you create the webhook; for an integration it is its client secret.",
      "Secret",
    ),
    recipes: [bodyHmac("sha1", "hex", { header: "x-vercel-signature" })],
    mistakes: perEndpoint,
  },
  LINEAR: {
    docs: "https://linear.app/developers/webhooks",
    icon: "linear",
    auth: signingSecret("On the page of the webhook, in the API settings."),
    recipes: [
      {
        ...hex("linear-signature"),
        timestamp: { body: "webhookTimestamp", unit: "ms", tolerance_s: 60 },
      },
    ],
    mistakes: [...perEndpoint, CLOCK],
  },
  CRONOFY: {
    docs: "https://docs.cronofy.com/developers/push-notifications/authentication/",
    auth: signingSecret("The client secret of your application.", "Client secret"),
    recipes: [bodyHmac("sha256", "base64", { header: "cronofy-hmac-sha256", separator: "," })],
    mistakes,
  },
  RECHARGE: {
    docs: "https://developer.rechargepayments.com/2021-11/webhooks_explained",
    auth: signingSecret("The client secret of the API token that created the webhook.", "API client secret"),
    recipes: [
      {
        scheme: "hash",
        algorithm: "sha256",
        encoding: "hex",
        signature: { header: "x-recharge-hmac-sha256" },
        content: "{auth:webhook_secret_key}{body}",
      },
    ],
    mistakes: [
      "The client secret belongs to another API token than the one that created the webhook.",
      CHANGED_BODY,
    ],
  },
  SMILE: {
    docs: "https://docs.getsmileapi.com/reference/webhooks",
    auth: signingSecret("The secret that you enter when you register the webhook.", "Secret"),
    recipes: [bodyHmac("sha512", "hex", { header: "smile-signature" })],
    mistakes: perEndpoint,
  },
  SOLIDGATE: {
    docs: "https://docs.solidgate.com/payments/integrate/access-to-api/",
    auth: signingSecret(
      "Hub → Developers → Channel details → Webhook secret key. It begins with wh_sk_.",
      "Webhook secret key",
    ),
    recipes: [
      {
        scheme: "hmac",
        algorithm: "sha512",
        encoding: "base64 of hex",
        signature: { header: "signature" },
        content: "{header:merchant}{body}{header:merchant}",
      },
    ],
    mistakes: ["The secret key of the API is configured instead of the one for webhooks.", CHANGED_BODY],
  },
  TIKTOK_SHOP: {
    docs: "https://partner.tiktokshop.com/docv2/page/tts-webhooks-overview",
    icon: "tiktok",
    auth: {
      app_key: {
        label: "App key",
        hint: "Partner Center → App & Service → your app → App key.",
        is_secret: false,
      },
      ...signingSecret("Partner Center → App & Service → your app → App secret.", "App secret"),
    },
    recipes: [{ ...hex("authorization"), content: "{auth:app_key}{body}" }],
    mistakes: ["The key and the secret belong to different apps.", CHANGED_BODY],
  },
  BRIDGE_API: {
    docs: "https://docs.bridgeapi.io/docs/secure-your-webhooks",
    auth: signingSecret("Bridge shows it once, when you create the webhook or change its secret."),
    recipes: [bodyHmac("sha256", "hex", { header: "bridgeapi-signature", separator: ",", field: "v1" })],
    mistakes: [
      "The secret was changed in Bridge more than a day ago, and the old one is configured.",
      ...perEndpoint,
    ],
  },
  FAUNDIT: {
    docs: "https://faundit.gitbook.io/faundit-api-v2/webhooks",
    auth: signingSecret("Faundit gives it to you on request.", "Webhook signing key"),
    // Not X-Faundit-Signature, which comes too and does not cover the body. The page does not say in which unit the time
    // is, so Posthorn does not check how old a request is.
    recipes: [{ ...hex("x-faundit-signature-next"), content: "v1:{header:x-faundit-timestamp}:{body}" }],
    mistakes,
  },
  NMI: {
    docs: "https://docs.nmi.dev/reference/overview",
    auth: signingSecret("Settings → Webhooks → Signing key.", "Signing key"),
    recipes: [
      {
        ...bodyHmac("sha256", "hex", { header: "webhook-signature", separator: ",", field: "s" }),
        nonce: { header: "webhook-signature", separator: ",", field: "t" },
        content: "{nonce}.{body}",
      },
    ],
    mistakes: ["The signing key of another merchant account is configured.", CHANGED_BODY],
  },
});
