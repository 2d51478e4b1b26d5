/**
 * How does each provider sign a request? Written once more with node:crypto, from the provider's own page, and never with
 * the code that checks it.
 *
 * One sample per type with a recipe; a test refuses a type without one. `docs` of the entry in the catalogue is the page.
 */
import { type KeyObject, createHash, createHmac, generateKeyPairSync, sign } from "node:crypto";

export interface Moment {
  body: string;
  /** When the request is signed. */
  nowMs: number;
  url: string;
}

export interface Sample {
  auth: Record<string, string>;
  /** As valid, and not the right one. */
  otherAuth: Record<string, string>;
  /** Headers with the proof. */
  headers: (moment: Moment & { seconds: number; iso: string }) => Record<string, string>;
  /** The body, if the proof is in it. */
  body?: (moment: { seconds: number; nowMs: number }) => string;
  contentType?: string;
  /** An old request is refused. */
  isTimed: boolean;
  /** The scheme does not cover the body. */
  isBodyOpen?: true;
}

const SECRET = "s3cret-of-the-source";
const KEY = { auth: { webhook_secret_key: SECRET }, otherAuth: { webhook_secret_key: "an0ther-secret" } };

function hmac(algorithm: string, encoding: "hex" | "base64" | "base64url", key: string | Buffer = SECRET) {
  return (text: string) => createHmac(algorithm, key).update(text).digest(encoding);
}
const hex = hmac("sha256", "hex");
const base64 = hmac("sha256", "base64");
const sha1Hex = hmac("sha1", "hex");
const sha1Base64 = hmac("sha1", "base64");

type Headers = Sample["headers"];
const ofBody = (headers: Headers): Sample => ({ ...KEY, headers, isTimed: false });
const timed = (headers: Headers): Sample => ({ ...KEY, headers, isTimed: true });

const WHSEC = Buffer.from("a key of 24 bytes, about");
function standard(prefix: string, secret: string, key: string | Buffer, otherSecret: string): Sample {
  return {
    auth: { webhook_secret_key: secret },
    otherAuth: { webhook_secret_key: otherSecret },
    isTimed: true,
    headers: ({ body, seconds }) => ({
      [`${prefix}-id`]: "msg_1",
      [`${prefix}-timestamp`]: String(seconds),
      [`${prefix}-signature`]: `v1,${hmac("sha256", "base64", key)(`msg_1.${seconds}.${body}`)}`,
    }),
  };
}
const whsec = (prefix: string) =>
  standard(
    prefix,
    `whsec_${WHSEC.toString("base64")}`,
    WHSEC,
    `whsec_${Buffer.from("another").toString("base64")}`,
  );
const asText = standard("webhook", SECRET, SECRET, "an0ther-secret");

const basicAuth: Sample = {
  auth: { username: "ada", password: "pass:word" },
  otherAuth: { username: "ada", password: "other" },
  headers: () => ({ Authorization: `Basic ${Buffer.from("ada:pass:word").toString("base64")}` }),
  isTimed: false,
  isBodyOpen: true,
};

const ED25519 = generateKeyPairSync("ed25519");
const OTHER_ED25519 = generateKeyPairSync("ed25519");
const EC = generateKeyPairSync("ec", { namedCurve: "P-256" });
const OTHER_EC = generateKeyPairSync("ec", { namedCurve: "P-256" });

/** The 32 bytes of the key alone. */
function raw(key: KeyObject, encoding: "hex" | "base64"): string {
  return Buffer.from(key.export({ format: "jwk" }).x ?? "", "base64url").toString(encoding);
}
const der = (key: KeyObject) => key.export({ type: "spki", format: "der" }).toString("base64");
const ed25519 = (text: string) => sign(null, Buffer.from(text), ED25519.privateKey);

