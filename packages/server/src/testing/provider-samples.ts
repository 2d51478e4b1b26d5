/**
 * How does each provider sign a request? Written once more with node:crypto, from the provider's own page, and never with
 * the code that checks it.
 *
 * One sample per type with a recipe; a test refuses a type without one. `docs` of the entry in the catalogue is the page.
 */
import { type KeyObject, constants, createHash, createHmac, generateKeyPairSync, sign } from "node:crypto";
import { FETCHED_SAMPLES, OTHER_RSA, RSA } from "./fetched-samples.ts";
import type { Published } from "./key-server.ts";

export interface Moment {
  body: string;
  /** When the request is signed. */
  nowMs: number;
  url: string;
}

export interface Sample {
  auth: Record<string, string>;
  /** As valid, and not the right one; null if the type has no fields. */
  otherAuth: Record<string, string> | null;
  /** What is wrong with a request for the other one; DIFFERS unless it says otherwise. */
  otherProblem?: "KEY_UNAVAILABLE";
  /** Headers with the proof. */
  headers: (moment: Moment & { seconds: number; iso: string }) => Record<string, string>;
  /** The body, if the proof is in it. */
  body?: (moment: { seconds: number; nowMs: number }) => string;
  contentType?: string;
  /** An old request is refused. */
  isTimed: boolean;
  /** The scheme does not cover the body, or not all of it. */
  /** The scheme does not cover the body, or only some fields of it. */
  isBodyOpen?: true;
  /** For a scheme that covers fields of the body: the same body with other fields, all of them to be refused. */
  tampered?: (body: string) => string[];
  /** The query, if the proof is in it. */
  query?: (moment: { body: string }) => string;
  /** What the provider publishes, by address. */
  published?: Record<string, Published>;
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

/** Replaces one text by another, which must be there. */
const swapped =
  (...pairs: [string, string][]) =>
  (body: string) =>
    pairs.map(([from, to]) => {
      if (!body.includes(from)) throw new Error(`the sample has no ${from}`);
      return body.replace(from, to);
    });

/** A scheme that covers fields of the body. */
const ofFields = (sample: Pick<Sample, "body" | "tampered"> & Partial<Sample>): Sample => ({
  ...KEY,
  headers: () => ({}),
  isTimed: false,
  isBodyOpen: true,
  ...sample,
});
const FORM = "application/x-www-form-urlencoded";
const digest = (algorithm: string, text: string) => createHash(algorithm).update(text).digest("hex");

const clientState: Sample = {
  ...KEY,
  headers: () => ({}),
  body: () =>
    JSON.stringify({
      value: [
        { subscriptionId: "1", clientState: SECRET },
        { subscriptionId: "2", clientState: SECRET },
      ],
    }),
  isTimed: false,
  isBodyOpen: true,
};

const ED25519 = generateKeyPairSync("ed25519");
const OTHER_ED25519 = generateKeyPairSync("ed25519");
const EC = generateKeyPairSync("ec", { namedCurve: "P-256" });
const OTHER_EC = generateKeyPairSync("ec", { namedCurve: "P-256" });

/** The 32 bytes of the key alone. */
function raw(key: KeyObject, encoding: "hex" | "base64" | "base64url"): string {
  return Buffer.from(key.export({ format: "jwk" }).x ?? "", "base64url").toString(encoding);
}
const pem = (key: KeyObject) => key.export({ type: "spki", format: "pem" }).toString();
const der = (key: KeyObject) => key.export({ type: "spki", format: "der" }).toString("base64");
const base64url = (text: string) => Buffer.from(text).toString("base64url");
const ed25519 = (text: string) => sign(null, Buffer.from(text), ED25519.privateKey);

/** Two items, one of them without the fields that Adyen leaves out. */
function adyenNotification(key: string): string {
  const item = (fields: Record<string, unknown>, text: string) => ({
    NotificationRequestItem: {
      ...fields,
      additionalData: { hmacSignature: hmac("sha256", "base64", Buffer.from(key, "hex"))(text) },
    },
  });
  const first = {
    amount: { currency: "EUR", value: 1130 },
    pspReference: "7914073381342284",
    eventCode: "AUTHORISATION",
    merchantAccountCode: "TestMerchant",
    merchantReference: "TestPayment:1407325143704",
    success: "true",
  };
  const second = { ...first, originalReference: "791", eventCode: "CAPTURE", merchantReference: "" };
  return JSON.stringify({
    live: "false",
    notificationItems: [
      item(first, "7914073381342284::TestMerchant:TestPayment:1407325143704:1130:EUR:AUTHORISATION:true"),
      item(second, "7914073381342284:791:TestMerchant::1130:EUR:CAPTURE:true"),
    ],
  });
}

export const PROVIDER_SAMPLES: Readonly<Record<string, Sample>> = {
  SVIX: whsec("svix"),
  RESEND: whsec("svix"),
  OPENAI: whsec("webhook"),
  CLAUDE: whsec("webhook"),
  GEMINI: whsec("webhook"),
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
  AIPRISE: ofBody(({ body }) => ({ "X-HMAC-SIGNATURE": hex(body) })),
  BRIDGE_API: ofBody(({ body }) => ({
    "BridgeApi-Signature": `v1=${hex("another").toUpperCase()},v1=${hex(body).toUpperCase()}`,
  })),
  FAUNDIT: ofBody(({ body, iso }) => ({
    "X-Faundit-Timestamp": iso,
    "X-Faundit-Signature-Next": hex(`v1:${iso}:${body}`),
  })),
  FIREFLIES: ofBody(({ body }) => ({ "X-Hub-Signature": `sha256=${hex(body)}` })),
  LINKEDIN: ofBody(({ body }) => ({ "X-LI-Signature": hex(`hmacsha256=${body}`) })),
  MAILERSEND: ofBody(({ body }) => ({ Signature: hex(body) })),
  NMI: ofBody(({ body }) => ({
    "Webhook-Signature": `t=f3c1e9a2b7d84c15,s=${hex(`f3c1e9a2b7d84c15.${body}`)}`,
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
  ASCEND: timed(({ body, seconds }) => ({
    "X-Ascend-Request-Timestamp": String(seconds),
    "X-Ascend-Signature": `t=${seconds},v1=${hex(`${seconds}:${body}`)}`,
  })),
  FRONTAPP: timed(({ body, nowMs }) => ({
    "X-Front-Request-Timestamp": String(nowMs),
    "X-Front-Signature": base64(`${nowMs}:${body}`),
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
  FAVRO: {
    ...ofBody(({ url }) => ({ "X-Favro-Webhook": sha1Base64(`5a1b==${url}`) })),
    body: () => JSON.stringify({ payloadId: "5a1b==", action: "created", card: {} }),
    isBodyOpen: true,
  },
  MAILCHIMP: {
    ...ofBody(({ url }) => ({ "X-Mandrill-Signature": sha1Base64(`${url}mandrill_events[{"é":1}]`) })),
    body: () => "mandrill_events=%5B%7B%22%C3%A9%22%3A1%7D%5D",
    contentType: "application/x-www-form-urlencoded",
  },

  MAILGUN: {
    ...timed(() => ({})),
    isBodyOpen: true,
    body: ({ seconds }) =>
      JSON.stringify({
        signature: { timestamp: String(seconds), token: "t0k", signature: hex(`${seconds}t0k`) },
        "event-data": {},
      }),
  },
  ADYEN: {
    auth: { webhook_secret_key: "44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056" },
    otherAuth: { webhook_secret_key: "00112233" },
    headers: () => ({}),
    body: () => adyenNotification("44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056"),
    isTimed: false,
    isBodyOpen: true,
  },
  EXACT_ONLINE: {
    ...ofBody(() => ({})),
    body: () =>
      `{"Content":{"Topic":"Items","Key":"é\\/"},"HashCode":"${hex('{"Topic":"Items","Key":"é\\/"}').toUpperCase()}"}`,
    isBodyOpen: true,
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
  AIRCALL: {
    auth: { webhook_secret_key: "t0ken" },
    otherAuth: { webhook_secret_key: "other" },
    headers: () => ({}),
    body: () => JSON.stringify({ resource: "call", event: "call.created", token: "t0ken", data: {} }),
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

  ATTENTIVE: ofBody(({ body }) => ({ "x-attentive-hmac-sha256": hex(body) })),
  BUNNY_STREAM: ofBody(({ body }) => ({ "X-BunnyStream-Signature": hex(body) })),
  CLOUDSIGNAL: {
    auth: { api_key: "t0ken" },
    otherAuth: { api_key: "other" },
    headers: () => ({}),
    body: () => JSON.stringify({ apikey: "t0ken", type: "ItemShipped", order: "1" }),
    isTimed: false,
    isBodyOpen: true,
    tampered: swapped(["t0ken", "t0kem"], ["apikey", "api_key"]),
  },
  COMMUNITY: timed(({ body, seconds }) => ({
    "community-signature": `t=${seconds},v1=${hex(`${seconds}.${body}`)}`,
  })),
  FISERV: ofFields({
    contentType: FORM,
    auth: { webhook_secret_key: SECRET, store_name: "120995000" },
    otherAuth: { webhook_secret_key: "an0ther-secret", store_name: "120995000" },
    body: () =>
      new URLSearchParams({
        approval_code: "Y:334849:4578339353:PPXX:0310",
        chargetotal: "13.00",
        currency: "978",
        txndatetime: "2026:01:01-00:00:00",
        notification_hash: base64("13.00|978|2026:01:01-00:00:00|120995000|Y:334849:4578339353:PPXX:0310"),
      }).toString(),
    tampered: swapped(["13.00", "14.00"], ["approval_code=Y", "approval_code=N"], ["currency=", "c="]),
  }),
  FORMSTACK: {
    ...ofBody(({ body }) => ({ "X-FS-Signature": `sha256=${hex(body)}` })),
    body: () => "FormID=6606394&UniqueID=1500878955&Name=J%C3%A9",
    contentType: FORM,
  },
  PAYMOB: ofFields({
    body: () =>
      JSON.stringify({
        type: "TRANSACTION",
        obj: {
          id: 192036465,
          pending: false,
          amount_cents: 100000,
          success: true,
          is_auth: false,
          is_capture: false,
          is_standalone_payment: true,
          is_voided: false,
          is_refunded: false,
          is_3d_secure: true,
          integration_id: 4097558,
          has_parent_transaction: false,
          order: { id: 217503754 },
          created_at: "2024-06-13T11:33:44.592345",
          currency: "EGP",
          error_occured: false,
          owner: 302852,
          source_data: { type: "card", pan: "2346", sub_type: "MasterCard" },
        },
      }),
    // The text of the example on its page.
    query: () =>
      `hmac=${hmac("sha512", "hex")("1000002024-06-13T11:33:44.592345EGPfalsefalse1920364654097558truefalsefalsefalsetruefalse217503754302852false2346MasterCardcardtrue")}`,
    tampered: swapped(["100000", "100001"], ['"success":true', '"success":false'], ['"owner"', '"o"']),
  }),
  PAYPRO_GLOBAL: ofFields({
    contentType: FORM,
    body: () =>
      new URLSearchParams({
        ORDER_ID: "12345",
        ORDER_STATUS: "Processed",
        ORDER_TOTAL_AMOUNT: "9.99",
        CUSTOMER_EMAIL: "ada@example.com",
        TEST_MODE: "0",
        IPN_TYPE_NAME: "OrderCharged",
        SIGNATURE: digest("sha256", `12345Processed9.99ada@example.com${SECRET}0OrderCharged`),
      }).toString(),
    tampered: swapped(
      ["9.99", "0.99"],
      ["Processed", "Refunded"],
      ["ORDER_ID=", "ID="],
      ["SIGNATURE=", "S="],
    ),
  }),
  PORTAL: {
    ...KEY,
    headers: () => ({ "X-WEBHOOK-SECRET": SECRET }),
    isTimed: false,
    isBodyOpen: true,
  },
  PRAXIS: {
    ...ofFields({
      body: ({ seconds }) =>
        JSON.stringify({
          merchant_id: "API-Merchant",
          application_key: "app",
          timestamp: seconds,
          customer: { customer_token: "c0ffee" },
          session: { order_id: "test-1560610955" },
          transaction: {
            tid: 13348,
            currency: "USD",
            amount: 100,
            conversion_rate: 1,
            processed_currency: null,
            processed_amount: 100,
          },
        }),
      tampered: swapped(['"tid":13348', '"tid":13349'], ['"merchant_id"', '"merchant"']),
    }),
    headers: ({ seconds }) => ({
      "Gt-Authentication": digest(
        "sha384",
        `API-Merchantapp${seconds}c0ffeetest-156061095513348USD1001100${SECRET}`,
      ),
    }),
    isTimed: true,
  },
  PYLON: timed(({ body, seconds }) => ({
    "Pylon-Webhook-Timestamp": String(seconds),
    "Pylon-Webhook-Signature": `hs256=${hex(`${seconds}.${body}`)}`,
  })),
  QUO: whsec("webhook"),
  QUOTER: {
    ...ofFields({
      contentType: FORM,
      body: ({ seconds }) => {
        const data = JSON.stringify({ id: "quot_1", notes: "é".repeat(9_000) });
        return new URLSearchParams({
          hash: digest("md5", `${SECRET}${seconds}${data}`),
          timestamp: String(seconds),
          data,
        }).toString();
      },
      tampered: swapped(["quot_1", "quot_2"], ["data=", "dat="], ["hash=", "hash=&hash="]),
    }),
    isTimed: true,
  },
  RETELL: timed(({ body, nowMs }) => ({ "X-Retell-Signature": `v=${nowMs},d=${hex(`${body}${nowMs}`)}` })),
  SCRAPFLY: ofBody(({ body }) => ({ "X-Scrapfly-Webhook-Signature": hex(body).toUpperCase() })),
  SHIPBOB: whsec("webhook"),
  SHIPHERO: ofBody(({ body }) => ({ "x-shiphero-hmac-sha256": base64(body) })),
  SHOPLINE: ofBody(({ body }) => ({ "X-Shopline-Hmac-Sha256": base64(body) })),
  SMILE: ofBody(({ body }) => ({ "Smile-Signature": hmac("sha512", "hex")(body) })),
  SOLIDGATE: ofBody(({ body }) => ({
    merchant: "wh_pk_1",
    signature: Buffer.from(hmac("sha512", "hex")(`wh_pk_1${body}wh_pk_1`)).toString("base64"),
  })),
  STATSIG: timed(({ body, nowMs }) => ({
    "X-Statsig-Request-Timestamp": String(nowMs),
    "X-Statsig-Signature": `v0=${hex(`v0:${nowMs}:${body}`)}`,
  })),
  TIKTOK_SHOP: {
    auth: { webhook_secret_key: SECRET, app_key: "38abcd" },
    otherAuth: { webhook_secret_key: SECRET, app_key: "38abce" },
    headers: ({ body }) => ({ Authorization: hex(`38abcd${body}`) }),
    isTimed: false,
  },
  TREEZOR: ofFields({
    contentType: "text/plain",
    body: () => {
      // As PHP writes it, and in another form than the body: the signature covers what is meant.
      const payload =
        '{"users":[{"userId":"1","email":"a\\/b@example.com","firstname":"Zo\\u00e9 \\ud83d\\ude00"}]}';
      return `{"webhook":"user.create", "object_payload":${payload}, "object_payload_signature":"${base64(payload)}"}`;
    },
    tampered: swapped(['"userId":"1"', '"userId":"2"'], ['"object_payload":', '"payload":'], ["Zo", "Za"]),
  }),
  UBER: ofBody(({ body }) => ({ "X-Uber-Signature": hex(body) })),
  USPS: {
    ...ofFields({
      body: () =>
        JSON.stringify({
          subscriptionType: "TRACKING",
          timestamp: "2026-01-01T00:00:00Z",
          payload: '{"status":"é"}',
        }),
      tampered: swapped(["00:00:00Z", "00:00:01Z"], ["status", "state"], ['"payload"', '"load"']),
    }),
    headers: () => ({ "X-HMAC": base64('2026-01-01T00:00:00Z{"status":"é"}') }),
  },
  UTILA: {
    auth: { public_key: pem(RSA.publicKey) },
    otherAuth: { public_key: pem(OTHER_RSA.publicKey) },
    headers: ({ body }) => ({
      "x-utila-signature": sign("sha512", Buffer.from(body), {
        key: RSA.privateKey,
        padding: constants.RSA_PKCS1_PSS_PADDING,
        saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
      }).toString("base64"),
    }),
    isTimed: false,
  },
  VAPI: ofBody(({ body }) => ({ "x-signature": hex(body) })),
  VERCEL_LOG_DRAINS: ofBody(({ body }) => ({ "x-vercel-signature": sha1Hex(body) })),
  WALMART: timed(({ body, url, seconds }) => ({
    "WM_SEC.TIMESTAMP": String(seconds),
    "WM_SEC.SIGNATURE": base64(
      `POST\n${new URL(url).pathname}${new URL(url).search}\n${seconds}\n${digest("sha256", body)}`,
    ),
  })),
  ZEROHASH: timed(({ body, nowMs }) => ({
    "x-zh-hook-timestamp": String(nowMs),
    "x-zh-hook-signature": hex(`${body}${nowMs}`),
  })),
  BRIDGE_XYZ: {
    auth: { public_key: pem(RSA.publicKey) },
    otherAuth: { public_key: pem(OTHER_RSA.publicKey) },
    headers: ({ body, nowMs }) => ({
      "X-Webhook-Signature": `t=${nowMs},v0=${sign(
        "sha256",
        createHash("sha256").update(`${nowMs}.${body}`).digest(),
        RSA.privateKey,
      ).toString("base64")}`,
    }),
    isTimed: true,
  },
  NEON: {
    auth: { public_key: raw(ED25519.publicKey, "base64url") },
    otherAuth: { public_key: raw(OTHER_ED25519.publicKey, "base64url") },
    headers: ({ body, nowMs }) => {
      const header = base64url('{"alg":"EdDSA","kid":"k1"}');
      const payload = base64url(`${nowMs}.${base64url(body)}`);
      return {
        "X-Neon-Timestamp": String(nowMs),
        "X-Neon-Signature": `${header}..${ed25519(`${header}.${payload}`).toString("base64url")}`,
      };
    },
    isTimed: true,
  },
  TOKENIO: {
    auth: { public_key: raw(ED25519.publicKey, "base64url") },
    otherAuth: { public_key: raw(OTHER_ED25519.publicKey, "base64url") },
    headers: ({ body }) => ({ "token-signature": ed25519(body).toString("base64url") }),
    isTimed: false,
  },
  ALIPAY: {
    auth: { public_key: der(RSA.publicKey) },
    otherAuth: { public_key: der(OTHER_RSA.publicKey) },
    headers: ({ body, url, iso }) => {
      const signed = `POST ${url.replace("https://in.example.com", "")}\nTEST_5X.${iso}.${body}`;
      const signature = sign("sha256", Buffer.from(signed), RSA.privateKey);
      return {
        "Client-Id": "TEST_5X",
        "Request-Time": iso,
        Signature: `algorithm=RSA256,keyVersion=1,signature=${encodeURIComponent(signature.toString("base64"))}`,
      };
    },
    isTimed: false,
  },
  WECHAT: {
    auth: { public_key: pem(RSA.publicKey) },
    otherAuth: { public_key: pem(OTHER_RSA.publicKey) },
    headers: ({ body, seconds }) => ({
      "Wechatpay-Timestamp": String(seconds),
      "Wechatpay-Nonce": "c5ac7061fccab6bf3e254dcf98995b8c",
      "Wechatpay-Signature": sign(
        "sha256",
        Buffer.from(`${seconds}\nc5ac7061fccab6bf3e254dcf98995b8c\n${body}\n`),
        RSA.privateKey,
      ).toString("base64"),
    }),
    isTimed: true,
  },
  COINBASE: timed(({ body, seconds }) => ({
    "X-Event-Id": "e-1",
    "X-Hook0-Signature": `t=${seconds},h=content-type x-event-id,v1=${hex(`${seconds}.content-type x-event-id.application/json.e-1.${body}`)}`,
  })),
  SYNCTERA: timed(({ body, seconds }) => ({
    "Request-Timestamp": String(seconds),
    "Synctera-Signature": `${"0".repeat(64)}.${hex(`${seconds}.${body}`)}`,
  })),
  OKTA: {
    ...KEY,
    headers: () => ({ Authorization: SECRET }),
    isTimed: false,
    isBodyOpen: true,
  },
  MICROSOFT_GRAPH: clientState,
  MICROSOFT_SHAREPOINT: clientState,
  ...FETCHED_SAMPLES,
};
