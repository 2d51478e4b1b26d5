/**
 * How does each type of source look to a person, and what can be set on it?
 *
 * The dashboard builds the picker of types and the form of a source from this catalogue, so a type that is added to
 * `source-type-names.ts` needs no new screen. How a type checks its senders is in `source-types.ts`.
 */
import {
  type GenericAuthType,
  NAMED_AUTH,
  SOURCE_AUTH,
  SOURCE_TYPES,
  type SourceType,
  type VerifiedBy,
} from "./source-types.ts";

/** What a form shows for a type: authentication, its own response, its own methods, or publishing by API key. */
export const SOURCE_FEATURES = [
  "VERIFICATION",
  "CUSTOM_RESPONSE",
  "CUSTOM_HTTP_METHOD",
  "PUBLISH_API",
] as const;
export type SourceFeature = (typeof SOURCE_FEATURES)[number];

/** `platform`: one provider sends to it. `http`: anything can. */
export type SourceCategory = "platform" | "http";

export interface SourceTypeDetails {
  type: SourceType;
  label: string;
  category: SourceCategory;
  /** Shown first in the picker. */
  popular: boolean;
  /** Not offered in the picker: the product makes such sources itself. */
  hidden: boolean;
  features: readonly SourceFeature[];
  /** What a person must know before they use a source of this type. */
  configuration_alert: string | null;
}

/** The names that are not just the words of the type in title case. */
const LABELS: Readonly<Partial<Record<SourceType, string>>> = {
  AIPRISE: "AiPrise",
  AWS_SNS: "AWS SNS",
  AZURE_EVENT_GRID: "Azure Event Grid",
  BASELINKER: "BaseLinker",
  BIGCOMMERCE: "BigCommerce",
  BRIDGE_API: "Bridge API",
  BRIDGE_XYZ: "Bridge (bridge.xyz)",
  BUNNY_STREAM: "Bunny Stream",
  CHARGEBEE_BILLING: "Chargebee Billing",
  CLOUDSIGNAL: "CloudSignal",
  COMMERCELAYER: "Commerce Layer",
  CUSTOMERIO: "Customer.io",
  DOCUSIGN: "DocuSign",
  EBAY: "eBay",
  ELEVENLABS: "ElevenLabs",
  FASTSPRING: "FastSpring",
  FRONTAPP: "Front",
  FUSIONAUTH: "FusionAuth",
  GITHUB: "GitHub",
  GITLAB: "GitLab",
  GOCARDLESS: "GoCardless",
  GOOGLE_PUBSUB: "Google Pub/Sub",
  GREENDOT: "Green Dot",
  HOOKDECK_OUTPOST: "Hookdeck Outpost",
  HTTP: "HTTP",
  HUBSPOT: "HubSpot",
  LINKEDIN: "LinkedIn",
  MAILERSEND: "MailerSend",
  MICROSOFT_GRAPH: "Microsoft Graph",
  MICROSOFT_SHAREPOINT: "Microsoft SharePoint",
  MONDAY: "monday.com",
  NMI: "NMI",
  OPENAI: "OpenAI",
  PAYPAL: "PayPal",
  PAYPRO_GLOBAL: "PayPro Global",
  PUBLISH_API: "Publish API",
  RING_CENTRAL: "RingCentral",
  SENDGRID: "SendGrid",
  SHIPBOB: "ShipBob",
  SHIPHERO: "ShipHero",
  SHIPSTATION: "ShipStation",
  SMILE: "Smile.io",
  THREE_D_EYE: "3dEYE",
  TIKTOK: "TikTok",
  TIKTOK_SHOP: "TikTok Shop",
  TOKENIO: "Token.io",
  TWITTER: "Twitter",
  USPS: "USPS",
  VERCEL_LOG_DRAINS: "Vercel Log Drains",
  WECHAT: "WeChat",
  WHATSAPP: "WhatsApp",
  WOOCOMMERCE: "WooCommerce",
  WORKOS: "WorkOS",
};

const HTTP_TYPES: ReadonlySet<SourceType> = new Set<SourceType>([
  "WEBHOOK",
  "HTTP",
  "PUBLISH_API",
  "HOOKDECK_OUTPOST",
  "MANAGED",
]);
const HIDDEN: ReadonlySet<SourceType> = new Set<SourceType>(["MANAGED"]);

