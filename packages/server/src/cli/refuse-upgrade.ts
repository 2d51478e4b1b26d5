/** How is a WebSocket upgrade refused? With an HTTP reply, and the message where published clients look for it. */
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { endWith } from "../inbound/last-answer.ts";
import type { Refusal } from "./upgrade-request.ts";

const RETRY_AFTER_SECONDS = 5;

export function refuseUpgrade(socket: Duplex, { status, message }: Refusal): void {
  const body = JSON.stringify({ error: { message } });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`,
    "content-type: application/json; charset=utf-8",
    `content-length: ${Buffer.byteLength(body)}`,
    "x-content-type-options: nosniff",
    ...(status === 429 || status === 503 ? [`retry-after: ${RETRY_AFTER_SECONDS}`] : []),
    "connection: close",
  ];
  endWith(socket, `${head.join("\r\n")}\r\n\r\n${body}`);
}
