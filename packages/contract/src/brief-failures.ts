/**
 * Why did a delivery fail, in two or three words? For a row of a list, beside the error code.
 *
 * `delivery-failures.ts` has the whole sentences. They are a file of their own, because a list must not load them.
 */
import type { DeliveryErrorCode } from "./causes.ts";

export const BRIEF_FAILURES: Record<DeliveryErrorCode, string> = {
  BAD_RESPONSE: "Not valid HTTP",
  BULK_RETRY_CANCELLED: "Bulk retry aborted",
  CANCELLED: "Cancelled before sending",
  CANCELLED_PAST_RETENTION: "Waited past retention",
  CLI: "Unreadable CLI answer",
  CLI_UNAVAILABLE: "CLI not connected",
  CONNECTION_REFUSED: "Connection refused",
  CONNECTION_RESET: "Closed while sending",
  DATA_ARCHIVED: "Data already archived",
  DNS_LOOKUP_FAILED: "Host name not found",
  ERR_SSL_WRONG_VERSION_NUMBER: "No TLS on this port",
  ERR_TLS_CERT_ALTNAME_INVALID: "Certificate of another host",
  HOST_UNREACHABLE: "Host unreachable",
  INTERNAL_ERROR: "Interrupted on our side",
  INVALID_CHARACTER: "Character cannot be sent",
  INVALID_URL: "URL not allowed",
  MISSING_URL: "Destination has no URL",
  NETWORK_ERROR: "Connection failed",
  NETWORK_REQUEST_CANCELED: "Cancelled on our side",
  NETWORK_UNREACHABLE: "No network route",
  NOT_FOUND: "Destination gone",
  OAUTH2_HANDSHAKE_FAILED: "No access token",
  PAYLOAD_MISSING: "Data no longer stored",
  PROTOCOL_ERROR: "Broke the protocol",
  SELF_SIGNED_CERT: "Self-signed certificate",
  SOCKET_CLOSED: "Closed before answering",
  SSL_CERT_EXPIRED: "Certificate expired",
  SSL_ERROR_CA_UNKNOWN: "Unknown certificate authority",
  TIMEOUT: "No answer in time",
  TOO_MANY_REDIRECTS: "Too many redirects",
  UNABLE_TO_GET_ISSUER_CERT: "Incomplete certificate chain",
  UNKNOWN: "Failed on our side",
  Z_DATA_ERROR: "Unreadable compressed answer",
};
