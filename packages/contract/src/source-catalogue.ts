/**
 * How does each type of source look to a person, and what can be set on it?
 *
 * The dashboard builds the picker of types and the form of a source from this, and docs/reference/source-types.md lists
 * it. The facts are in `catalogue/`, so a type that is added there needs no new screen.
 */
import {
  type AuthFieldDetails,
  CHANGED_BODY,
  CLOCK,
  OTHER_ENDPOINT,
  type UnverifiedReason,
} from "./catalogue/entry.ts";
import type { Recipe } from "./catalogue/recipe.ts";
import type { RequestMethod } from "./causes.ts";
import { SOURCE_TYPE_ENTRIES } from "./catalogue/source-type-entries.ts";
import { authMethodsOf } from "./source-auth.ts";
import { sourceTypeLabel } from "./source-type-labels.ts";
import { type GenericAuthType, SOURCE_TYPES, type SourceAuthType, type SourceType } from "./source-types.ts";

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
  /** The provider's own page about its webhooks. */
  docs: string | null;
  /** The brand's name in simple-icons. */
  icon: string | null;
  /** What a person must know before they use a source of this type. */
  configuration_alert: string | null;
  /** Methods that the provider uses and most do not. */
  methods: readonly RequestMethod[];
}

function featuresOf(type: SourceType): readonly SourceFeature[] {
  if (type === "PUBLISH_API") return ["PUBLISH_API"];
  if (type === "MANAGED") return ["VERIFICATION"];
  const checks: readonly SourceFeature[] = authMethodsOf(type).length > 0 ? ["VERIFICATION"] : [];
  return [...checks, "CUSTOM_RESPONSE", "CUSTOM_HTTP_METHOD"];
}

/** Clauses without a full stop, so that a sentence can go on after them. */
const UNVERIFIED: Record<UnverifiedReason, (label: string) => string> = {
  UNSIGNED: (label) => `${label} does not sign its requests`,
  UNESTABLISHED: (label) => `Posthorn could not find out how ${label} signs its requests`,
};

/** Why a source of this type cannot check its senders, as a clause; null if it can. */
export function unverifiedReason(type: SourceType): string | null {
  const { unverified } = SOURCE_TYPE_ENTRIES[type];
  return unverified == null ? null : UNVERIFIED[unverified](sourceTypeLabel(type));
}

function alertOf(type: SourceType): string | null {
  const { alert } = SOURCE_TYPE_ENTRIES[type];
  const reason = unverifiedReason(type);
  if (alert !== undefined || reason === null) return alert ?? null;
  const label = sourceTypeLabel(type);
  return `${reason}, so this source accepts requests from everybody who knows its URL. If ${label} can send a key or a signature that you configure, use a source of type Webhook, which can check it.`;
}

export function sourceTypeDetails(type: SourceType): SourceTypeDetails {
  const { category, popular, hidden, docs, icon, methods } = SOURCE_TYPE_ENTRIES[type];
  return {
    type,
    label: sourceTypeLabel(type),
    category: category ?? "platform",
    popular: popular !== undefined,
    hidden: hidden ?? false,
    features: featuresOf(type),
    docs,
    icon: icon ?? null,
    configuration_alert: alertOf(type),
    methods: methods ?? [],
  };
}

/** Everything that a picker offers: popular types first, then the others by label. */
export function pickableSourceTypes(): SourceTypeDetails[] {
  const shown = SOURCE_TYPES.map(sourceTypeDetails).filter(({ hidden }) => !hidden);
  const rank = ({ type }: SourceTypeDetails) => SOURCE_TYPE_ENTRIES[type].popular ?? SOURCE_TYPES.length;
  return shown.toSorted((a, b) => rank(a) - rank(b) || a.label.localeCompare(b.label, "en"));
}

/** Returns whether every check by this method needs something that Posthorn fetches from the provider. */
export function needsFetches(method: SourceAuthType): boolean {
  const type = SOURCE_TYPES.find((one) => one === method);
  const recipes = (type && SOURCE_TYPE_ENTRIES[type].recipes) ?? [];
  return recipes.length > 0 && recipes.every(isFetching);
}

/** Returns whether Posthorn has to fetch an address before a provider of this method sends anything. */
export function needsConfirmation(method: SourceAuthType): boolean {
  const type = SOURCE_TYPES.find((one) => one === method);
  const challenges = (type && SOURCE_TYPE_ENTRIES[type].challenges) ?? [];
  return challenges.some(({ confirm }) => confirm !== undefined);
}

function isFetching(recipe: Recipe): boolean {
  return (recipe.scheme === "fetched-key" || recipe.scheme === "jwt") && typeof recipe.key !== "string";
}

const GENERIC_LABELS: Record<GenericAuthType | "MANAGED", string> = {
  HMAC: "HMAC signature",
  BASIC_AUTH: "Basic auth",
  API_KEY: "API key",
  STANDARD_WEBHOOKS: "Standard Webhooks",
  MANAGED: "Source token",
};

/** What people call a method of authentication. */
export function authMethodLabel(method: SourceAuthType): string {
  const generic = Object.entries(GENERIC_LABELS).find(([name]) => name === method)?.[1];
  // Safe: what is not generic is the scheme of a type.
  return generic ?? sourceTypeLabel(method as SourceType);
}

const GENERIC_MISTAKES: Record<GenericAuthType | "MANAGED", readonly string[]> = {
  HMAC: [
    "The algorithm or the encoding in the settings of the source is not the one that the sender uses.",
    "The sender signs more than the body, for example the time before it.",
    CHANGED_BODY,
  ],
  BASIC_AUTH: [
    "The sender has no user name and password, or a proxy in front of Posthorn removes the header Authorization.",
  ],
  API_KEY: ["The sender shows the key in another header than the one in the settings of the source."],
  STANDARD_WEBHOOKS: [OTHER_ENDPOINT, CHANGED_BODY, CLOCK],
  MANAGED: ["The service has the token of another source."],
};

/** The usual reasons for which requests are not verified by this method. Whole sentences. */
export function mistakesOf(method: SourceAuthType): readonly string[] {
  const generic = Object.entries(GENERIC_MISTAKES).find(([name]) => name === method)?.[1];
  // Safe: what is not generic is the scheme of a type.
  return generic ?? SOURCE_TYPE_ENTRIES[method as SourceType].mistakes ?? [];
}

const GENERIC_FIELDS: Readonly<Record<string, AuthFieldDetails>> = {
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

/** How a form shows a field of a method. A field that nobody describes counts as a secret. */
export function authFieldDetails(method: SourceAuthType, name: string): AuthFieldDetails {
  const entry = SOURCE_TYPES.find((type) => type === method);
  const own =
    entry && Object.entries(SOURCE_TYPE_ENTRIES[entry].auth ?? {}).find(([field]) => field === name)?.[1];
  const words = name.replaceAll("_", " ");
  return (
    own ?? GENERIC_FIELDS[name] ?? { label: words.charAt(0).toUpperCase() + words.slice(1), is_secret: true }
  );
}
