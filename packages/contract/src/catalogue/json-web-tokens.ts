/** Providers whose proof is a JSON Web Token. */
import { CHANGED_BODY, CLOCK, entries, signingSecret } from "./entry.ts";

const JWT_HEADER = "x-fusionauth-signature-jwt";

export const JSON_WEB_TOKENS = entries({
  FUSIONAUTH: {
    docs: "https://fusionauth.io/docs/extend/events-and-webhooks/signing",
    icon: "fusionauth",
    auth: signingSecret(
      "Settings → Key Master: the secret of the HMAC key, or the public key (PEM) of the RSA or EC key, that signs the webhook.",
      "Signing key",
    ),
    recipes: [
      {
        scheme: "jwt",
        token: { header: JWT_HEADER },
        algorithms: ["HS256", "HS384", "HS512"],
        key: "webhook_secret_key",
        body_sha256_claim: "request_body_sha256",
      },
      {
        scheme: "jwt",
        token: { header: JWT_HEADER },
        algorithms: ["RS256", "RS384", "RS512", "ES256", "ES384", "ES512", "EdDSA"],
        key: "webhook_secret_key",
        body_sha256_claim: "request_body_sha256",
      },
    ],
    mistakes: ["The webhook in FusionAuth is signed with another key.", CHANGED_BODY, CLOCK],
  },
  WIX: {
    docs: "https://dev.wix.com/docs/rest/articles/getting-started/webhooks",
    icon: "wix",
    auth: {
      webhook_secret_key: {
        label: "Public key",
        hint: "Your app → Webhooks → Get public key.",
        is_secret: false,
      },
    },
    recipes: [{ scheme: "jwt", algorithms: ["RS256"], key: "webhook_secret_key" }],
    mistakes: ["The public key belongs to another app.", CLOCK],
  },
  GOOGLE_PUBSUB: {
    docs: "https://docs.cloud.google.com/pubsub/docs/authenticate-push-subscriptions",
    icon: "googlepubsub",
    auth: {
      service_account_email: {
        label: "Service account",
        hint: "The e-mail address of the service account of the push subscription.",
        is_secret: false,
      },
      audience: {
        label: "Audience",
        hint: "The audience of the push subscription. If it has none, the URL that it pushes to.",
        is_secret: false,
      },
    },
    recipes: [
      {
        scheme: "jwt",
        token: { header: "authorization", prefix: "Bearer " },
        algorithms: ["RS256"],
        key: { form: "jwks", url: "https://www.googleapis.com/oauth2/v3/certs" },
        claims: {
          iss: ["https://accounts.google.com", "accounts.google.com"],
          aud: ["{auth:audience}"],
          email: ["{auth:service_account_email}"],
          email_verified: ["true"],
        },
        needs_expiry: true,
      },
    ],
    alert: "Pub/Sub proves which service account sends, but does not sign the content of the message.",
    mistakes: ["Authentication is not enabled for the push subscription.", CLOCK],
  },
});
