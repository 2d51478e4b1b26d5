/** Providers that sign the body, and ask something before they send: a challenge that Posthorn answers. */
import { bodyHmac, hex, base64, mistakes, perEndpoint } from "./body-hmac-recipe.ts";
import { CHANGED_BODY, entries, signingSecret } from "./entry.ts";
import type { Challenge } from "./recipe.ts";

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

export const CHALLENGED_BODY_HMAC = entries({
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
});
