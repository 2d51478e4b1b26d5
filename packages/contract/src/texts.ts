/**
 * Which text do people see for each word of the wire?
 *
 * Labels, causes and explanations in one place, so that dashboard, API and CLI say the same.
 * `delivery-failures.ts` has the words for delivery error codes. What only few pages say has files of
 * its own, because every page loads this one.
 */
import type { AttemptTrigger, EventStatus, IgnoredCause, RejectionCause } from "./causes.ts";

export const EVENT_STATUS_LABELS: Record<EventStatus, string> = {
  SUCCESSFUL: "Successful",
  FAILED: "Failed",
  QUEUED: "Pending",
  HOLD: "Paused",
  SCHEDULED: "Delayed",
  CANCELLED: "Cancelled",
};

export const ATTEMPT_TRIGGER_LABELS: Record<AttemptTrigger, string> = {
  INITIAL: "Initial",
  AUTOMATIC: "Automatic Retry",
  MANUAL: "Manual Retry",
  BULK_RETRY: "Bulk Retry",
  UNPAUSE: "Unpause",
};

export const REJECTION_CAUSE_LABELS: Record<RejectionCause, string> = {
  SOURCE_DISABLED: "Source Disabled",
  NO_CONNECTION: "No Connection",
  VERIFICATION_FAILED: "Authentication Failed",
  UNSUPPORTED_HTTP_METHOD: "Unsupported Method",
  UNSUPPORTED_CONTENT_TYPE: "Unsupported Content-Type",
  UNPARSABLE_JSON: "Unparsable JSON",
  PAYLOAD_TOO_LARGE: "Payload Too large",
  PLAN_LIMIT_REACHED: "Plan Limit Reached",
  INGESTION_FATAL: "Ingestion Fatal Error",
  UNKNOWN: "Unknown error",
};

export const IGNORED_CAUSE_LABELS: Record<IgnoredCause, string> = {
  DISABLED: "Connection Disabled",
  FILTERED: "Filtered",
  TRANSFORMATION_FAILED: "Transformation Failed",
  CLI_DISCONNECTED: "CLI Offline",
  DUPLICATE: "Duplicate",
};

export const BULK_ONGOING = "An identical bulk operation is already ongoing.";
export const BULK_MATCHES_NOTHING =
  "Nothing matches this query, so there is nothing to do. Widen its filters and try again.";
export const RETRY_LEAVES_OUT =
  "Events that are being delivered now, delayed or paused are left out: their attempt is still to come.";
export const BULK_ENDED = "This bulk operation has ended and cannot be aborted any more.";

export const VIEWS_LIMIT_REACHED = "Views limit reached";
export const CLI_VIEW_NOT_EDITABLE = "The default CLI view is not editable";

export const TEST_EVENT_SENT = "Test event sent, hold on a second while it's processed!";

/** Said before and after code is tried on a request. */
export const CODE_IS_EMPTY = "Code is empty and cannot be run.";
export const INPUT_IS_NOT_JSON = "Input is not valid JSON";
export const INPUT_IS_NO_REQUEST = "Input must be a valid JSON object that represents an input request";
/** `part` names what the input lacks: "headers", "body", "request". */
export const missingInput = (part: string) => `Missing input ${part} to run code.`;

/** Said beside a field of a form. */
export const NOT_WHOLE = "Must be a whole number";
export const REQUIRED = "Required";
export const DELAY_TOO_SHORT = "Delay must be at least 1 minute";
export const DELAY_TOO_LONG = "Delay must be at most 1 day";
export const NAME_IS_USED = "Name is already used.";
export const SOURCE_SAVE_FAILED = "An error occurred while saving the source";
