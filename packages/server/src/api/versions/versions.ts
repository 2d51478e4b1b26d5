/**
 * Which wire versions are served, and how does each differ from the canonical shape?
 *
 * Handlers know one shape, that of the contract, and our dashboard reads it at its own door. Every public version is a list
 * of differences from it, the nearest first: each difference works on the result of those before it.
 */
import { DASHBOARD_ENDPOINTS } from "@posthorn/contract/dashboard-api";
import { API_VERSION, DASHBOARD_API_PREFIX } from "@posthorn/contract/endpoint";
import { PUBLIC_ENDPOINTS } from "@posthorn/contract/routes";
import { attemptState } from "./attempt-state.ts";
import { awsRegion } from "./aws-region.ts";
import { bookmarkTarget } from "./bookmark-target.ts";
import { bulkWithoutType } from "./bulk-shape.ts";
import { cliPath } from "./cli-path.ts";
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
import { executionResult } from "./execution-result.ts";
import {
  countsOfConnectionsOnly,
  domainsOfCurrentProject,
  domainsOfNamedProject,
  eventMuteOnly,
  noBulkCancel,
  noMetrics,
  transformationsStay,
} from "./fewer-endpoints.ts";
import { ignoredEventCauses } from "./ignored-event-causes.ts";
import { ignoredEventMeta } from "./ignored-event-meta.ts";
import { fewerChannels, issueLogLevel } from "./issue-shape.ts";
import { payloadShape } from "./payload-shape.ts";
import { noRedaction, redactedPayload } from "./redaction.ts";
import { requestFilters, requestPriority, requestVerified } from "./request-shape.ts";
import { bulkReplays, replays } from "./replay.ts";
import { retryRuleCodes } from "./retry-rule-codes.ts";
import { transformBeforeFilter } from "./rule-order.ts";
import { sourceInclude, sourceList, sourceVerification } from "./source-verification.ts";
import { transformationWithoutCipher } from "./transformation-shape.ts";
import { shopifyConfigs, vercelLogDrains } from "./verification-configs.ts";
import { fewerVerificationTypes } from "./verification-types.ts";
import type { Difference } from "./difference.ts";
import { wireVersion, type WireVersion } from "./wire-version.ts";

/** What the public API does not have of our own shape, in any version. */
export const EVERY_VERSION: readonly Difference[] = [
  requestVerified,
  ignoredEventCauses,
  redactedPayload,
  payloadShape,
  cliPath,
];

/** The differences that every version before 2025-07-01 has. */
const BEFORE_2025_07: readonly Difference[] = [
  ...EVERY_VERSION,
  sourceList,
  destinationList,
  noDeliveryTimeout,
  noDeliveryGroups,
  noRedaction,
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
  domainsOfCurrentProject,
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
  retryRuleCodes,
  executionResult,
  issueLogLevel,
  fewerChannels,
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
  ...EVERY_VERSION,
  deliveryPolicy,
  deliveryTimeout,
  deliveryGroup,
  transformationWithoutCipher,
  replays,
  bulkReplays,
  domainsOfNamedProject,
];

/** The version in which docs/ describes the API. */
export const REFERENCE: WireVersion = wireVersion(API_VERSION, EVERY_VERSION, PUBLIC_ENDPOINTS);

/** Oldest first. */
export const VERSIONS: readonly WireVersion[] = [
  wireVersion("2024-03-01", SINCE_2024_03, PUBLIC_ENDPOINTS),
  wireVersion("2024-09-01", SINCE_2024_09, PUBLIC_ENDPOINTS),
  wireVersion("2025-01-01", SINCE_2025_01, PUBLIC_ENDPOINTS),
  REFERENCE,
  wireVersion("2026-09-01", SINCE_2026_09, PUBLIC_ENDPOINTS),
];

/** The canonical shape, without a version: dashboard and server are always of the same release. */
export const DASHBOARD: WireVersion = wireVersion(
  DASHBOARD_API_PREFIX.slice(1),
  [],
  [...DASHBOARD_ENDPOINTS, ...PUBLIC_ENDPOINTS.filter(({ hasDashboardDoor }) => hasDashboardDoor)],
);
