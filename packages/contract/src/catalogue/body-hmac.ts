/** Providers that sign the body alone, and no time: an HMAC-SHA256 in one header. They ask nothing before they send. */
import { hex, base64, mistakes, perEndpoint } from "./body-hmac-recipe.ts";
import { CHANGED_BODY, OTHER_ENDPOINT, SWAPPED_SECRETS, entries, signingSecret } from "./entry.ts";

export const BODY_HMAC = entries({
  GITHUB: {
    docs: "https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries",
    icon: "github",
    popular: 4,
    auth: signingSecret("The secret that you enter in the settings of the webhook.", "Secret"),
    recipes: [hex("x-hub-signature-256", "sha256=")],
    mistakes: ["The webhook has no secret in GitHub, so GitHub does not sign.", CHANGED_BODY],
  },
  SHOPIFY: {
    docs: "https://shopify.dev/docs/apps/build/webhooks/subscribe/https",
    icon: "shopify",
    popular: 3,
    auth: signingSecret(
      "For webhooks of an app: the client secret of the app. For webhooks of Settings → Notifications: the key on that page.",
    ),
    recipes: [base64("x-shopify-hmac-sha256")],
    mistakes: [
      "Webhooks that were created in the admin are signed with the key of Settings → Notifications, and those of an app with the app's client secret.",
      CHANGED_BODY,
    ],
  },
  CURSOR: {
    docs: "https://cursor.com/docs/cloud-agent/api/webhooks",
    icon: "cursor",
    auth: signingSecret("The secret that you pass when you launch the agent."),
    recipes: [hex("x-webhook-signature", "sha256=")],
    mistakes,
  },
  TYPEFORM: {
    docs: "https://www.typeform.com/developers/webhooks/secure-your-webhooks/",
    auth: signingSecret("The secret that you enter in the settings of the webhook.", "Secret"),
    recipes: [base64("typeform-signature", "sha256=")],
    mistakes,
  },
  TALLY: {
    docs: "https://tally.so/help/webhooks",
    auth: signingSecret("The signing secret that you enter in the settings of the webhook."),
    recipes: [base64("tally-signature")],
    mistakes,
  },
  XERO: {
    docs: "https://developer.xero.com/documentation/guides/webhooks/configuring-your-server/",
    icon: "xero",
    auth: signingSecret("Your app → Webhooks → Webhooks key.", "Webhooks key"),
    alert:
      "Xero tests the URL with requests that are signed wrongly. They are rejected, and Posthorn shows them as rejected requests.",
    recipes: [base64("x-xero-signature")],
    mistakes: [
      "Xero sends wrong signatures on purpose while it tests the URL (intent to receive).",
      CHANGED_BODY,
    ],
  },
  DOCUSIGN: {
    docs: "https://developers.docusign.com/platform/webhooks/connect/hmac/",
    auth: signingSecret("Connect → Connect keys.", "HMAC key"),
    recipes: [1, 2, 3, 4, 5].map((number) => base64(`x-docusign-signature-${number}`)),
    mistakes: [
      "HMAC is not switched on in the Connect configuration, so DocuSign does not sign.",
      CHANGED_BODY,
    ],
  },
  PICQER: {
    docs: "https://picqer.com/en/api/webhooks",
    auth: signingSecret("The secret that you pass when you create the webhook.", "Secret"),
    recipes: [base64("x-picqer-signature")],
    mistakes,
  },
  COMMERCELAYER: {
    docs: "https://docs.commercelayer.io/core/callbacks-security",
    auth: signingSecret("The shared secret of the webhook, which the API returns.", "Shared secret"),
    recipes: [base64("x-commercelayer-signature")],
    mistakes: perEndpoint,
  },
  RAZORPAY: {
    docs: "https://razorpay.com/docs/webhooks/validate-test/",
    icon: "razorpay",
    auth: signingSecret("The secret that you enter in the settings of the webhook.", "Secret"),
    recipes: [hex("x-razorpay-signature")],
    mistakes: [SWAPPED_SECRETS, CHANGED_BODY],
  },
  GOCARDLESS: {
    docs: "https://developer.gocardless.com/getting-started/api/handling-webhooks/",
    auth: signingSecret("Developers → Webhook endpoints → Secret."),
    recipes: [hex("webhook-signature")],
    mistakes: [OTHER_ENDPOINT, "The secret of the sandbox and the one of production are different."],
  },
  NUVEMSHOP: {
    docs: "https://tiendanube.github.io/api-documentation/resources/webhook",
    auth: signingSecret("The client secret of the app.", "App secret"),
    recipes: [hex("x-linkedstore-hmac-sha256")],
    mistakes,
  },
  FASTSPRING: {
    docs: "https://developer.fastspring.com/reference/message-security",
    auth: signingSecret("The HMAC SHA256 secret in the settings of the webhook.", "HMAC secret"),
    recipes: [base64("x-fs-signature")],
    mistakes,
  },
  ALCHEMY: {
    docs: "https://www.alchemy.com/docs/reference/notify-api-quickstart",
    icon: "alchemy",
    auth: signingSecret("Webhooks → your webhook → Signing key.", "Signing key"),
    recipes: [hex("x-alchemy-signature")],
    mistakes: perEndpoint,
  },
  ASHBY: {
    docs: "https://developers.ashbyhq.com/docs/authenticating-webhooks",
    auth: signingSecret("The secret token that you enter in the settings of the webhook.", "Secret token"),
    recipes: [hex("ashby-signature", "sha256=")],
    mistakes: ["The webhook has no secret token in Ashby, so Ashby does not sign.", CHANGED_BODY],
  },
  ATTENTIVE: {
    docs: "https://docs.attentive.com/pages/webhooks/webhook-authentication/",
    auth: signingSecret("Marketplace → your app → Webhooks → Signing key.", "Signing key"),
    recipes: [hex("x-attentive-hmac-sha256")],
    mistakes: perEndpoint,
  },
  BUNNY_STREAM: {
    docs: "https://docs.bunny.net/stream/webhooks",
    icon: "bunnydotnet",
    auth: signingSecret("Your video library → API → Read-only API key.", "Read-only API key"),
    recipes: [hex("x-bunnystream-signature")],
    mistakes: ["The API key that may write is configured instead of the read-only one.", CHANGED_BODY],
  },
  FORMSTACK: {
    docs: "https://developers.formstack.com/docs/webhook-setup",
    icon: "formstack",
    auth: signingSecret("The HMAC key that you enter in the settings of the webhook.", "HMAC key"),
    recipes: [hex("x-fs-signature", "sha256="), hex("x-fs-signature")],
    mistakes: [
      "The webhook has no HMAC key in Formstack, so Formstack does not sign.",
      "The webhook has a custom HMAC header in Formstack. Leave it empty.",
      CHANGED_BODY,
    ],
  },
  SCRAPFLY: {
    docs: "https://scrapfly.io/docs/scrape-api/webhook",
    auth: signingSecret("Dashboard → Webhooks → your webhook → Signing secret."),
    recipes: [hex("x-scrapfly-webhook-signature")],
    mistakes: ["Webhooks belong to one project and one environment, test or live.", CHANGED_BODY],
  },
  SHIPHERO: {
    docs: "https://developer.shiphero.com/webhooks/",
    auth: signingSecret(
      "The API returns it once, as shared_signature_secret, when you create the webhook.",
      "Shared signature secret",
    ),
    recipes: [base64("x-shiphero-hmac-sha256")],
    mistakes: perEndpoint,
  },
  SHOPLINE: {
    docs: "https://developer.shopline.com/docs/apps/api-instructions-for-use/generate-and-verify-signatures",
    auth: signingSecret("Developer Center → Apps → your app → App credentials → App secret.", "App secret"),
    // Its page does not say how the digest is written, and its samples have both.
    recipes: [hex("x-shopline-hmac-sha256"), base64("x-shopline-hmac-sha256")],
    mistakes: ["The app secret was reset.", CHANGED_BODY],
  },
  UBER: {
    docs: "https://developer.uber.com/docs/eats/guides/webhooks",
    icon: "uber",
    auth: signingSecret(
      "Your app → Settings: the signing key of the webhook. Without one, the client secret of the app.",
      "Signing key",
    ),
    recipes: [hex("x-uber-signature")],
    mistakes: [
      "The app has a signing key, and the client secret is configured, or the other way around.",
      CHANGED_BODY,
    ],
  },
  AIPRISE: {
    docs: "https://docs.aiprise.com/docs/callbacks-authentication",
    auth: signingSecret("The API private key of your AiPrise account.", "API private key"),
    recipes: [hex("x-hmac-signature")],
    mistakes: ["The API key of the sandbox and the one of production are different.", CHANGED_BODY],
  },
  FIREFLIES: {
    docs: "https://docs.fireflies.ai/graphql-api/webhooks-v2",
    auth: signingSecret(
      "The signing secret that you enter in the settings of the webhook.",
      "Signing secret",
    ),
    // Webhooks V2 write sha256= before the digest, older ones do not.
    recipes: [hex("x-hub-signature", "sha256="), hex("x-hub-signature")],
    mistakes: ["The webhook has no signing secret in Fireflies, so Fireflies does not sign.", CHANGED_BODY],
  },
});
