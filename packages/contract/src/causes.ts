/**
 * Which words does the product use for what can happen to a request, an event or an attempt?
 *
 * The closed vocabularies of the wire. `texts.ts` has the texts that people read for them.
 */

export const REJECTION_CAUSES = [
  "SOURCE_DISABLED",
  "NO_CONNECTION",
  "VERIFICATION_FAILED",
  "UNSUPPORTED_HTTP_METHOD",
  "UNSUPPORTED_CONTENT_TYPE",
  "UNPARSABLE_JSON",
  "PAYLOAD_TOO_LARGE",
  "PLAN_LIMIT_REACHED",
  "INGESTION_FATAL",
  "UNKNOWN",
] as const;
export type RejectionCause = (typeof REJECTION_CAUSES)[number];

/** What was wrong with the proof that a request carried. None of them says anything about the right one. */
export const VERIFICATION_PROBLEMS = [
  /** Nothing is there. */
  "MISSING",
  /** Something is there, but nothing that the scheme could have made. */
  "MALFORMED",
  /** It has the right form, and is not what the secret makes of this request. */
  "DIFFERS",
  /** Its time is too far from the time at which the request came. */
  "STALE",
  /** It is there more than once, and the receiver behind us may read the other one. */
  "DUPLICATED",
  /** The source asks for a proof, and its own configuration cannot check one. */
  "NOT_CONFIGURED",
  /** The key that checks it, or the confirmation that it asks for, had to be fetched, and could not be in time. */
  "KEY_UNAVAILABLE",
] as const;
export type VerificationProblem = (typeof VERIFICATION_PROBLEMS)[number];

/** Where in a request a proof can stand. */
export const PROOF_PARTS = ["header", "query", "body"] as const;
export type ProofPart = (typeof PROOF_PARTS)[number];

/** Why a request was not verified: enough to find the mistake, and nothing that helps to forge a proof. */
export interface VerificationFailure {
  problem: VerificationProblem;
  /** Where the proof was looked for; null where the request has no part in the problem. Headers are in lower case. */
  looked_at: { part: ProofPart; name: string } | null;
  /** With KEY_UNAVAILABLE: nothing was fetched, because the operator has turned such fetches off. */
  fetches_off?: true | undefined;
}

/** What a change of the source or of the plan can fix, so that a retry may help. Everything else is wrong with the request itself. */
export const FIXABLE_CAUSES: readonly RejectionCause[] = [
  "VERIFICATION_FAILED",
  "UNSUPPORTED_HTTP_METHOD",
  "NO_CONNECTION",
  "PLAN_LIMIT_REACHED",
];

export const IGNORED_CAUSES = [
  "DISABLED",
  "FILTERED",
  "TRANSFORMATION_FAILED",
  "CLI_DISCONNECTED",
  "DUPLICATE",
] as const;
export type IgnoredCause = (typeof IGNORED_CAUSES)[number];

export const EVENT_STATUSES = ["SCHEDULED", "QUEUED", "HOLD", "SUCCESSFUL", "FAILED", "CANCELLED"] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];

export const ATTEMPT_STATUSES = ["FAILED", "SUCCESSFUL"] as const;
export type AttemptStatus = (typeof ATTEMPT_STATUSES)[number];

export const ATTEMPT_TRIGGERS = ["INITIAL", "MANUAL", "BULK_RETRY", "UNPAUSE", "AUTOMATIC"] as const;
export type AttemptTrigger = (typeof ATTEMPT_TRIGGERS)[number];

export const DELIVERY_ERROR_CODES = [
  "BAD_RESPONSE",
  "CANCELLED",
  "TIMEOUT",
  "NOT_FOUND",
  "CANCELLED_PAST_RETENTION",
  "CONNECTION_REFUSED",
  "CONNECTION_RESET",
  "MISSING_URL",
  "CLI",
  "CLI_UNAVAILABLE",
  "SELF_SIGNED_CERT",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "ERR_SSL_WRONG_VERSION_NUMBER",
  "NETWORK_ERROR",
  "NETWORK_REQUEST_CANCELED",
  "NETWORK_UNREACHABLE",
  "TOO_MANY_REDIRECTS",
  "INVALID_CHARACTER",
  "INVALID_URL",
  "SSL_ERROR_CA_UNKNOWN",
  "DATA_ARCHIVED",
  "SSL_CERT_EXPIRED",
  "BULK_RETRY_CANCELLED",
  "DNS_LOOKUP_FAILED",
  "HOST_UNREACHABLE",
  "INTERNAL_ERROR",
  "PROTOCOL_ERROR",
  "PAYLOAD_MISSING",
  "UNABLE_TO_GET_ISSUER_CERT",
  "SOCKET_CLOSED",
  "OAUTH2_HANDSHAKE_FAILED",
  "Z_DATA_ERROR",
  "UNKNOWN",
] as const;
export type DeliveryErrorCode = (typeof DELIVERY_ERROR_CODES)[number];

/** What a bulk operation acts on, and what it does. */
export const BULK_TYPES = [
  "events.retry",
  "events.cancel",
  "ignored_events.retry",
  "requests.retry",
  "requests.replay",
] as const;
export type BulkType = (typeof BULK_TYPES)[number];

/** The events that a bulk retry takes. It leaves out those that are queued, delayed or paused. */
export const RETRYABLE_STATUSES = ["FAILED", "CANCELLED", "SUCCESSFUL"] as const;
export type RetryableStatus = (typeof RETRYABLE_STATUSES)[number];

/** The methods that a destination can be set to. */
export const HTTP_METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type HttpMethod = (typeof HTTP_METHODS)[number];

/** The methods that a source can allow. A delivery keeps the method of its request unless its destination sets one. */
export const REQUEST_METHODS = [...HTTP_METHODS, "HEAD", "QUERY"] as const;
export type RequestMethod = (typeof REQUEST_METHODS)[number];

/** The highest level that a run of a transformation logged, in rising order. `fatal`: the run returned no request. */
export const LOG_LEVELS = ["debug", "info", "warn", "error", "fatal"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** What can be wrong: deliveries, runs of a transformation, how long a destination's events wait, what a source refuses. */
export const ISSUE_TYPES = ["delivery", "transformation", "backpressure", "request"] as const;
export type IssueType = (typeof ISSUE_TYPES)[number];

export const ISSUE_STATUSES = ["OPENED", "ACKNOWLEDGED", "RESOLVED", "IGNORED"] as const;
export type IssueStatus = (typeof ISSUE_STATUSES)[number];

/** The levels from which on a transformation's run can be an issue. */
export const ISSUE_LOG_LEVELS = ["warn", "error", "fatal"] as const satisfies readonly LogLevel[];
export type IssueLogLevel = (typeof ISSUE_LOG_LEVELS)[number];

/** On which failed attempt a delivery becomes an issue: on the first, or on the one after which no retry is planned. */
export const ISSUE_STRATEGIES = ["first_attempt", "final_attempt"] as const;
export type IssueStrategy = (typeof ISSUE_STRATEGIES)[number];

/** The `console` methods with which a transformation's code can write a line. */
export const CONSOLE_TYPES = ["log", "info", "debug", "warn", "error"] as const;
export type ConsoleType = (typeof CONSOLE_TYPES)[number];
