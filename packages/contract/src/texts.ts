/**
 * Which text do people see for each word of the wire?
 *
 * Labels, causes and explanations in one place, so that dashboard, API and CLI say the same.
 * `delivery-failures.ts` has the words for delivery error codes.
 */
import type { WhyNotValid } from "./cli-logins.ts";
import type {
  AttemptTrigger,
  DeliveryErrorCode,
  EventStatus,
  IgnoredCause,
  RejectionCause,
} from "./causes.ts";

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

export const DELIVERY_ERROR_EXPLANATIONS: Record<DeliveryErrorCode, string> = {
  BAD_RESPONSE:
    "The destination answered with something that is not valid HTTP. Check what listens at this address.",
  BULK_RETRY_CANCELLED: "The bulk retry this attempt belonged to was aborted before it was sent.",
  CANCELLED:
    "The delivery was cancelled before it was sent, because the event or its connection was cancelled, disabled or deleted.",
  CANCELLED_PAST_RETENTION:
    "The event was still waiting when its retention period ended, so it was cancelled.",
  CLI: "The CLI sent an answer that could not be read: one that is too large, or not in the form that was agreed. Update the CLI and retry.",
  CLI_UNAVAILABLE:
    "The CLI was not connected, or the local server behind it did not answer. Check that both are running and retry.",
  CONNECTION_REFUSED:
    "The destination refused the connection. Check that a server is listening at this address and port.",
  CONNECTION_RESET:
    "The destination closed the connection while the request was being sent. Check its logs and any proxy in between.",
  DATA_ARCHIVED: "The request data is past the retention period, so there is nothing left to send.",
  DNS_LOOKUP_FAILED:
    "The host name of the destination could not be resolved. Check its spelling and its DNS records.",
  ERR_SSL_WRONG_VERSION_NUMBER:
    "The destination does not speak TLS on this port. Use http:// or the port that serves https.",
  ERR_TLS_CERT_ALTNAME_INVALID:
    "The certificate of the destination is for another host name. Use the name on the certificate or replace it.",
  HOST_UNREACHABLE:
    "There is no route to the destination's host. Check the address and the firewall in front of it.",
  INTERNAL_ERROR:
    "The attempt was interrupted on our side, for instance by a restart. The event is attempted again by itself.",
  INVALID_CHARACTER:
    "A header of this request contains a character that HTTP cannot carry, or its body is no text and the destination is a CLI, which takes nothing else.",
  INVALID_URL:
    "The destination's address is not allowed or is not a valid URL. Change the URL, or allow its range in the server's settings.",
  MISSING_URL: "The destination has no URL. Set one and retry.",
  NETWORK_ERROR:
    "The connection to the destination failed. Check that it can be reached from this server, then retry.",
  NETWORK_REQUEST_CANCELED: "The request was cancelled on our side before an answer came. Retry the event.",
  NETWORK_UNREACHABLE:
    "This server has no network route to the destination. Check its network and the address.",
  NOT_FOUND: "The destination of this event no longer exists.",
  OAUTH2_HANDSHAKE_FAILED:
    "The authorization server did not give out a token. Check the client credentials of the destination.",
  PAYLOAD_MISSING: "The request data of this event could not be found, so there was nothing to send.",
  PROTOCOL_ERROR:
    "The destination broke the HTTP protocol, for instance with oversized headers. Check the server or proxy at this address.",
  SELF_SIGNED_CERT: "The destination uses a self-signed certificate. Install one from a public authority.",
  SOCKET_CLOSED:
    "The destination closed the connection before it answered. Check its logs for a crash or a short timeout.",
  SSL_CERT_EXPIRED: "The certificate of the destination has expired. Renew it and retry.",
  SSL_ERROR_CA_UNKNOWN:
    "The certificate of the destination was signed by an unknown authority. Install the full chain of a public one.",
  TIMEOUT:
    "The destination did not answer within its delivery timeout (60 seconds by default). Answer first and do long work afterwards.",
  TOO_MANY_REDIRECTS: "The destination kept redirecting. Set its final URL.",
  UNABLE_TO_GET_ISSUER_CERT:
    "The certificate chain of the destination is incomplete. Install the intermediate certificates.",
  UNKNOWN:
    "The delivery failed for a reason we could not tell. Retry it; if it happens again, look at the server log.",
  Z_DATA_ERROR: "The destination's compressed answer could not be read.",
};

export const BULK_ONGOING = "An identical bulk operation is already ongoing.";
export const BULK_MATCHES_NOTHING =
  "Nothing matches this query, so there is nothing to do. Widen its filters and try again.";
export const LAST_PROJECT =
  "This is the last project of its organization, and an organization has at least one. Create another project first, then delete this one.";

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
export const REQUIRED = "Required";
export const NAME_IS_USED = "Name is already used.";
export const DISABLE_CONNECTION_QUESTION =
  "By disabling this connection, all existing events will stop delivery and future events won't be processed. Are you sure?";

/** Asked before every deletion. Where connections go with it, one more sentence says how many. */
export function deletionQuestion(kind: "connection" | "source" | "destination"): string {
  return `By deleting this ${kind}, no events will be accepted or delivered anymore. Are you sure?`;
}

export const SOURCE_SAVE_FAILED = "An error occurred while saving the source";
