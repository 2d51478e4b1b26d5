/**
 * What do clients see of several nodes behind a balancer that honours `/readyz`?
 *
 * As a common balancer does, it asks each node again and again whether it is ready, sends each request to the next one that
 * was, and keeps connections to the nodes open. It never tries a second node: what goes wrong with one is a 502, and so is it if none is ready.
 */
import { Agent, createServer, request } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

const LOOK_EVERY_MS = 100;
/** Of one connection; the others pass it on as it is. */
const HOP_BY_HOP: ReadonlySet<string> = new Set(["connection", "keep-alive", "transfer-encoding"]);

export interface Balancer {
  url: string;
  /** Whether the node said at the last look that it is ready. */
  isOpen: (node: string) => boolean;
  /** How many requests the node has got. */
  sentTo: (node: string) => number;
  close: () => Promise<void>;
}

/** `nodes` are base URLs. Resolves when it has looked at each of them. */
export async function startBalancer(nodes: readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const ending = new AbortController();
  const open = new Set<string>();
  const sent = new Map<string, number>();
  let turn = 0;

  async function look(node: string): Promise<void> {
    const isReady = await fetch(`${node}/readyz`, { signal: ending.signal }).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status === 200;
      },
      () => false,
    );
    if (isReady) open.add(node);
    else open.delete(node);
  }

  async function lookAgainAndAgain(node: string): Promise<void> {
    while (!ending.signal.aborted) {
      await pause(LOOK_EVERY_MS, undefined, { signal: ending.signal }).catch(() => undefined);
      await look(node);
    }
  }

  const server = createServer((incoming, response) => {
    const ready = nodes.filter((node) => open.has(node));
    const node = ready[turn++ % ready.length];
    if (node === undefined) {
      incoming.resume();
      response.writeHead(502).end("no node is ready");
      return;
    }
    sent.set(node, (sent.get(node) ?? 0) + 1);
    const { method, headers, url = "/" } = incoming;
    const outgoing = request(new URL(url, node), { method, headers, agent }, (answer) => {
      const kept = Object.entries(answer.headers).filter(([name]) => !HOP_BY_HOP.has(name));
      response.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept));
      answer.pipe(response);
      answer.on("error", () => response.destroy());
    });
    outgoing.on("error", () => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end("the node did not answer");
    });
    incoming.pipe(outgoing);
  });
  // By default it would close a connection that nobody used for five seconds, perhaps while a sender writes on it again. On a busy
  // machine both happen at once, and the sender would take it for a request that a node has left without an answer.
  server.keepAliveTimeout = 0;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  await Promise.all(nodes.map(look));
  const looking = Promise.all(nodes.map(lookAgainAndAgain));
  const { port } = server.address() as AddressInfo; // a TCP server has an AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    isOpen: (node) => open.has(node),
    sentTo: (node) => sent.get(node) ?? 0,
    async close() {
      ending.abort();
      await looking;
      agent.destroy();
      server.close();
      server.closeAllConnections();
    },
  };
}
