/**
 * What does a caller get whose request cannot be parsed?
 *
 * The HTTP parser failed before there was a request, so no route and no error handler ever sees it. The answer
 * has the shape of all our errors, and then the connection is closed.
 */
import type { ApiErrorCode } from "@posthorn/contract/errors";
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { endWith } from "../inbound/last-answer.ts";
import { ApiError, errorReply } from "./api-error.ts";

const CODES: Readonly<Record<string, ApiErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: "REQUEST_TIMEOUT",
  HPE_HEADER_OVERFLOW: "HEADERS_TOO_LARGE",
};
const MALFORMED = { message: "This is not a well-formed HTTP request; percent-encode the address" };

export function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const code = CODES[error.code ?? ""];
  const reply = errorReply(code ? new ApiError(code) : new ApiError("BAD_REQUEST", {}, MALFORMED));
  const body = JSON.stringify(reply);
  const head = [
    `HTTP/1.1 ${reply.status} ${STATUS_CODES[reply.status]}`,
    "content-type: application/json; charset=utf-8",
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
  ];
  endWith(socket, `${head.join("\r\n")}\r\n\r\n${body}`);
}
