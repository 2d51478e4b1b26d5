/**
 * Which kinds of sources are there, and how does a sender prove itself at each?
 *
 * The names are the wire's, one of them with a hyphen. Five are not a provider's: WEBHOOK and HTTP take any
 * of the generic ways to authenticate, MANAGED has a token of its own, PUBLISH_API is fed by API key only,
 * and HOOKDECK_OUTPOST is taken as it comes.
 */
import * as z from "zod/mini";

export const SOURCE_TYPES = [
  "ADYEN",
  "AIPRISE",
  "AIRTABLE",
  "AIRWALLEX",
  "AKENEO",
  "ALIPAY",
  "ASANA",
  "ASCEND",
  "AWS_SNS",
  "BIGCOMMERCE",
  "BONDSMITH",
  "BRIDGE_API",
  "BRIDGE_XYZ",
  "CHARGEBEE_BILLING",
  "CIRCLE",
  "CLIO",
  "CLOUDSIGNAL",
  "COINBASE",
  "COMMERCELAYER",
  "COURIER",
  "CURSOR",
  "CUSTOMERIO",
  "DISCORD",
  "DOCUSIGN",
  "EBAY",
  "ENODE",
  "ETHOCA",
  "EXACT_ONLINE",
  "FACEBOOK",
  "FASTSPRING",
  "FAUNDIT",
  "FAVRO",
  "FIREBLOCKS",
  "FISERV",
  "FLEXPORT",
  "FRONTAPP",
  "FUSIONAUTH",
  "GITHUB",
  "GITLAB",
  "GOCARDLESS",
  "HOOKDECK_OUTPOST",
  "HTTP",
  "HUBSPOT",
  "INTERCOM",
  "LINEAR",
  "LINKEDIN",
  "LITHIC",
  "MAILCHIMP",
  "MAILGUN",
  "MANAGED",
  "MERAKI",
  "MONDAY",
  "NMI",
  "NUVEMSHOP",
  "NYLAS",
  "OKTA",
  "OPENAI",
  "ORB",
  "OURA",
  "PADDLE",
  "PAYPAL",
  "PAYPRO_GLOBAL",
  "PERSONA",
  "PICQER",
  "PIPEDRIVE",
  "POLAR",
  "PORTAL",
  "POSTMARK",
  "PRAXIS",
  "PROPERTY-FINDER",
  "PUBLISH_API",
  "PYLON",
  "QUOTER",
  "RAZORPAY",
  "RECHARGE",
  "RECURLY",
  "REPAY",
  "REPLICATE",
  "RESEND",
  "RING_CENTRAL",
  "SANITY",
  "SENDGRID",
  "SHOPIFY",
  "SHOPLINE",
  "SLACK",
  "SMARTCAR",
  "SMILE",
  "SOLIDGATE",
  "SQUARE",
  "STRAVA",
  "STRIPE",
  "SVIX",
  "SYNCTERA",
  "TALLY",
  "TEBEX",
  "TELNYX",
  "THREE_D_EYE",
  "TIKTOK",
  "TIKTOK_SHOP",
  "TOKENIO",
  "TREEZOR",
  "TRELLO",
  "TWILIO",
  "TWITCH",
  "TWITTER",
  "TYPEFORM",
  "UPOLLO",
  "USPS",
  "UTILA",
  "VERCEL",
  "VERCEL_LOG_DRAINS",
  "WEBHOOK",
  "WHATSAPP",
  "WIX",
  "WOOCOMMERCE",
  "WORKOS",
  "XERO",
  "ZENDESK",
  "ZEROHASH",
  "ZIFT",
  "ZOOM",
] as const;
export type SourceType = (typeof SOURCE_TYPES)[number];

/** The ways that every sender can be made to use, whoever it is. */
export const GENERIC_AUTH_TYPES = ["HMAC", "BASIC_AUTH", "API_KEY"] as const;
export type GenericAuthType = (typeof GENERIC_AUTH_TYPES)[number];

/** What a WEBHOOK source may name: a generic way, or the way of a provider. */
export const SOURCE_AUTH_TYPES = [...GENERIC_AUTH_TYPES, ...SOURCE_TYPES] as const;
export type SourceAuthType = (typeof SOURCE_AUTH_TYPES)[number];

export const HMAC_ALGORITHMS = ["sha1", "sha256", "sha512", "md5"] as const;
export const HMAC_ENCODINGS = ["base64", "base64url", "hex"] as const;

const SECRET_MAX_CHARACTERS = 4096;
const HEADER_NAME_MAX_CHARACTERS = 255;

const Secret = z.string().check(z.minLength(1), z.maxLength(SECRET_MAX_CHARACTERS));

/** Anything else could never arrive, so every request would be refused. */
const HeaderName = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(HEADER_NAME_MAX_CHARACTERS),
    z.regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/, "must be a valid header name"),
  );

const HmacAuth = z.strictObject({
  algorithm: z.enum(HMAC_ALGORITHMS),
  encoding: z.enum(HMAC_ENCODINGS),
  header_key: HeaderName,
  webhook_secret_key: Secret,
});
export type HmacAuth = z.output<typeof HmacAuth>;

/** A colon ends the user name on the wire, so none can contain one. */
const BasicAuth = z.strictObject({
  username: Secret.check(z.regex(/^[^:]*$/, "may not contain a colon")),
  password: Secret,
});
export type BasicAuth = z.output<typeof BasicAuth>;

const ApiKeyAuth = z.strictObject({ header_key: HeaderName, api_key: Secret });
export type ApiKeyAuth = z.output<typeof ApiKeyAuth>;

const ManagedAuth = z.strictObject({ token: Secret });
export type ManagedAuth = z.output<typeof ManagedAuth>;

/** What `config.auth` holds, by what the sender must show. */
export const SOURCE_AUTH = {
  HMAC: HmacAuth,
  BASIC_AUTH: BasicAuth,
  API_KEY: ApiKeyAuth,
  MANAGED: ManagedAuth,
} as const;
export type VerifiedBy = keyof typeof SOURCE_AUTH;
