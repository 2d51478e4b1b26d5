/** Providers that sign the body, and no time that Posthorn could check: a digest in one header. */
import { CHANGED_BODY, CLOCK, OTHER_ENDPOINT, SWAPPED_SECRETS, entries, signingSecret } from "./entry.ts";
import type { Challenge, DigestAlgorithm, Encoding, HmacRecipe, Spot } from "./recipe.ts";

function bodyHmac(algorithm: DigestAlgorithm, encoding: Encoding, signature: Spot): HmacRecipe {
  return { scheme: "hmac", algorithm, encoding, signature, content: "{body}" };
}
const hex = (header: string, prefix = "") => bodyHmac("sha256", "hex", { header, prefix });
const base64 = (header: string, prefix = "") => bodyHmac("sha256", "base64", { header, prefix });

const mistakes = [CHANGED_BODY];
const perEndpoint = [OTHER_ENDPOINT, CHANGED_BODY];

/** WebSub, as Meta has it. */
const HUB_CHALLENGE: Challenge = {
  when: {
    method: "GET",
    query: "hub.challenge",
    equals: [{ query: "hub.mode", value: "subscribe" }],
  },
  is_signed: false,
  reply: { text: "{query:hub.challenge}" },
};

const META_ALERT =
  "Posthorn replies to Meta's verification request whatever its verify token is. Signatures prove who sends the events.";

/** REST hooks: the provider sends the secret and wants it back before it sends anything else. */
const HOOK_SECRET: Challenge = {
  when: { method: "POST", header: "x-hook-secret" },
  is_signed: false,
  secret: { spot: { header: "x-hook-secret" }, field: "webhook_secret_key" },
  reply: { headers: { "x-hook-secret": "{header:x-hook-secret}" }, text: "" },
};

const learnsSecret = (provider: string) =>
  `Leave authentication off and create the webhook in ${provider}: this source learns the secret from the first webhook that calls it, and verifies all requests from then on. Each webhook has a secret of its own, so use a source for each of them.`;

