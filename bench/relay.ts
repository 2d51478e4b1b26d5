/**
 * How fast is a gateway that keeps nothing? (own process)
 *
 * Receives, answers, and forwards the same bytes with one undici Agent. It loses everything in a crash;
 * what the product costs beyond it is the price of storing, routing and recording.
 */
import { createServer } from "node:http";
import { Agent, type Dispatcher } from "undici";
import { ACK_BODY, ACK_HEADERS } from "./ack.ts";
import { answerWith } from "./child-process.ts";
import { listenOnLoopback } from "./listen.ts";
import { SENT_HEADER } from "./sent-stamp.ts";

export interface RelayAsk {
  forwardTo: string;
}

/** As many as the load generator opens by default on the other side. */
const CONNECTIONS = 64;

const agent = new Agent({ connections: CONNECTIONS, pipelining: 1 });
let target: URL | null = null;

/** A relay that drops a delivery is no measure for one that does not: the bench fails with it. */
const handler: Dispatcher.DispatchHandler = {
  onRequestStart() {},
  onResponseStart(_controller, statusCode) {
    if (statusCode !== 200) throw new Error(`The sink answered ${statusCode}`);
  },
  onResponseData() {},
  onResponseEnd() {},
  onResponseError(_controller, error) {
    throw error;
  },
};

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    response.writeHead(200, ACK_HEADERS).end(ACK_BODY);
    if (target === null) throw new Error("The relay has not been told where to forward to");
    agent.dispatch(
      {
        origin: target.origin,
        path: target.pathname,
        method: "POST",
        headers: {
          "content-type": request.headers["content-type"],
          [SENT_HEADER]: request.headers[SENT_HEADER],
        },
        body: Buffer.concat(chunks),
      },
      handler,
    );
  });
});
const port = await listenOnLoopback(server);

answerWith<RelayAsk, number>(async ({ forwardTo }) => {
  target = new URL(forwardTo);
  return port;
});