/** In the order of the picker. */
const POPULAR: readonly SourceType[] = [
  "WEBHOOK",
  "STRIPE",
  "SHOPIFY",
  "GITHUB",
  "TWILIO",
  "HUBSPOT",
  "GITLAB",
  "SLACK",
];

export function sourceTypeLabel(type: SourceType): string {
  return (
    LABELS[type] ??
    type
      .toLowerCase()
      .split(/[_-]/)
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join(" ")
  );
}

/** The methods by which a source of this type can check its senders; empty if it cannot. */
export function authMethodsOf(type: SourceType): readonly (GenericAuthType | VerifiedBy)[] {
  const named = NAMED_AUTH[type];
  if (named) return named;
  const own = Object.keys(SOURCE_AUTH).find((method) => method === type);
  // Safe: it is a key of `SOURCE_AUTH`.
  return own === undefined ? [] : [own as VerifiedBy];
}

function featuresOf(type: SourceType): readonly SourceFeature[] {
  if (type === "PUBLISH_API") return ["PUBLISH_API"];
  if (type === "MANAGED") return ["VERIFICATION"];
  const checks: readonly SourceFeature[] = authMethodsOf(type).length > 0 ? ["VERIFICATION"] : [];
  return [...checks, "CUSTOM_RESPONSE", "CUSTOM_HTTP_METHOD"];
}

function alertOf(type: SourceType): string | null {
  if (type === "PUBLISH_API")
    return "This source accepts only requests that are published with an API key. Its URL refuses all others.";
  if (featuresOf(type).includes("VERIFICATION")) return null;
  const label = sourceTypeLabel(type);
  return `Posthorn does not check signatures of ${label} yet, so this source accepts requests from everybody who knows its URL. If ${label} can send a key or a signature that you configure, use a source of type Webhook, which can check it.`;
}

export function sourceTypeDetails(type: SourceType): SourceTypeDetails {
  return {
    type,
    label: sourceTypeLabel(type),
    category: HTTP_TYPES.has(type) ? "http" : "platform",
    popular: POPULAR.includes(type),
    hidden: HIDDEN.has(type),
    features: featuresOf(type),
    configuration_alert: alertOf(type),
  };
}

/** Everything that a picker offers: popular types first, then the others by label. */
export function pickableSourceTypes(): SourceTypeDetails[] {
  const shown = SOURCE_TYPES.map(sourceTypeDetails).filter(({ hidden }) => !hidden);
  const rank = ({ type, popular }: SourceTypeDetails) => (popular ? POPULAR.indexOf(type) : POPULAR.length);
  return shown.toSorted((a, b) => rank(a) - rank(b) || a.label.localeCompare(b.label, "en"));
}

/** What people call each method of authentication. */
export const AUTH_METHOD_LABELS: Record<VerifiedBy, string> = {
  HMAC: "HMAC signature",
  BASIC_AUTH: "Basic auth",
  API_KEY: "API key",
  STANDARD_WEBHOOKS: "Standard Webhooks",
  MANAGED: "Source token",
};

export interface AuthFieldDetails {
  label: string;
  hint?: string;
  is_secret: boolean;
  /** The value that a new form starts with. */
  initial?: string;
}

const AUTH_FIELDS: Readonly<Record<string, AuthFieldDetails>> = {
  algorithm: { label: "Algorithm", is_secret: false, initial: "sha256" },
  encoding: { label: "Encoding", is_secret: false, initial: "hex" },
  header_key: { label: "Header", hint: "The name of the header that carries it.", is_secret: false },
  webhook_secret_key: {
    label: "Webhook signing secret",
    hint: "Copy it from the settings of the sender. Stored encrypted.",
    is_secret: true,
  },
  username: { label: "Username", is_secret: false },
  password: { label: "Password", hint: "Stored encrypted.", is_secret: true },
  api_key: { label: "API key", hint: "Stored encrypted.", is_secret: true },
  token: { label: "Source Token", is_secret: true },
};

/** How a form shows a field of `SOURCE_AUTH`. A field that is not listed counts as a secret. */
export function authFieldDetails(name: string): AuthFieldDetails {
  const words = name.replaceAll("_", " ");
  return AUTH_FIELDS[name] ?? { label: words.charAt(0).toUpperCase() + words.slice(1), is_secret: true };
}
