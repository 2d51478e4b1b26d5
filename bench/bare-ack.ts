/**
 * What is the fastest this machine can say "accepted"? (own process)
 *
 * node:http, the body read, the product's answer given, nothing else done. Every rate of the product is
 * told as a share of this one.
 */
import { createServer } from "node:http";
import { ACK_BODY, ACK_HEADERS } from "./ack.ts";
import { answerWith } from "./child-process.ts";
import { listenOnLoopback } from "./listen.ts";

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    Buffer.concat(chunks);
    response.writeHead(200, ACK_HEADERS).end(ACK_BODY);
  });
});
const port = await listenOnLoopback(server);

answerWith<"port", number>(async () => port);
