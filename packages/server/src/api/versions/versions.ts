/**
 * Which wire versions are served, and in what does each differ from the canonical one?
 *
 * Handlers know 2025-07-01 only. Every other version is a list of differences from it; an older one begins
 * with those of the version after it and adds its own.
 */
import { API_VERSION } from "@posthorn/contract/endpoint";
import { PUBLIC_ENDPOINTS } from "@posthorn/contract/routes";
import { deliveryPolicy } from "./delivery-policy.ts";
import { destinationList, destinationSecrets, destinationUrl } from "./destination-url.ts";
import type { Difference } from "./difference.ts";
import { eventRetryPair } from "./event-retry.ts";
import { sourceInclude, sourceList, sourceVerification } from "./source-verification.ts";
import { wireVersion, type WireVersion } from "./wire-version.ts";

const SINCE_2025_01: readonly Difference[] = [];

const SINCE_2024_09: readonly Difference[] = [
  ...SINCE_2025_01,
  sourceVerification,
  sourceInclude,
  sourceList,
  destinationUrl,
  destinationSecrets,
  destinationList,
];

const SINCE_2024_03: readonly Difference[] = [...SINCE_2024_09, eventRetryPair];

export const CANONICAL: WireVersion = wireVersion(API_VERSION, [], PUBLIC_ENDPOINTS);

/** The oldest first. */
export const VERSIONS: readonly WireVersion[] = [
  wireVersion("2024-03-01", SINCE_2024_03, PUBLIC_ENDPOINTS),
  wireVersion("2024-09-01", SINCE_2024_09, PUBLIC_ENDPOINTS),
  wireVersion("2025-01-01", SINCE_2025_01, PUBLIC_ENDPOINTS),
  CANONICAL,
  wireVersion("2026-09-01", [deliveryPolicy], PUBLIC_ENDPOINTS),
];
