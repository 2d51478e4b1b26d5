/** Providers that sign nothing and show a secret instead: a token, or a user name and a password. */
import { type AuthFields, entries } from "./entry.ts";
import type { Challenge, TokenRecipe } from "./recipe.ts";

function basic(hint: string): AuthFields {
  return {
    username: {
      label: "Username",
      hint,
      is_secret: false,
      pattern: { regex: /^[^:]*$/, message: "may not contain a colon" },
    },
    password: { label: "Password", hint: "Stored encrypted.", is_secret: true },
  };
}

const clientState: AuthFields = {
  webhook_secret_key: {
    label: "Client state",
    hint: "The clientState that you pass when you create the subscription. Stored encrypted.",
    is_secret: true,
  },
};
/** One request has several notifications, which may belong to different subscriptions. */
const inEachNotification: TokenRecipe = {
  scheme: "token",
  token: { body: "clientState" },
  in_each_of: "value",
  key: "webhook_secret_key",
};

function validationToken(query: string): Challenge {
  return { when: { method: "POST", query }, is_signed: false, reply: { text: `{query:${query}}` } };
}

export const SHARED_TOKENS = entries({
  GITLAB: {
    docs: "https://docs.gitlab.com/user/project/integrations/webhooks/",
    icon: "gitlab",
    popular: 7,
    auth: {
      api_key: {
        label: "Secret token",
        hint: "The secret token that you enter in the settings of the webhook. Stored encrypted.",
        is_secret: true,
      },
    },
    recipes: [{ scheme: "token", token: { header: "x-gitlab-token" }, key: "api_key" }],
    mistakes: ["The webhook has a signing token instead of a secret token: choose Standard Webhooks for it."],
  },
  RING_CENTRAL: {
    docs: "https://developers.ringcentral.com/guide/notifications/webhooks/receiving",
    auth: {
      token: {
        label: "Verification token",
        hint: "The verification token that you pass when you create the subscription. Stored encrypted.",
        is_secret: true,
      },
    },
    recipes: [{ scheme: "token", token: { header: "verification-token" }, key: "token" }],
    challenges: [
      {
        when: { method: "POST", header: "validation-token" },
        is_signed: false,
        reply: { headers: { "validation-token": "{header:validation-token}" }, text: "" },
      },
    ],
    mistakes: ["The subscription was created without a verification token."],
  },
  MERAKI: {
    docs: "https://developer.cisco.com/meraki/webhooks/introduction/",
    icon: "cisco",
    auth: {
      api_key: {
        label: "Shared secret",
        hint: "The shared secret of the webhook receiver. Stored encrypted.",
        is_secret: true,
      },
    },
    recipes: [{ scheme: "token", token: { body: "sharedSecret" }, key: "api_key" }],
    mistakes: ["A payload template of the receiver leaves out the field sharedSecret."],
  },
  POSTMARK: {
    docs: "https://postmarkapp.com/developer/webhooks/webhooks-overview",
    auth: basic("The user name in the address that you give to Postmark."),
    recipes: [{ scheme: "basic" }],
    mistakes: ["The webhook in Postmark has no user name and password."],
  },
  CHARGEBEE_BILLING: {
    docs: "https://www.chargebee.com/docs/billing/2.0/site-configuration/events_and_webhooks",
    auth: basic("The user name that you enter in the settings of the webhook."),
    recipes: [{ scheme: "basic" }],
    mistakes: ["The webhook in Chargebee is not protected by basic authentication."],
  },
  PIPEDRIVE: {
    docs: "https://pipedrive.readme.io/docs/guide-for-webhooks-v2",
    auth: basic("The HTTP auth user name of the webhook."),
    recipes: [{ scheme: "basic" }],
    mistakes: ["The webhook in Pipedrive has no HTTP auth user name and password."],
  },
  CLOUDSIGNAL: {
    docs: "https://docs.cloudprinter.com/client/cloudsignal-webhooks-v2-0",
    auth: {
      api_key: {
        label: "Webhook API key",
        hint: "The API key of the webhook, in the dashboard of Cloudprinter.com. Stored encrypted.",
        is_secret: true,
      },
    },
    recipes: [{ scheme: "token", token: { body: "apikey" }, key: "api_key" }],
    mistakes: ["The API key of the account is configured instead of the one of the webhook."],
  },
  PORTAL: {
    docs: "https://docs.portalhq.io/resources/alert-webhooks",
    auth: {
      webhook_secret_key: {
        label: "Alert webhook secret",
        hint: "Settings → Alert webhooks → your webhook → Secret. Stored encrypted.",
        is_secret: true,
      },
    },
    recipes: [{ scheme: "token", token: { header: "x-webhook-secret" }, key: "webhook_secret_key" }],
    mistakes: ["The secret of another alert webhook is configured."],
  },
  AIRCALL: {
    docs: "https://developer.aircall.io/docs/setup-webhooks",
    icon: "aircall",
    auth: {
      webhook_secret_key: {
        label: "Webhook token",
        hint: "The API returns it as token when you create the webhook. Stored encrypted.",
        is_secret: true,
      },
    },
    recipes: [{ scheme: "token", token: { body: "token" }, key: "webhook_secret_key" }],
    mistakes: ["The token of the API is configured instead of the token of the webhook."],
  },
  OKTA: {
    docs: "https://developer.okta.com/docs/guides/secure-hooks/-/main/",
    icon: "okta",
    auth: {
      webhook_secret_key: {
        label: "Authentication secret",
        hint: "The authentication secret of the event hook, with the authentication field Authorization. Stored encrypted.",
        is_secret: true,
      },
    },
    recipes: [{ scheme: "token", token: { header: "authorization" }, key: "webhook_secret_key" }],
    challenges: [
      {
        when: { method: "GET", header: "x-okta-verification-challenge" },
        is_signed: false,
        reply: { json: { verification: "{header:x-okta-verification-challenge}" } },
      },
    ],
    mistakes: [
      "The authentication field of the event hook is not Authorization.",
      "The secret in Okta begins with Basic, and the configured one does not, or the other way around.",
    ],
  },
  MICROSOFT_GRAPH: {
    docs: "https://learn.microsoft.com/en-us/graph/api/resources/changenotification",
    auth: clientState,
    recipes: [inEachNotification],
    challenges: [validationToken("validationToken")],
    alert: "Microsoft Graph shows a secret with each notification, but does not sign its content.",
    mistakes: ["The subscription was created without a clientState, or with another one."],
  },
  MICROSOFT_SHAREPOINT: {
    docs: "https://learn.microsoft.com/sharepoint/dev/apis/webhooks/overview-sharepoint-webhooks",
    auth: clientState,
    recipes: [inEachNotification],
    challenges: [validationToken("validationtoken"), validationToken("validationToken")],
    alert: "SharePoint shows a secret with each notification, but does not sign its content.",
    mistakes: ["The subscription was created without a clientState, or with another one."],
  },
});
