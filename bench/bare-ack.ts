/**
 * How fast can this machine say "accepted"? (own process)
 *
 * A node:http server that reads the body, gives the product's answer and does nothing else. The report shows the
 * product's rates as a share of this one.
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
