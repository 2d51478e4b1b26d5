/**
 * Providers that sign the address that they send to.
 *
 * The address is the one that the sender used: the public URL of the source, or a domain whose proxy keeps the header
 * Host. `docs/configuration.md` says how to set the public URL (POSTHORN_INGEST_URL).
 */
import { CHANGED_BODY, CLOCK, OTHER_ADDRESS, SWAPPED_SECRETS, entries, signingSecret } from "./entry.ts";

export const ADDRESSED_HMAC = entries({
  TWILIO: {
    docs: "https://www.twilio.com/docs/usage/webhooks/webhooks-security",
    popular: 5,
    auth: signingSecret("Console → Account → Auth token.", "Auth token"),
    recipes: [
      {
        scheme: "hmac",
        algorithm: "sha1",
        encoding: "base64",
        signature: { header: "x-twilio-signature" },
        content: "{url}{form}",
      },
      {
        scheme: "hmac",
        algorithm: "sha1",
        encoding: "base64",
        signature: { header: "x-twilio-signature" },
        body_sha256: { query: "bodySHA256" },
        content: "{url}",
      },
    ],
    mistakes: [
      OTHER_ADDRESS,
      "The auth token of another account or subaccount is configured, or the secret of an API key.",
      SWAPPED_SECRETS,
    ],
  },
  SQUARE: {
    docs: "https://developer.squareup.com/docs/webhooks/step3validate",
    icon: "square",
    auth: signingSecret("Developer Console → Webhooks → your subscription → Signature key.", "Signature key"),
    recipes: [
      {
        scheme: "hmac",
        algorithm: "sha256",
        encoding: "base64",
        signature: { header: "x-square-hmacsha256-signature" },
        content: "{url}{body}",
      },
    ],
    mistakes: [
      OTHER_ADDRESS,
      "The signature key of the sandbox and the one of production are different.",
      CHANGED_BODY,
    ],
  },
  TRELLO: {
    docs: "https://developer.atlassian.com/cloud/trello/guides/rest-api/webhooks/",
    icon: "trello",
    auth: signingSecret("Power-Ups admin → your Power-Up → API key → Secret.", "App secret"),
    recipes: [
      {
        scheme: "hmac",
        algorithm: "sha1",
        encoding: "base64",
        signature: { header: "x-trello-webhook" },
        content: "{body}{url}",
      },
    ],
    challenges: [{ when: { method: "HEAD" }, is_signed: false, reply: { text: "" } }],
    mistakes: [
      OTHER_ADDRESS,
      "The API key or a token is configured instead of the app's secret.",
      CHANGED_BODY,
    ],
  },
  HUBSPOT: {
    docs: "https://developers.hubspot.com/docs/apps/legacy-apps/authentication/validating-requests",
    icon: "hubspot",
    popular: 6,
    auth: signingSecret("Your app → Auth → Client secret.", "Client secret"),
    recipes: [
      {
        scheme: "hmac",
        algorithm: "sha256",
        encoding: "base64",
        signature: { header: "x-hubspot-signature-v3" },
        timestamp: { header: "x-hubspot-request-timestamp", unit: "ms", tolerance_s: 300 },
        content: "{method}{url}{body}{timestamp}",
      },
      {
        scheme: "hash",
        algorithm: "sha256",
        encoding: "hex",
        signature: { header: "x-hubspot-signature" },
        is_json: true,
        content: "{auth:webhook_secret_key}{body}",
      },
      {
        scheme: "hash",
        algorithm: "sha256",
        encoding: "hex",
        signature: { header: "x-hubspot-signature" },
        content: "{auth:webhook_secret_key}{method}{url}{body}",
      },
    ],
    mistakes: [OTHER_ADDRESS, "The client secret of another app is configured.", CHANGED_BODY, CLOCK],
  },
  WALMART: {
    docs: "https://developer.walmart.com/us-marketplace/docs/performance-webhook",
    auth: signingSecret("The secret of the webhook subscription.", "Secret"),
    recipes: [
      {
        scheme: "hmac",
        algorithm: "sha256",
        encoding: "base64",
        signature: { header: "wm_sec.signature" },
        timestamp: { header: "wm_sec.timestamp", unit: "s", tolerance_s: 300 },
        content: "{method}\n{path}\n{timestamp}\n{body-sha256}",
      },
    ],
    mistakes: [
      "Something in front of Posthorn changes the path: Walmart signs path and query of the URL that you give it.",
      CHANGED_BODY,
      CLOCK,
    ],
  },
  FAVRO: {
    docs: "https://favro.com/developer/#webhook-signatures",
    icon: "favro",
    auth: signingSecret("The secret that you pass when you create the webhook.", "Secret"),
    alert: "Favro signs an identifier and the address, but not the rest of the body.",
    recipes: [
      {
        scheme: "hmac",
        algorithm: "sha1",
        encoding: "base64",
        signature: { header: "x-favro-webhook" },
        content: "{body:payloadId}{url}",
      },
    ],
    mistakes: [OTHER_ADDRESS, "The secret belongs to another webhook."],
  },
  MAILCHIMP: {
    docs: "https://mailchimp.com/developer/transactional/guides/track-respond-activity-webhooks/",
    icon: "mailchimp",
    auth: signingSecret("Transactional → Settings → Webhooks → Key.", "Webhook key"),
    alert:
      "Only webhooks of Mailchimp Transactional (Mandrill) are signed. For webhooks of an audience, leave authentication off.",
    recipes: [
      {
        scheme: "hmac",
        algorithm: "sha1",
        encoding: "base64",
        signature: { header: "x-mandrill-signature" },
        content: "{url}{form}",
      },
    ],
    // Both only ask whether the address exists: Transactional with HEAD, an audience with GET.
    challenges: (["HEAD", "GET"] as const).map((method) => ({
      when: { method },
      is_signed: false,
      reply: { text: "" },
    })),
    mistakes: [
      OTHER_ADDRESS,
      "The request comes from a webhook of an audience, which Mailchimp does not sign.",
      "Mailchimp signs the request with which it tests a new webhook with another key.",
    ],
  },
});
