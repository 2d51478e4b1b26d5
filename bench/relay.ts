/**
 * How fast is a gateway that stores nothing? (own process)
 *
 * It receives, answers, and forwards the same bytes with one undici Agent. In a crash it would lose everything. The
 * difference to the product is the price of storing, routing and recording.
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

/** As many as the load generator opens by default. */
const CONNECTIONS = 64;

const agent = new Agent({ connections: CONNECTIONS, pipelining: 1 });
let target: URL | null = null;

/** A relay that drops deliveries would be no fair comparison, so an error here fails the bench. */
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