/** The provider only looks whether the address exists. */
const HEAD: Challenge = { when: { method: "HEAD" }, is_signed: false, reply: { text: "" } };

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
  FACEBOOK: {
    docs: "https://developers.facebook.com/docs/graph-api/webhooks/getting-started",
    icon: "facebook",
    auth: signingSecret("App settings → Basic → App secret.", "App secret"),
    alert: META_ALERT,
    recipes: [hex("x-hub-signature-256", "sha256=")],
    challenges: [HUB_CHALLENGE],
    mistakes,
  },
  WHATSAPP: {
    docs: "https://developers.facebook.com/docs/whatsapp/cloud-api/guides/set-up-webhooks",
    icon: "whatsapp",
    auth: signingSecret("App settings → Basic → App secret.", "App secret"),
    alert: META_ALERT,
    recipes: [hex("x-hub-signature-256", "sha256=")],
    challenges: [HUB_CHALLENGE],
    mistakes,
  },
  INTERCOM: {
    docs: "https://developers.intercom.com/docs/webhooks/webhook-notifications",
    icon: "intercom",
    auth: signingSecret("Your app → Basic information → Client secret.", "Client secret"),
    recipes: [bodyHmac("sha1", "hex", { header: "x-hub-signature", prefix: "sha1=" })],
    challenges: [HEAD],
    mistakes,
  },
  FLEXPORT: {
    docs: "https://apidocs.flexport.com/2023-07-01/tag/Webhook-Endpoints",
    auth: signingSecret("The secret of the webhook endpoint."),
    recipes: [
      hex("x-hub-signature-256", "sha256="),
      bodyHmac("sha1", "hex", { header: "x-hub-signature", prefix: "sha1=" }),
    ],
    mistakes: perEndpoint,
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
  WOOCOMMERCE: {
    docs: "https://woocommerce.com/document/webhooks/",
    icon: "woo",
    auth: signingSecret("The secret in the settings of the webhook.", "Secret"),
    recipes: [base64("x-wc-webhook-signature")],
    challenges: [
      {
        // The first ping is not signed: `webhook_id=…` as a form.
        when: { method: "POST", body: "webhook_id", without_header: "x-wc-webhook-signature" },
        is_signed: false,
        reply: { text: "" },
      },
    ],
    mistakes,
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
  PAYSTACK: {
    docs: "https://paystack.com/docs/payments/webhooks/",
    auth: signingSecret("Settings → API keys & webhooks → Secret key.", "Secret key"),
    recipes: [bodyHmac("sha512", "hex", { header: "x-paystack-signature" })],
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
  NYLAS: {
    docs: "https://developer.nylas.com/docs/v3/notifications/",
    auth: signingSecret("Nylas shows it when the webhook is verified."),
    recipes: [hex("x-nylas-signature")],
    challenges: [
      { when: { method: "GET", query: "challenge" }, is_signed: false, reply: { text: "{query:challenge}" } },
    ],
    mistakes: [
      "Nylas signs the compressed body if the webhook asks for compressed delivery.",
      ...perEndpoint,
    ],
  },
  CLIO: {
    docs: "https://docs.developers.clio.com/api-docs/webhooks/",
    auth: signingSecret(
      "Clio sends it in the header X-Hook-Secret when the webhook is created, and Posthorn learns it by itself.",
      "Shared secret",
    ),
    alert: learnsSecret("Clio"),
    recipes: [hex("x-hook-signature")],
    challenges: [HOOK_SECRET],
    mistakes: perEndpoint,
  },
  ASANA: {
    docs: "https://developers.asana.com/docs/webhooks-guide",
    icon: "asana",
    auth: signingSecret(
      "Asana sends it in the header X-Hook-Secret when the webhook is created, and Posthorn learns it by itself.",
      "X-Hook-Secret",
    ),
    alert: learnsSecret("Asana"),
    recipes: [hex("x-hook-signature")],
    challenges: [HOOK_SECRET],
    mistakes: perEndpoint,
  },
  FASTSPRING: {
    docs: "https://developer.fastspring.com/reference/message-security",
    auth: signingSecret("The HMAC SHA256 secret in the settings of the webhook.", "HMAC secret"),
    recipes: [base64("x-fs-signature")],
    mistakes,
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
  SMARTCAR: {
    docs: "https://smartcar.com/docs/integrations/webhooks/payload-verification",
    auth: signingSecret("Configuration → API keys → Application management token.", "Management token"),
    recipes: [hex("sc-signature")],
    challenges: [
      {
        when: { method: "POST", body: "data.challenge", equals: [{ body: "eventType", value: "VERIFY" }] },
        is_signed: true,
        compute: { scheme: "hmac", algorithm: "sha256", encoding: "hex", content: "{body:data.challenge}" },
        reply: { json: { challenge: "{computed}" } },
      },
    ],
    mistakes,
  },
  TWITTER: {
    docs: "https://docs.x.com/x-api/webhooks/introduction",
    icon: "x",
    auth: {
      api_key: {
        label: "Consumer secret",
        hint: "Your app → Keys and tokens → API key secret. Stored encrypted.",
        is_secret: true,
      },
    },
    recipes: [{ ...base64("x-twitter-webhooks-signature", "sha256="), key: "api_key" }],
    challenges: [
      {
        when: { method: "GET", query: "crc_token" },
        is_signed: false,
        compute: {
          scheme: "hmac",
          algorithm: "sha256",
          encoding: "base64",
          key: "api_key",
          content: "{query:crc_token}",
        },
        reply: { json: { response_token: "sha256={computed}" } },
      },
    ],
    mistakes,
  },
  OURA: {
    docs: "https://cloud.ouraring.com/v2/docs",
    auth: signingSecret("Your application → Client secret.", "Client secret"),
    // Its page does not say in which unit the time is, so Posthorn does not check how old a request is.
    recipes: [{ ...hex("x-oura-signature"), content: "{header:x-oura-timestamp}{body}" }],
    challenges: [
      {
        when: { method: "GET", query: "challenge" },
        is_signed: false,
        reply: { json: { challenge: "{query:challenge}" } },
      },
    ],
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
  CRONOFY: {
    docs: "https://docs.cronofy.com/developers/push-notifications/authentication/",
    auth: signingSecret("The client secret of your application.", "Client secret"),
    recipes: [bodyHmac("sha256", "base64", { header: "cronofy-hmac-sha256", separator: "," })],
    mistakes,
  },
  TEBEX: {
    docs: "https://docs.tebex.io/developers/webhooks/overview",
    auth: signingSecret("Integrations → Webhooks → Webhook secret.", "Webhook secret"),
    recipes: [
      {
        scheme: "hmac",
        algorithm: "sha256",
        encoding: "hex",
        signature: { header: "x-signature" },
        content: "{body-sha256}",
      },
    ],
    challenges: [
      {
        when: { method: "POST", body: "id", equals: [{ body: "type", value: "validation.webhook" }] },
        is_signed: true,
        reply: { json: { id: "{body:id}" } },
      },
    ],
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
  VERCEL_LOG_DRAINS: {
    docs: "https://vercel.com/docs/drains/security",
    icon: "vercel",
    auth: {
      ...signingSecret("Drains → your drain → Edit → Signature secret.", "Signature secret"),
      log_drains_secret: {
        label: "Verification token",
        hint: "The value of x-vercel-verify that Vercel shows when you create the drain. Only its test of the URL needs it. Stored encrypted.",
        is_secret: true,
        is_optional: true,
      },
    },
    recipes: [bodyHmac("sha1", "hex", { header: "x-vercel-signature" })],
    challenges: [
      {
        // Vercel tests the URL with a request that it does not sign.
        when: { without_header: "x-vercel-signature" },
        is_signed: false,
        reply: { headers: { "x-vercel-verify": "{auth:log_drains_secret}" }, text: "" },
      },
    ],
    mistakes: perEndpoint,
  },
  AIPRISE: {
    docs: "https://docs.aiprise.com/docs/callbacks-authentication",
    auth: signingSecret("The API private key of your AiPrise account.", "API private key"),
    recipes: [hex("x-hmac-signature")],
    mistakes: ["The API key of the sandbox and the one of production are different.", CHANGED_BODY],
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
  LINKEDIN: {
    docs: "https://learn.microsoft.com/en-us/linkedin/shared/api-guide/webhook-validation",
    auth: signingSecret("Your app → Auth → Client secret.", "Client secret"),
    // hmacsha256= belongs to the signed text; some requests have it before the digest too.
    recipes: [
      { ...hex("x-li-signature"), content: "hmacsha256={body}" },
      { ...hex("x-li-signature", "hmacsha256="), content: "hmacsha256={body}" },
    ],
    challenges: [
      {
        when: { method: "GET", query: "challengeCode" },
        is_signed: false,
        compute: {
          scheme: "hmac",
          algorithm: "sha256",
          encoding: "hex",
          content: "{query:challengeCode}",
          // Any other word could be the signed text of a request: it begins with hmacsha256=.
          form: "uuid",
        },
        reply: { json: { challengeCode: "{query:challengeCode}", challengeResponse: "{computed}" } },
      },
    ],
    mistakes: ["The client secret of another app is configured.", CHANGED_BODY],
  },
  MAILERSEND: {
    docs: "https://developers.mailersend.com/api/v1/webhooks.html",
    auth: signingSecret("Domains → Manage → Webhooks → your webhook → Signing secret."),
    recipes: [hex("signature")],
    challenges: [
      {
        // Signed with a secret that everybody can read in MailerSend's documentation. Without a reply, it saves no webhook.
        when: { method: "POST", equals: [{ body: "type", value: "webhook.test" }] },
        is_signed: false,
        reply: { text: "" },
      },
    ],
    mistakes: perEndpoint,
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
