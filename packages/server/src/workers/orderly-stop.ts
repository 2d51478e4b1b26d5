/** How does a server stop without cutting anybody off, and without waiting for ever? */
import type { Server, ServerResponse } from "node:http";

/** A connection without a request for about this long is closed by a stop. */
const IDLE_FOR_MS = 250;

/** Resolves when the work is done or the time is over, whichever comes first. */
export async function within(limitMs: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([work, new Promise((resolve) => (timer = setTimeout(resolve, limitMs)))]);
  clearTimeout(timer);
}

/**
 * Senders that keep their connection hear with their next answer that it ends; who says nothing for a moment
 * is disconnected. A sender that is in the middle of a request is heard to its end.
 */
export function stopAccepting(server: Server | null): Promise<void> {
  if (!server?.listening) return Promise.resolve();
  server.prependListener("request", (_, response: ServerResponse) => {
    response.shouldKeepAlive = false;
  });
  return new Promise((resolve) => {
    const sweep = setInterval(() => server.closeIdleConnections(), IDLE_FOR_MS);
    server.close(() => {
      clearInterval(sweep);
      resolve();
    });
  });
}
