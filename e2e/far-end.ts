/**
 * Where do the deliveries of a journey arrive?
 *
 * At a real HTTP server on loopback whose answers the test chooses, and which can stop listening so that
 * connections to it are refused. Its port is reserved, so that it can come back.
 */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { reservePort } from "../packages/server/src/testing/reserved-port.ts";

export interface Delivery {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** The body as it came: it need not be text. */
  bytes: Buffer;
}

export interface Answer {
  status: number;
  body?: string;
}

export interface FarEnd {
  url: string;
  deliveries: readonly Delivery[];
  /** The same answer for every delivery, or one that depends on it and may take its time. */
  answerWith(answer: Answer | ((delivery: Delivery) => Answer | Promise<Answer>)): void;
  /** Stops listening. */
  refuse(): Promise<void>;
  /** Listens again, on the same port. */
  comeBack(): Promise<void>;
  stop(): Promise<void>;
}

export async function startFarEnd(): Promise<FarEnd> {
  const deliveries: Delivery[] = [];
  let answerOf = (_delivery: Delivery): Answer | Promise<Answer> => ({ status: 200, body: '{"ok":true}' });
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.once("end", () => {
      const bytes = Buffer.concat(chunks);
      const delivery = {
        method: request.method ?? "",
        path: request.url ?? "",
        headers: request.headers,
        body: bytes.toString(),
        bytes,
      };
      deliveries.push(delivery);
      void Promise.resolve(answerOf(delivery)).then(({ status, body = "" }) =>
        response.writeHead(status, { "content-type": "application/json" }).end(body),
      );
    });
  });

  const { port, release } = await reservePort();
  async function listen(): Promise<void> {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  }
  async function close(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  }

  await listen();
  return {
    url: `http://127.0.0.1:${port}`,
    deliveries,
    answerWith: (next) => {
      answerOf = typeof next === "function" ? next : () => next;
    },
    refuse: close,
    comeBack: listen,
    async stop() {
      await close();
      release();
    },
  };
}
