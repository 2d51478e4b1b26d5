/** Providers that sign the body together with the time, so that nobody can send an old request again. */
import { CHANGED_BODY, CLOCK, OTHER_ENDPOINT, SWAPPED_SECRETS, entries, signingSecret } from "./entry.ts";
import type { Encoding, HmacRecipe, Spot, Timestamp } from "./recipe.ts";

/** Used where the provider names no other bound. */
const TOLERANCE_S = 300;

function timedHmac(
  signature: Spot,
  timestamp: Timestamp,
  content: string,
  encoding: Encoding = "hex",
): HmacRecipe {
  return { scheme: "hmac", algorithm: "sha256", encoding, signature, timestamp, content };
}

/** One header with both: `t=1700000000,v1=…`. */
function inOneHeader(
  header: string,
  {
    unit = "s",
    signature = "v1",
    tolerance_s = TOLERANCE_S,
  }: { unit?: "s" | "ms"; signature?: string; tolerance_s?: number } = {},
): HmacRecipe {
  return timedHmac(
    { header, separator: ",", field: signature },
    { header, separator: ",", field: "t", unit, tolerance_s },
    "{timestamp}.{body}",
  );
}

const inSeconds = (header: string, tolerance_s = TOLERANCE_S): Timestamp => ({
  header,
  unit: "s",
  tolerance_s,
});

const mistakes = [OTHER_ENDPOINT, CHANGED_BODY, CLOCK];

