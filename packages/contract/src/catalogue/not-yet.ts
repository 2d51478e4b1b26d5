/**
 * Types whose recipe nobody has written yet.
 *
 * The scheme of each is known or can be found out. docs/how-to-add-a-source-type.md says how to move one to its family.
 */
import { entries } from "./entry.ts";

export const NOT_YET = entries({
  // A detached JWS over the body; the keys of each environment must be fetched. Its fixed keys count no longer.
  FIREBLOCKS: {
    docs: "https://developers.fireblocks.com/reference/validating-webhooks",
    unverified: "NOT_YET",
  },
  // Its API signs with RSA-SHA256; the key is in a JWKS that must be fetched. Webhooks of its first API are not signed.
  SHIPSTATION: {
    docs: "https://docs.shipstation.com/apis/docs/guides/webhooks-validation",
    unverified: "NOT_YET",
  },
  // `Authorization: SHA256withRSA <base64>` over the body. The key must be fetched: one for the sandbox, one for production.
  VOLUME: { docs: "https://docs.getvolume.com/payments/payment-resources/webhooks", unverified: "NOT_YET" },
});
