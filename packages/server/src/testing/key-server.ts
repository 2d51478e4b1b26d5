/**
 * Where do providers publish their keys, in tests?
 *
 * One real server on loopback stands for all of them. A real dialer takes every address to that server, which sees the
 * address in a header.
 */
import { once } from "node:events";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createAddressGuard } from "../outbound/address-guard.ts";
import { type Dialer, createDialer } from "../outbound/dialer.ts";
import { createTextAt } from "../outbound/text-at.ts";

export interface Published {
  text: string;
  /** Others get 401. */
  authorization?: string;
}

type Answer = Published | ((response: ServerResponse, request: IncomingMessage) => void);

const ADDRESS_HEADER = "x-address";

/** The answers may be changed while the server runs; any other address is unknown. */
export async function startKeyServer(answers: Record<string, Answer>) {
  /** The addresses that were asked for, in turn. */
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const address = String(request.headers[ADDRESS_HEADER]);
    asked.push(address);
    const answer = Object.hasOwn(answers, address) ? answers[address] : undefined;
    if (typeof answer === "function") return answer(response, request);
    const isKnown =
      answer && (answer.authorization ?? request.headers.authorization) === request.headers.authorization;
    response.writeHead(answer ? (isKnown ? 200 : 401) : 404);
    return response.end(isKnown ? answer.text : "");
  });
  server.keepAliveTimeout = 0; // a busy test must not find its connection just being closed
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // a TCP server has an AddressInfo
  const dialer = createDialer(createAddressGuard(["127.0.0.0/8"]));
  const exchange: Dialer["exchange"] = (request) =>
    dialer.exchange({
      ...request,
      origin: `http://127.0.0.1:${port}`,
      headers: [...request.headers, ADDRESS_HEADER, request.origin + request.path],
    });
  return {
    answers,
    asked,
    // No test depends on how long an answer takes.
    textAt: createTextAt(exchange, { warn: () => undefined }, { answerWithinMs: 600_000 }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await dialer.close();
    },
  };
}