export const TIMED_HMAC = entries({
  STRIPE: {
    docs: "https://docs.stripe.com/webhooks/signature",
    icon: "stripe",
    popular: 2,
    auth: signingSecret("Workbench → Webhooks → your endpoint → Signing secret. It begins with whsec_."),
    recipes: [inOneHeader("stripe-signature")],
    mistakes: [
      SWAPPED_SECRETS,
      "Events of the Stripe CLI are signed with the secret that the CLI prints.",
      ...mistakes,
    ],
  },
  SLACK: {
    docs: "https://docs.slack.dev/authentication/verifying-requests-from-slack",
    popular: 8,
    auth: signingSecret("Your app → Basic information → Signing secret.", "Signing secret"),
    recipes: [
      timedHmac(
        { header: "x-slack-signature", prefix: "v0=" },
        inSeconds("x-slack-request-timestamp"),
        "v0:{timestamp}:{body}",
      ),
    ],
    challenges: [
      {
        when: { method: "POST", body: "challenge", equals: [{ body: "type", value: "url_verification" }] },
        is_signed: true,
        reply: { json: { challenge: "{body:challenge}" } },
      },
    ],
    mistakes: ["The verification token is configured instead of the signing secret.", CHANGED_BODY, CLOCK],
  },
  ZOOM: {
    docs: "https://developers.zoom.us/docs/api/webhooks/",
    auth: signingSecret("Your app → Features → Access → Secret token.", "Secret token"),
    recipes: [
      timedHmac(
        { header: "x-zm-signature", prefix: "v0=" },
        inSeconds("x-zm-request-timestamp"),
        "v0:{timestamp}:{body}",
      ),
    ],
    challenges: [
      {
        when: {
          method: "POST",
          body: "payload.plainToken",
          equals: [{ body: "event", value: "endpoint.url_validation" }],
        },
        is_signed: true,
        compute: {
          scheme: "hmac",
          algorithm: "sha256",
          encoding: "hex",
          content: "{body:payload.plainToken}",
        },
        reply: { json: { plainToken: "{body:payload.plainToken}", encryptedToken: "{computed}" } },
      },
    ],
    mistakes: ["The verification token is configured instead of the secret token.", CHANGED_BODY, CLOCK],
  },
  TWITCH: {
    docs: "https://dev.twitch.tv/docs/eventsub/handling-webhook-events/",
    icon: "twitch",
    auth: signingSecret("The secret that you pass when you create the subscription.", "Secret"),
    recipes: [
      timedHmac(
        { header: "twitch-eventsub-message-signature", prefix: "sha256=" },
        { header: "twitch-eventsub-message-timestamp", unit: "iso", tolerance_s: 600 },
        "{header:twitch-eventsub-message-id}{timestamp}{body}",
      ),
    ],
    challenges: [
      {
        when: {
          method: "POST",
          body: "challenge",
          equals: [{ header: "twitch-eventsub-message-type", value: "webhook_callback_verification" }],
        },
        is_signed: true,
        reply: { text: "{body:challenge}" },
      },
    ],
    mistakes: ["Each subscription has a secret of its own.", CHANGED_BODY, CLOCK],
  },
  PADDLE: {
    docs: "https://developer.paddle.com/webhooks/signature-verification",
    icon: "paddle",
    auth: signingSecret("Developer tools → Notifications → your destination → Secret key.", "Secret key"),
    recipes: [
      timedHmac(
        { header: "paddle-signature", separator: ";", field: "h1" },
        { header: "paddle-signature", separator: ";", field: "ts", unit: "s", tolerance_s: TOLERANCE_S },
        "{timestamp}:{body}",
      ),
    ],
    mistakes: ["The secret of the sandbox and the one of production are different.", ...mistakes],
  },
  PERSONA: {
    docs: "https://docs.withpersona.com/webhooks-best-practices",
    auth: signingSecret("Webhooks → your webhook → Webhook secret."),
    recipes: [
      timedHmac(
        { header: "persona-signature", separator: "comma or space", field: "v1" },
        {
          header: "persona-signature",
          separator: "comma or space",
          field: "t",
          unit: "s",
          tolerance_s: TOLERANCE_S,
        },
        "{timestamp}.{body}",
      ),
    ],
    mistakes,
  },
  WORKOS: {
    docs: "https://workos.com/docs/events/data-syncing/webhooks",
    auth: signingSecret("Webhooks → your endpoint → Signing secret."),
    recipes: [inOneHeader("workos-signature", { unit: "ms", tolerance_s: 180 })],
    mistakes,
  },
  ELEVENLABS: {
    docs: "https://elevenlabs.io/docs/product-guides/administration/webhooks",
    icon: "elevenlabs",
    auth: signingSecret("ElevenLabs shows it once, when you create the webhook."),
    recipes: [inOneHeader("elevenlabs-signature", { signature: "v0", tolerance_s: 1_800 })],
    mistakes,
  },
  TIKTOK: {
    docs: "https://developers.tiktok.com/doc/webhooks-verification",
    icon: "tiktok",
    auth: signingSecret("Your app → App details → Client secret.", "Client secret"),
    recipes: [inOneHeader("tiktok-signature", { signature: "s" })],
    mistakes: [CHANGED_BODY, CLOCK],
  },
  COURIER: {
    docs: "https://www.courier.com/docs/platform/workspaces/outbound-webhooks",
    auth: signingSecret("Settings → Outbound webhooks → Webhook signing key."),
    recipes: [inOneHeader("courier-signature", { unit: "ms", signature: "signature" })],
    mistakes,
  },
  SANITY: {
    docs: "https://www.sanity.io/docs/content-lake/webhooks",
    icon: "sanity",
    auth: signingSecret("The secret that you enter in the settings of the webhook.", "Secret"),
    recipes: [{ ...inOneHeader("sanity-webhook-signature", { unit: "ms" }), encoding: "base64url" }],
    mistakes: [CHANGED_BODY, CLOCK],
  },
  RECURLY: {
    docs: "https://docs.recurly.com/recurly-subscriptions/docs/signature-verification",
    auth: signingSecret("Integrations → Webhooks → your endpoint → Signing secret."),
    recipes: [
      timedHmac(
        { header: "recurly-signature", separator: "," },
        { header: "recurly-signature", separator: ",", index: 0, unit: "ms", tolerance_s: TOLERANCE_S },
        "{timestamp}.{body}",
      ),
    ],
    mistakes,
  },
  REVOLUT: {
    docs: "https://developer.revolut.com/docs/guides/accept-payments/tutorials/work-with-webhooks/verify-the-payload-signature",
    icon: "revolut",
    auth: signingSecret("The API returns it when you create the webhook.", "Signing secret"),
    recipes: [
      timedHmac(
        { header: "revolut-signature", separator: ",", field: "v1" },
        { header: "revolut-request-timestamp", unit: "ms", tolerance_s: TOLERANCE_S },
        "v1.{timestamp}.{body}",
      ),
    ],
    mistakes: ["The secret of the sandbox and the one of production are different.", ...mistakes],
  },
  CLOUDINARY: {
    docs: "https://cloudinary.com/documentation/notification_signatures",
    icon: "cloudinary",
    auth: signingSecret("Settings → API keys → API secret.", "API secret"),
    // Accounts can choose SHA-256 instead of SHA-1.
    recipes: (["sha1", "sha256"] as const).map((algorithm) => ({
      scheme: "hash",
      algorithm,
      encoding: "hex",
      signature: { header: "x-cld-signature" },
      timestamp: inSeconds("x-cld-timestamp", 7_200),
      content: "{body}{timestamp}{auth:webhook_secret_key}",
    })),
    mistakes: ["The API secret of another product environment is configured.", CHANGED_BODY, CLOCK],
  },
  ZENDESK: {
    docs: "https://developer.zendesk.com/documentation/webhooks/verifying/",
    icon: "zendesk",
    auth: signingSecret("Admin Center → Webhooks → your webhook → Reveal secret."),
    recipes: [
      timedHmac(
        { header: "x-zendesk-webhook-signature" },
        { header: "x-zendesk-webhook-signature-timestamp", unit: "iso", tolerance_s: TOLERANCE_S },
        "{timestamp}{body}",
        "base64",
      ),
    ],
    mistakes: [
      "Webhooks that are tested before they are saved are signed with the fixed secret of Zendesk's documentation.",
      ...mistakes,
    ],
  },
  CUSTOMERIO: {
    docs: "https://docs.customer.io/journeys/webhooks/",
    auth: signingSecret("Integrations → Reporting webhooks → your webhook → Signing key.", "Signing key"),
    recipes: [
      timedHmac({ header: "x-cio-signature" }, inSeconds("x-cio-timestamp"), "v0:{timestamp}:{body}"),
    ],
    mistakes,
  },
  ORB: {
    docs: "https://docs.withorb.com/integrations-and-exports/webhooks",
    auth: signingSecret("Developers → Webhooks → your endpoint → Signing secret."),
    recipes: [
      timedHmac(
        { header: "x-orb-signature", prefix: "v1=" },
        { header: "x-orb-timestamp", unit: "iso", tolerance_s: TOLERANCE_S },
        "v1:{timestamp}:{body}",
      ),
    ],
    mistakes,
  },
  AIRWALLEX: {
    docs: "https://www.airwallex.com/docs/developer-tools/webhooks/listen-for-webhook-events",
    auth: signingSecret("Developer → Webhooks → your webhook → Secret.", "Secret"),
    recipes: [
      timedHmac(
        { header: "x-signature" },
        { header: "x-timestamp", unit: "ms", tolerance_s: TOLERANCE_S },
        "{timestamp}{body}",
      ),
    ],
    mistakes,
  },
  AKENEO: {
    docs: "https://api.akeneo.com/events-documentation/security.html",
    auth: signingSecret("Connect → Connection settings → Events subscription → Secret.", "Secret"),
    recipes: [
      timedHmac(
        { header: "x-akeneo-request-signature" },
        inSeconds("x-akeneo-request-timestamp"),
        "{timestamp}.{body}",
      ),
    ],
    mistakes,
  },
  COMMUNITY: {
    docs: "https://developer.community.com/reference/webhooks-introduction",
    auth: signingSecret(
      "Settings → Integrations → Webhooks → your webhook → Signature secret.",
      "Signature secret",
    ),
    // It tries for an hour, and its page does not say whether it signs again.
    recipes: [inOneHeader("community-signature", { tolerance_s: 7_200 })],
    mistakes,
  },
  PYLON: {
    docs: "https://getpylon.com/developers/guides/using-webhooks/",
    auth: signingSecret("Pylon shows it when you create the webhook.", "Secret"),
    recipes: [
      timedHmac(
        { header: "pylon-webhook-signature", prefix: "hs256=" },
        inSeconds("pylon-webhook-timestamp"),
        "{timestamp}.{body}",
      ),
      // The support platform of the same name (usepylon.com) signs the body alone.
      {
        scheme: "hmac",
        algorithm: "sha256",
        encoding: "hex",
        signature: { header: "x-pylon-signature" },
        is_json: true,
        content: "{body}",
      },
    ],
    mistakes,
  },
  RETELL: {
    docs: "https://docs.retellai.com/features/secure-webhook",
    auth: signingSecret("System settings → API keys: the key with the webhook badge.", "API key"),
    recipes: [
      timedHmac(
        { header: "x-retell-signature", separator: ",", field: "d" },
        { header: "x-retell-signature", separator: ",", field: "v", unit: "ms", tolerance_s: TOLERANCE_S },
        "{body}{timestamp}",
      ),
    ],
    mistakes: ["The configured API key has no webhook badge.", CHANGED_BODY, CLOCK],
  },
  STATSIG: {
    docs: "https://docs.statsig.com/integrations/event_webhook",
    auth: signingSecret("Project settings → Integrations → Generic webhook → Signing secret."),
    recipes: [
      timedHmac(
        { header: "x-statsig-signature", prefix: "v0=" },
        { header: "x-statsig-request-timestamp", unit: "ms", tolerance_s: TOLERANCE_S },
        "v0:{timestamp}:{body}",
      ),
    ],
    mistakes,
  },
  VAPI: {
    docs: "https://docs.vapi.ai/server-url/server-authentication",
    auth: signingSecret(
      "The secret key of an HMAC credential, the token of a bearer credential, or the secret of the server URL.",
      "Secret",
    ),
    // People choose in Vapi how it proves itself.
    recipes: [
      ...["{body}", "{header:x-timestamp}.{body}"].map((content): HmacRecipe => ({
        scheme: "hmac",
        algorithm: "sha256",
        encoding: "hex",
        signature: { header: "x-signature" },
        is_json: true,
        content,
      })),
      { scheme: "token", token: { header: "x-vapi-secret" }, key: "webhook_secret_key" },
      { scheme: "token", token: { header: "authorization", prefix: "Bearer " }, key: "webhook_secret_key" },
    ],
    mistakes: [
      "The server URL has no credential in Vapi, so Vapi proves nothing.",
      "An HMAC credential must use SHA-256, the header x-signature and the payload {body} or {timestamp}.{body}.",
      CHANGED_BODY,
    ],
  },
  ZEROHASH: {
    docs: "https://docs.zerohash.com/reference/webhook-security",
    auth: signingSecret("Your contact at Zero Hash gives it to you.", "HMAC secret"),
    recipes: [
      timedHmac(
        { header: "x-zh-hook-signature" },
        { header: "x-zh-hook-timestamp", unit: "ms", tolerance_s: TOLERANCE_S },
        "{body}{timestamp}",
      ),
    ],
    mistakes: [
      "Zero Hash signs with its RSA key, because it has no HMAC secret of yours.",
      CHANGED_BODY,
      CLOCK,
    ],
  },
  ASCEND: {
    docs: "https://useascend.readme.io/docs/webhooks",
    auth: signingSecret("Ascend gives it to you on request.", "Webhook key"),
    recipes: [
      timedHmac(
        { header: "x-ascend-signature", separator: ",", field: "v1" },
        inSeconds("x-ascend-request-timestamp"),
        "{timestamp}:{body}",
      ),
    ],
    mistakes: [CHANGED_BODY, CLOCK],
  },
  FRONTAPP: {
    docs: "https://dev.frontapp.com/docs/application-webhooks",
    auth: signingSecret(
      "For webhooks of an app: the signing key of the app. For webhooks of a rule: the API secret of the company.",
      "Signing key or API secret",
    ),
    recipes: [
      timedHmac(
        { header: "x-front-signature" },
        { header: "x-front-request-timestamp", unit: "ms", tolerance_s: TOLERANCE_S },
        "{timestamp}:{body}",
        "base64",
      ),
      // Webhooks of a rule have no time.
      {
        scheme: "hmac",
        algorithm: "sha1",
        encoding: "base64",
        signature: { header: "x-front-signature" },
        content: "{body}",
      },
    ],
    challenges: [
      {
        when: { method: "POST", header: "x-front-challenge" },
        is_signed: true,
        reply: { json: { challenge: "{header:x-front-challenge}" } },
      },
    ],
    mistakes: [
      "Webhooks of an app are signed with the app's signing key, and webhooks of a rule with the API secret.",
      CHANGED_BODY,
      CLOCK,
    ],
  },
  COINBASE: {
    docs: "https://docs.cdp.coinbase.com/webhooks/verify-signatures",
    icon: "coinbase",
    auth: signingSecret("The secret that the reply to the creation of the subscription contains."),
    recipes: [
      {
        ...inOneHeader("x-hook0-signature"),
        header_names: { header: "x-hook0-signature", separator: ",", field: "h" },
        content: "{timestamp}.{header-names}.{named-headers}.{body}",
      },
      { ...inOneHeader("x-hook0-signature", { signature: "v0" }), is_json: true },
      // Coinbase Commerce.
      {
        scheme: "hmac",
        algorithm: "sha256",
        encoding: "hex",
        signature: { header: "x-cc-webhook-signature" },
        is_json: true,
        content: "{body}",
      },
    ],
    mistakes,
  },
  SYNCTERA: {
    docs: "https://dev.synctera.com/docs/webhooks-guide",
    auth: signingSecret("The secret that POST /v0/webhook_secrets returns."),
    recipes: [
      timedHmac(
        { header: "synctera-signature", separator: "." },
        inSeconds("request-timestamp"),
        "{timestamp}.{body}",
      ),
    ],
    mistakes: [CHANGED_BODY, CLOCK],
  },
});
