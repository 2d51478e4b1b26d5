/**
 * Types whose recipe nobody has written yet.
 *
 * The scheme of each is known or can be found out. docs/how-to-add-a-source-type.md says how to move one to its family.
 */
import { entries } from "./entry.ts";

export const NOT_YET = entries({
  ADYEN: { docs: null, unverified: "NOT_YET" },
  AIPRISE: { docs: null, unverified: "NOT_YET" },
  AIRCALL: { docs: null, unverified: "NOT_YET" },
  ALIPAY: { docs: null, unverified: "NOT_YET" },
  ASCEND: { docs: null, unverified: "NOT_YET" },
  AWS_SNS: { docs: null, unverified: "NOT_YET" },
  BRIDGE_API: { docs: null, unverified: "NOT_YET" },
  BRIDGE_XYZ: { docs: null, unverified: "NOT_YET" },
  CIRCLE: { docs: null, unverified: "NOT_YET" },
  COINBASE: { docs: null, unverified: "NOT_YET" },
  EBAY: { docs: null, unverified: "NOT_YET" },
  EXACT_ONLINE: { docs: null, unverified: "NOT_YET" },
  FAUNDIT: { docs: null, unverified: "NOT_YET" },
  FAVRO: { docs: null, unverified: "NOT_YET" },
  FIREBLOCKS: { docs: null, unverified: "NOT_YET" },
  FIREFLIES: { docs: null, unverified: "NOT_YET" },
  FRONTAPP: { docs: null, unverified: "NOT_YET" },
  FUSIONAUTH: { docs: null, unverified: "NOT_YET" },
  GEMINI: { docs: null, unverified: "NOT_YET" },
  GOOGLE_PUBSUB: { docs: null, unverified: "NOT_YET" },
  LINKEDIN: { docs: null, unverified: "NOT_YET" },
  MAILCHIMP: { docs: null, unverified: "NOT_YET" },
  MAILERSEND: { docs: null, unverified: "NOT_YET" },
  MICROSOFT_GRAPH: { docs: null, unverified: "NOT_YET" },
  MICROSOFT_SHAREPOINT: { docs: null, unverified: "NOT_YET" },
  NEON: { docs: null, unverified: "NOT_YET" },
  NMI: { docs: null, unverified: "NOT_YET" },
  OKTA: { docs: null, unverified: "NOT_YET" },
  PAYPAL: { docs: null, unverified: "NOT_YET" },
  // Its API signs with RSA-SHA256; the key is in a JWKS that must be fetched. Webhooks of its first API are not signed.
  SHIPSTATION: {
    docs: "https://docs.shipstation.com/apis/docs/guides/webhooks-validation",
    unverified: "NOT_YET",
  },
  SYNCTERA: { docs: null, unverified: "NOT_YET" },
  TOKENIO: { docs: null, unverified: "NOT_YET" },
  // `Authorization: SHA256withRSA <base64>` over the body. The key must be fetched: one for the sandbox, one for production.
  VOLUME: { docs: "https://docs.getvolume.com/payments/payment-resources/webhooks", unverified: "NOT_YET" },
  WECHAT: { docs: null, unverified: "NOT_YET" },
  WIX: { docs: null, unverified: "NOT_YET" },
});
