/**
 * How is a request below /auth answered?
 *
 * The HTTP edge of auth-routes.ts: a node handler that reads the body itself, so the body must still be unread. It
 * always answers, and writes one log line per call, without what the person typed.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { SAML_ANSWER_MAX_BYTES } from "@posthorn/contract/limits";
import { SSO_PATHS } from "@posthorn/contract/sso-paths";
import type { Log } from "../log.ts";
import { jsonFault } from "../pipeline/json-fault.ts";
import { isUnavailable } from "../store/database.ts";
import { refusal, type AuthReply } from "./auth-reply.ts";
import type { AuthRoute } from "./auth-routes.ts";

const AUTH_PREFIX = "/auth";
const RETRY_AFTER_SECONDS = "5";
/** Enough for an email, a password and two names. */
const BODY_MAX_BYTES = 16 * 1024;
/** What a SAML provider has posted comes with escapes. */
const LARGER_BODIES: Readonly<Record<string, number>> = { [SSO_PATHS.finish]: 2 * SAML_ANSWER_MAX_BYTES };

export interface HandleAuthDeps {
  routes: ReadonlyMap<string, AuthRoute>;
  addressOf: (request: IncomingMessage) => string;
  originAllowed: (headers: IncomingMessage["headers"]) => boolean;
  log: Log;
}

export function createHandleAuth({ routes, addressOf, originAllowed, log }: HandleAuthDeps) {
  async function reply(request: IncomingMessage, path: string, address: string): Promise<AuthReply> {
    const route = routes.get(path);
    if (!route || request.method !== "POST") return refusal("NOT_FOUND");
    if (!originAllowed(request.headers)) return refusal("ORIGIN_NOT_ALLOWED");
    const body = await readBody(request, LARGER_BODIES[path] ?? BODY_MAX_BYTES);
    return "refused" in body ? body.refused : route({ body: body.fields, headers: request.headers, address });
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const startedAt = performance.now();
    const path = (request.url ?? "").replace(/[?#].*$/, "").slice(AUTH_PREFIX.length);
    const address = addressOf(request);
    const answer = await reply(request, path, address).catch((error: unknown) => {
      if (error instanceof Error && isUnavailable(error)) {
        log.warn("auth.unavailable", { path, error });
        return refusal("UNAVAILABLE", { headers: { "retry-after": RETRY_AFTER_SECONDS } });
      }
      if (!request.destroyed || request.complete) log.error("auth.failed", { path, error });
      return refusal("FATAL_ERROR");
    });
    if (routes.has(path)) {
      const duration_ms = Math.round(performance.now() - startedAt);
      log.info("auth.answered", { path, status: answer.status, address, duration_ms });
    }
    write(response, answer);
  };
}

type Body = { fields: Readonly<Record<string, unknown>> } | { refused: AuthReply };

async function readBody(request: IncomingMessage, maxBytes: number): Promise<Body> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Does not destroy the request on return, so that the refusal can be sent. Without an encoding,
  // chunks are buffers.
  const arriving = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  for await (const chunk of arriving) {
    bytes += chunk.length;
    if (bytes > maxBytes) {
      return { refused: refusal("PAYLOAD_TOO_LARGE", { headers: { connection: "close" } }) };
    }
    chunks.push(chunk);
  }
  if (bytes === 0) return { fields: {} };
  if (!/^application\/json\s*(;|$)/i.test(request.headers["content-type"] ?? "")) {
    return { refused: refusal("UNSUPPORTED_CONTENT_TYPE") };
  }
  const body = Buffer.concat(chunks);
  if (jsonFault(body) === "nested too deeply") return { refused: refusal("JSON_NESTED_TOO_DEEPLY") };
  try {
    const parsed: unknown = JSON.parse(body.toString());
    if (parsed && typeof parsed === "object" && !Array.isArray(parsed)) return { fields: { ...parsed } };
  } catch {
    // not JSON: answered like JSON that is not an object
  }
  return { refused: refusal("INVALID_JSON") };
}

function write(response: ServerResponse, { status, body, headers, cookies }: AuthReply): void {
  if (response.destroyed || response.headersSent) return;
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    ...headers,
    ...(cookies && cookies.length > 0 && { "set-cookie": [...cookies] }),
  });
  response.end(JSON.stringify(body));
}
