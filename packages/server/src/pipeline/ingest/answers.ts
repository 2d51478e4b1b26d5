/**
 * What does a sender get as an answer?
 *
 * All messages of "Bad input at a source URL", the acknowledgement itself, and a source's own
 * response in place of it. Any web page may read the answers: they contain only what the sender
 * already knows, or what the source's owner wants it to know.
 */
import { type ServerResponse, validateHeaderName, validateHeaderValue } from "node:http";
import type { Duplex } from "node:stream";
import type { CustomResponse } from "@posthorn/contract/sources";
import { endWith } from "../../inbound/last-answer.ts";
import type { ChallengeReply } from "./verify/verification.ts";

/** A flat list: node:http writes it without further checks. */
const SHARED_HEADERS = [
  "access-control-allow-origin",
  "*",
  "access-control-allow-methods",
  "GET, HEAD, PUT, PATCH, DELETE, POST, OPTIONS",
  "access-control-max-age",
  "86400",
  "x-content-type-options",
  "nosniff",
];
const COMMON_HEADERS = ["content-type", "application/json; charset=utf-8", ...SHARED_HEADERS];

/** Never HTML. XML can carry a script, so a policy forbids browsers to run any. */
const CUSTOM_CONTENT_TYPES: Record<CustomResponse["content_type"], string> = {
  json: "application/json; charset=utf-8",
  text: "text/plain; charset=utf-8",
  xml: "application/xml; charset=utf-8",
};
const RUN_NOTHING = ["content-security-policy", "default-src 'none'; sandbox"];

const RETRY_AFTER_SECONDS = 5;
/** Only our own deliveries can be a loop, and this value ends their automatic retries. */
const NEVER_RETRY = "-1";

export interface Answer {
  status: number;
  message: string;
  /** The id of the stored request, when it was stored. */
  requestId?: string;
  allow?: Iterable<string>;
  /** With 429 or 503; by default a few. */
  retryAfterSeconds?: number;
  /** The sender is still sending. The answer is the last one, and `Lingering` reads the rest and ends the response. */
  isUnread?: boolean;
}

/** `requestUrl` is the dashboard's URL for requests, with a trailing slash. */
export function acknowledge(response: ServerResponse, requestUrl: string, requestId: string): void {
  const body = `{"status":"SUCCESS","message":"Request handled by Posthorn. Check your dashboard to inspect the request: ${requestUrl}${requestId}","request_id":"${requestId}"}`;
  response.writeHead(200, [...COMMON_HEADERS, "content-length", String(body.length)]);
  response.end(body);
}

/**
 * Lets a page of any site send what it has asked for. A source decides about the request itself, when it comes: the
 * answer to the question does not depend on the source, and so reveals nothing about it.
 */
export function answerPreflight(response: ServerResponse): void {
  response.writeHead(204, [...SHARED_HEADERS, "access-control-allow-headers", "*"]);
  response.end();
}

/** Sends the response of the source, or of the URL, in place of the acknowledgement. */
export function answerAsConfigured(response: ServerResponse, { content_type, body }: CustomResponse): void {
  const length = String(Buffer.byteLength(body));
  response.writeHead(200, [
    "content-type",
    CUSTOM_CONTENT_TYPES[content_type],
    ...SHARED_HEADERS,
    ...RUN_NOTHING,
    "content-length",
    length,
  ]);
  response.end(body);
}

/**
 * Answers a challenge. The reply may repeat the sender's own text, so no browser may run it. Throws before it writes
 * anything if HTTP cannot carry that text.
 */
export function answerChallenge(response: ServerResponse, { status, headers, body }: ChallengeReply): void {
  for (let at = 0; at + 1 < headers.length; at += 2) {
    validateHeaderName(headers[at] ?? "");
    validateHeaderValue(headers[at] ?? "", headers[at + 1] ?? "");
  }
  const length = status === 204 ? [] : ["content-length", String(Buffer.byteLength(body))];
  response.writeHead(status, [...headers, ...SHARED_HEADERS, ...RUN_NOTHING, ...length]);
  response.end(body);
}

export function answer(
  response: ServerResponse,
  { status, message, requestId, allow, retryAfterSeconds = RETRY_AFTER_SECONDS, isUnread }: Answer,
): void {
  const body = JSON.stringify({ status: "ERROR", message, ...(requestId && { request_id: requestId }) });
  const headers = [...COMMON_HEADERS, "content-length", String(Buffer.byteLength(body))];
  if (allow) headers.push("allow", [...allow].join(", "));
  if (status === 429 || status === 503) headers.push("retry-after", String(retryAfterSeconds));
  if (status === 508) headers.push("retry-after", NEVER_RETRY);
  if (isUnread) headers.push("connection", "close");
  response.writeHead(status, headers);
  if (!isUnread) return void response.end(body);
  if (response.req.method === "HEAD") response.flushHeaders();
  else response.write(body);
}

/** For a connection on which no request could be parsed: there is no response object, only the socket. */
export function answerOnSocket(socket: Duplex, status: number, reason: string, message: string): void {
  if (!socket.writable) return socket.destroy() && undefined;
  const body = JSON.stringify({ status: "ERROR", message });
  endWith(
    socket,
    `HTTP/1.1 ${status} ${reason}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
