/**
 * How does the generator send a request with almost no CPU?
 *
 * One keep-alive connection with one request at a time. The request's bytes are made once; each send only overwrites
 * the time stamp. That is safe, because the previous copy has been answered by then.
 */
import { once } from "node:events";
import { connect } from "node:net";
import { createMessageReader, statusOf } from "./http-message.ts";
import { EMPTY_STAMP, SENT_HEADER, writeStamp } from "./sent-stamp.ts";

export interface SenderConnection {
  send: (sentAtUs: number) => void;
  close: () => void;
}

export interface SenderTarget {
  url: string;
  bodyBytes: number;
  onAnswer: (connection: SenderConnection, status: number, sentAtUs: number) => void;
  onBroken: (error: Error) => void;
}

export async function connectSender({
  url,
  bodyBytes,
  onAnswer,
  onBroken,
}: SenderTarget): Promise<SenderConnection> {
  const { hostname, port, pathname } = new URL(url);
  const { bytes, stampAt } = requestFor(url, pathname, bodyBytes);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, "connect");

  let sentAt = 0;
  let isClosing = false;
  const connection: SenderConnection = {
    send(sentAtUs) {
      sentAt = sentAtUs;
      writeStamp(bytes, stampAt, sentAtUs);
      socket.write(bytes);
    },
    close() {
      isClosing = true;
      socket.destroy();
    },
  };
  const read = createMessageReader((head) => onAnswer(connection, statusOf(head), sentAt));
  socket.on("data", (chunk: Buffer) => {
    try {
      read(chunk);
    } catch (error) {
      onBroken(error instanceof Error ? error : new Error(String(error)));
    }
  });
  socket.on("error", onBroken);
  socket.on("close", () => {
    if (!isClosing) onBroken(new Error(`${url} closed a connection`));
  });
  return connection;
}

function requestFor(url: string, path: string, bodyBytes: number): { bytes: Buffer; stampAt: number } {
  const body = bodyOf(bodyBytes);
  const head =
    `POST ${path} HTTP/1.1\r\nhost: ${new URL(url).host}\r\nuser-agent: posthorn-bench\r\naccept: */*\r\n` +
    `content-type: application/json\r\ncontent-length: ${body.length}\r\n${SENT_HEADER}: `;
  return { bytes: Buffer.from(`${head}${EMPTY_STAMP}\r\n\r\n${body}`), stampAt: head.length };
}

/** A JSON body of exactly that many bytes, in the shape of a small webhook. */
function bodyOf(bytes: number): string {
  const shortest = bodyWith("").length;
  if (bytes < shortest) throw new Error(`A body needs at least ${shortest} bytes`);
  return bodyWith("n".repeat(bytes - shortest));
}

function bodyWith(note: string): string {
  return JSON.stringify({ type: "order.paid", data: { id: 1, amount: 4200, currency: "eur", note } });
}
