/** Providers that sign certain fields of the body, and not the body as it is. Many put the signature into it too. */
import { CHANGED_BODY, CLOCK, OTHER_ENDPOINT, SWAPPED_SECRETS, entries, signingSecret } from "./entry.ts";
import type { HashRecipe, HmacRecipe } from "./recipe.ts";

/** Mailgun tries to deliver for eight hours, and we do not know whether it signs again. */
const MAILGUN_TOLERANCE_S = 24 * 60 * 60;

function mailgun(path: "signature." | ""): HmacRecipe {
  return {
    scheme: "hmac",
    algorithm: "sha256",
    encoding: "hex",
    signature: { body: `${path}signature` },
    timestamp: { body: `${path}timestamp`, unit: "s", tolerance_s: MAILGUN_TOLERANCE_S },
    content: `{timestamp}{body:${path}token}`,
  };
}

const fields = (prefix: string, names: string) =>
  names
    .split(" ")
    .map((name) => `{body:${prefix}${name}}`)
    .join("");

const paymob = (content: string): HmacRecipe => ({
  scheme: "hmac",
  algorithm: "sha512",
  encoding: "hex",
  signature: { query: "hmac" },
  content,
});

const praxis = (content: string): HashRecipe => ({
  scheme: "hash",
  algorithm: "sha384",
  encoding: "hex",
  signature: { header: "gt-authentication" },
  timestamp: { body: "timestamp", unit: "s", tolerance_s: 300 },
  content: `${content}{auth:webhook_secret_key}`,
});

const fiserv = (storeName: string): HmacRecipe => ({
  scheme: "hmac",
  algorithm: "sha256",
  encoding: "base64",
  signature: { body: "notification_hash" },
  content: `{body:chargetotal}|{body:currency}|{body:txndatetime}|${storeName}|{body:approval_code}`,
});

const ADYEN_KEY = {
  webhook_secret_key: {
    label: "HMAC key",
    hint: "Developers → Webhooks → your webhook → Security → HMAC key. Stored encrypted.",
    is_secret: true,
    pattern: { regex: /^(?:[0-9a-fA-F]{2})+$/, message: "must be hexadecimal digits" },
  },
};

/** Adyen leaves out empty fields, and signs them as empty. Forms have the amount beside the other fields. */
function adyen(path: string, amount: "amount." | ""): HmacRecipe {
  const references = ["pspReference", "originalReference", "merchantAccountCode", "merchantReference"];
  const signed = [...references, `${amount}value`, `${amount}currency`, "eventCode", "success"];
  return {
    scheme: "hmac",
    algorithm: "sha256",
    encoding: "base64",
    key_form: "hex",
    signature: { body: `${path}additionalData.hmacSignature` },
    content: signed.map((field) => `{body:${path}${field}?}`).join(":"),
    // The merchant makes it up, and a colon in it is signed as it is.
    free_part: `body:${path}merchantReference?`,
  };
}

