/**
 * Which types of sources are there, and which methods can a source of a type name to check its senders?
 *
 * Five types do not belong to a provider. WEBHOOK and HTTP accept any of the generic methods, MANAGED has a
 * token of its own, PUBLISH_API accepts only requests with an API key, and HOOKDECK_OUTPOST checks nothing. The fields of
 * each method are in `source-auth.ts`, the schemes of providers in `catalogue/`.
 */
import { SOURCE_TYPES_SINCE_2026, SOURCE_TYPES_UNTIL_2025 } from "./source-type-names.ts";

export const SOURCE_TYPES = [...SOURCE_TYPES_UNTIL_2025, ...SOURCE_TYPES_SINCE_2026] as const;
export type SourceType = (typeof SOURCE_TYPES)[number];

/** Methods that are not tied to one provider. */
export const GENERIC_AUTH_TYPES = ["HMAC", "BASIC_AUTH", "API_KEY", "STANDARD_WEBHOOKS"] as const;
export type GenericAuthType = (typeof GENERIC_AUTH_TYPES)[number];

/** Which generic methods a source of a type may choose. Types that are not listed have no `auth_type`. A WEBHOOK may also choose the scheme of a provider. */
export const NAMED_AUTH: Readonly<Partial<Record<SourceType, readonly GenericAuthType[]>>> = {
  WEBHOOK: GENERIC_AUTH_TYPES,
  HTTP: GENERIC_AUTH_TYPES,
  AZURE_EVENT_GRID: GENERIC_AUTH_TYPES,
  /** For GitLab's signing tokens. The scheme of the type itself is the older secret token. */
  GITLAB: ["STANDARD_WEBHOOKS"],
};

/** What a WEBHOOK source may choose: a generic method, or the method of a provider. */
export const SOURCE_AUTH_TYPES = [...GENERIC_AUTH_TYPES, ...SOURCE_TYPES] as const;
export type SourceAuthType = (typeof SOURCE_AUTH_TYPES)[number];
