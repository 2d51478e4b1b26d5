/**
 * How is a process scraped that has no API?
 *
 * A process without the role `api` has no port for people and programs, and one with only the role `worker` has no port
 * at all. This small server answers scrapes of its health for the operator's token, and health checks for everybody.
 * Everything else is not found. It listens only on a port that the operator chose for it.
 */
import { type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http";
import { presentsToken } from "../access/operator-token.ts";
import type { Log } from "../log.ts";
import { EXPOSITION_CONTENT_TYPES, exposition, formatAskedFor } from "../metrics/exposition.ts";
import type { HealthReader } from "../metrics/read-health.ts";
import { METRICS_PATH, NO_METRICS_TOKEN } from "./scrape.ts";

/** Scrapers and health checks are few and quick. */
const CONNECTIONS_MOST = 100;
const HEAD_WITHIN_MS = 5_000;
const JSON_TYPE = "application/json; charset=utf-8";

export interface HealthServerDeps {
  health: Pick<HealthReader, "token" | "read">;
  isReady: () => Promise<boolean>;
  log: Log;
}

export function createHealthServer({ health, isReady, log }: HealthServerDeps): Server {
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path] = (request.url ?? "").split("?", 1);
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (isRead && path === METRICS_PATH) return answerScrape(request, response);
    if (isRead && path === "/healthz") return answerJson(response, 200, { status: "ok" });
    if (isRead && path === "/readyz") {
      const isWell = await isReady().catch(() => false);
      return answerJson(response, isWell ? 200 : 503, { status: isWell ? "ok" : "unavailable" });
    }
    return answerJson(response, 404, { message: "Not Found" });
  }

  async function answerScrape(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!presentsToken(request.headers.authorization, health.token)) {
      response.setHeader("www-authenticate", 'Bearer realm="metrics"');
      return answerJson(response, 401, { message: NO_METRICS_TOKEN });
    }
    const format = formatAskedFor(request.headers.accept);
    const text = exposition(await health.read(), format);
    end(response, 200, EXPOSITION_CONTENT_TYPES[format], text);
  }

  const server = createServer(
    {
      headersTimeout: HEAD_WITHIN_MS,
      requestTimeout: 2 * HEAD_WITHIN_MS,
      connectionsCheckingInterval: 1_000,
    },
    (request, response) => {
      request.resume(); // a body is of no interest
      void answer(request, response).catch((error: unknown) => {
        log.error("metrics.scrape_failed", { error });
        answerJson(response, 500, { message: "The metrics could not be read" });
      });
    },
  );
  server.maxConnections = CONNECTIONS_MOST;
  return server;
}

function answerJson(response: ServerResponse, status: number, body: object): void {
  end(response, status, JSON_TYPE, JSON.stringify(body));
}

function end(response: ServerResponse, status: number, type: string, text: string): void {
  if (response.headersSent) return;
  response.writeHead(status, { "content-type": type, "cache-control": "no-store" });
  response.end(text);
}
