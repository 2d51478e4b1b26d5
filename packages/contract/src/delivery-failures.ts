/**
 * Why did a delivery fail, in words? For each error code: what happened, the likely cause, and what to do about it.
 *
 * The words name the values of the attempt (host, port, seconds). Unknown values are left out, and the sentence still
 * reads well. docs/reference/delivery-errors.md says what leads to each code.
 */
import type { DeliveryErrorCode } from "./causes.ts";
import { ATTEMPT_DEADLINE_MS, REDIRECTS_MAX } from "./limits.ts";

/** The values of one attempt. Null: not known. */
export interface FailedAt {
  /** `orders.acme.dev` */
  host: string | null;
  port: number | null;
  /** The attempt timeout of the destination. Null: the default. */
  timeoutSeconds: number | null;
  /** How long the project keeps request data. */
  retentionDays: number | null;
}

export const FAILED_SOMEWHERE: FailedAt = {
  host: null,
  port: null,
  timeoutSeconds: null,
  retentionDays: null,
};

export interface FailureWords {
  /** The title: one sentence without its full stop. */
  happened: string;
  cause: string;
  fix: string;
}

/** The host and port of the URL that an attempt called. */
export function placeOf(url: string | null | undefined): Pick<FailedAt, "host" | "port"> {
  const parsed = url ? URL.parse(url) : null;
  if (!parsed || parsed.hostname === "") return { host: null, port: null };
  const port = parsed.port === "" ? (parsed.protocol === "https:" ? 443 : 80) : Number(parsed.port);
  return { host: parsed.hostname, port };
}

const place = ({ host, port }: FailedAt) =>
  host === null ? "the address of the destination" : port === null ? host : `${host}:${port}`;
const hostName = ({ host }: FailedAt) => host ?? "the destination";
const onPort = ({ port }: FailedAt) => (port === null ? "on this port" : `on port ${port}`);
const retention = ({ retentionDays }: FailedAt) =>
  retentionDays === null
    ? "the retention of this project"
    : `the retention of ${retentionDays} ${retentionDays === 1 ? "day" : "days"}`;
const timeout = ({ timeoutSeconds }: FailedAt) => {
  const seconds = timeoutSeconds ?? ATTEMPT_DEADLINE_MS / 1000;
  return `${seconds} ${seconds === 1 ? "second" : "seconds"}`;
};

const SEND_AGAIN = "Ask the sender to send the request again.";