export const BODY_FIELDS = entries({
  MAILGUN: {
    docs: "https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks",
    icon: "mailgun",
    auth: signingSecret("API security → HTTP webhook signing key.", "HTTP webhook signing key"),
    alert: "Mailgun signs a token and the time, but not the content of the message.",
    recipes: [mailgun("signature."), mailgun("")],
    mistakes: ["An API key is configured instead of the HTTP webhook signing key.", CLOCK],
  },
  FISERV: {
    docs: "https://docs.fiserv.dev/public/docs/s2s-notifications",
    auth: {
      ...signingSecret("The shared secret of the store.", "Shared secret"),
      store_name: {
        label: "Store name",
        hint: "The id of the store. Needed if notifications do not have the field storename.",
        is_secret: false,
        is_optional: true,
      },
    },
    alert:
      "Fiserv signs amount, currency, time, store and approval code of a notification, and no other fields.",
    recipes: [fiserv("{auth:store_name}"), fiserv("{body:storename}")],
    mistakes: [
      "The store name is missing or belongs to another store.",
      "The store is configured for SHA-256 without HMAC.",
      SWAPPED_SECRETS,
    ],
  },
  PAYMOB: {
    docs: "https://developers.paymob.com/paymob-docs/developers/webhook-callbacks-and-hmac/hmac/hmac-transaction-callback",
    auth: signingSecret("Dashboard → Settings → HMAC secret.", "HMAC secret"),
    alert: "Paymob signs twenty fields of a transaction, and no other fields.",
    recipes: [
      paymob(
        fields(
          "obj.",
          "amount_cents created_at currency error_occured has_parent_transaction id integration_id is_3d_secure is_auth is_capture is_refunded is_standalone_payment is_voided order.id owner pending source_data.pan? source_data.sub_type? source_data.type? success",
        ),
      ),
      // A card that a customer saved.
      paymob(fields("obj.", "card_subtype created_at email? id masked_pan merchant_id order_id token")),
    ],
    mistakes: [SWAPPED_SECRETS, "Something in front of Posthorn removes the query, which has the signature."],
  },
  PAYPRO_GLOBAL: {
    docs: "https://developers.payproglobal.com/docs/integrate-with-paypro-global/webhook-ipn/",
    auth: signingSecret("Store settings → Integration → Validation key.", "Validation key"),
    alert:
      "PayPro Global signs number, status, amount, e-mail address and type of an order, and no other fields.",
    recipes: [
      {
        scheme: "hash",
        algorithm: "sha256",
        encoding: "hex",
        signature: { body: "SIGNATURE" },
        content:
          "{body:ORDER_ID}{body:ORDER_STATUS}{body:ORDER_TOTAL_AMOUNT}{body:CUSTOMER_EMAIL}{auth:webhook_secret_key}{body:TEST_MODE}{body:IPN_TYPE_NAME}",
      },
    ],
    mistakes: ["The secret key is configured instead of the validation key."],
  },
  PRAXIS: {
    docs: "https://doc.praxiscashier.com/integration_docs/latest/webhooks/notification",
    auth: signingSecret("The merchant secret of the application.", "Merchant secret"),
    alert:
      'Praxis signs some fields of a notification only. It repeats a notification until the response is {"status": 0}: set it as the custom response.',
    recipes: [
      praxis(
        "{body:merchant_id}{body:application_key}{timestamp}{body:customer.customer_token?}{body:session.order_id?}{body:transaction.tid?}{body:transaction.currency?}{body:transaction.amount?}{body:transaction.conversion_rate?}{body:transaction.processed_currency?}{body:transaction.processed_amount?}",
      ),
      praxis(
        "{body:event}{body:merchant_id}{body:application_key}{body:cid?}{body:plan_id?}{body:subscription_id?}{body:subscription_status?}{timestamp}",
      ),
    ],
    mistakes: ["The merchant secret of another application is configured.", CLOCK],
  },
  QUOTER: {
    docs: "https://help.quoter.com/hc/en-us/articles/32085971955355-Integrate-with-Webhooks",
    auth: signingSecret("Settings → Integrations → your webhook → Hash key.", "Hash key"),
    alert: "Quoter proves itself by an MD5 digest, which is weak. Keep the URL of this source secret.",
    recipes: [
      {
        scheme: "hash",
        algorithm: "md5",
        encoding: "hex",
        signature: { body: "hash" },
        timestamp: { body: "timestamp", unit: "s", tolerance_s: 300 },
        content: "{auth:webhook_secret_key}{timestamp}{body:data}",
      },
    ],
    mistakes: ["The webhook has no hash key in Quoter.", CLOCK],
  },
  TREEZOR: {
    docs: "https://docs.treezor.com/guide/webhooks/introduction.html",
    auth: signingSecret("Your contact at Treezor gives it to you.", "Webhook secret"),
    alert: "Treezor signs the field object_payload, and no other fields.",
    recipes: [
      {
        scheme: "hmac",
        algorithm: "sha256",
        encoding: "base64",
        signature: { body: "object_payload_signature" },
        content: "{php-json:object_payload}",
      },
    ],
    mistakes: ["The secret of the sandbox and the one of production are different."],
  },
  USPS: {
    docs: "https://developers.usps.com/subscriptions-trackingv3r2",
    icon: "usps",
    auth: signingSecret("The secret that you pass when you create the subscription.", "Secret"),
    alert: "USPS signs the fields timestamp and payload, and no other fields.",
    recipes: ["x-hmac", "hmac-header"].map((header) => ({
      scheme: "hmac",
      algorithm: "sha256",
      encoding: "base64",
      signature: { header },
      // It does not say for how long it repeats a notification, so Posthorn does not check how old one is.
      content: "{body:timestamp}{body:payload}",
    })),
    mistakes: ["The subscription was created without a secret, so USPS does not sign."],
  },
  ADYEN: {
    docs: "https://docs.adyen.com/development-resources/webhooks/secure-webhooks/verify-hmac-signatures",
    icon: "adyen",
    auth: ADYEN_KEY,
    alert:
      "In standard notifications, Adyen signs eight fields of each item, such as its reference and its amount, and not the rest of the body. Adyen may expect the reply [accepted]: set it as the custom response.",
    recipes: [
      // Standard notifications, as JSON and as a form.
      { ...adyen("NotificationRequestItem.", "amount."), items: "notificationItems" },
      { ...adyen("", ""), is_form: true },
      // All other webhooks, such as those of platforms.
      {
        scheme: "hmac",
        algorithm: "sha256",
        encoding: "base64",
        key_form: "hex",
        signature: { header: "hmacsignature" },
        is_json: true,
        content: "{body}",
      },
    ],
    mistakes: [
      "The webhook has no HMAC key in Adyen, so Adyen does not sign.",
      SWAPPED_SECRETS,
      OTHER_ENDPOINT,
      CHANGED_BODY,
    ],
  },
  EXACT_ONLINE: {
    docs: "https://support.exactonline.com/community/s/article/All-All-DNO-Content-webhooksc?language=en_GB",
    auth: signingSecret("App Center → your app → Authorization → Webhook secret.", "Webhook secret"),
    recipes: [
      {
        scheme: "hmac",
        algorithm: "sha256",
        encoding: "hex",
        signature: { body: "HashCode" },
        content: "{raw:Content}",
      },
    ],
    // Exact Online sends nothing when it looks whether the address exists.
    challenges: [{ when: { method: "POST", is_empty: true }, is_signed: false, reply: { text: "" } }],
    mistakes: ["The client secret of the app is configured instead of its webhook secret.", CHANGED_BODY],
  },
});
