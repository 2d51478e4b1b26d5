/**
 * Providers whose public key Posthorn fetches.
 *
 * Where the request says where the key is, `allowed` is the whole proof that the key is the provider's. So each pattern
 * begins with `^https://`, names the whole host and ends with `$`.
 */
import { CHANGED_BODY, CLOCK, OTHER_ENDPOINT, entries } from "./entry.ts";
import type { FetchedKey, FetchedKeyRecipe } from "./recipe.ts";

/** SNS tries a message again with the same time. For how long is a setting of the subscription. */
const SNS_TOLERANCE_S = 24 * 60 * 60;
/** PayPal tries for three days, and does not say whether it signs again. */
const PAYPAL_TOLERANCE_S = 3 * 24 * 60 * 60;

function sns(version: "1" | "2", algorithm: "rsa-sha1" | "rsa-sha256"): FetchedKeyRecipe {
  return {
    scheme: "fetched-key",
    algorithm,
    encoding: "base64",
    signature: { body: "Signature" },
    timestamp: { body: "Timestamp", unit: "iso", tolerance_s: SNS_TOLERANCE_S },
    requires: [
      { body: "SignatureVersion", one_of: [version] },
      { body: "Type", one_of: ["Notification", "SubscriptionConfirmation", "UnsubscribeConfirmation"] },
    ],
    // All fields that a message of any type signs. A field that somebody adds changes the text. The owner of a topic writes
    // the message, so only there may a line break stand: elsewhere it could begin a TopicArn that SNS did not sign.
    content:
      "{line:Message}{line:MessageId}{line:Subject?}{line:SubscribeURL?}{line:Timestamp}{line:Token?}{line:TopicArn}{line:Type}",
    free_part: "line:Message",
    key: {
      form: "certificate",
      url_at: { body: "SigningCertURL" },
      // The name of a region, and not `s3-…`: there, `sns` is a bucket that belongs to somebody.
      allowed:
        /^https:\/\/sns\.[a-z]{2}(?:-[a-z]{2,12}){1,3}-[0-9]{1,2}\.amazonaws\.com(?:\.cn)?\/SimpleNotificationService-[0-9a-f]{1,64}\.pem$/,
    },
  };
}

function circle(product: "" | "cpn/"): FetchedKeyRecipe {
  return {
    scheme: "fetched-key",
    algorithm: "ecdsa-sha256",
    encoding: "base64",
    signature: { header: "x-circle-signature" },
    content: "{body}",
    key: {
      form: { json: "data.publicKey" },
      url: `https://api.circle.com/v2/${product}notifications/publicKey/{key-id}`,
      key_id: { header: "x-circle-key-id" },
      bearer: "api_key",
    },
  };
}

function ebay(environment: "PRODUCTION" | "SANDBOX", host: string): FetchedKeyRecipe {
  const key: FetchedKey = {
    form: { json: "key" },
    environment,
    url: `https://${host}/commerce/notification/v1/public_key/{key-id}`,
    key_id: { header: "x-ebay-signature", base64_json: "kid" },
    oauth: {
      url: `https://${host}/identity/v1/oauth2/token`,
      scope: "https://api.ebay.com/oauth/api_scope",
    },
  };
  return {
    scheme: "fetched-key",
    algorithm: "ecdsa-sha1",
    encoding: "base64",
    signature: { header: "x-ebay-signature", base64_json: "signature" },
    content: "{body}",
    key,
  };
}

const FIREBLOCKS_HOSTS = {
  US_PRODUCTION: "keys.fireblocks.io",
  EU: "eu-keys.fireblocks.io",
  EU2: "eu2-keys.fireblocks.io",
  SANDBOX: "sandbox-keys.fireblocks.io",
};

