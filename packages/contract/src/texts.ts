/**
 * Which text do people see for each word of the wire?
 *
 * Labels, causes and explanations in one place, so that dashboard, API and CLI say the same.
 * `delivery-failures.ts` has the words for delivery error codes.
 */
import type { WhyNotValid } from "./cli-logins.ts";
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
export const LAST_PROJECT =
  "This is the last project of its organization, and an organization has at least one. Create another project first, then delete this one.";

export const LAST_PROJECT_TO_TRANSFER =
  "This is the last project of its organization, and an organization has at least one. Create another project first, then transfer this one.";

export const SAMPLE_STAYS =
  "A sample project cannot be transferred: each organization can have its own. Create one there, and remove this one.";

export const ORGANIZATION_NAME_DIFFERS = "Organization name does not match.";

export const OWNER_STAYS =
  "The owner cannot leave or be removed, and keeps the role. Make another member the owner first.";

export const NOT_ADDED =
  "You have access to this project through its organization, so you cannot leave it alone. Leave the organization instead.";

export const API_KEYS_LIMIT_REACHED =
  "This project has as many API keys as it can have. Revoke one that nobody uses, then try again.";
export const ROLL_IS_OPEN =
  "The secret from before the last roll is still valid, and deliveries carry two signatures at most. Wait until it expires, or roll now, which ends both.";
/** Stands in the place of secrets that a person may not see. */
export const SECRETS_LOCKED =
  "You currently don't have permission to perform this action. Contact your organization admin for further access.";

export const BULK_ENDED = "This bulk operation has ended and cannot be aborted any more.";

export const VIEWS_LIMIT_REACHED = "Views limit reached";
export const CLI_VIEW_NOT_EDITABLE = "The default CLI view is not editable";

export const TEST_EVENT_SENT = "Test event sent, hold on a second while it's processed!";

/** Said of the link that a CLI opens in the browser, and of the address that it polls. */
export const CLI_LOGIN_WHY_NOT_VALID: Record<WhyNotValid, string> = {
  unknown: "It may be incomplete, or too old.",
  expired: "It has expired.",
  used: "It was used already.",
  refused: "The login was refused in the browser.",
};
export const CLI_LOGIN_WHAT_NEXT = "Run the login in your terminal again to get a new one.";
export const NO_GUESTS =
  "There are no guest accounts here, because everything belongs to somebody's project. Run the CLI's login to sign in, or its ci command with an API key of your project.";

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
export const DISABLE_CONNECTION_QUESTION =
  "By disabling this connection, all existing events will stop delivery and future events won't be processed. Are you sure?";

/** Asked before every deletion. Where connections go with it, one more sentence says how many. */
export function deletionQuestion(kind: "connection" | "source" | "destination"): string {
  return `By deleting this ${kind}, no events will be accepted or delivered anymore. Are you sure?`;
}

export const SOURCE_SAVE_FAILED = "An error occurred while saving the source";
