/**
 * Standard Webhooks: id, timestamp and body are signed together.
 *
 * Svix, where the scheme comes from, begins the same three headers with `svix-`. Providers differ only in how the key is
 * written: most give it as base64 after `whsec_`, some sign with the bytes of the text itself.
 */
import { type AuthFields, CLOCK, OTHER_ENDPOINT, entries, signingSecret } from "./entry.ts";
import type { HmacRecipe, KeyForm } from "./recipe.ts";

export const STANDARD_WEBHOOKS_TOLERANCE_S = 300;
/** Anything else could never have signed a request. */
export const STANDARD_WEBHOOKS_KEY = {
  regex: /^(?:whsec_)?(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)$/,
  message: "must be a key in base64, with or without whsec_ before it",
};

export function standardWebhooks(key_form: KeyForm = "whsec"): HmacRecipe[] {
  return ["webhook", "svix"].map((spelling) => ({
    scheme: "hmac",
    algorithm: "sha256",
    encoding: "base64",
    key_form,
    signature: { header: `${spelling}-signature`, separator: " ", prefix: "v1," },
    timestamp: {
      header: `${spelling}-timestamp`,
      unit: "s",
      tolerance_s: STANDARD_WEBHOOKS_TOLERANCE_S,
    },
    content: `{header:${spelling}-id}.{timestamp}.{body}`,
  }));
}

function whsec(hint: string): AuthFields {
  return {
    webhook_secret_key: {
      label: "Webhook signing secret",
      hint: `${hint} It begins with whsec_. Stored encrypted.`,
      is_secret: true,
      pattern: STANDARD_WEBHOOKS_KEY,
    },
  };
}

const mistakes = [OTHER_ENDPOINT, CLOCK];

export const STANDARD_WEBHOOKS = entries({
  SVIX: {
    docs: "https://docs.svix.com/receiving/verifying-payloads/how",
    auth: whsec("On the page of the endpoint, in the application portal."),
    recipes: standardWebhooks(),
    mistakes,
  },
  RESEND: {
    docs: "https://resend.com/docs/dashboard/webhooks/verify-webhooks-requests",
    icon: "resend",
    auth: whsec("On the page of the webhook, in Resend's dashboard."),
    recipes: standardWebhooks(),
    mistakes,
  },
  OPENAI: {
    docs: "https://platform.openai.com/docs/guides/webhooks",
    auth: whsec("OpenAI shows it once, when you create the webhook."),
    recipes: standardWebhooks(),
    mistakes,
  },
  CLAUDE: {
    docs: "https://platform.claude.com/docs/en/managed-agents/webhooks",
    icon: "claude",
    auth: whsec("The console shows it when you create the webhook."),
    recipes: standardWebhooks(),
    mistakes,
  },
  REPLICATE: {
    docs: "https://replicate.com/docs/topics/webhooks/verify-webhook",
    icon: "replicate",
    auth: whsec("The API returns it: GET /v1/webhooks/default/secret."),
    recipes: standardWebhooks(),
    mistakes: [CLOCK],
  },
  LITHIC: {
    docs: "https://docs.lithic.com/docs/events-api",
    auth: whsec("On the page of the event subscription, or with the API."),
    recipes: standardWebhooks(),
    mistakes: [OTHER_ENDPOINT, "The secret of the sandbox and the one of production are different.", CLOCK],
  },
  POLAR: {
    docs: "https://polar.sh/docs/integrate/webhooks/delivery",
    auth: signingSecret("On the page of the endpoint, in the settings of the organization."),
    recipes: standardWebhooks("text"),
    mistakes: [OTHER_ENDPOINT, "The secret of the sandbox and the one of production are different.", CLOCK],
  },
  BIGCOMMERCE: {
    docs: "https://developer.bigcommerce.com/docs/integrations/webhooks",
    icon: "bigcommerce",
    auth: signingSecret("The client secret of the API account that created the webhook.", "Client secret"),
    recipes: [...standardWebhooks("text"), ...standardWebhooks("base64")],
    mistakes: [
      "The client secret belongs to another API account than the one that created the webhook.",
      CLOCK,
    ],
  },
  QUO: {
    docs: "https://www.quo.com/docs/2026-03-30/webhooks-signature-validation",
    auth: whsec(
      "The API returns it when you create the webhook. The key of an older webhook: Reveal signing secret.",
    ),
    recipes: [
      ...standardWebhooks(),
      {
        // Webhooks of the time when Quo was called OpenPhone: `hmac;1;<milliseconds>;<base64>`.
        scheme: "hmac",
        algorithm: "sha256",
        encoding: "base64",
        key_form: "base64",
        signature: { header: "openphone-signature", separator: ";", index: 3 },
        timestamp: {
          header: "openphone-signature",
          separator: ";",
          index: 2,
          unit: "ms",
          tolerance_s: STANDARD_WEBHOOKS_TOLERANCE_S,
        },
        is_json: true,
        content: "{timestamp}.{body}",
      },
    ],
    mistakes,
  },
  SHIPBOB: {
    docs: "https://developer.shipbob.com/webhooks/",
    auth: whsec("The API returns it when you create the webhook subscription."),
    recipes: standardWebhooks(),
    mistakes: [...mistakes, "The secret of the sandbox and the one of production are different."],
  },
  GEMINI: {
    docs: "https://ai.google.dev/gemini-api/docs/webhooks",
    icon: "googlegemini",
    auth: whsec("The Gemini API returns it once, when you create the webhook."),
    recipes: standardWebhooks(),
    alert:
      "Posthorn verifies webhooks that belong to a project. Requests of webhooks that belong to a single job (dynamic webhooks) are signed in another way and fail.",
    mistakes,
  },
});
