/**
 * What do people call each type of source?
 *
 * Apart from the catalogue, because lists of sources need nothing else of it.
 */
import type { SourceType } from "./source-types.ts";

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
  SMILE: "Smile API",
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