function fireblocks([environment, host]: [string, string]): FetchedKeyRecipe {
  const signature = { header: "fireblocks-webhook-signature" };
  return {
    scheme: "fetched-key",
    algorithm: "rsa-sha512",
    encoding: "base64url",
    signature,
    jws: "detached",
    content: "{body}",
    key: {
      form: "jwks",
      environment,
      url: `https://${host}/.well-known/jwks.json`,
      // The first part of the JWS.
      key_id: { ...signature, separator: ".", index: 0, base64_json: "kid" },
    },
  };
}

function volume(environment: "LIVE" | "SANDBOX", host: string): FetchedKeyRecipe {
  return {
    scheme: "fetched-key",
    algorithm: "rsa-sha256",
    encoding: "base64",
    signature: { header: "authorization", prefix: "SHA256withRSA " },
    content: "{body}",
    key: { form: "text", environment, url: `https://${host}/.well-known/signature/pem` },
  };
}

export const FETCHED_KEYS = entries({
  AWS_SNS: {
    docs: "https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html",
    auth: {},
    recipes: [sns("1", "rsa-sha1"), sns("2", "rsa-sha256")],
    challenges: [
      {
        when: { method: "POST", equals: [{ body: "Type", value: "SubscriptionConfirmation" }] },
        is_signed: true,
        confirm: {
          url_at: { body: "SubscribeURL" },
          allowed:
            /^https:\/\/sns\.[a-z]{2}(?:-[a-z]{2,12}){1,3}-[0-9]{1,2}\.amazonaws\.com(?:\.cn)?\/\?Action=ConfirmSubscription&[A-Za-z0-9&=:%._-]{1,2000}$/,
        },
        reply: { text: "" },
      },
    ],
    alert:
      "Posthorn confirms subscriptions by itself. Every AWS account can send signed messages to this URL, so compare TopicArn in a filter or at the destination. Filters see the fields of the body only if the delivery policy of the subscription sets headerContentType to application/json.",
    mistakes: ["Raw message delivery is on: then SNS sends no signature.", CHANGED_BODY],
  },
  PAYPAL: {
    docs: "https://developer.paypal.com/api/rest/webhooks/rest",
    icon: "paypal",
    auth: {
      webhook_id: {
        label: "Webhook ID",
        hint: "Apps & Credentials → your app → Webhooks → Webhook ID.",
        is_secret: false,
      },
    },
    recipes: [
      {
        scheme: "fetched-key",
        algorithm: "rsa-sha256",
        encoding: "base64",
        signature: { header: "paypal-transmission-sig" },
        timestamp: { header: "paypal-transmission-time", unit: "iso", tolerance_s: PAYPAL_TOLERANCE_S },
        content: "{header:paypal-transmission-id}|{timestamp}|{auth:webhook_id}|{body-crc32}",
        key: {
          form: "certificate",
          url_at: { header: "paypal-cert-url" },
          allowed:
            /^https:\/\/api(?:-m)?(?:\.sandbox)?\.paypal\.com\/v1\/notifications\/certs\/CERT-[A-Za-z0-9-]{1,100}$/,
        },
      },
    ],
    mistakes: [
      "The ID belongs to another webhook: every webhook in PayPal has its own.",
      "The request comes from the webhook simulator, which signs with the ID WEBHOOK_ID.",
      CHANGED_BODY,
    ],
  },
  EBAY: {
    docs: "https://developer.ebay.com/api-docs/commerce/notification/overview.html",
    icon: "ebay",
    auth: {
      environment: {
        label: "Environment",
        hint: "The environment of the key set.",
        is_secret: false,
        options: ["PRODUCTION", "SANDBOX"],
        initial: "PRODUCTION",
      },
      dev_id: { label: "Dev ID", hint: "Application keys → Dev ID.", is_secret: false },
      client_id: {
        label: "App ID (client ID)",
        hint: "Application keys → App ID. Posthorn gets eBay's public keys with it.",
        is_secret: false,
      },
      client_secret: {
        label: "Cert ID (client secret)",
        hint: "Application keys → Cert ID. Stored encrypted.",
        is_secret: true,
      },
      verification_token: {
        label: "Verification token",
        hint: "The token that you enter beside the URL of the endpoint. Stored encrypted.",
        is_secret: true,
        pattern: { regex: /^[A-Za-z0-9_-]{32,80}$/, message: "must have 32 to 80 letters, digits, _ or -" },
      },
    },
    recipes: [ebay("PRODUCTION", "api.ebay.com"), ebay("SANDBOX", "api.sandbox.ebay.com")],
    challenges: [
      {
        when: { method: "GET", query: "challenge_code" },
        is_signed: false,
        compute: {
          scheme: "hash",
          algorithm: "sha256",
          encoding: "hex",
          content: "{query:challenge_code}{auth:verification_token}{endpoint}",
        },
        reply: { json: { challengeResponse: "{computed}" } },
      },
    ],
    mistakes: [
      "The key set belongs to the other environment.",
      "The URL in eBay and the URL of the source are not the same, letter by letter.",
      CHANGED_BODY,
    ],
  },
  CIRCLE: {
    docs: "https://developers.circle.com/api-reference/verify-webhook-signatures",
    icon: "circle",
    auth: {
      api_key: {
        label: "API key",
        hint: "Circle Console → Keys. Posthorn gets Circle's public keys with it. Stored encrypted.",
        is_secret: true,
      },
    },
    recipes: [circle(""), circle("cpn/")],
    challenges: [{ when: { method: "HEAD" }, is_signed: false, reply: { text: "" } }],
    mistakes: ["The API key is expired or belongs to another account.", OTHER_ENDPOINT, CHANGED_BODY],
  },
  FIREBLOCKS: {
    docs: "https://developers.fireblocks.com/reference/validating-webhooks",
    auth: {
      environment: {
        label: "Environment",
        hint: "The environment of the workspace.",
        is_secret: false,
        options: Object.keys(FIREBLOCKS_HOSTS),
        initial: "US_PRODUCTION",
      },
    },
    recipes: Object.entries(FIREBLOCKS_HOSTS).map(fireblocks),
    mistakes: [
      "The workspace is in another environment, which has keys of its own.",
      "The request comes from the webhooks of the first version, which have no header Fireblocks-Webhook-Signature.",
      CHANGED_BODY,
    ],
  },
  SHIPSTATION: {
    docs: "https://docs.shipstation.com/apis/docs/guides/webhooks-validation",
    auth: {},
    alert:
      "Webhooks of the first version of the API (ssapi.shipstation.com) are not signed. Every account of ShipStation can send signed requests to this URL.",
    recipes: [
      {
        scheme: "fetched-key",
        algorithm: "rsa-sha256",
        encoding: "base64",
        signature: { header: "x-shipengine-rsa-sha256-signature" },
        timestamp: { header: "x-shipengine-timestamp", unit: "iso", tolerance_s: 300 },
        content: "{timestamp}.{body}",
        key: {
          form: "jwks",
          url: "https://api.shipengine.com/jwks",
          key_id: { header: "x-shipengine-rsa-sha256-key-id" },
        },
      },
    ],
    mistakes: [
      "The webhook belongs to the first version of the API, which signs nothing.",
      CHANGED_BODY,
      CLOCK,
    ],
  },
  VOLUME: {
    docs: "https://docs.getvolume.com/payments/payment-resources/webhooks",
    auth: {
      environment: {
        label: "Environment",
        hint: "The environment of the application.",
        is_secret: false,
        options: ["LIVE", "SANDBOX"],
        initial: "LIVE",
      },
    },
    alert:
      "Volume sends its requests with PUT: allow it. Every merchant of Volume gets requests signed with the same key.",
    recipes: [volume("LIVE", "api.volumepay.io"), volume("SANDBOX", "api.sandbox.volumepay.io")],
    mistakes: ["The request comes from the other environment.", CHANGED_BODY],
  },
});
