/**
 * How does an event reach the server on this machine?
 *
 * Byte for byte: path, query and body as they came, and the answer's bytes as the server sent them, without decoding. A
 * local server with a certificate of its own is trusted on this machine only.
 */
import { type ClientRequest, request as requestPlain } from "node:http";
import { request as requestTls } from "node:https";
import { connect } from "node:net";
import type { Attempt, Outcome } from "./messages.ts";
import type { Target } from "./target.ts";

/** Of this connection, not of the event. */
export const OWN_HEADERS =
  /^(?:host|connection|keep-alive|transfer-encoding|content-length|upgrade|proxy-connection|te|trailer)$/i;
/** More than the server keeps of an answer; the rest is read and dropped. */
const KEPT_BYTES = 1024 * 1024;
const CHECK_WITHIN_MS = 5_000;

/** Requests that the local server has not answered yet. To destroy one ends it at once. */
export type UnderWay = Set<{ destroy(): unknown }>;

export function forward(attempt: Attempt, target: Target, underWay: UnderWay = new Set()): Promise<Outcome> {
  const { method, path, body, timeoutMs } = attempt;
  const headers = Object.fromEntries(
    Object.entries(attempt.headers).filter(([name]) => !OWN_HEADERS.test(name)),
  );
  const hasBody = body.length > 0 || !/^(?:GET|HEAD|DELETE|OPTIONS)$/.test(method);
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    let outgoing: ClientRequest | undefined;
    const ended = (outcome: Outcome) => {
      clearTimeout(timer);
      if (outgoing) underWay.delete(outgoing);
      resolve(outcome);
    };
    const failed = (error: unknown) => ended({ problem: problemOf(error) });
    try {
      outgoing = (target.isTls ? requestTls : requestPlain)(
        {
          hostname: target.hostname,
          port: target.port,
          path: target.path + path,
          method,
          headers: { ...headers, ...(hasBody && { "content-length": String(body.length) }) },
          rejectUnauthorized: !target.isLoopback,
          agent: false, // a server that restarts must not get requests on a connection of its predecessor
        },
        (response) => {
          const chunks: Buffer[] = [];
          let bytes = 0;
          response.on("data", (chunk: Buffer) => {
            if (bytes < KEPT_BYTES) chunks.push(chunk);
            bytes += chunk.length;
          });
          response.on("end", () =>
            ended({
              status: response.statusCode ?? 0,
              body: Buffer.concat(chunks),
              headers: pairsOf(response.rawHeaders),
            }),
          );
          response.on("error", failed);
        },
      );
      const request = outgoing;
      underWay.add(request);
      request.on("error", failed);
      // Not AbortSignal.timeout: that would keep request and answer until their time is up, a minute later.
      timer = setTimeout(() => {
        ended({ problem: `no answer in ${timeoutMs / 1000} s` });
        request.destroy();
      }, timeoutMs);
      request.end(body);
    } catch (error) {
      failed(error); // a path or a header that HTTP cannot carry
    }
  });
}

function pairsOf(raw: readonly string[]): [string, string][] {
  return Array.from({ length: raw.length / 2 }, (_, at) => [raw[2 * at] ?? "", raw[2 * at + 1] ?? ""]);
}

const PROBLEMS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "refused",
  ECONNRESET: "connection cut",
  ENOTFOUND: "host not found",
  HPE_INVALID_CONSTANT: "no HTTP",
};

function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // With several addresses of one name, there is one error for each.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const code = first instanceof Error && "code" in first ? String(first.code) : "";
  return PROBLEMS[code] ?? (code || error.message);
}

/** Whether something accepts connections there. */
export function isListening({ hostname, port }: Target): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port, timeout: CHECK_WITHIN_MS });
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("connect", () => end(true));
    socket.once("error", () => end(false));
    socket.once("timeout", () => end(false));
  });
}