const WORDS: Record<DeliveryErrorCode, (at: FailedAt) => FailureWords> = {
  BAD_RESPONSE: (at) => ({
    happened: "The destination answered with something that is not valid HTTP",
    cause: `Another kind of service listens at ${place(at)}, or a proxy changed or cut the answer.`,
    fix: `Check which service listens ${onPort(at)}, then retry.`,
  }),
  BULK_RETRY_CANCELLED: () => ({
    happened: "The bulk retry was aborted before it sent this event",
    cause: "A person aborted the bulk retry while this event waited for its turn.",
    fix: "Retry this event alone if it should still be delivered.",
  }),
  CANCELLED: () => ({
    happened: "The delivery was cancelled before it was sent",
    cause: "The event was cancelled, or its connection was disabled or deleted while the event waited.",
    fix: "Enable the connection if it is disabled, then retry.",
  }),
  CANCELLED_PAST_RETENTION: (at) => ({
    happened: "The event still waited when the retention of its data ended, so it was cancelled",
    cause: `It waited longer than ${retention(at)}, for example because its connection was paused.`,
    fix: `Its data can no longer be sent. ${SEND_AGAIN}`,
  }),
  CLI: () => ({
    happened: "The CLI sent an answer that could not be read",
    cause: "The answer of the local server is too large, or the version of the CLI does not fit this server.",
    fix: "Update the CLI and check what the local server answers, then retry.",
  }),
  CLI_UNAVAILABLE: () => ({
    happened: "The CLI could not deliver the event",
    cause: "No CLI was connected, or the local server behind it did not answer.",
    fix: "Start the CLI's listen command and the local server, then retry.",
  }),
  CONNECTION_REFUSED: (at) => ({
    happened: "The destination refused the connection",
    cause: `No server is listening at ${place(at)}, or a firewall rejects the connection.`,
    fix: `Start the server ${onPort(at)}, or correct the URL of the destination, then retry.`,
  }),
  CONNECTION_RESET: (at) => ({
    happened: "The destination closed the connection while the request was being sent",
    cause: `The server at ${place(at)} crashed or restarted, or a proxy in front of it does not accept such requests.`,
    fix: "Read the logs of the server and its proxy at the time of the attempt.",
  }),
  DATA_ARCHIVED: (at) => ({
    happened: "The request data was already archived, so there was nothing to send",
    cause: `The event is older than ${retention(at)}.`,
    fix: `${SEND_AGAIN} Bookmark an event to keep its data longer.`,
  }),
  DNS_LOOKUP_FAILED: (at) => ({
    happened:
      at.host === null
        ? "The host name of the destination could not be resolved"
        : `The host name ${at.host} could not be resolved`,
    cause: "The name is misspelled, it has no DNS record, or the DNS server did not answer in time.",
    fix: `Correct the URL of the destination, or add the DNS record of ${hostName(at)}, then retry.`,
  }),
  ERR_SSL_WRONG_VERSION_NUMBER: (at) => ({
    happened: "The destination does not speak TLS on this port",
    cause: `The URL begins with https://, but the server at ${place(at)} speaks plain HTTP.`,
    fix: "Use http:// in the URL of the destination, or the port that serves HTTPS.",
  }),
  ERR_TLS_CERT_ALTNAME_INVALID: (at) => ({
    happened: "The certificate of the destination is for another host name",
    cause: `The certificate does not list ${hostName(at)}.`,
    fix: `Use a name of the certificate in the URL, or install a certificate for ${hostName(at)}.`,
  }),
  HOST_UNREACHABLE: (at) => ({
    happened: "The destination's host cannot be reached",
    cause: `The machine behind ${hostName(at)} is off, or a router or firewall blocks the way to it.`,
    fix: `Check that ${hostName(at)} is running and that its firewall accepts this server, then retry.`,
  }),
  INTERNAL_ERROR: () => ({
    happened: "The attempt was interrupted on our side",
    cause:
      "The process that made the attempt ended before it recorded the answer. The destination may have received the request.",
    fix: "You do not have to do anything: Posthorn attempts the event again by itself.",
  }),
  INVALID_CHARACTER: () => ({
    happened: "The request contains a character that cannot be sent",
    cause: "A header or the path is not valid in HTTP, or the body is not text and the destination is a CLI.",
    fix: "Add a transformation that removes it from future events, or ask the sender to correct it.",
  }),
  INVALID_URL: (at) => ({
    happened: "The URL of the destination is not valid or not allowed",
    cause: `${at.host === null ? "The URL, or a redirect," : `${place(at)}, or a redirect from there,`} leads to an address that this installation does not allow, such as a private network.`,
    fix: "Correct the URL, or ask the operator to allow the address with POSTHORN_EGRESS_ALLOW, then retry.",
  }),
  MISSING_URL: () => ({
    happened: "The destination has no URL",
    cause: "The destination was saved without a URL.",
    fix: "Set the URL of the destination, then retry.",
  }),
  NETWORK_ERROR: (at) => ({
    happened: "The connection to the destination failed",
    cause: `The network refused the way to ${place(at)}, for example by a forbidden route.`,
    fix: `Check that ${place(at)} can be reached from this server, then retry.`,
  }),
  NETWORK_REQUEST_CANCELED: () => ({
    happened: "The request was cancelled on our side before an answer came",
    cause:
      "Posthorn ended the connection itself, for example because it was stopping. The destination may have received the request.",
    fix: "Retry the event if no automatic attempt follows.",
  }),
  NETWORK_UNREACHABLE: (at) => ({
    happened: "This server has no network route to the destination",
    cause: `The network of this server is down, or ${hostName(at)} has only addresses, such as IPv6, that this server cannot use.`,
    fix: `Check the network of this server and the DNS records of ${hostName(at)}, then retry.`,
  }),
  NOT_FOUND: () => ({
    happened: "The destination of this event no longer exists",
    cause: "A person deleted the destination after the event was created.",
    fix: `Create the destination and its connection again. ${SEND_AGAIN}`,
  }),
  OAUTH2_HANDSHAKE_FAILED: () => ({
    happened: "The authorization server did not issue a token",
    cause: "The client ID, the secret, the key file or the scope is wrong, or the token URL did not answer.",
    fix: "Check the OAuth 2.0 settings of the destination, then retry.",
  }),
  PAYLOAD_MISSING: () => ({
    happened: "The request data of this event is no longer stored",
    cause: "The data was removed before the event was sent, so there was nothing to send.",
    fix: SEND_AGAIN,
  }),
  PROTOCOL_ERROR: (at) => ({
    happened: "The destination broke the HTTP or TLS protocol",
    cause: `The headers of the answer are too large, or the TLS handshake with ${place(at)} failed.`,
    fix: "Check the TLS settings and the response headers of the server or proxy.",
  }),
  SELF_SIGNED_CERT: (at) => ({
    happened: "The destination uses a self-signed certificate",
    cause: `No authority has signed the certificate of ${hostName(at)}, so nothing proves whose it is.`,
    fix: `Install a certificate of a public authority for ${hostName(at)}, then retry.`,
  }),
  SOCKET_CLOSED: (at) => ({
    happened: "The destination closed the connection before it answered",
    cause: `The server at ${place(at)} crashed during the request, or its own timeout is too short.`,
    fix: "Read its logs at the time of the attempt, then retry.",
  }),
  SSL_CERT_EXPIRED: (at) => ({
    happened: "The certificate of the destination has expired",
    cause: `The certificate of ${hostName(at)} was not renewed, or the server still uses the old one.`,
    fix: "Renew the certificate, reload the server, then retry.",
  }),
  SSL_ERROR_CA_UNKNOWN: (at) => ({
    happened: "An unknown authority signed the certificate of the destination",
    cause: `The certificate of ${hostName(at)} comes from a private authority, or the server does not send its full chain.`,
    fix: "Install the full chain of a public authority, then retry.",
  }),
  TIMEOUT: (at) => ({
    happened: `The destination did not answer within ${timeout(at)}`,
    cause: `${at.timeoutSeconds === null ? `The attempt timeout is ${timeout(at)} by default` : `The attempt timeout of this destination is ${timeout(at)}`}. The server at ${place(at)} is overloaded, or works too long before it answers.`,
    fix: "Answer first and do the work afterwards, or raise the delivery timeout of the destination.",
  }),
  TOO_MANY_REDIRECTS: (at) => ({
    happened: `The destination redirected more than ${REDIRECTS_MAX} times`,
    cause: `The URLs at ${place(at)} redirect to each other, or the URL of the destination is outdated.`,
    fix: "Set the final URL in the destination, then retry.",
  }),
  UNABLE_TO_GET_ISSUER_CERT: (at) => ({
    happened: "The certificate chain of the destination is incomplete",
    cause: `${at.host === null ? "The destination" : at.host} sends its own certificate without the intermediate ones.`,
    fix: "Install the intermediate certificates on the server, then retry.",
  }),
  UNKNOWN: () => ({
    happened: "The delivery failed inside Posthorn",
    cause: "The error is not one of the network, of TLS or of HTTP. The server log contains it.",
    fix: "Retry. If it fails again, search the server log for the ID of this event.",
  }),
  Z_DATA_ERROR: (at) => ({
    happened: "The compressed answer of the destination could not be read",
    cause: `The answer of ${place(at)} was cut, or its Content-Encoding names another compression.`,
    fix: "Check the compression settings of the server or proxy, then retry.",
  }),
};

export function failureWords(code: DeliveryErrorCode, at: FailedAt = FAILED_SOMEWHERE): FailureWords {
  return WORDS[code](at);
}