export const PROVIDER_SAMPLES: Readonly<Record<string, Sample>> = {
  SVIX: whsec("svix"),
  RESEND: whsec("svix"),
  OPENAI: whsec("webhook"),
  CLAUDE: whsec("webhook"),
  REPLICATE: whsec("webhook"),
  LITHIC: whsec("webhook"),
  POLAR: asText,
  BIGCOMMERCE: asText,

  GITHUB: ofBody(({ body }) => ({ "X-Hub-Signature-256": `sha256=${hex(body)}` })),
  SHOPIFY: ofBody(({ body }) => ({ "X-Shopify-Hmac-Sha256": base64(body) })),
  FACEBOOK: ofBody(({ body }) => ({ "X-Hub-Signature-256": `sha256=${hex(body)}` })),
  WHATSAPP: ofBody(({ body }) => ({ "X-Hub-Signature-256": `sha256=${hex(body)}` })),
  INTERCOM: ofBody(({ body }) => ({ "X-Hub-Signature": `sha1=${sha1Hex(body)}` })),
  FLEXPORT: ofBody(({ body }) => ({ "X-Hub-Signature-256": `sha256=${hex(body)}` })),
  CURSOR: ofBody(({ body }) => ({ "X-Webhook-Signature": `sha256=${hex(body)}` })),
  TYPEFORM: ofBody(({ body }) => ({ "Typeform-Signature": `sha256=${base64(body)}` })),
  TALLY: ofBody(({ body }) => ({ "Tally-Signature": base64(body) })),
  XERO: ofBody(({ body }) => ({ "x-xero-signature": base64(body) })),
  WOOCOMMERCE: ofBody(({ body }) => ({ "X-WC-Webhook-Signature": base64(body) })),
  DOCUSIGN: ofBody(({ body }) => ({ "X-DocuSign-Signature-2": base64(body) })),
  PICQER: ofBody(({ body }) => ({ "X-Picqer-Signature": base64(body) })),
  COMMERCELAYER: ofBody(({ body }) => ({ "X-CommerceLayer-Signature": base64(body) })),
  RAZORPAY: ofBody(({ body }) => ({ "X-Razorpay-Signature": hex(body) })),
  PAYSTACK: ofBody(({ body }) => ({ "x-paystack-signature": hmac("sha512", "hex")(body) })),
  GOCARDLESS: ofBody(({ body }) => ({ "Webhook-Signature": hex(body) })),
  NUVEMSHOP: ofBody(({ body }) => ({ "x-linkedstore-hmac-sha256": hex(body) })),
  NYLAS: ofBody(({ body }) => ({ "X-Nylas-Signature": hex(body) })),
  CLIO: ofBody(({ body }) => ({ "X-Hook-Signature": hex(body) })),
  ASANA: ofBody(({ body }) => ({ "X-Hook-Signature": hex(body) })),
  FASTSPRING: ofBody(({ body }) => ({ "X-FS-Signature": base64(body) })),
  AIRTABLE: {
    auth: { webhook_secret_key: WHSEC.toString("base64") },
    otherAuth: { webhook_secret_key: Buffer.from("another").toString("base64") },
    headers: ({ body }) => ({
      "X-Airtable-Content-MAC": `hmac-sha256=${hmac("sha256", "hex", WHSEC)(body)}`,
    }),
    isTimed: false,
  },
  ENODE: ofBody(({ body }) => ({ "x-enode-signature": `sha1=${sha1Hex(body)}` })),
  VERCEL: ofBody(({ body }) => ({ "x-vercel-signature": sha1Hex(body) })),
  LINEAR: {
    ...timed(({ body }) => ({ "Linear-Signature": hex(body) })),
    body: ({ nowMs }) => JSON.stringify({ action: "create", webhookTimestamp: nowMs }),
  },
  SMARTCAR: ofBody(({ body }) => ({ "SC-Signature": hex(body) })),
  TWITTER: {
    auth: { api_key: SECRET },
    otherAuth: { api_key: "an0ther-secret" },
    headers: ({ body }) => ({ "x-twitter-webhooks-signature": `sha256=${base64(body)}` }),
    isTimed: false,
  },
  ALCHEMY: ofBody(({ body }) => ({ "X-Alchemy-Signature": hex(body) })),
  ASHBY: ofBody(({ body }) => ({ "Ashby-Signature": `sha256=${hex(body)}` })),
  CRONOFY: ofBody(({ body }) => ({ "Cronofy-HMAC-SHA256": `${base64("another")},${base64(body)}` })),
  TEBEX: ofBody(({ body }) => ({ "X-Signature": hex(createHash("sha256").update(body).digest("hex")) })),
  RECHARGE: ofBody(({ body }) => ({
    "X-Recharge-Hmac-Sha256": createHash("sha256").update(SECRET).update(body).digest("hex"),
  })),

  STRIPE: timed(({ body, seconds }) => ({
    "Stripe-Signature": `t=${seconds},v1=${hex(`${seconds}.${body}`)}`,
  })),
  SLACK: timed(({ body, seconds }) => ({
    "X-Slack-Request-Timestamp": String(seconds),
    "X-Slack-Signature": `v0=${hex(`v0:${seconds}:${body}`)}`,
  })),
  ZOOM: timed(({ body, seconds }) => ({
    "x-zm-request-timestamp": String(seconds),
    "x-zm-signature": `v0=${hex(`v0:${seconds}:${body}`)}`,
  })),
  TWITCH: timed(({ body, iso }) => ({
    "Twitch-Eventsub-Message-Id": "e76c6bd4",
    "Twitch-Eventsub-Message-Timestamp": iso.replace("Z", "123456Z"),
    "Twitch-Eventsub-Message-Signature": `sha256=${hex(`e76c6bd4${iso.replace("Z", "123456Z")}${body}`)}`,
  })),
  PADDLE: timed(({ body, seconds }) => ({
    "Paddle-Signature": `ts=${seconds};h1=${hex(`${seconds}:${body}`)}`,
  })),
  PERSONA: timed(({ body, seconds }) => ({
    "Persona-Signature": `t=${seconds},v1=${"0".repeat(64)} t=${seconds},v1=${hex(`${seconds}.${body}`)}`,
  })),
  WORKOS: timed(({ body, nowMs }) => ({ "WorkOS-Signature": `t=${nowMs}, v1=${hex(`${nowMs}.${body}`)}` })),
  ELEVENLABS: timed(({ body, seconds }) => ({
    "ElevenLabs-Signature": `t=${seconds},v0=${hex(`${seconds}.${body}`)}`,
  })),
  TIKTOK: timed(({ body, seconds }) => ({
    "TikTok-Signature": `t=${seconds},s=${hex(`${seconds}.${body}`)}`,
  })),
  COURIER: timed(({ body, nowMs }) => ({
    "courier-signature": `t=${nowMs},signature=${hex(`${nowMs}.${body}`)}`,
  })),
  SANITY: timed(({ body, nowMs }) => ({
    "sanity-webhook-signature": `t=${nowMs},v1=${hmac("sha256", "base64url")(`${nowMs}.${body}`)}`,
  })),
  RECURLY: timed(({ body, nowMs }) => ({
    "recurly-signature": `${nowMs},${"0".repeat(64)},${hex(`${nowMs}.${body}`)}`,
  })),
  REVOLUT: timed(({ body, nowMs }) => ({
    "Revolut-Request-Timestamp": String(nowMs),
    "Revolut-Signature": `v1=${"0".repeat(64)},v1=${hex(`v1.${nowMs}.${body}`)}`,
  })),
  CLOUDINARY: timed(({ body, seconds }) => ({
    "X-Cld-Timestamp": String(seconds),
    "X-Cld-Signature": createHash("sha256").update(`${body}${seconds}${SECRET}`).digest("hex"),
  })),
  ZENDESK: timed(({ body, iso }) => ({
    "X-Zendesk-Webhook-Signature": base64(iso + body),
    "X-Zendesk-Webhook-Signature-Timestamp": iso,
  })),
  CUSTOMERIO: timed(({ body, seconds }) => ({
    "X-CIO-Timestamp": String(seconds),
    "X-CIO-Signature": hex(`v0:${seconds}:${body}`),
  })),
  ORB: timed(({ body, iso }) => ({
    "X-Orb-Timestamp": iso.replace("Z", ""),
    "X-Orb-Signature": `v1=${hex(`v1:${iso.replace("Z", "")}:${body}`)}`,
  })),
  AIRWALLEX: timed(({ body, nowMs }) => ({
    "x-timestamp": String(nowMs),
    "x-signature": hex(`${nowMs}${body}`),
  })),
  AKENEO: timed(({ body, seconds }) => ({
    "X-Akeneo-Request-Timestamp": String(seconds),
    "X-Akeneo-Request-Signature": hex(`${seconds}.${body}`),
  })),
  OURA: ofBody(({ body, seconds }) => ({
    "x-oura-timestamp": String(seconds),
    "x-oura-signature": hex(`${seconds}${body}`).toUpperCase(),
  })),

  TWILIO: {
    ...ofBody(({ url }) => ({ "X-Twilio-Signature": sha1Base64(`${url}BodyHëllo wörldFrom+49From2`) })),
    body: () => "From2=&Body=H%C3%ABllo+w%C3%B6rld&From=%2B49",
    contentType: "application/x-www-form-urlencoded; charset=UTF-8",
  },
  SQUARE: ofBody(({ body, url }) => ({ "x-square-hmacsha256-signature": base64(url + body) })),
  TRELLO: ofBody(({ body, url }) => ({ "X-Trello-Webhook": sha1Base64(body + url) })),
  HUBSPOT: timed(({ body, url, nowMs }) => ({
    "X-HubSpot-Request-Timestamp": String(nowMs),
    "X-HubSpot-Signature-v3": base64(`POST${url}${body}${nowMs}`),
  })),

  MAILGUN: {
    ...timed(() => ({})),
    isBodyOpen: true,
    body: ({ seconds }) =>
      JSON.stringify({
        signature: { timestamp: String(seconds), token: "t0k", signature: hex(`${seconds}t0k`) },
        "event-data": {},
      }),
  },

  GITLAB: {
    auth: { api_key: "t0ken" },
    otherAuth: { api_key: "other" },
    headers: () => ({ "X-Gitlab-Token": "t0ken" }),
    isTimed: false,
    isBodyOpen: true,
  },
  RING_CENTRAL: {
    auth: { token: "t0ken" },
    otherAuth: { token: "other" },
    headers: () => ({ "Verification-Token": "t0ken" }),
    isTimed: false,
    isBodyOpen: true,
  },
  MERAKI: {
    auth: { api_key: "t0ken" },
    otherAuth: { api_key: "other" },
    headers: () => ({}),
    body: () => JSON.stringify({ version: "0.1", sharedSecret: "t0ken" }),
    isTimed: false,
    isBodyOpen: true,
  },
  POSTMARK: basicAuth,
  CHARGEBEE_BILLING: basicAuth,
  PIPEDRIVE: basicAuth,

  DISCORD: {
    auth: { public_key: raw(ED25519.publicKey, "hex") },
    otherAuth: { public_key: raw(OTHER_ED25519.publicKey, "hex") },
    headers: ({ body, seconds }) => ({
      "X-Signature-Timestamp": String(seconds),
      "X-Signature-Ed25519": ed25519(`${seconds}${body}`).toString("hex"),
    }),
    isTimed: true,
  },
  TELNYX: {
    auth: { public_key: raw(ED25519.publicKey, "base64") },
    otherAuth: { public_key: raw(OTHER_ED25519.publicKey, "base64") },
    headers: ({ body, seconds }) => ({
      "telnyx-timestamp": String(seconds),
      "telnyx-signature-ed25519": ed25519(`${seconds}|${body}`).toString("base64"),
    }),
    isTimed: true,
  },
  SENDGRID: {
    auth: { webhook_secret_key: der(EC.publicKey) },
    otherAuth: { webhook_secret_key: der(OTHER_EC.publicKey) },
    headers: ({ body, seconds }) => ({
      "X-Twilio-Email-Event-Webhook-Timestamp": String(seconds),
      "X-Twilio-Email-Event-Webhook-Signature": sign(
        "sha256",
        Buffer.from(seconds + body),
        EC.privateKey,
      ).toString("base64"),
    }),
    isTimed: true,
  },
};
