/** Which delivery error code tells people why there was no answer? */
import type { DeliveryErrorCode } from "@posthorn/contract/causes";

const BY_CODE: Record<string, DeliveryErrorCode> = {
  ADDRESS_NOT_ALLOWED: "INVALID_URL",
  CERT_HAS_EXPIRED: "SSL_CERT_EXPIRED",
  DEADLINE: "TIMEOUT",
  DEPTH_ZERO_SELF_SIGNED_CERT: "SELF_SIGNED_CERT",
  ECONNREFUSED: "CONNECTION_REFUSED",
  ECONNRESET: "CONNECTION_RESET",
  EHOSTUNREACH: "HOST_UNREACHABLE",
  ENETUNREACH: "NETWORK_UNREACHABLE",
  EPIPE: "CONNECTION_RESET",
  EPROTO: "PROTOCOL_ERROR",
  ERR_SSL_PACKET_LENGTH_TOO_LONG: "ERR_SSL_WRONG_VERSION_NUMBER",
  ERR_SSL_WRONG_VERSION_NUMBER: "ERR_SSL_WRONG_VERSION_NUMBER",
  ERR_TLS_CERT_ALTNAME_INVALID: "ERR_TLS_CERT_ALTNAME_INVALID",
  ETIMEDOUT: "TIMEOUT",
  INVALID_REDIRECT: "INVALID_URL",
  NAME_NOT_RESOLVED: "DNS_LOOKUP_FAILED",
  SELF_SIGNED_CERT_IN_CHAIN: "SSL_ERROR_CA_UNKNOWN",
  TOO_MANY_REDIRECTS: "TOO_MANY_REDIRECTS",
  UNABLE_TO_GET_ISSUER_CERT: "UNABLE_TO_GET_ISSUER_CERT",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "UNABLE_TO_GET_ISSUER_CERT",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "SSL_ERROR_CA_UNKNOWN",
  UND_ERR_ABORTED: "NETWORK_REQUEST_CANCELED",
  UND_ERR_CLOSED: "NETWORK_REQUEST_CANCELED",
  UND_ERR_DESTROYED: "NETWORK_REQUEST_CANCELED",
  UND_ERR_HEADERS_OVERFLOW: "PROTOCOL_ERROR",
  UND_ERR_INVALID_ARG: "INVALID_CHARACTER",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "BAD_RESPONSE",
  UND_ERR_SOCKET: "SOCKET_CLOSED",
};

/**
 * OpenSSL's other errors are about the handshake; errors of the HTTP parser, which have no code,
 * are about the answer.
 */
function byKind(code: string, name: string): DeliveryErrorCode | undefined {
  if (name === "HTTPParserError") return "BAD_RESPONSE";
  return code.startsWith("ERR_SSL_") || code.startsWith("ERR_TLS_") ? "PROTOCOL_ERROR" : undefined;
}

export function failureCode(error: Error): DeliveryErrorCode {
  // Node, OpenSSL and undici put the reason into `code`; several addresses at once give an AggregateError.
  const code = "code" in error ? String(error.code) : "";
  const known = BY_CODE[code] ?? byKind(code, error.name);
  if (known) return known;
  if (error instanceof AggregateError && error.errors[0] instanceof Error)
    return failureCode(error.errors[0]);
  if (error.cause instanceof Error) return failureCode(error.cause);
  // The operating system names the failed call; an error without any reason is our own.
  return "syscall" in error ? "NETWORK_ERROR" : "UNKNOWN";
}
