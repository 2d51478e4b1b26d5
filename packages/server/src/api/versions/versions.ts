/**
 * Which wire versions are served, and how does each differ from the canonical one?
 *
 * Handlers know 2025-07-01 only. Every other version is a list of differences from it, the nearest
 * first: each difference works on the result of those before it.
 */
import { API_VERSION } from "@posthorn/contract/endpoint";
import { PUBLIC_ENDPOINTS } from "@posthorn/contract/routes";
import { attemptState } from "./attempt-state.ts";
import { awsRegion } from "./aws-region.ts";
import { bookmarkTarget } from "./bookmark-target.ts";
import { bulkWithoutType } from "./bulk-shape.ts";
import { deliveryGroup, noDeliveryGroups } from "./delivery-group.ts";
import { deliveryPolicy } from "./delivery-policy.ts";
import { deliveryTimeout, noDeliveryTimeout } from "./delivery-timeout.ts";
import {
  destinationFilters,
  destinationList,
  destinationSecrets,
  destinationUrl,
} from "./destination-url.ts";
import { shortEventData } from "./event-data.ts";
import { errorCodeOfExpiry, eventNeverCancelled, fewerErrorCodes } from "./event-outcomes.ts";
import { eventRetryPair } from "./event-retry.ts";
import {
  countsOfConnectionsOnly,
  eventMuteOnly,
  noBulkCancel,
  noMetrics,
  transformationsStay,
} from "./fewer-endpoints.ts";
import { ignoredEventMeta } from "./ignored-event-meta.ts";
import { requestFilters, requestPriority } from "./request-shape.ts";
import { bulkReplays, replays } from "./replay.ts";
import { transformBeforeFilter } from "./rule-order.ts";
import { sourceInclude, sourceList, sourceVerification } from "./source-verification.ts";
import { transformationWithoutCipher } from "./transformation-shape.ts";
import { shopifyConfigs, vercelLogDrains } from "./verification-configs.ts";
import { fewerVerificationTypes } from "./verification-types.ts";
import type { Difference } from "./difference.ts";
import { wireVersion, type WireVersion } from "./wire-version.ts";

/** The differences that every version before 2025-07-01 has. */
const BEFORE_2025_07: readonly Difference[] = [
  sourceList,
  destinationList,
  noDeliveryTimeout,
  noDeliveryGroups,
  eventNeverCancelled,
  eventMuteOnly,
  shortEventData,
  requestPriority,
  requestFilters,
  transformBeforeFilter,
  bookmarkTarget,
  bulkWithoutType,
  noBulkCancel,
  countsOfConnectionsOnly,
  noMetrics,
];

const SINCE_2025_01: readonly Difference[] = [...BEFORE_2025_07, fewerErrorCodes];

const SINCE_2024_09: readonly Difference[] = [
  ...BEFORE_2025_07,
  errorCodeOfExpiry,
  sourceVerification,
  sourceInclude,
  vercelLogDrains,
  destinationUrl,
  destinationSecrets,
  destinationFilters,
  awsRegion,
];

const SINCE_2024_03: readonly Difference[] = [
  ...SINCE_2024_09,
  fewerVerificationTypes,
  shopifyConfigs,
  eventRetryPair,
  attemptState,
  ignoredEventMeta,
  transformationsStay,
];

const SINCE_2026_09: readonly Difference[] = [
  deliveryPolicy,
  deliveryTimeout,
  deliveryGroup,
  transformationWithoutCipher,
  replays,
  bulkReplays,
];

export const CANONICAL: WireVersion = wireVersion(API_VERSION, [], PUBLIC_ENDPOINTS);

/** Oldest first. */
export const VERSIONS: readonly WireVersion[] = [
  wireVersion("2024-03-01", SINCE_2024_03, PUBLIC_ENDPOINTS),
  wireVersion("2024-09-01", SINCE_2024_09, PUBLIC_ENDPOINTS),
  wireVersion("2025-01-01", SINCE_2025_01, PUBLIC_ENDPOINTS),
  CANONICAL,
  wireVersion("2026-09-01", SINCE_2026_09, PUBLIC_ENDPOINTS),
];
